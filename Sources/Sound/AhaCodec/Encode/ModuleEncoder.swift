import AhaBase
import CModule

/// An encoder of the module `libaha-ffmpeg.so`.
///
/// Threads: one at a time.
final class ModuleEncoder {
  /// Frames before the first frame of the sound.
  let delay: Int64
  /// Frames of each packet but the last.
  let packetFrames: Int
  /// Bytes for a decoder, before the first packet.
  let setup: [UInt8]
  private let module: UnsafePointer<codec_module>
  private let handle: OpaquePointer

  /// - Parameter name: Name of the file in error lines.
  /// Errors: `unsupported` (the module is missing, or refuses the settings).
  init(_ settings: EncodeSettings, named name: String) throws(AhaError) {
    module = try ModuleFile.load(for: name)
    var wanted = codec_encoding(
      encoding: settings.encoding.rawValue, sample_rate: UInt32(settings.outputRate),
      channels: UInt32(settings.channels), bits: UInt32(settings.bits),
      bit_rate: UInt32(settings.bitRate))
    var packets = codec_packets()
    var line = [CChar](repeating: 0, count: Int(codec_line_size))
    guard let handle = module.pointee.open_encoder(&wanted, &packets, &line) else {
      let encoding = settings.encoding.nameText.text
      throw AhaError(.unsupported, "\(name): no encoder for \(encoding): \(moduleText(line))")
    }
    self.handle = handle
    delay = Int64(packets.delay)
    packetFrames = Int(packets.frames)
    setup = withUnsafeBytes(of: packets.setup) { Array($0.prefix(Int(packets.setup_size))) }
    guard packetFrames > 0 else {
      throw AhaError(.unsupported, "\(name): the encoder has packets of any length")
    }
  }

  deinit { module.pointee.close_encoder(handle) }

  /// Encodes interleaved frames; nil ends the sound. Returns false after a failure.
  func encode(_ samples: UnsafeRawPointer?, frames: Int, to file: MovieFile) -> Bool {
    let put: codec_put = { data, bytes, size in
      let file = Unmanaged<MovieFile>.fromOpaque(data!).takeUnretainedValue()
      return file.add(bytes!, size: Int(size)) ? 0 : -1
    }
    let data = Unmanaged.passUnretained(file).toOpaque()
    return module.pointee.encode(handle, samples, Int64(frames), put, data) >= 0
  }
}
