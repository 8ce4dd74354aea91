import AhaBase
import AhaTestSupport
import Testing

@testable import AhaCodec

@Suite("Damaged Ogg")
struct OggDamageTests {
  private static let frames = 300_000

  private func music(_ encoding: Encoding, channels: Int = 1) throws -> [UInt8] {
    try encode(
      Signal.music(frames: Self.frames, channels: channels), Kind(.ogg, encoding),
      channels: channels)
  }

  private func load(_ bytes: [UInt8], accepts: Bool = false) throws -> Int64 {
    let stream = DecodeRules(acceptsDamage: accepts).applied(to: FaultyStream(bytes, name: "a.ogg"))
    return try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 24) { _, _ in true }
      .sourceFrames
  }

  /// The frame at the end of a page; libsndfile's Opus drops the first 312 samples.
  private func end(_ page: [UInt8], _ encoding: Encoding) -> Int64 {
    page.withUnsafeBytes { OggPageHead($0).granule } - (encoding == .opus ? 312 : 0)
  }

  private func pages(_ bytes: [UInt8]) -> [[UInt8]] { OggPage.all(bytes).map { Array(bytes[$0]) } }

  private func sealed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    OggPage.seal(&page)
    return page
  }

  private func expectDamage(
    _ pages: [[UInt8]], at frame: Int64, _ comment: Comment
  ) throws {
    let bytes = pages.flatMap { $0 }
    let error = failure { _ = try load(bytes) }
    #expect(error?.code == .damaged, comment)
    #expect(error?.line.contains("a.ogg ends at frame \(frame)") == true, comment)
    #expect(try load(bytes, accepts: true) == frame, comment)
  }

  @Test(arguments: [Encoding.vorbis, .opus]) func aFlippedBitIsDamageAtTheEndOfThePageBefore(
    encoding: Encoding
  ) throws {
    let good = try pages(music(encoding))
    #expect(good.count > 6)
    for index in 4..<good.count {
      let before = end(good[index - 1], encoding)
      // Flags, granule, serial and sequence numbers, checksum, sizes and packets.
      for place in [0, 3, 5, 6, 15, 18, 22, 26, 27, 60, 200, good[index].count - 1] {
        var bad = good
        bad[index][place % bad[index].count] ^= 1 << UInt8((place + index) % 8)
        let isSeen = index < good.count - 1 || (place != 26 && place != 27)
        if isSeen { try expectDamage(bad, at: before, "page \(index), byte \(place)") }
      }
    }
  }

  @Test(arguments: [Encoding.vorbis, .opus]) func aMissingPageIsDamage(encoding: Encoding) throws {
    let good = try pages(music(encoding))
    for index in 4..<(good.count - 1) {
      var bad = good
      bad.remove(at: index)
      try expectDamage(bad, at: end(good[index - 1], encoding), "page \(index)")
    }
  }

  /// A program may number the pages again after it has lost one.
  @Test func aMissingPageOfOpusIsSeenByItsSamples() throws {
    let good = try pages(music(.opus))
    var bad = good
    bad.remove(at: 4)
    for index in 4..<bad.count {
      bad[index][18] -= 1
      bad[index] = sealed(bad[index])
    }
    try expectDamage(bad, at: end(good[3], .opus), "renumbered")
  }

  @Test(arguments: [Encoding.vorbis, .opus]) func bytesBetweenPagesAreDamageAndThoseBehindAreNone(
    encoding: Encoding
  ) throws {
    let good = try pages(music(encoding))
    var bad = good
    bad.insert([UInt8](repeating: 0x4F, count: 500), at: 5)
    try expectDamage(bad, at: end(good[4], encoding), "between")
    let tag = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
    for tag in [tag, [UInt8](repeating: 0, count: 900)] {
      #expect(try load(good.flatMap { $0 } + tag) == Int64(Self.frames))
    }
  }

  @Test(arguments: [Encoding.vorbis, .opus]) func pagesOfOtherStreamsAreIgnored(
    encoding: Encoding
  ) throws {
    var all: [[UInt8]] = []
    for (index, page) in try pages(music(encoding)).enumerated() {
      all.append(page)
      // A stream without sound among the pages, with numbers of its own.
      var other = Array("OggS\0\0".utf8) + [UInt8](repeating: 0, count: 21)
      other[14] = 77
      other[18] = UInt8(index * 3)
      if index > 2 { all.append(sealed(other)) }
    }
    #expect(try load(all.flatMap { $0 }) == Int64(Self.frames))
  }

  @Test(arguments: [Encoding.vorbis, .opus]) func framesBehindTheDamageAreReadAfterASeek(
    encoding: Encoding
  ) throws {
    let bytes = try music(encoding)
    let good = try decode(bytes).frames
    var all = pages(bytes)
    all[4][100] ^= 1
    let mark = Int(end(all[3], encoding))
    let decoder = try Decoder(FaultyStream(all.flatMap { $0 }))
    #expect(Measure.largestDifference(try read(decoder, frames: Int.max), good[..<mark]) < 1e-6)
    try decoder.seek(to: 250_000)
    let got = try read(decoder, frames: 1000)
    #expect(Measure.largestDifference(got, good[250_000..<251_000]) < 1e-6)
  }

  // MARK: Headers

  /// The encoder's input had an unknown rate.
  @Test(arguments: [0, UInt32.max] as [UInt32]) func anUnknownInputRateOfOpusIs48Kilohertz(
    rate: UInt32
  ) throws {
    let bytes = try music(.opus)
    var all = pages(bytes)
    all[0].replaceSubrange(40..<44, with: rate.bytes)
    all[0] = sealed(all[0])
    let other = try decode(all.flatMap { $0 })
    #expect(other.format.sampleRate == 48_000)
    #expect(other.frames == (try decode(bytes).frames))
  }

  @Test(arguments: [Encoding.vorbis, .opus]) func aLastPageWithoutItsFlagIsRead(
    encoding: Encoding
  ) throws {
    let bytes = try music(encoding)
    var all = pages(bytes)
    all[all.count - 1][5] &= ~4
    all[all.count - 1] = sealed(all[all.count - 1])
    #expect(try load(all.flatMap { $0 }) == Int64(Self.frames))
    #expect(try decode(all.flatMap { $0 }).frames == decode(bytes).frames)
  }

  /// A file that is joined with itself; Tests/python/test_formats.py decodes it with the module.
  @Test(arguments: [Encoding.vorbis, .opus]) func aChainOfOneSerialNumberIsAChain(
    encoding: Encoding
  ) throws {
    let bytes = try music(encoding)
    let stream = FaultyStream(bytes + bytes)
    stream.isQuick = true
    let probe = try #require(OggProbe(HeaderBytes(Cursor(reading: stream))))
    #expect(probe.isChained)
    #expect(probe.serials.count == pages(bytes).count)
    var all = bytes + bytes
    for (offset, bytes) in probe.serials {
      all.replaceSubrange(Int(offset)..<(Int(offset) + bytes.count), with: bytes)
    }
    let heads = pages(all).map { page in page.withUnsafeBytes { OggPageHead($0) } }
    #expect(pages(all).allSatisfy { page in page.withUnsafeBytes { OggPage.isCorrect($0) } })
    #expect(heads.last?.serial == probe.serial + 1)
    // Without the module, or from a slow stream, the first stream is read.
    #expect(try load(bytes + bytes) == Int64(Self.frames))
    let other = FaultyStream(bytes)
    other.isQuick = true
    #expect(try #require(OggProbe(HeaderBytes(Cursor(reading: other)))).isChained == false)
  }

  /// A live stream that is recorded from its middle: its first page does not start at 0.
  @Test(arguments: [1, 200, 48_000 * 60]) func opusWithLateGranulesIsTheSameSound(
    late: Int64
  ) throws {
    let bytes = try music(.opus)
    var all = pages(bytes)
    for index in 2..<all.count {
      let granule = all[index].withUnsafeBytes { OggPageHead($0).granule } + late
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: granule >> Int64(8 * $0)) }
      all[index].replaceSubrange(6..<14, with: bytes)
      all[index] = sealed(all[index])
    }
    let good = try decode(bytes).frames
    let decoder = try Decoder(FaultyStream(all.flatMap { $0 }))
    #expect(try decoder.measureLength { _ in true } == Int64(Self.frames))
    #expect(Measure.largestDifference(try read(decoder, frames: Int.max), good[...]) < 1e-6)
    for place in [250_000, 100, 100_000] {
      try decoder.seek(to: Int64(place))
      let got = try read(decoder, frames: 1000)
      #expect(Measure.largestDifference(got, good[place..<(place + 1000)]) < 1e-6, "\(place)")
    }
    all.remove(at: 4)
    try expectDamage(all, at: end(all[3], .opus) - late, "late")
  }
}
