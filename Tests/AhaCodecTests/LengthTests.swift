import AhaBase
import AhaTestSupport
import Testing

@testable import AhaCodec

@Suite("Length by the decoder's truth")
struct LengthTests {
  @Test(arguments: Kind.all, [1, 4095, 4096, 50_001])
  func lengthCountsTheWrittenFrames(kind: Kind, frames: Int) throws {
    let bytes = try encode(Signal.music(frames: frames, channels: 1), kind, channels: 1)
    let decoder = try Decoder(FaultyStream(bytes))
    #expect(try decoder.measureLength { _ in true } == Int64(frames))
    #expect(try read(decoder, frames: Int.max).count == frames)
  }

  /// A truncated file: the length is the count of readable frames, and reading starts at frame 0.
  @Test(arguments: Kind.all)
  func aCutFileIsAsLongAsItsReadableFrames(kind: Kind) throws {
    let bytes = try encode(Signal.music(frames: 60_000, channels: 1), kind, channels: 1)
    for part in [0.3, 0.5, 0.9, 0.999] {
      let cut = Array(bytes[..<Int(Double(bytes.count) * part)])
      let decoder: Decoder
      do {
        decoder = try Decoder(FaultyStream(cut))
      } catch {
        // The first page of Opus holds one second; a shorter file holds no frame.
        #expect(error.code == .damaged && kind.encoding == .opus && part < 0.9)
        continue
      }
      let length = try decoder.measureLength { _ in true }
      #expect(Int64(try read(decoder, frames: Int.max).count) == length, "at \(part)")
      #expect(length < 60_000)
    }
  }

  /// The last page of a Vorbis stream states the last frame.
  @Test(arguments: [1000, 1_000_000_000])
  func aLastPageThatClaimsMoreFramesIsNotBelieved(more: Int) throws {
    var bytes = try encode(
      Signal.music(frames: 60_000, channels: 1), Kind(.ogg, .vorbis), channels: 1)
    let last = try #require(OggPage.all(bytes).last)
    var page = Array(bytes[last])
    for index in 0..<8 { page[6 + index] = UInt8((60_000 + more) >> (8 * index) & 0xFF) }
    OggPage.seal(&page)
    bytes.replaceSubrange(last, with: page)
    let decoder = try Decoder(FaultyStream(bytes))
    let length = try decoder.measureLength { _ in true }
    #expect(decoder.format.claimedFrames == 60_000 + more)
    #expect(Int64(try read(decoder, frames: 1 << 20).count) == length)
  }

  @Test func countingCanBeCancelled() throws {
    let kind = Kind(.mp3, .mp3)
    let bytes = try encode(Signal.music(frames: 60_000, channels: 1), kind, channels: 1)
    let decoder = try Decoder(FaultyStream(bytes))
    var seen: [Int64] = []
    let error = failure {
      _ = try decoder.measureLength { frames in
        seen.append(frames)
        return seen.count < 3
      }
    }
    #expect(error?.code == .cancelled)
    #expect(seen == [4096, 8192, 12_288])
  }

  @Test(arguments: [Kind(.wav, .pcm16), Kind(.aiff, .float32), Kind(.flac, .pcm16)])
  func aPlausibleHeaderIsTrusted(kind: Kind) throws {
    let bytes = try encode(Signal.noise(count: 500_000), kind, channels: 1)
    let stream = FaultyStream(bytes)
    let decoder = try Decoder(stream)
    let before = stream.readCalls
    _ = try decoder.measureLength { _ in true }
    #expect(stream.readCalls - before < bytes.count / 65_536 / 2 + 2)
  }

  /// The pages of an Ogg prove its length.
  @Test(arguments: [Encoding.vorbis, .opus], [1, 4096, 50_001, 3_000_000])
  func ofAnOggIsReadFromItsPages(encoding: Encoding, frames: Int) throws {
    let bytes = try encode(
      Signal.music(frames: frames, channels: 1), Kind(.ogg, encoding), channels: 1)
    let stream = FaultyStream(bytes)
    let decoder = try Decoder(stream)
    let before = stream.readCalls
    #expect(try decoder.measureLength { _ in true } == Int64(frames))
    #expect(stream.readCalls == before)
  }

  /// The format of a Vorbis stream is read without a decoder.
  @Test(arguments: Kind.all, [1, 2]) func theFormatAloneEqualsThatOfADecoder(
    kind: Kind, channels: Int
  ) throws {
    let bytes = try encode(
      Signal.music(frames: 10_001, channels: channels), kind, channels: channels)
    let (alone, format) = try (
      Decoder.format(of: FaultyStream(bytes)), Decoder(FaultyStream(bytes)).format
    )
    #expect("\(alone)" == "\(format)")
    #expect(alone.bits == format.bits && alone.bytes == format.bytes)
  }

  @Test(arguments: [Encoding.vorbis, .opus])
  func ofAnOggIsDecodedIfItsPagesLeaveADoubt(encoding: Encoding) throws {
    let good = try encode(
      Signal.music(frames: 300_000, channels: 1), Kind(.ogg, encoding), channels: 1)
    let ranges = OggPage.all(good)
    let last = ranges[ranges.count - 1]
    let changes: [(inout [UInt8]) -> Void] = [
      { $0.removeSubrange(ranges[ranges.count - 2]) },
      { $0[ranges[ranges.count - 3].lowerBound + 100] ^= 1 },
      { $0[last.lowerBound + 5] &= ~4 },
      { $0.removeLast() },
      { $0 += [1, 2, 3] },
      { $0 += $0 },
    ]
    for (number, change) in changes.enumerated() {
      var bytes = good
      change(&bytes)
      let probe = try #require(OggProbe(HeaderBytes(Cursor(reading: FaultyStream(bytes)))))
      #expect(probe.exactFrames(sampleRate: 48_000) == nil, "change \(number)")
    }
  }
}
