import AhaBase
import AhaTestSupport
import Testing

@testable import AhaCodec

@Suite("ID3v2 tags in front of other files")
struct FrontTagTests {
  private func tag(_ size: Int, flags: UInt8 = 0) -> [UInt8] {
    let length = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    let footer = [UInt8](repeating: 0x33, count: flags & 0x10 == 0 ? 0 : 10)
    return Array("ID3".utf8) + [4, 0, flags] + length + [UInt8](repeating: 0, count: size) + footer
  }

  @Test(arguments: Kind.lossless + [Kind(.ogg, .vorbis), Kind(.ogg, .opus)])
  func noFrameIsLost(kind: Kind) throws {
    let bytes = try encode(Signal.music(frames: 20_000, channels: 2), kind, channels: 2)
    let good = try decode(bytes)
    let fronts = [
      tag(0), tag(1000), tag(70_000), tag(100, flags: 0x10), tag(10) + tag(300),
    ]
    for front in fronts {
      let stream = FaultyStream(front + bytes)
      let decoder = try Decoder(stream)
      #expect(decoder.format.container == good.format.container)
      #expect(decoder.format.claimedFrames == good.format.claimedFrames)
      #expect(decoder.format.bytes == Int64(front.count + bytes.count))
      #expect(try decoder.measureLength { _ in true } == 20_000)
      #expect(try read(decoder, frames: Int.max) == good.frames)
      try decoder.seek(to: 15_000)
      let got = try read(decoder, frames: 100)
      #expect(Measure.largestDifference(got, good.frames[30_000..<30_200]) < 1e-6)
      let all = try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 20) { _, _ in true }
      #expect(all.sourceFrames == 20_000)
    }
  }

  @Test func aTagBeforeAnMP3StaysAPartOfIt() throws {
    let kind = Kind(.mp3, .mp3)
    let bytes = try encode(Signal.music(frames: 20_000, channels: 2), kind, channels: 2)
    #expect(try decode(tag(500) + bytes).frames == decode(bytes).frames)
  }

  @Test func aTagWithoutAFileIsRefused() throws {
    for bytes in [tag(100), tag(100) + [1, 2, 3], Array(tag(100)[..<50])] {
      #expect(failure { _ = try Decoder(FaultyStream(bytes)) } != nil)
    }
  }
}
