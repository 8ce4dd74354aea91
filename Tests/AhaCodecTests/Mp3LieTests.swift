import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("MP3 headers that lie")
struct Mp3LieTests {
  private let kind = Kind(.mp3, .mp3)

  private func mp3(frames: Int = 50_000, quality: Float = 0.6) throws -> [UInt8] {
    try encode(Signal.music(frames: frames, channels: 2), kind, channels: 2, quality: quality)
  }

  /// Offset of the Xing header, and size of its frame in bytes.
  private func info(_ bytes: [UInt8]) throws -> (tag: Int, size: Int) {
    let names = [Array("Xing".utf8), Array("Info".utf8)]
    let tag = try #require(
      (0..<200).first { place in names.contains { bytes[place...].starts(with: $0) } })
    let next = (tag + 100..<2000).first {
      bytes[$0] == 0xFF && bytes[$0 + 1] == bytes[1] && (bytes[$0 + 2] ^ bytes[2]) & 0x0C == 0
    }
    return (tag, try #require(next))
  }

  private func length(_ bytes: [UInt8]) throws -> (length: Int64, read: Int, claimed: Int64) {
    let decoder = try Decoder(FaultyStream(bytes))
    let length = try decoder.measureLength { _ in true }
    let frames = try read(decoder, frames: Int.max).count / 2
    return (length, frames, decoder.format.claimedFrames)
  }

  @Test func anHonestCountIsBelieved() throws {
    let found = try length(mp3())
    #expect(found.length == 50_000 && found.read == 50_000 && found.claimed == 50_000)
  }

  @Test(arguments: [0, 1, 10, 40])
  func aCountThatIsTooSmallIsNotBelieved(count: UInt8) throws {
    var bytes = try mp3()
    let tag = try info(bytes).tag
    bytes.replaceSubrange((tag + 8)..<(tag + 12), with: [0, 0, 0, count])
    let found = try length(bytes)
    #expect(found.length == 50_000 && found.read == 50_000)
    #expect(found.claimed == Int64(count) * 1152)
  }

  @Test(arguments: [1, 0x7F, 0xFF])
  func aCountThatIsTooLargeIsNotBelieved(count: UInt8) throws {
    var bytes = try mp3()
    let tag = try info(bytes).tag
    bytes.replaceSubrange((tag + 8)..<(tag + 12), with: [count, 0, 0, 0])
    let found = try length(bytes)
    // The start of the padding at the end is unknown.
    #expect((50_000...52_500).contains(found.length) && found.read == Int(found.length))
    #expect(found.claimed == (Int64(count) << 24) * 1152)
  }

  /// Two concatenated files: the header counts only the first one.
  @Test func twoFilesInOneAreOneSound() throws {
    let second = try mp3(frames: 30_000)
    let found = try length(try mp3() + second[info(second).size...])
    #expect((80_000...83_000).contains(found.length) && found.read == Int(found.length))
    #expect(found.claimed < 60_000)
  }

  /// Without a Xing header, the length is a guess from the first frame, which is large here.
  @Test func aFileWithoutACountIsMeasured() throws {
    let loud = try mp3(frames: 20_000, quality: 1)
    let soft = try encode(
      Signal.sine(frames: 100_000, channels: 2, frequency: 200), kind, channels: 2, quality: 0.05)
    let frames = try Array(loud[info(loud).size...] + soft[info(soft).size...])
    let found = try length(frames)
    #expect((120_000...126_000).contains(found.length) && found.read == Int(found.length))
    #expect(found.claimed == 0)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 1] + [UInt8](repeating: 0, count: 257)
    #expect(try length(tag + frames).length == found.length)
  }

  @Test func seekingStaysExact() throws {
    let second = try mp3(frames: 30_000, quality: 1)
    for bytes in [Array(second[try info(second).size...]), try mp3() + second] {
      let (all, _) = try decode(bytes)
      try #require(all.count > 2 * 30_000)
      let decoder = try Decoder(FaultyStream(bytes))
      for place in [29_000, 100, 25_000, 20_000, 28_000, 0] {
        try decoder.seek(to: Int64(place))
        let got = try read(decoder, frames: 500)
        #expect(Measure.largestDifference(got, all[(2 * place)..<(2 * place + 1000)]) < 1e-6)
      }
    }
  }

  /// Whether a frame similar to the first one begins at this offset.
  private func isFrame(_ bytes: [UInt8], _ place: Int) -> Bool {
    guard bytes[place] == 0xFF, bytes[place + 1] == bytes[1] else { return false }
    return (bytes[place + 2] ^ bytes[2]) & 0x0C == 0
  }

  /// libmpg123 alone stops searching after 1024 bytes.
  @Test(arguments: [1, 19, 20, 500, 3000, 40_000])
  func soundBehindGarbageIsRead(count: Int) throws {
    let bytes = try mp3()
    let middle = try #require((bytes.count / 2..<bytes.count - 4).first { isFrame(bytes, $0) })
    let garbage = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 & 0x7F) }
    let found = try length(Array(bytes[..<middle]) + garbage + bytes[middle...])
    #expect(found.length == 50_000 && found.read == 50_000)
  }

  private func frames(_ bytes: [UInt8]) throws -> [Int] {
    let start = try info(bytes).tag / 100 * 100
    return (start..<bytes.count - 4).filter { isFrame(bytes, $0) }
  }

  /// Taggers append a tag to a file that was cut.
  @Test(arguments: [10, 100, 200, 300, 380])
  func aTagInsideTheLastFrameCostsOneFrame(count: Int) throws {
    let whole = try mp3()
    let last = try #require(try frames(whole).last)
    let cut = Array(whole[..<min(last + count, whole.count)])
    let header = Array("APETAGEX".utf8) + [208, 7, 0, 0, 200, 0, 0, 0]
    let tags = [
      Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125),
      header + [UInt8](repeating: 0x41, count: 500),
      Array("LYRICSBEGIN".utf8) + [UInt8](repeating: 0x41, count: 300),
    ]
    for tag in [[]] + tags {
      let found = try length(cut + tag)
      #expect(found.read > 50_000 - 2 * 1152, "\(found.read) frames")
    }
  }

  /// A header without the delay of the encoder, or none: no frame is cut off.
  @Test(arguments: [44_100, 22_050, 8000], [1, 2])
  func withoutADelayEachFrameIsPlayed(rate: Int, channels: Int) throws {
    let sine = Signal.music(frames: 50_000, channels: channels)
    let bytes = try encode(sine, kind, channels: channels, sampleRate: rate)
    let whole = try decode(bytes).frames
    let (tag, size) = try info(bytes)
    var noDelay = bytes
    let zeros = [UInt8](repeating: 0, count: size - tag - 120)
    noDelay.replaceSubrange((tag + 120)..<size, with: zeros)
    // LAME states the delay; libmpg123 has another 529 frames.
    let delay = Int(bytes[tag + 141]) << 4 | Int(bytes[tag + 142]) >> 4
    for file in [Array(bytes[size...]), noDelay] {
      let decoder = try Decoder(FaultyStream(file))
      let found = try read(decoder, frames: Int.max)
      let unit = rate < 32_000 ? 576 : 1152
      #expect(found.count / channels % unit == 0)
      let skipped = (delay + 529) * channels
      #expect(
        Measure.largestDifference(found[skipped..<(skipped + whole.count)], whole[...]) < 1e-5)
    }
  }
}
