import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaAnalysis

/// Cases of EBU Tech 3341: meter readings for stereo sines of 1000 Hz.
@Suite("Loudness")
struct LoudnessTests {
  private static let rate = 48_000

  private func sine(db: Double, seconds: Int, frequency: Double = 1000) -> [Float] {
    let mono = Signal.sine(
      frames: seconds * Self.rate, frequency: frequency, sampleRate: Self.rate,
      amplitude: Double(power(10, exponent: Float(db) / 20)))
    return mono.flatMap { [$0, $0] }
  }

  private func measured(_ parts: [[Float]]) throws -> Loudness {
    let loudness = try Loudness(sampleRate: Self.rate, channels: 2)
    for part in parts { try part.withBuffer { try loudness.add($0, count: part.count / 2) } }
    return loudness
  }

  @Test(arguments: [-23.0, -33])
  func aSteadySineHasItsLevel(db: Double) throws {
    let found = try #require(try measured([sine(db: db, seconds: 20)]).integrated)
    #expect(abs(found - db) < 0.1)
  }

  /// Parts more than 10 LU below the rest are gated out.
  @Test func quietPartsAreGatedOut() throws {
    let parts = [
      sine(db: -36, seconds: 10), sine(db: -23, seconds: 60), sine(db: -36, seconds: 10),
    ]
    let found = try #require(try measured(parts).integrated)
    #expect(abs(found + 23) < 0.1)
  }

  @Test func silenceHasNone() throws {
    let silence = try measured([[Float](repeating: 0, count: 2 * Self.rate)])
    #expect(silence.integrated == nil && silence.truePeakDb == nil)
    let short = try measured([Array(sine(db: -20, seconds: 1).prefix(2000))])
    #expect(short.integrated == nil)
  }

  /// A quarter of the rate, 45 degrees off: every sample is 3 dB below the crest.
  @Test func thePeakIsBetweenTheSamples() throws {
    let samples = (0..<Self.rate).flatMap { frame -> [Float] in
      let value: Float = frame % 4 < 2 ? 0.35355 : -0.35355
      return [value, value]
    }
    let peak = try #require(try measured([samples]).truePeakDb)
    #expect(abs(peak + 6) < 0.4)
  }

  /// Loudest three seconds and range of frames given in pieces.
  @Test func theMeterMeasuresInFixedMemory() throws {
    var meter = LoudnessMeter(sampleRate: Self.rate)
    for db in [-20.0, -30] {
      let samples = sine(db: db, seconds: 20)
      let one = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      for first in stride(from: 0, to: one.count, by: 999) {
        let part = Array(one[first..<min(first + 999, one.count)])
        part.withBuffer { meter.add(left: $0, right: $0, count: part.count) }
      }
    }
    #expect(abs(try #require(meter.integrated) + 22.6) < 0.05)
    #expect(abs(try #require(meter.highestShortTerm) + 20) < 0.05)
    #expect(abs(try #require(meter.range) - 10) < 0.3)
  }

  /// At every sample rate, the result is within 0.05 LU of the reference.
  @Test(arguments: [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000], [1, 2])
  func loudnessIsThatOfTheReference(sampleRate: Int, channels: Int) throws {
    let samples = Signal.music(frames: 6 * sampleRate, channels: channels)
    let reference = try Loudness(sampleRate: sampleRate, channels: channels)
    try samples.withBuffer { try reference.add($0, count: samples.count / channels) }
    let found = try analyze(samples, sampleRate: sampleRate, channels: channels).loudness
    #expect(abs(try #require(found) - #require(reference.integrated)) < 0.05)
  }

  /// Real sounds, compared with ffmpeg's ebur128.
  @Test(arguments: RealLoops.drums + RealLoops.tonal)
  func loudnessIsThatOfFfmpeg(path: String) throws {
    let rate = try Decoder(FileStream(reading: FilePath(path))).format.sampleRate
    let (samples, channels) = try load(path, sampleRate: rate)
    let found = try analyze(samples, sampleRate: rate, channels: channels)
    let filter = "ebur128=peak=true"
    let text = try output(
      of: "ffmpeg -nostdin -nostats -hide_banner -i \(path) -af \(filter) -f null - 2>&1")
    let summary = text.split(separator: "\n").drop { !$0.contains("Summary:") }
    func value(_ name: String) throws -> Double {
      let line = try #require(summary.first { $0.contains(name) })
      return try #require(Double(line.split(separator: " ")[1]))
    }
    // Both measure a mono sound as one channel.
    #expect(abs(try #require(found.loudness) - value("I:")) <= 0.15)
    #expect(abs(try #require(found.truePeakDb) - value("Peak:")) <= 0.25)
  }
}
