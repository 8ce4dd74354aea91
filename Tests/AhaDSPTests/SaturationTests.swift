import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Saturation")
struct SaturationTests {
  static let rate = 48_000
  private let rate = SaturationTests.rate

  private func output(_ input: [Float], _ values: [Float]) throws -> [Float] {
    KernelRun.output(try SaturationKernel(sampleRate: rate), input) { _ in values }
  }

  /// Amplitude at a whole number of kilohertz, over a tenth of a second.
  private func amplitude(_ samples: [Float], kilohertz: Int) -> Double {
    let part = Array(samples[rate / 2..<rate / 2 + 4800])
    let power = KernelRun.decibels(part, Double(kilohertz) * 1000, Double(rate))
    return pow(10, power / 20) / 2400
  }

  /// Harmonics of 5 kHz are at 5, 10, 15 and 20; whatever is at another kilohertz is an alias.
  @Test(arguments: [Float(0), 1, 2, 3], [Float(0), 6, 12, 18, 24])
  func aliasesAreEightyDecibelsDown(curve: Float, drive: Float) throws {
    let sine = Signal.sine(frames: rate, frequency: 5000, sampleRate: rate, amplitude: 1)
    let output = try output(sine, [curve, drive, 0, 1])
    let fundamental = amplitude(output, kilohertz: 5)
    let aliases = (1..<24).filter { $0 % 5 != 0 }.map { amplitude(output, kilohertz: $0) }
    let level = 20 * log10(aliases.max()! / fundamental)
    #expect(level < -80, "\(level) dB")
  }

  /// The moves between two samples are wide: several times the bend of the curve.
  @Test(arguments: [Float(0), 1, 2, 3], [9, 13, 17, 19])
  func aliasesOfHighTonesAreFarDown(curve: Float, kilohertz: Int) throws {
    let sine = Signal.sine(
      frames: rate, frequency: Double(1000 * kilohertz), sampleRate: rate, amplitude: 1)
    let output = try output(sine, [curve, 24, 0, 1])
    let fundamental = amplitude(output, kilohertz: kilohertz)
    let aliases = (1...20).filter { $0 % kilohertz != 0 }
      .map { amplitude(output, kilohertz: $0) }
    let level = 20 * log10(aliases.max()! / fundamental)
    #expect(level < -80, "\(level) dB")
  }

  /// Of a level that stands still.
  @Test func theCurvesAreWhatTheyAreCalled() throws {
    let levels: [Float] = [-1.4, -0.5, 0.2, 0.9, 1.4]
    for level in levels {
      let input = [Float](repeating: level, count: 400)
      let drive = pow(10, Float(6) / 20)
      let x = level * drive
      let bent = max(-1.875, min(1.875, x))
      let u = bent * bent * 64 / 225
      let soft = bent * (1 - 2 * u / 3 + u * u / 5)
      for (curve, expected) in [(Float(0), tanh(x)), (1, soft), (3, max(-1, min(1, x)))] {
        let found = try output(input, [curve, 6, 0, 1])[399]
        #expect(abs(found - expected) < 0.005, "\(curve) \(level)")
      }
    }
  }

  @Test func onlyTheTubeHasEvenHarmonics() throws {
    let sine = Signal.sine(frames: rate, frequency: 1000, sampleRate: rate, amplitude: 0.5)
    for (curve, isEven) in [(Float(0), false), (1, false), (2, true), (3, false)] {
      let output = try output(sine, [curve, 12, 0, 1])
      let second = amplitude(output, kilohertz: 2) / amplitude(output, kilohertz: 1)
      #expect(isEven ? second > 0.03 : second < 1e-4, "\(curve)")
      let mean = output[rate / 2..<rate / 2 + 4800].reduce(0, +) / 4800
      #expect(abs(mean) < 1e-3, "\(curve)")
    }
  }

  /// The filters around the curve, at a level where it is straight.
  @Test func isFlatToTwentyKilohertz() throws {
    for frequency in [100.0, 5000, 12_000, 18_000, 20_000] {
      let sine = Signal.sine(
        frames: rate, frequency: frequency, sampleRate: rate, amplitude: 0.001)
      let output = try output(sine, [3, 0, 0, 1])
      let level = Measure.decibels(
        Measure.energy(output[4800..<43_200]), Measure.energy(sine[4800..<43_200]))
      #expect(abs(level) < 0.05, "\(frequency) Hz: \(level) dB")
    }
  }

  @Test func mixZeroIsTheInputDelayed() throws {
    let noise = Signal.noise(count: 2000)
    let output = try output(noise, [3, 24, 0, 0])
    #expect(Array(output[38...]) == Array(noise[..<1962]))
  }
}
