import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Conversion to the engine's rate")
struct ConversionTests {
  private let kind = Kind(.wav, .float32)

  private func sine(_ rate: Int, frequency: Double, frames: Int, channels: Int = 1) throws
    -> FaultyStream
  {
    let frames = Signal.sine(
      frames: frames, channels: channels, frequency: frequency, sampleRate: rate)
    return FaultyStream(try encode(frames, kind, channels: channels, sampleRate: rate))
  }

  /// A sine keeps frequency and phase, and gains no noise (110 dB), up to near the upper limit.
  @Test(arguments: [997.0, 10_000, 18_000])
  func sineStaysASine(frequency: Double) throws {
    let stream = try sine(44_100, frequency: frequency, frames: 44_100)
    let (buffer, _, sourceFrames) = try decodeAll(
      stream, sampleRate: 48_000, maximumFrames: Int64.max
    ) { _, _ in true }
    #expect(sourceFrames == 44_100)
    #expect(buffer.frames == 48_000)
    let middle = (4000..<44_000).map { buffer.plane(0)[$0] }
    #expect(Measure.sineSNR(middle, frequency: frequency, sampleRate: 48_000) > 110)
    // Aligned in time: sample n is the value at n / 48000 s.
    let expected = Signal.sine(frames: 48_000, frequency: frequency, sampleRate: 48_000)
    #expect(Measure.snr(middle, reference: Array(expected[4000..<44_000])) > 60)
  }

  @Test(arguments: [8000, 11_025, 22_050, 32_000, 44_100, 44_101, 88_200, 96_000, 192_000])
  func lengthIsToTheFrame(rate: Int) throws {
    for frames in [1, 2, 100, 4096, 10_007] {
      let stream = try sine(rate, frequency: 440, frames: frames)
      let expected = max(1, (frames * 48_000 * 2 + rate) / (2 * rate))
      let reader = try SoundReader(stream, sampleRate: 48_000)
      let unmeasured = try read(reader, frames: Int.max)
      #expect(unmeasured[0].count == expected)
      let length = try reader.measureLength { _ in true }
      #expect(length.source == Int64(frames) && length.converted == Int64(expected))
      #expect(try read(reader, frames: Int.max) == unmeasured)
      let all = try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 20) { _, _ in true }
      #expect(all.buffer.frames == expected)
      #expect((0..<expected).allSatisfy { all.buffer.plane(0)[$0] == unmeasured[0][$0] })
    }
  }

  /// A read after a seek equals a sequential read, within -100 dB of full scale.
  @Test(
    arguments: [
      (44_100, 48_000), (48_000, 44_100), (22_050, 48_000), (44_101, 48_000), (192_000, 8000),
      (8000, 192_000), (48_000, 48_000),
    ])
  func seekEqualsSequence(rates: (from: Int, to: Int)) throws {
    let frames = Signal.music(frames: rates.from * 2, channels: 1)
    let stream = FaultyStream(try encode(frames, kind, channels: 1, sampleRate: rates.from))
    let reader = try SoundReader(stream, sampleRate: rates.to)
    let all = try read(reader, frames: Int.max)[0]
    #expect(all.count == rates.to * 2)
    var random = Random(seed: 3)
    for place in (0..<20).map({ _ in Int.random(in: 0..<all.count, using: &random) }) + [0] {
      try reader.seek(to: Int64(place))
      let got = try read(reader, frames: 500)[0]
      let expected = all[place..<min(place + 500, all.count)]
      try #require(got.count == expected.count)
      try #require(Measure.largestDifference(got, expected) < 1e-5, "at \(place)")
    }
    try reader.seek(to: Int64(all.count))
    #expect(try read(reader, frames: 10)[0].isEmpty)
    try reader.seek(to: Int64.max)
    #expect(try read(reader, frames: 10)[0].isEmpty)
  }

  /// Sample rates without a common factor. If the resampler's clock drifted, a late seek would
  /// differ from a sequential read.
  @Test func oddRatesDoNotDrift() throws {
    let stream = try sine(44_101, frequency: 10_000, frames: 44_101 * 40)
    let reader = try SoundReader(stream, sampleRate: 48_000)
    let all = try read(reader, frames: Int.max)[0]
    let place = 48_000 * 39
    try reader.seek(to: Int64(place))
    let got = try read(reader, frames: 5000)[0]
    #expect(Measure.largestDifference(got, all[place..<(place + 5000)]) < 1e-5)
  }

  @Test func stereoStaysApart() throws {
    let stream = try sine(44_100, frequency: 500, frames: 30_000, channels: 2)
    let planes = try read(try SoundReader(stream, sampleRate: 48_000), frames: Int.max)
    #expect(planes.count == 2)
    let (left, right) = (Array(planes[0][4000..<24_000]), Array(planes[1][4000..<24_000]))
    #expect(Measure.sineSNR(left, frequency: 500, sampleRate: 48_000) > 110)
    #expect(Measure.sineSNR(right, frequency: 1000, sampleRate: 48_000) > 110)
  }

  /// A sound that is shorter than its header is silent to its claimed end.
  @Test func missingFramesAreSilent() throws {
    let stream = try sine(48_000, frequency: 997, frames: 30_000)
    let reader = try SoundReader(stream, sampleRate: 48_000)
    _ = try reader.measureLength { _ in true }
    stream.bytes.removeLast(20_000)
    let samples = try read(reader, frames: Int.max)[0]
    #expect(samples.count == 30_000)
    #expect(samples[25_001...].allSatisfy { $0 == 0 })
  }

  @Test func convertsFramesInMemory() throws {
    let frames = Signal.sine(frames: 44_100, channels: 2, frequency: 700, sampleRate: 44_100)
    let buffer = try convert(
      interleaved: frames, frames: 44_100, channels: 2, from: 44_100, to: 48_000)
    #expect(buffer.channels == 2 && buffer.frames == 48_000)
    let right = (4000..<40_000).map { buffer.plane(1)[$0] }
    #expect(Measure.sineSNR(right, frequency: 1400, sampleRate: 48_000) > 110)
    let same = try convert(
      interleaved: [0.5, .nan, -.infinity, 1], frames: 4, channels: 1, from: 8000, to: 8000)
    #expect((0..<4).map { same.plane(0)[$0] } == [0.5, 0, 0, 1])
  }

  /// NaN and infinity do not enter the resampler.
  @Test func wildValuesStayOut() throws {
    var frames = Signal.sine(frames: 20_000, sampleRate: 44_100)
    for (index, value) in [Float.greatestFiniteMagnitude, -3e38, .nan, .infinity, 2e9].enumerated()
    {
      frames[5000 + 100 * index] = value
    }
    var writer = HeaderWriter()
    for frame in frames { writer.little(UInt64(frame.bitPattern), 4) }
    var bytes = try encode(frames, kind, channels: 1, sampleRate: 44_100)
    bytes.replaceSubrange((bytes.count - writer.bytes.count)..., with: writer.bytes)
    let reader = try SoundReader(FaultyStream(bytes), sampleRate: 48_000)
    #expect(try read(reader, frames: Int.max)[0].allSatisfy { abs($0) < 2 })
    let buffer = try convert(
      interleaved: frames, frames: 20_000, channels: 1, from: 44_100, to: 48_000)
    #expect((0..<buffer.frames).allSatisfy { abs(buffer.plane(0)[$0]) < 2 })
  }

  @Test func encoderConverts() throws {
    let frames = Signal.sine(frames: 44_100, frequency: 997, sampleRate: 44_100)
    let settings = try encodeSettings(kind, channels: 1, sampleRate: 44_100, outputRate: 48_000)
    let stream = FaultyStream()
    #expect(try encode(frames, to: stream, settings) == 48_000)
    let (decoded, format) = try decode(stream.bytes)
    #expect(format.sampleRate == 48_000)
    let middle = Array(decoded[4000..<44_000])
    #expect(Measure.sineSNR(middle, frequency: 997, sampleRate: 48_000) > 110)
  }

  @Test func tooLongIsALimit() throws {
    let stream = try sine(48_000, frequency: 997, frames: 20_000)
    let error = failure {
      _ = try decodeAll(stream, sampleRate: 48_000, maximumFrames: 19_999) { _, _ in true }
    }
    #expect(error?.code == .limit)
    _ = try decodeAll(stream, sampleRate: 48_000, maximumFrames: 20_000) { _, _ in true }
  }

  @Test func loadingTellsAndCanBeCancelled() throws {
    let stream = try sine(24_000, frequency: 997, frames: 10_000)
    var seen: [(Int64, Int64)] = []
    _ = try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 20) {
      seen.append(($0, $1))
      return true
    }
    #expect(seen.last?.0 == 20_000)
    #expect(seen.allSatisfy { $0.1 == 20_000 })
    let error = failure {
      _ = try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 20) { _, _ in false }
    }
    #expect(error?.code == .cancelled)
  }
}
