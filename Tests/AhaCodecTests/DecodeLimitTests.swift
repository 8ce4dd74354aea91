import AhaBase
import AhaTestSupport
import Testing

@testable import AhaCodec

@Suite("Limits of decoding, and damaged files")
struct DecodeLimitTests {
  private static let frames: Int64 = 60_000

  private func noise(_ kind: Kind) throws -> [UInt8] {
    try encode(Signal.noise(count: 2 * Int(Self.frames)), kind, channels: 2)
  }

  private func damaged(_ kind: Kind) throws -> [UInt8] {
    var bytes = try noise(kind)
    for place in 0..<2000 { bytes[bytes.count / 2 + place] = UInt8(place & 0x7F) }
    return bytes
  }

  private func all(_ bytes: [UInt8], _ rules: DecodeRules = DecodeRules()) throws -> Int64 {
    try decodeAll(
      rules.applied(to: FaultyStream(bytes)), sampleRate: 48_000, maximumFrames: 1 << 31
    ) { _, _ in true }.sourceFrames
  }

  private func measured(_ bytes: [UInt8], _ rules: DecodeRules = DecodeRules()) throws -> Int64 {
    try Decoder(rules.applied(to: FaultyStream(bytes))).measureLength { _ in true }
  }

  private func heard(_ bytes: [UInt8], _ rules: DecodeRules = DecodeRules()) throws -> Int64 {
    let reader = try FrameReader(rules.applied(to: FaultyStream(bytes)))
    var room = [Float](repeating: 0, count: 8192)
    var count: Int64 = 0
    while true {
      let got = try room.withMutableBuffer { try reader.read($0, frames: 4096) }
      if got == 0 { return count }
      count += Int64(got)
    }
  }

  @Test func aFileThatIsDamagedInItsMiddleIsRefused() throws {
    let bytes = try damaged(Kind(.flac, .pcm16))
    #expect(try measured(bytes) == Self.frames)
    for error in [failure { _ = try all(bytes) }, failure { _ = try heard(bytes) }] {
      #expect(error?.code == .damaged)
      #expect(error?.line.contains("of 60000: it is damaged there") == true)
    }
  }

  @Test func damageIsAcceptedOnRequest() throws {
    let bytes = try damaged(Kind(.flac, .pcm16))
    let rules = DecodeRules(acceptsDamage: true)
    let length = try all(bytes, rules)
    #expect((1..<Self.frames).contains(length))
    #expect(try measured(bytes, rules) == length && heard(bytes, rules) == length)
  }

  @Test func aFileThatWasCutIsWhole() throws {
    let bytes = try noise(Kind(.flac, .pcm16))
    let cut = Array(bytes[..<(bytes.count / 2)])
    #expect(try all(cut) == measured(cut) && heard(cut) == all(cut))
  }

  @Test(arguments: [
    Kind(.wav, .pcm16), Kind(.flac, .pcm16), Kind(.ogg, .vorbis), Kind(.mp3, .mp3),
  ])
  func moreFramesThanTheLimitAreRefused(kind: Kind) throws {
    let bytes = try noise(kind)
    let length = try all(bytes)
    for decode in [all, measured, heard] {
      #expect(try decode(bytes, DecodeRules(maxFrames: length)) == length)
      let error = failure { _ = try decode(bytes, DecodeRules(maxFrames: length - 1)) }
      #expect(error?.code == .limit && error?.line.contains("\(length - 1)") == true)
    }
  }

  @Test func moreBytesThanTheLimitAreRefused() throws {
    let bytes = try noise(Kind(.wav, .pcm16))
    let size = Int64(bytes.count)
    #expect(try all(bytes, DecodeRules(maxBytes: size)) == Self.frames)
    let stream = FaultyStream(bytes)
    let rules = DecodeRules(maxBytes: size - 1)
    let error = failure { _ = try Decoder(rules.applied(to: stream)) }
    #expect(error?.code == .limit && error?.line.contains("max_bytes is \(size - 1)") == true)
    #expect(stream.readCalls == 0)
  }

  /// The header claims more frames than exist.
  @Test func aHeaderThatLiesIsNotTheLimit() throws {
    let bytes = try noise(Kind(.flac, .pcm16))
    let cut = Array(bytes[..<(bytes.count / 2)])
    let length = try measured(cut)
    #expect(try measured(cut, DecodeRules(maxFrames: length)) == length)
  }

  @Test func theStricterOfTwoLimitsCounts() throws {
    let stream = DecodeRules(maxFrames: 100).applied(to: FaultyStream([]))
    let both = DecodeRules(of: DecodeRules(maxFrames: 200, maxBytes: 7).applied(to: stream))
    #expect(both.maxFrames == 100 && both.maxBytes == 7)
  }
}
