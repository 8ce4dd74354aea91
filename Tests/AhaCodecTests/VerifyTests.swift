import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Verifying written files")
struct VerifyTests {
  private let frames = Signal.music(frames: 40_000, channels: 2)

  @Test(arguments: Kind.all)
  func acceptsAWholeFile(kind: Kind) throws {
    let stream = FaultyStream()
    let settings = try encodeSettings(kind, channels: 2)
    try verify(stream, settings: settings, frames: try encode(frames, to: stream, settings))
  }

  @Test(arguments: Kind.all)
  func catchesACut(kind: Kind) throws {
    let stream = FaultyStream(name: "cut.x")
    let settings = try encodeSettings(kind, channels: 2)
    let written = try encode(frames, to: stream, settings)
    for part in [0, 0.01, 0.5, 0.97] {
      let cut = FaultyStream(
        Array(stream.bytes[..<Int(Double(stream.bytes.count) * part)]), name: "cut.x")
      let error = failure { try verify(cut, settings: settings, frames: written) }
      #expect(error?.code == .verify, "at \(part)")
      #expect(error?.line.contains("cut.x") == true)
    }
  }

  @Test(arguments: [Kind(.flac, .pcm16), Kind(.ogg, .vorbis), Kind(.mp3, .mp3)])
  func endsAtACancel(kind: Kind) throws {
    let stream = FaultyStream()
    let settings = try encodeSettings(kind, channels: 2)
    let written = try encode(frames, to: stream, settings)
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = failure {
      try verify(stream, settings: settings, frames: written, until: cancellation)
    }
    #expect(error?.code == .cancelled)
  }

  @Test func namesTheDifference() throws {
    let stream = FaultyStream(name: "out.wav")
    let kind = Kind(.wav, .pcm16)
    let written = try encode(frames, to: stream, try encodeSettings(kind, channels: 2))
    let other = try encodeSettings(Kind(.wav, .pcm24), channels: 2)
    let format = failure { try verify(stream, settings: other, frames: written) }
    #expect(
      format?.line == "out.wav reads back as WAV 16-bit PCM, 48000 Hz, 2 channels, 40000 frames, "
        + "not WAV 24-bit PCM, 48000 Hz, 2 channels, 40000 frames")
    let settings = try encodeSettings(kind, channels: 2)
    #expect(failure { try verify(stream, settings: settings, frames: 40_001) }?.code == .verify)
    let mono = try encodeSettings(kind, channels: 1)
    #expect(failure { try verify(stream, settings: mono, frames: written) }?.code == .verify)
  }
}
