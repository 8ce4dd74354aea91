import AhaBase
import AhaCodec

/// A sound in a temporary file until its level is known, with the channels of the final file.
final class MasterTape {
  let stream: any ByteStream
  let sampleRate: Int
  let channels: Int
  private let encoder: Encoder
  /// Deletes the temporary file at its release.
  private let file: ReplacementFile?

  /// Errors: those of files; `outOfMemory`.
  init(for output: Output, settings: EncodeSettings) throws(AhaError) {
    if case .file(let path) = output {
      let file = try ReplacementFile(for: path)
      self.file = file
      stream = file.stream
    } else {
      file = nil
      stream = MemoryStream()
    }
    (sampleRate, channels) = (settings.sampleRate, settings.channels)
    var exact = try EncodeSettings.resolve(
      EncodeRequest(
        container: .w64, encoding: .float32, sampleRate: sampleRate, channels: channels))
    exact.inputChannels = settings.inputChannels
    encoder = try Encoder(stream, settings: exact)
  }

  var frames: Int64 { encoder.framesWritten }

  func add(_ samples: Floats, count: Int) throws(AhaError) {
    try encoder.write(samples, count: count)
  }

  func finish() throws(AhaError) { try encoder.finish() }
}
