import AhaBase
import AhaTestSupport
import Testing

@testable import AhaCodec

@Suite("Sounds that do not begin at the first byte")
struct SoundStartTests {
  private func music(_ kind: Kind) throws -> [UInt8] {
    try encode(Signal.music(frames: 60_000, channels: 2), kind, channels: 2)
  }

  private func junk(_ count: Int) -> [UInt8] {
    var random = Random(seed: UInt64(count))
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  @Test(
    arguments: [Kind(.mp3, .mp3), Kind(.ogg, .vorbis), Kind(.ogg, .opus)], [1, 3, 700, 60_000])
  func bytesBeforeTheSoundAreSkipped(kind: Kind, count: Int) throws {
    let bytes = try music(kind)
    for lead in [junk(count), [UInt8](repeating: 0, count: count)] {
      #expect(try decode(lead + bytes).frames == decode(bytes).frames)
    }
  }

  /// A recorded stream begins inside a frame, and has no Xing header.
  @Test(arguments: [1, 100, 417, 2000, 9999])
  func anMp3ThatIsCutAtItsStartPlaysItsRest(offset: Int) throws {
    let bytes = try music(Kind(.mp3, .mp3))
    let whole = try decode(bytes).frames
    let rest = try decode(Array(bytes[(bytes.count / 3 + offset)...])).frames
    // The first frames need bytes of frames that were cut off.
    let (count, settled) = (rest.count / 2, 4 * 1152)
    let shift = 60_000 - count
    try #require(count > 10_000)
    let matches = (-2400...2400).contains { delta in
      let start = 2 * (shift + settled + delta)
      guard start >= 0, start + 2000 <= whole.count else { return false }
      return Measure.largestDifference(
        Array(rest[(2 * settled)..<(2 * settled + 2000)]), whole[start..<(start + 2000)]) < 1e-4
    }
    #expect(matches)
  }

  @Test(arguments: [Kind(.ogg, .vorbis), Kind(.ogg, .opus)])
  func anOggWithoutItsFirstPageIsRefusedWithTheReason(kind: Kind) throws {
    let bytes = try music(kind)
    let pages = OggPage.all(bytes)
    let error = failure { _ = try decode(Array(bytes[pages[2].lowerBound...])) }
    #expect(error?.code == .unknownFormat && error?.line.contains("first pages are needed") == true)
  }

  @Test func textAndNoiseAreNoSound() {
    let ones = [UInt8](repeating: 255, count: 5000)
    for bytes in [junk(200_000), Array("Read me first.\n".utf8), ones] {
      #expect(failure { _ = try decode(bytes) }?.code == .unknownFormat)
    }
  }

  @Test func aRefusalNamesThePackageThatMayReadTheFile() throws {
    for name in ["data", "fmt "] {
      var bytes = try music(Kind(.wav, .pcm16))
      let place = try #require((0..<100).first { bytes[$0...].starts(with: Array(name.utf8)) })
      bytes[place] = 0x58
      let line = try #require(failure { _ = try decode(bytes) }?.line)
      #expect(line.contains("it has no chunk \"\(name)\""))
      #expect(line.contains("install the package libaha-ffmpeg"))
    }
  }

  @Test func bw64IsReadAsRF64() throws {
    // The count of samples in "ds64" may be 0.
    var bytes = try music(Kind(.wav, .pcm16))
    let data = try #require((0..<100).first { bytes[$0...].starts(with: Array("data".utf8)) })
    let count = UInt32(bytes.count - data - 8)
    let sizes = [count + 80, 0, count, 0, 0, 0, 0].flatMap { $0.littleEndianBytes }
    let unknown: [UInt8] = [255, 255, 255, 255]
    bytes.replaceSubrange((data + 4)..<(data + 8), with: unknown)
    bytes.replaceSubrange(
      0..<12,
      with: Array("BW64".utf8) + unknown + Array("WAVEds64".utf8) + [28, 0, 0, 0] + sizes)
    #expect(try decode(bytes).frames == decode(music(Kind(.wav, .pcm16))).frames)
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> UInt32(8 * $0)) }
  }
}
