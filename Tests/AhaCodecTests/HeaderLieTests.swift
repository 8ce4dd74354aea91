import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Headers that lie")
struct HeaderLieTests {
  private let samples = (0..<5000).map { Int16(truncatingIfNeeded: $0 &* 37) }

  private func opened(_ bytes: [UInt8]) throws -> (length: Int64, read: Int, claimed: Int64) {
    let decoder = try Decoder(FaultyStream(bytes, name: "liar.wav"))
    let length = try decoder.measureLength { _ in true }
    let read = try read(decoder, frames: 1 << 22).count / decoder.format.channels
    let all = try decodeAll(FaultyStream(bytes), sampleRate: 48_000, maximumFrames: 1 << 24) {
      _, _ in true
    }
    #expect(all.sourceFrames == length)
    return (length, read, decoder.format.claimedFrames)
  }

  @Test(arguments: [10_002, 20_000, 0x7FFF_FFFE, 0xFFFF_FFF0] as [UInt32])
  func aDataSizeThatIsTooLargeIsNotBelieved(size: UInt32) throws {
    let found = try opened(wav16(samples, dataSize: size))
    #expect(found.length == 5000 && found.read == 5000)
    #expect(found.claimed == Int64(size / 2))
  }

  @Test func anUnknownDataSizeIsMeasured() throws {
    for size in [0, UInt32.max] {
      let found = try opened(wav16(samples, dataSize: size))
      #expect(found.length == 5000 && found.read == 5000)
      #expect(found.claimed == 0)
    }
  }

  @Test func aDataSizeThatIsTooSmallIsTheLength() throws {
    let found = try opened(wav16(samples, dataSize: 4000))
    #expect(found.length == 2000 && found.read == 2000 && found.claimed == 2000)
  }

  @Test(
    arguments: [
      (0, 1, "0 Hz"), (999, 1, "999 Hz"), (768_001, 1, "768001 Hz"),
      (UInt32.max, 1, "4294967295 Hz"),
      (48_000, 0, "0 channels"), (48_000, 65, "65 channels"), (48_000, 1025, "1025 channels"),
      (48_000, 65_535, "65535 channels"),
    ] as [(UInt32, UInt16, String)])
  func valuesOutOfRangeAreRefused(rate: UInt32, channels: UInt16, value: String) throws {
    let bytes = wav16(samples, sampleRate: rate, channels: channels)
    let error = failure { _ = try Decoder(FaultyStream(bytes, name: "liar.wav")) }
    #expect(error?.code == .formatLimit)
    #expect(error?.line.contains(value) == true)
    #expect(error?.line.contains("liar.wav") == true)
  }

  @Test(arguments: [(1000, 1), (768_000, 1), (48_000, 64)] as [(UInt32, UInt16)])
  func valuesAtTheEdgeAreAccepted(rate: UInt32, channels: UInt16) throws {
    let decoder = try Decoder(FaultyStream(wav16(samples, sampleRate: rate, channels: channels)))
    #expect(decoder.format.sampleRate == Int(rate))
    #expect(decoder.format.channels == Int(channels))
  }

  /// Sizes of 2^63 and their neighbors, in all formats with 64-bit sizes.
  @Test(
    arguments: [Container.w64, .rf64, .caf],
    [1 << 62, 1 << 63, (1 << 63) - 1, UInt64.max, UInt64.max - 7, 1 << 40] as [UInt64])
  func monstrousSizesAreNotBelieved(container: Container, size: UInt64) throws {
    let bytes: [UInt8]
    switch container {
    case .w64: bytes = wave64(dataSize: size)
    case .rf64: bytes = rf64(dataSize: size)
    default: bytes = caf(dataSize: size)
    }
    let error = failure {
      let found = try opened(bytes)
      #expect(found.length == 5000 && found.read == 5000)
      #expect(found.claimed >= 0)
    }
    #expect(error.map { [.damaged, .formatLimit].contains($0.code) } ?? true)
  }

  @Test func honestHeadersAreBelieved() throws {
    for bytes in [wave64(dataSize: 10_024), rf64(dataSize: 10_000), caf(dataSize: 10_004)] {
      let found = try opened(bytes)
      #expect(found.length == 5000 && found.claimed == 5000)
    }
  }

  /// FLAC's 36-bit count, at the end of the first half of its first block.
  @Test(arguments: [(0, 5000, 0), (4000, 5000, 4000), (60_000, 5000, 60_000)])
  func theFramesOfAFlacAreItsLength(count: UInt32, length: Int64, claimed: Int64) throws {
    let frames = Signal.music(frames: 5000, channels: 1)
    var bytes = try encode(frames, Kind(.flac, .pcm16), channels: 1)
    var writer = HeaderWriter()
    writer.big(UInt64(count), 4)
    bytes.replaceSubrange(22..<26, with: writer.bytes)
    let found = try opened(bytes)
    #expect(found.length == length && found.read == Int(length) && found.claimed == claimed)
    let decoder = try Decoder(FaultyStream(bytes))
    let all = try read(decoder, frames: Int.max)
    try decoder.seek(to: 1234)
    #expect(try read(decoder, frames: 100) == Array(all[1234..<1334]))
  }

  /// Two chained Ogg streams.
  @Test(arguments: [Encoding.vorbis, .opus])
  func chainedOggStreamsAreOneSound(encoding: Encoding) throws {
    let kind = Kind(.ogg, encoding)
    let first = try encode(Signal.music(frames: 60_000, channels: 1), kind, channels: 1)
    let second = try encode(Signal.noise(count: 50_000), kind, channels: 1)
    let bytes = first + second
    let found = try opened(bytes)
    #expect(found.length == Int64(found.read))
    let decoder = try Decoder(FaultyStream(bytes))
    let all = try read(decoder, frames: Int.max)
    for place in [50_000, 20_000, 30_000] {
      try decoder.seek(to: Int64(place))
      let got = try read(decoder, frames: 100)
      #expect(Measure.largestDifference(got, all[place..<(place + 100)]) < 1e-6)
    }
  }

  @Test func otherFilesAreOfNoKnownFormat() {
    let texts: [[UInt8]] = [
      [0], Array("hello, world".utf8), [UInt8](repeating: 0, count: 5000),
      Array("\u{7F}ELF".utf8) + [UInt8](repeating: 7, count: 900),
    ]
    for bytes in texts {
      let error = failure { _ = try Decoder(FaultyStream(bytes, name: "x.bin")) }
      #expect(error?.code == .unknownFormat)
      #expect(error?.line.contains("x.bin") == true)
    }
    #expect(failure { _ = try Decoder(FaultyStream([])) }?.code == .empty)
  }

  /// Here without the module; Tests/python/test_formats.py has its formats.
  @Test(arguments: [
    ("RIFF____AVI LIST", "AVI"), ("\0\0\0\u{20}ftypM4A ", "MP4"), ("wvpk....", "WavPack"),
  ])
  func aFormatOfTheModuleIsNamedWithItsPackage(start: String, name: String) {
    let bytes = Array(start.utf8) + [UInt8](repeating: 0, count: 100)
    let error = failure { _ = try Decoder(FaultyStream(bytes, name: "x.bin")) }
    #expect(error?.code == .unsupported)
    #expect(error?.line.contains("x.bin is \(name)") == true)
    #expect(error?.line.contains("install the package libaha-ffmpeg") == true)
  }

  @Test func aHeaderThatIsCutIsDamage() throws {
    let error = failure { _ = try Decoder(FaultyStream(Array(wav16(samples)[..<30]))) }
    #expect(error?.code == .damaged)
    var unknown = wav16(samples)
    (unknown[20], unknown[21]) = (0x4F, 0x67)
    #expect(failure { _ = try Decoder(FaultyStream(unknown)) }?.code == .unknownFormat)
    let none = wav16([])
    #expect(failure { _ = try opened(none) }?.code == .damaged)
  }

  private func body() -> [UInt8] { Array(wav16(samples)[44...]) }

  private func format() -> [UInt8] { Array(wav16(samples)[20..<36]) }

  private func wave64(dataSize: UInt64) -> [UInt8] {
    let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    var writer = HeaderWriter()
    writer.text("riff")
    writer.raw([0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00])
    writer.little(10_104, 8)
    writer.text("wave")
    writer.raw(tail)
    writer.text("fmt ")
    writer.raw(tail)
    writer.little(40, 8)
    writer.raw(format())
    writer.text("data")
    writer.raw(tail)
    writer.little(dataSize, 8)
    writer.raw(body())
    return writer.bytes
  }

  private func rf64(dataSize: UInt64) -> [UInt8] {
    var writer = HeaderWriter()
    writer.text("RF64")
    writer.little(UInt64(UInt32.max), 4)
    writer.text("WAVEds64")
    writer.little(28, 4)
    writer.little(dataSize &+ 72, 8)
    writer.little(dataSize, 8)
    writer.little(dataSize / 2, 8)
    writer.little(0, 4)
    writer.text("fmt ")
    writer.little(16, 4)
    writer.raw(format())
    writer.text("data")
    writer.little(UInt64(UInt32.max), 4)
    writer.raw(body())
    return writer.bytes
  }

  private func caf(dataSize: UInt64) -> [UInt8] {
    var writer = HeaderWriter()
    writer.text("caff")
    writer.big(1, 2)
    writer.big(0, 2)
    writer.text("desc")
    writer.big(32, 8)
    writer.big(Double(48_000).bitPattern, 8)
    writer.text("lpcm")
    for number: UInt64 in [2, 2, 1, 1, 16] { writer.big(number, 4) }
    writer.text("data")
    writer.big(dataSize, 8)
    writer.big(0, 4)
    writer.raw(body())
    return writer.bytes
  }
}
