import AhaBase

/// Reads back an encoder's output: checks the format and the exact length. Lossy encoders store
/// their padding, so their length is exact too.
/// - Parameter frames: `Encoder.framesWritten`.
/// Errors: `verify`, with the found and the expected values; `cancelled`.
public func verify(
  _ stream: any ByteStream, settings: EncodeSettings, frames: Int64,
  until cancellation: Cancellation = Cancellation()
) throws(AhaError) {
  let decoder: Decoder
  let found: Int64
  do throws(AhaError) {
    decoder = try Decoder(stream.reading(until: cancellation))
    found = try decoder.measureLength { _ in !cancellation.isWanted }
  } catch {
    if cancellation.isWanted { throw AhaError(.cancelled, "cancelled by the host") }
    throw AhaError(.verify, "the written file does not read back: \(error.line)")
  }
  // A header that is trusted is read without a look at the cancellation.
  if cancellation.isWanted { throw AhaError(.cancelled, "cancelled by the host") }
  let expected = Description(settings, frames: frames)
  let read = Description(decoder.format, frames: found)
  guard read == expected else {
    throw AhaError(
      .verify, "\(stream.name) reads back as \(read.text), not \(expected.text)")
  }
}

/// The compared properties.
private struct Description: Equatable {
  private let container: Container
  private let encoding: Encoding
  private let sampleRate: Int
  private let channels: Int
  private let frames: Int64

  init(_ settings: EncodeSettings, frames: Int64) {
    // libsndfile writes an RF64 file as WAV while it is short enough.
    container = settings.container == .rf64 ? .wav : settings.container
    encoding = settings.encoding
    sampleRate = settings.outputRate
    channels = settings.channels
    self.frames = frames
  }

  init(_ format: SourceFormat, frames: Int64) {
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
