import AhaBase
import AhaTestSupport
import Testing

@testable import AhaCodec

@Suite("Damaged FLAC")
struct FlacDamageTests {
  private static let frames = 20_000

  private func samples(_ channels: Int = 1, frames: Int = Self.frames) -> [Int16] {
    var random = Random(seed: 3)
    return (0..<(frames * channels)).map { _ in Int16(truncatingIfNeeded: random.next()) }
  }

  private func floats(_ samples: [Int16]) -> [Float] { samples.map { Float($0) / 32_768 } }

  private func load(_ bytes: [UInt8], accepts: Bool = false) throws -> Int64 {
    let stream = DecodeRules(acceptsDamage: accepts).applied(
      to: FaultyStream(bytes, name: "a.flac"))
    return try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 24) { _, _ in true }
      .sourceFrames
  }

  /// One bit of each tenth block, at a place that depends on the block.
  @Test(arguments: [192, 576, 1152, 4096, 4608], [1, 2])
  func aFlippedBitIsDamageAtTheStartOfItsBlock(blockSize: Int, channels: Int) throws {
    var writer = FlacWriter()
    (writer.blockSize, writer.channels) = (blockSize, channels)
    let samples = samples(channels)
    let good = writer.bytes(samples)
    #expect(try load(good) == Int64(Self.frames))
    for (index, block) in writer.ranges(samples).enumerated() where index % 10 == 3 {
      // Behind the header of a frame: its damage is tested below.
      let place = block.lowerBound + 12 + index * 7919 % (block.count - 12)
      var bytes = good
      bytes[place] ^= 1 << UInt8(index / 10 % 8)
      let frame = index * blockSize
      let error = failure { _ = try load(bytes) }
      #expect(error?.code == .damaged, "block \(index)")
      #expect(error?.line.contains("a.flac ends at frame \(frame) of ") == true)
      #expect(try load(bytes, accepts: true) == Int64(frame))
    }
  }

  @Test func aFlippedBitOfABlocksHeaderIsDamageAtItsStart() throws {
    let writer = FlacWriter()
    let samples = samples()
    let block = writer.ranges(samples)[9]
    for bit in 0..<80 {
      var bytes = writer.bytes(samples)
      bytes[block.lowerBound + bit / 8] ^= 1 << UInt8(bit % 8)
      let error = failure { _ = try load(bytes) }
      #expect(error?.line.contains("ends at frame \(9 * 576) of") == true, "bit \(bit)")
    }
  }

  /// It may look like the last block of a cut file.
  @Test func noFrameOfADamagedLastBlockIsRead() throws {
    let writer = FlacWriter()
    let samples = samples()
    for place in [3, 100, 700] {
      var bytes = writer.bytes(samples)
      bytes[bytes.count - place] ^= 4
      #expect(try load(bytes, accepts: true) == Int64(Self.frames / 576 * 576))
    }
  }

  @Test func theCorrectFramesOfADamagedFileAreRead() throws {
    let writer = FlacWriter()
    let samples = samples()
    var bytes = writer.bytes(samples)
    bytes[writer.ranges(samples)[20].lowerBound + 50] ^= 1
    let decoder = try Decoder(FaultyStream(bytes))
    #expect(try read(decoder, frames: Int.max) == Array(floats(samples)[..<(20 * 576)]))
    // Frames behind the damage can be read after a seek.
    try decoder.seek(to: 19_000)
    #expect(try read(decoder, frames: 100) == Array(floats(samples)[19_000..<19_100]))
    try decoder.seek(to: 11_000)
    #expect(try read(decoder, frames: Int.max) == Array(floats(samples)[11_000..<(20 * 576)]))
  }

  @Test func blocksOfDifferentSizesAreRead() throws {
    var writer = FlacWriter()
    writer.sizes = [576, 192, 1152, 17, 4000]
    let samples = samples()
    let good = writer.bytes(samples)
    #expect(try decode(good).frames == floats(samples))
    var bytes = good
    bytes[writer.ranges(samples)[6].lowerBound + 200] ^= 1
    let start = 576 + 192 + 1152 + 17 + 4000 + 576
    #expect(failure { _ = try load(bytes) }?.line.contains("ends at frame \(start) of") == true)
  }

  @Test func aFileThatWasCutEndsAtTheCut() throws {
    let writer = FlacWriter()
    let samples = samples()
    let bytes = writer.bytes(samples)
    for index in [3, 20, 33] {
      let block = writer.ranges(samples)[index]
      for end in [block.lowerBound, block.lowerBound + 1, block.upperBound - 1] {
        #expect(try load(Array(bytes[..<end])) == Int64(index * 576))
      }
    }
  }

  @Test(arguments: [nil, 0]) func bytesAfterTheLastBlockAreNoDamage(claimed: Int?) throws {
    var writer = FlacWriter()
    writer.claimedFrames = claimed
    let tag = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
    let tags = [tag, [UInt8](repeating: 0, count: 5000)]
    for tag in tags { #expect(try load(writer.bytes(samples()) + tag) == Int64(Self.frames)) }
  }

  @Test func aChecksumThatDoesNotMatchIsDamage() throws {
    let samples = samples(2, frames: 5000)
    let bytes = try encode(floats(samples), Kind(.flac, .pcm16), channels: 2)
    #expect(bytes[26..<42].contains { $0 != 0 })
    #expect(try load(bytes) == 5000)
    var other = bytes
    other[30] ^= 1
    let error = failure { _ = try load(other) }
    #expect(error?.code == .damaged && error?.line.contains("MD5") == true)
    #expect(try load(other, accepts: true) == 5000)
    other.replaceSubrange(26..<42, with: [UInt8](repeating: 0, count: 16))
    #expect(try load(other) == 5000)
  }

  @Test(arguments: [Encoding.pcm16, .pcm24]) func aCorrectChecksumIsNoDamage(
    encoding: Encoding
  ) throws {
    for (channels, frames) in [(1, 1), (1, 4096), (2, 33_333), (6, 5000)] {
      let noise = Signal.noise(count: channels * frames)
      let bytes = try encode(noise, Kind(.flac, encoding), channels: channels)
      #expect(try load(bytes) == Int64(frames))
    }
  }

  @Test(arguments: [[], [576, 300]]) func aMissingBlockIsDamageAtItsStart(sizes: [Int]) throws {
    var writer = FlacWriter()
    writer.sizes = sizes
    let samples = samples()
    let ranges = writer.ranges(samples)
    for index in [2, 10, ranges.count - 2] {
      var bytes = writer.bytes(samples)
      bytes.removeSubrange(ranges[index])
      let frame = sizes.isEmpty ? index * 576 : (index + 1) / 2 * 576 + index / 2 * 300
      let error = failure { _ = try load(bytes) }
      #expect(error?.line.contains("ends at frame \(frame) of") == true, "block \(index)")
      #expect(try load(bytes, accepts: true) == Int64(frame))
    }
  }

  @Test func aRepeatedBlockIsDamage() throws {
    let writer = FlacWriter()
    let samples = samples()
    var bytes = writer.bytes(samples)
    let range = writer.ranges(samples)[10]
    bytes.insert(contentsOf: bytes[range], at: range.upperBound)
    #expect(failure { _ = try load(bytes) }?.code == .damaged)
  }

  // MARK: Headers

  @Test(arguments: [0, 1, 576, 10_000, 19_999]) func aCountThatIsTooSmallIsCorrected(
    count: Int
  ) throws {
    var writer = FlacWriter()
    writer.claimedFrames = count
    let samples = samples()
    let bytes = writer.bytes(samples)
    let decoder = try Decoder(FaultyStream(bytes))
    #expect(decoder.format.claimedFrames == Int64(count))
    #expect(try decoder.measureLength { _ in true } == Int64(Self.frames))
    #expect(try read(decoder, frames: Int.max) == floats(samples))
    #expect(try load(bytes) == Int64(Self.frames))
  }

  @Test(arguments: [1, 7, 100, 3000, 70_000]) func bytesBeforeTheFirstBlockAreSkipped(
    size: Int
  ) throws {
    var writer = FlacWriter()
    var random = Random(seed: 9)
    writer.junk = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let samples = samples()
    #expect(try decode(writer.bytes(samples)).frames == floats(samples))
    writer.junk = [UInt8](repeating: 0xFF, count: size)
    #expect(try load(writer.bytes(samples)) == Int64(Self.frames))
  }

  /// A file that was cut at its beginning keeps the numbers of its blocks.
  @Test func aFirstBlockOfAnyNumberIsTheStart() throws {
    var writer = FlacWriter()
    writer.firstBlock = 100
    let samples = samples()
    #expect(try load(writer.bytes(samples)) == Int64(Self.frames))
  }
}
