import AhaBase
import CModule

/// An open file of the module `libaha-ffmpeg.so`, over a cursor.
/// `ModuleEncoder` and `FileNotes` are the other users of the module.
///
/// Threads: one at a time.
final class ModuleFile: SourceFile {
  let info: SourceInfo
  /// Whether the format was found by few signs, without a signature.
  let isGuess: Bool
  private let module: UnsafePointer<codec_module>
  private let handle: OpaquePointer
  private let positions: [ChannelPosition]?
  private let cursor: Cursor
  private let seekPoints: SeekPoints?

  /// Why a file cannot be opened. `text` is for error lines.
  enum Refusal: Error {
    case missing(text: String)
    case refused(text: String)

    var text: String {
      switch self {
      case .missing(let text), .refused(let text): text
      }
    }
  }

  init(_ cursor: Cursor, rules: DecodeRules) throws(Refusal) {
    let module = try ModuleFile.load()
    var bytes = cursor.moduleBytes
    var raw = codec_info()
    var line = [CChar](repeating: 0, count: Int(codec_line_size))
    let track = UInt32(clamping: rules.track)
    guard let handle = module.pointee.open(&bytes, track, rules.seekPoints?.found, &raw, &line)
    else {
      throw .refused(text: moduleText(line))
    }
    (self.module, self.handle, self.cursor) = (module, handle, cursor)
    seekPoints = rules.seekPoints
    info = SourceInfo(raw)
    isGuess = raw.is_guess != 0
    positions = raw.has_positions != 0 ? ChannelPosition.all(of: raw) : nil
  }

  deinit { module.pointee.close(handle) }

  private static func load() throws(Refusal) -> UnsafePointer<codec_module> {
    var text = [CChar](repeating: 0, count: 1024)
    guard let module = codec_module_load(&text, text.count) else {
      throw .missing(text: moduleText(text))
    }
    return module
  }

  /// Errors: `unsupported`.
  /// - Parameter name: Name of the file in error lines.
  static func load(for name: String) throws(AhaError) -> UnsafePointer<codec_module> {
    do throws(Refusal) { return try load() } catch {
      throw AhaError(.unsupported, "\(name): \(error.text)")
    }
  }

  func read(_ target: Floats, frames: Int) -> Int {
    let got = module.pointee.read(handle, target.base, Int64(frames))
    if got == 0, let seekPoints, seekPoints.found == nil { share(in: seekPoints) }
    return Int(got)
  }

  /// A new decoder then jumps instead of decoding from the start.
  private func share(in seekPoints: SeekPoints) {
    let release = module.pointee.release_index!
    guard let found = module.pointee.share_index(handle) else { return }
    seekPoints.keep(found) { release($0) }
  }

  func seek(to frame: Int64) -> Int64 { module.pointee.seek(handle, frame) }

  func channelMap() -> [ChannelPosition]? { positions }
}

/// A line that the module has filled.
func moduleText(_ line: [CChar]) -> String {
  line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
}

extension Cursor {
  /// For the module, which uses them while the cursor lives.
  var moduleBytes: codec_bytes {
    codec_bytes(
      user_data: Unmanaged.passUnretained(self).toOpaque(),
      read: { data, target, size in
        guard let target, size > 0 else { return 0 }
        let cursor = Cursor.behind(data)
        let got = cursor.read(target, count: Int(size))
        return cursor.failure == nil ? Int64(got) : -1
      },
      seek: { Cursor.behind($0).seek($1, from: 0) },
      length: length)
  }
}

extension SourceInfo {
  init(_ raw: codec_info) {
    container = Container(rawValue: raw.container) ?? .auto
    encoding = Encoding(rawValue: raw.encoding) ?? .auto
    bits = Int(raw.bits)
    sampleRate = Int(raw.sample_rate)
    channels = Int(raw.channels)
    frames = max(0, raw.frames)
    claimedFrames = max(0, raw.claimed_frames)
    seeking = .exact
  }
}

extension ChannelPosition {
  static func all(of info: codec_info) -> [ChannelPosition] {
    withUnsafeBytes(of: info.positions) { bytes in
      bytes.prefix(Int(info.channels)).map { ChannelPosition(module: UInt32($0)) }
    }
  }

  private init(module number: UInt32) {
    switch codec_position(number) {
    case codec_left: self = .left
    case codec_right: self = .right
    case codec_center: self = .center
    case codec_low_frequency: self = .lowFrequency
    case codec_surround_left: self = .surroundLeft
    case codec_surround_right: self = .surroundRight
    case codec_surround_center: self = .surroundCenter
    case codec_left_of_center: self = .leftOfCenter
    case codec_right_of_center: self = .rightOfCenter
    default: self = .other
    }
  }
}
