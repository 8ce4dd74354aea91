import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("The encoder's own limits")
struct EncoderTests {
  /// Without this limit, libsndfile lets the header's sizes wrap and reports success.
  @Test(arguments: [Kind(.wav, .pcm16), Kind(.wav, .float32), Kind(.aiff, .pcm24)])
  func noMoreThanTheHeaderHolds(kind: Kind) throws {
    let encoder = try Encoder(
      FaultyStream(name: "long.x"), settings: try encodeSettings(kind, channels: 2))
    let frames: [Float] = [0, 0]
    try encoder.write(frames, count: 1)
    for count in [1 << 30, Int.max] {
      // Refused before any frame is read; the frames do not exist.
      let error = failure { try encoder.write(frames, count: count) }
      #expect(error?.code == .formatLimit)
      #expect(error?.line.contains("long.x") == true && error?.line.contains("RF64") == true)
    }
  }

  @Test func aStreamWithBytesIsRefused() throws {
    let settings = try encodeSettings(Kind(.wav, .pcm16), channels: 1)
    let error = failure {
      _ = try Encoder(FaultyStream([1, 2, 3], name: "full.wav"), settings: settings)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.line == "full.wav already holds 3 bytes")
  }

  /// The size of the pieces does not change the result, also with dither and conversion.
  @Test(arguments: [Kind(.wav, .pcm16), Kind(.flac, .pcm24), Kind(.ogg, .vorbis)])
  func piecesOfAnySizeGiveTheSameFile(kind: Kind) throws {
    let frames = Signal.music(frames: 20_000, channels: 2)
    let settings = try encodeSettings(
      kind, channels: 2, sampleRate: 44_100, outputRate: 48_000, dither: true)
    let whole = FaultyStream()
    _ = try encode(frames, to: whole, settings)
    let pieces = FaultyStream()
    let encoder = try Encoder(pieces, settings: settings)
    try frames.withBuffer { buffer in
      var next = 0
      for size in [1, 7, 4095, 4096, 4097, 100] + Array(repeating: 1000, count: 100) {
        let count = min(size, 20_000 - next)
        if count > 0 { try encoder.write(buffer + 2 * next, count: count) }
        next += count
      }
    }
    try encoder.finish()
    try encoder.finish()
    let (left, right) = (try decode(whole.bytes).frames, try decode(pieces.bytes).frames)
    #expect(left.count == right.count)
    #expect(kind.encoding == .vorbis || left == right)
  }
}
