import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Seeking equals reading in sequence")
struct SeekTests {
  /// Random places, both ends, and the last Ogg page, where formats tend to fail.
  private func places(_ frames: Int) -> [Int] {
    var random = Random(seed: 42)
    let anywhere = (0..<20).map { _ in Int.random(in: 0..<frames, using: &random) }
    let nearEnd = (0..<6).map { _ in frames - 1 - Int.random(in: 0..<4000, using: &random) }
    return anywhere + nearEnd + [0, frames - 1, 1, frames / 2, frames / 2 + 100, frames / 2 + 50]
  }

  private func check(_ bytes: [UInt8]) throws {
    let (all, format) = try decode(bytes)
    let decoder = try Decoder(FaultyStream(bytes))
    let total = all.count / format.channels
    for place in places(total) {
      try decoder.seek(to: Int64(place))
      let got = try read(decoder, frames: 300)
      let end = min(place + 300, total)
      let expected = all[(place * format.channels)..<(end * format.channels)]
      try #require(got.count == expected.count, "at \(place) of \(total)")
      // After a seek, MP3 and Opus decoders round differently: one unit in the last place.
      try #require(Measure.largestDifference(got, expected) < 1e-6, "at \(place) of \(total)")
    }
  }

  @Test(arguments: Kind.all)
  func everyFormatSeeksToTheFrame(kind: Kind) throws {
    let frames = Signal.music(frames: 80_000, channels: 2)
    try check(try encode(frames, kind, channels: 2))
  }

  @Test(arguments: Kind.lossy, [8000, 16_000, 24_000])
  func lossyFormatsSeekAtLowRates(kind: Kind, sampleRate: Int) throws {
    let frames = Signal.music(frames: 60_000, channels: 1)
    for quality in [Float(0.05), 1] {
      try check(
        try encode(frames, kind, channels: 1, sampleRate: sampleRate, quality: quality))
    }
  }

  @Test(arguments: Kind.all)
  func shortFilesSeekToTheFrame(kind: Kind) throws {
    try check(try encode(Signal.music(frames: 5000, channels: 2), kind, channels: 2))
  }

  @Test(arguments: Kind.all)
  func seeksBeyondBothEndsStopThere(kind: Kind) throws {
    let frames = Signal.music(frames: 20_000, channels: 1)
    let bytes = try encode(frames, kind, channels: 1)
    let decoder = try Decoder(FaultyStream(bytes))
    let all = try read(decoder, frames: Int.max)
    for end in [Int64(all.count), Int64(all.count) + 1, 1 << 40, Int64.max] {
      try decoder.seek(to: end)
      #expect(try read(decoder, frames: 10).isEmpty)
    }
    try decoder.seek(to: -5)
    #expect(try read(decoder, frames: 100) == Array(all[..<100]))
  }
}
