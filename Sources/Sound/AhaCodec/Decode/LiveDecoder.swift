import AhaBase
import CModule

/// Decodes one connection of an endless stream, at a given rate. The module on FFmpeg does it:
/// libsndfile must seek.
///
/// Threads: one at a time.
public final class LiveDecoder {
  public let format: SourceFormat
  public var channels: Int { frames.channels }
  private let frames: FrameReader

  /// Waits for the first frames. Errors: `unsupported` (no module), `unknownFormat`, `formatLimit`,
  /// `outOfMemory`.
  /// - Parameters:
  ///   - channels: 1 or 2; nil: those of the source, at most 2.
  public init(
    _ bytes: any LiveBytes, sampleRate: Int, channels: Int? = nil
  ) throws(AhaError) {
    let file = try LiveFile(bytes)
    format = SourceFormat(
      container: file.info.container, encoding: file.info.encoding, bits: file.info.bits,
      sampleRate: file.info.sampleRate, channels: file.info.channels, claimedFrames: 0, bytes: 0)
    try HeaderProbe.requireLimits(
      bytes.name, sampleRate: Double(format.sampleRate), channels: format.channels)
    let fold = ChannelFold(
      channels: format.channels, positions: file.positions, to: channels ?? min(format.channels, 2))
    frames = try FrameReader(
      file, name: bytes.name, expected: 0, fold: fold, from: format.sampleRate, to: sampleRate)
  }

  /// Reads up to `count` interleaved frames; 0 at the end of the connection. Errors: those of the
  /// rate's conversion.
  public func read(_ target: Floats, frames count: Int) throws(AhaError) -> Int {
    try frames.read(target, frames: count)
  }
}

/// A connection in the module.
private final class LiveFile: FrameSource {
  let info: SourceInfo
  let positions: [ChannelPosition]?
  private let module: UnsafePointer<codec_module>
  private let handle: OpaquePointer
  private let source: LiveSource

  /// Errors: `unsupported`, `unknownFormat`.
  init(_ bytes: any LiveBytes) throws(AhaError) {
    let module = try ModuleFile.load(for: bytes.name)
    let source = LiveSource(bytes)
    var functions = codec_bytes(
      user_data: Unmanaged.passUnretained(source).toOpaque(),
      read: { data, target, size in
        guard let data, let target, size > 0 else { return 0 }
        let source = Unmanaged<LiveSource>.fromOpaque(data).takeUnretainedValue()
        return Int64(
          source.bytes.read(
            into: UnsafeMutableRawBufferPointer(start: target, count: Int(size))))
      }, seek: nil, length: 0)
    var raw = codec_info()
    var line = [CChar](repeating: 0, count: Int(codec_line_size))
    guard let handle = module.pointee.open(&functions, 0, nil, &raw, &line) else {
      throw AhaError(.unknownFormat, "\(bytes.name) is not a live sound: \(moduleText(line))")
    }
    (self.module, self.handle, self.source) = (module, handle, source)
    info = SourceInfo(raw)
    positions = raw.has_positions != 0 ? ChannelPosition.all(of: raw) : nil
  }

  deinit { module.pointee.close(handle) }

  func read(_ buffer: Floats, frames: Int) -> Int {
    let got = Int(module.pointee.read(handle, buffer.base, Int64(min(frames, Limit.blockFrames))))
    guard got > 0 else { return 0 }
    silenceInvalid(buffer, count: got * info.channels)
    return got
  }
}

/// The bytes behind a pointer of the module.
private final class LiveSource {
  let bytes: any LiveBytes

  init(_ bytes: any LiveBytes) { self.bytes = bytes }
}
