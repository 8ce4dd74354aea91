import AhaBase
import AhaCodec
import AhaConvert
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@Suite("Conversions")
struct ConversionTests {
  /// Converts the bytes of a file.
  /// - Parameter encoding: `auto`: that of the source.
  private func converted(
    _ bytes: [UInt8], to container: Container = .wav, _ encoding: Encoding = .float32,
    rate: Int = 0, change: (inout Conversion) -> Void = { _ in }
  ) throws -> [UInt8] {
    var conversion = Conversion()
    change(&conversion)
    let (target, source) = (FaultyStream(), FaultyStream(bytes))
    var job: Job?
    try conversion.start(
      to: .stream(target),
      settings: { (format, sampleRate, channels) throws(AhaError) in
        try EncodeSettings.resolve(
          EncodeRequest(
            container: container,
            encoding: encoding == .auto ? Encoding.keeping(format, in: container) : encoding,
            sampleRate: sampleRate, outputRate: rate, channels: channels, dither: true))
      }, open: { () throws(AhaError) in source }, prepare: { job = $0 })
    if case .failure(let error) = try #require(job).wait(milliseconds: -1) { throw error }
    return target.bytes
  }

  private func wav(_ frames: [Float], channels: Int = 1) throws -> [UInt8] {
    try encode(frames, Kind(.wav, .float32), channels: channels)
  }

  @Test(arguments: [1, 2, 6])
  func ofAPartHaveItsFrames(channels: Int) throws {
    let frames = Signal.noise(count: 48_000 * channels)
    let bytes = try converted(wav(frames, channels: channels)) {
      ($0.begin, $0.end) = (250_000, 500_000)
    }
    #expect(try decode(bytes).frames == Array(frames[(12_000 * channels)..<(24_000 * channels)]))
  }

  @Test func endAtTheEndOfTheSound() throws {
    let bytes = try converted(wav(Signal.noise(count: 4800))) {
      ($0.begin, $0.end) = (50_000, 1_000_000)
    }
    #expect(try decode(bytes).frames.count == 2400)
  }

  @Test func behindTheEndAreEmpty() throws {
    let error = failure { _ = try converted(wav(Signal.noise(count: 4800))) { $0.begin = 200_000 } }
    #expect(error?.code == .empty)
  }

  @Test(arguments: FadeShape.allCases)
  func fadeAtBothEnds(shape: FadeShape) throws {
    let bytes = try converted(wav([Float](repeating: 0.5, count: 9600))) {
      ($0.fadeIn, $0.fadeOut, $0.shape) = (50_000, 100_000, shape)
    }
    let frames = try decode(bytes).frames
    #expect(frames[0].magnitude < 1e-6 && frames[2400] == 0.5 && frames[4799] == 0.5)
    for frame in [600, 1200, 1800] {
      let rising = Float(shape.value(from: 0, to: 0.5, at: frame, of: 2400))
      let falling = Float(shape.value(from: 0.5, to: 0, at: 2 * frame, of: 4800))
      #expect(abs(frames[frame] - rising) < 1e-6)
      #expect(abs(frames[4800 + 2 * frame] - falling) < 1e-6)
    }
  }

  @Test func mixToMonoAsTheMean() throws {
    let bytes = try converted(wav([0.5, 0.25, -0.5, 0.5], channels: 2)) { $0.channels = 1 }
    #expect(try decode(bytes).frames == [0.375, 0])
  }

  @Test func copyMonoToBothSides() throws {
    let bytes = try converted(wav([0.5, -0.25, 0.125])) { $0.channels = 2 }
    #expect(try decode(bytes).frames == [0.5, 0.5, -0.25, -0.25, 0.125, 0.125])
  }

  @Test func haveTwoChannelsWhereTheContainerHasNoMore() throws {
    let bytes = try converted(wav(Signal.noise(count: 6 * 4800), channels: 6), to: .mp3, .mp3)
    #expect(try decode(bytes).format.channels == 2)
  }

  /// Ogg has left, center, right, where other containers have left, right, center.
  @Test func ofMoreThanTwoChannelsNeverExchangeThem() throws {
    for channels in [3, 5, 6, 8] {
      let samples = Signal.noise(count: channels * 4800)
      let ogg = try encode(samples, Kind(.ogg, .vorbis), channels: channels)
      #expect(throws: AhaError.self) {
        try converted(wav(samples, channels: channels), to: .ogg, .vorbis)
      }
      #expect(throws: AhaError.self) { try converted(ogg) }
      #expect(try decode(converted(ogg, to: .ogg, .vorbis)).format.channels == channels)
      let two = try converted(wav(samples, channels: channels), to: .ogg, .vorbis) {
        $0.channels = 2
      }
      #expect(try decode(two).format.channels == 2)
    }
  }

  /// 16 and 24 bits, into each container of words: without dither where nothing is lost.
  @Test(arguments: [Encoding.pcm16, .pcm24, .pcm32], [Container.wav, .aiff, .caf])
  func keepEveryBit(encoding: Encoding, container: Container) throws {
    let scale: Float = encoding == .pcm16 ? 32_768 : 8_388_608
    let frames = Signal.noise(count: 5000).map { ($0 * scale).rounded() / scale }
    let source = try encode(frames, Kind(.wav, encoding), channels: 1)
    let (found, format) = try decode(converted(source, to: container, .auto))
    #expect(found == frames && format.encoding == encoding)
  }

  @Test func ditherWhereBitsAreLost() throws {
    let source = try encode([Float](repeating: 0.3, count: 2000), Kind(.wav, .pcm24), channels: 1)
    #expect(Set(try decode(converted(source, to: .flac, .pcm16)).frames).count > 2)
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (8000, 96_000)])
  func haveTheLengthAtAnotherRate(from: Int, to: Int) throws {
    let source = try encode(
      Signal.sine(frames: from, frequency: 440, sampleRate: from), Kind(.wav, .pcm16), channels: 1,
      sampleRate: from)
    let (frames, format) = try decode(converted(source, rate: to))
    #expect(frames.count == to && format.sampleRate == to)
    let middle = Array(frames[(to / 4)..<(3 * to / 4)])
    #expect(Measure.sineSNR(middle, frequency: 440, sampleRate: to) > 80)
  }

  @Test func ofNoPartAreRefused() {
    for (begin, end) in [(Int64(5), Int64(5)), (-1, 7), (9, 8)] {
      #expect(
        failure { _ = try converted([]) { ($0.begin, $0.end) = (begin, end) } }?.code
          == .invalidArgument)
    }
  }
}
