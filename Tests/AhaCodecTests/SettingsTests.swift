import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Settings for writing")
struct SettingsTests {
  private func resolve(
    _ container: Container = .auto, _ encoding: Encoding = .auto, rate: Int = 48_000,
    output: Int = 0, channels: Int = 2, quality: Float = 0, name: String = ""
  ) throws -> EncodeSettings {
    try EncodeSettings.resolve(
      EncodeRequest(
        container: container, encoding: encoding, sampleRate: rate, outputRate: output,
        channels: channels, dither: true, quality: quality, fileExtension: name))
  }

  @Test(
    arguments: [
      ("", Container.wav, Encoding.pcm16), ("wav", .wav, .pcm16), ("rf64", .rf64, .pcm16),
      ("w64", .w64, .pcm16), ("aif", .aiff, .pcm16), ("aiff", .aiff, .pcm16),
      ("caf", .caf, .pcm16), ("flac", .flac, .pcm16), ("ogg", .ogg, .vorbis),
      ("oga", .ogg, .vorbis), ("opus", .ogg, .opus), ("mp3", .mp3, .mp3),
    ])
  func namesChooseTheFormat(name: String, container: Container, encoding: Encoding) throws {
    let settings = try resolve(name: name)
    #expect(settings.container == container && settings.encoding == encoding)
    #expect(settings.outputRate == 48_000 && settings.compression.quality == 0.6 && settings.dither)
  }

  @Test func explicitSettingsWin() throws {
    let settings = try resolve(.flac, .pcm24, quality: 1, name: "ogg")
    #expect(
      settings.container == .flac && settings.encoding == .pcm24
        && settings.compression.quality == 1)
    #expect(try resolve(encoding: .opus, name: "ogg").encoding == .opus)
    #expect(try resolve(encoding: .vorbis, name: "opus").encoding == .vorbis)
  }

  private func resolve(encoding: Encoding, name: String) throws -> EncodeSettings {
    try resolve(.auto, encoding, name: name)
  }

  @Test(
    arguments: [Container.wav, .rf64, .w64, .aiff, .caf, .flac, .ogg, .mp3],
    Encoding.allCases.dropFirst())
  func onlyValidPairsAreAccepted(container: Container, encoding: Encoding) {
    let goes = Kind.all.contains { $0.container == container && $0.encoding == encoding }
    let error = failure { _ = try resolve(container, encoding) }
    #expect((error == nil) == goes)
    guard let error else { return }
    #expect(error.code == .unsupported)
    #expect(error.line.contains("\(container.nameText)"))
    #expect(error.line.contains("\(encoding.nameText)"))
  }

  @Test(arguments: [Container.matroska, .wma, .adts])
  func aFormatThatIsOnlyReadIsRefused(container: Container) {
    let error = failure { _ = try resolve(container, .auto) }
    #expect(error?.code == .unsupported && error?.line.contains("not written") == true)
  }

  @Test func m4aHoldsAACOrALAC() throws {
    let aac = try resolve(name: "m4a")
    #expect((aac.container, aac.encoding, aac.bits) == (.m4a, .aac, 0))
    for (asked, bits) in [(Encoding.pcm16, 16), (.pcm24, 24), (.alac, 24)] {
      let settings = try resolve(.m4a, asked)
      #expect((settings.encoding, settings.bits) == (.alac, bits))
    }
    #expect(try resolve(.m4a, rate: 44_000).outputRate == 44_100)
    #expect(try resolve(.m4a, rate: 192_000).outputRate == 96_000)
    #expect(try resolve(.m4a, .alac, rate: 192_000).outputRate == 192_000)
    #expect(failure { _ = try resolve(.m4a, output: 44_000) }?.code == .unsupported)
    #expect(failure { _ = try resolve(.m4a, .float32) }?.code == .unsupported)
    for channels in [0, 3, 8] {
      #expect(failure { _ = try resolve(.m4a, channels: channels) }?.code == .unsupported)
    }
  }

  @Test func errorNamesTheValidSettings() {
    let line = failure { _ = try resolve(.flac, .float32) }?.line
    #expect(
      line == "FLAC does not hold 32-bit float: it holds 16-bit PCM and 24-bit PCM; "
        + "32-bit float goes into WAV, RF64, W64, AIFF or CAF")
  }

  @Test(
    arguments: [
      (44_100, 48_000), (48_000, 48_000), (8000, 8000), (22_050, 24_000), (96_000, 48_000),
      (32_000, 48_000),
    ])
  func opusHasFewRates(source: Int, expected: Int) throws {
    #expect(try resolve(.ogg, .opus, rate: source).outputRate == expected)
  }

  @Test(arguments: [(44_100, 44_100), (96_000, 48_000), (11_025, 11_025), (37_800, 44_100)])
  func mp3HasFewRates(source: Int, expected: Int) throws {
    #expect(try resolve(.mp3, rate: source).outputRate == expected)
  }

  @Test(
    arguments: [
      (65_535, 65_535), (65_536, 65_540), (96_000, 96_000), (105_123, 105_130), (191_999, 192_000),
    ])
  func flacHasTensOfHzAbove65535(source: Int, expected: Int) throws {
    #expect(try resolve(.flac, rate: source).outputRate == expected)
    #expect(try resolve(.flac, output: expected).outputRate == expected)
    guard source != expected else { return }
    let error = failure { _ = try resolve(.flac, output: source) }
    #expect(error?.code == .unsupported && error?.line.contains("\(source) Hz") == true)
  }

  @Test func wrongValuesAreRefused() {
    #expect(failure { _ = try resolve(.ogg, .opus, output: 44_100) }?.code == .unsupported)
    #expect(failure { _ = try resolve(.wav, output: 7999) }?.code == .invalidArgument)
    #expect(failure { _ = try resolve(.wav, output: 192_001) }?.code == .invalidArgument)
    for quality in [-0.1, 1.1, .nan, .infinity] as [Float] {
      #expect(failure { _ = try resolve(quality: quality) }?.code == .invalidArgument)
    }
    #expect(failure { _ = try resolve(channels: 0) }?.code == .unsupported)
    #expect(failure { _ = try resolve(.mp3, channels: 3) }?.code == .unsupported)
    let error = failure { _ = try resolve(name: "xyz") }
    #expect(error?.code == .unsupported && error?.line.contains(".xyz") == true)
  }

  private func bitrate(
    _ kbps: Int, _ encoding: Encoding, vbr: Bool = false, quality: Float = 0, rate: Int = 48_000
  ) throws -> EncodeSettings {
    let containers: [Encoding: Container] = [
      .pcm16: .wav, .mp3: .mp3, .vorbis: .ogg, .opus: .ogg, .aac: .m4a, .alac: .m4a,
    ]
    return try EncodeSettings.resolve(
      EncodeRequest(
        container: containers[encoding]!, encoding: encoding, sampleRate: rate,
        channels: 2, dither: true, quality: quality, bitrate: kbps, isVariable: vbr))
  }

  @Test func bitRatesThatAnEncodingLacksAreRefused() {
    for encoding in [Encoding.pcm16, .alac, .vorbis] {
      #expect(failure { _ = try bitrate(192, encoding) }?.code == .unsupported)
      #expect(failure { _ = try bitrate(0, encoding, vbr: true) }?.code == .unsupported)
    }
    for (kbps, encoding) in [
      (31, Encoding.mp3), (321, .mp3), (11, .opus), (513, .opus), (321, .aac),
    ] {
      let error = failure { _ = try bitrate(kbps, encoding) }
      #expect(error?.code == .invalidArgument && error?.line.contains("\(kbps) kbit/s") == true)
    }
    #expect(failure { _ = try bitrate(192, .mp3, quality: 0.5) }?.code == .invalidArgument)
    let error = failure { _ = try bitrate(100, .mp3) }
    #expect(error?.line.contains("use 112, or a variable bit rate") == true)
    #expect(failure { _ = try bitrate(100, .mp3, vbr: true) } == nil)
    #expect(failure { _ = try bitrate(192, .mp3, rate: 22_050) }?.code == .invalidArgument)
  }

  @Test func numbersAndNames() {
    #expect(Container.allCases.map { $0.rawValue } == Array(0...12))
    #expect(Encoding.allCases.map { $0.rawValue } == Array(0...12))
    #expect("\(Container.rf64.nameText)" == "RF64" && "\(Container.auto.nameText)" == "unknown")
    #expect("\(Encoding.pcm16.nameText)" == "16-bit PCM")
  }
}
