import AhaBase

/// Reads back what an encoder wrote: format, and length to the frame, also of the lossy formats,
/// whose encoders note how much they have padded.
/// - Parameter frames: `Encoder.framesWritten`.
/// Errors: `verify`, with what was found and what was expected.
public func verify(
  _ stream: any ByteStream, _ settings: EncodeSettings, frames: Int64
) throws(AhaError) {
  let decoder: Decoder
  let found: Int64
  do throws(AhaError) {
    decoder = try Decoder(stream)
    found = try decoder.measureLength { _ in true }
  } catch {
    throw AhaError(.verify, "what was written does not read back: \(error.line)")
  }
  let expected = Description(settings, frames)
  let read = Description(decoder.format, found)
  guard read == expected else {
    throw AhaError(
      .verify, "\(stream.name) reads back as \(read.text), not \(expected.text)")
  }
}

/// What is compared.
private struct Description: Equatable {
  private let container: Container
  private let encoding: Encoding
  private let sampleRate: Int
  private let channels: Int
  private let frames: Int64

  init(_ settings: EncodeSettings, _ frames: Int64) {
    // An RF64 that did not need to be one was written as a WAV.
    container = settings.container == .rf64 ? .wav : settings.container
    encoding = settings.encoding
    sampleRate = settings.outputRate
    channels = settings.channels
    self.frames = frames
  }

  init(_ format: SourceFormat, _ frames: Int64) {
    container = format.container == .rf64 ? .wav : format.container
    encoding = format.encoding
    sampleRate = format.sampleRate
    channels = format.channels
    self.frames = frames
  }

  var text: String {
    "\(container.nameText.text) \(encoding.nameText.text), \(sampleRate) Hz, \(channels) channels, "
      + "\(frames) frames"
  }
}
