import AhaBase
import AhaTestSupport
import Testing

@testable import AhaAnalysis

/// Cases of EBU Tech 3341: what a meter must show for stereo sines of 1000 Hz.
@Suite("Loudness")
struct LoudnessTests {
  private static let rate = 48_000

  private func sine(db: Double, seconds: Int, frequency: Double = 1000) -> [Float] {
    let mono = Signal.sine(
      frames: seconds * Self.rate, frequency: frequency, sampleRate: Self.rate,
      amplitude: Double(power(10, Float(db) / 20)))
    return mono.flatMap { [$0, $0] }
  }

  private func measured(_ parts: [[Float]]) throws -> Loudness {
    let loudness = try Loudness(sampleRate: Self.rate, channels: 2)
    for part in parts { try loudness.add(part, count: part.count / 2) }
    return loudness
  }

  @Test(arguments: [-23.0, -33])
  func ofASteadySine(db: Double) throws {
    let found = try #require(try measured([sine(db: db, seconds: 20)]).integrated)
    #expect(abs(found - db) < 0.1)
  }

  /// What is 10 LU below the rest does not count.
  @Test func isGated() throws {
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
}
