import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Ladder filter")
struct LadderTests {
  private func response(_ values: [Float], rate: Int) throws -> [Float] {
    // Quiet, so that the ladder is linear.
    let click = KernelRun.impulse(1 << 15).map { $0 * 1e-3 }
    return KernelRun.output(try LadderKernel(sampleRate: rate), click) { _ in values }
      .map { $0 * 1e3 }
  }

  /// |H| in dB of four poles with feedback k; w is the frequency in cutoffs, warped.
  private func ladder(_ w: Double, _ k: Double) -> Double {
    // (1 + jw)^4 + k
    let real = 1 - 6 * w * w + pow(w, 4) + k
    let imaginary = 4 * w - 4 * pow(w, 3)
    return -10 * log10(real * real + imaginary * imaginary)
  }

  @Test(arguments: [44_100, 48_000, 96_000], [Float(0), 0.5, 0.9])
  func fallsWithTwentyFourDecibelsPerOctave(rate: Int, resonance: Float) throws {
    let response = try response([0, 500, resonance, 0], rate: rate)
    for frequency in [50.0, 500, 1000, 2000, 4000, 8000] {
      let w = tan(.pi * frequency / Double(2 * rate)) / tan(.pi * 500 / Double(2 * rate))
      let found = KernelRun.decibels(response, frequency, Double(rate))
      let expected = ladder(w, 3.96 * Double(resonance))
      if expected > -80 { #expect(abs(found - expected) < 0.1, "\(frequency) Hz: \(found)") }
    }
    let octave =
      KernelRun.decibels(response, 2000, Double(rate))
      - KernelRun.decibels(response, 4000, Double(rate))
    #expect(abs(octave - 24) < 1)
  }

  @Test func theOtherModesAreSumsOfThePoles() throws {
    let band = try response([1, 1000, 0, 0], rate: 48_000)
    #expect(abs(KernelRun.decibels(band, 1000, 48_000)) < 0.1)
    #expect(KernelRun.decibels(band, 100, 48_000) < -27)
    let high = try response([2, 1000, 0, 0], rate: 48_000)
    #expect(abs(KernelRun.decibels(high, 1000, 48_000) + 12) < 0.1)
    #expect(abs(KernelRun.decibels(high, 15_000, 48_000)) < 0.2)
  }

  /// A quiet tone at the cutoff gains 28 dB; a loud one cannot pass the saturation.
  @Test func theResonanceLimitsItself() throws {
    func gain(_ amplitude: Double) throws -> Double {
      let sine = Signal.sine(frames: 96_000, frequency: 1000, amplitude: amplitude)
      let output = KernelRun.output(try LadderKernel(sampleRate: 48_000), sine) { _ in
        [0, 1000, 1, 0]
      }
      return Measure.decibels(
        Measure.energy(output[48_000...]), Measure.energy(sine[48_000...]))
    }
    #expect(abs(try gain(1e-4) - 27.96) < 0.3)
    #expect(try gain(1) < 0)
  }

  /// The strongest component below 20 kHz that is no harmonic, beside the tone.
  @Test(arguments: [Float(12), 24], [Float(5000), 20_000])
  func aliasesOfADrivenToneAreSixtyDecibelsLower(drive: Float, cutoff: Float) throws {
    let count = 4410
    let tone = Signal.sine(
      frames: 4 * count, frequency: 4990, sampleRate: 44_100, amplitude: 1)
    let output = KernelRun.output(try LadderKernel(sampleRate: 44_100), tone) { _ in
      [0, cutoff, 0.5, drive]
    }
    let period = Array(output[(2 * count)..<(3 * count)])
    let own = KernelRun.decibels(period, 4990, 44_100)
    for frequency in stride(from: 10.0, through: 20_000, by: 10) {
      if frequency.truncatingRemainder(dividingBy: 4990) == 0 { continue }
      let found = KernelRun.decibels(period, frequency, 44_100)
      #expect(found - own < -60, "\(frequency) Hz")
    }
  }

  @Test func staysBoundedUnderAnyModulation() throws {
    let noise = Signal.noise(count: 96_000, amplitude: 1)
    var random = Random(seed: 3)
    for mode: Float in [0, 1, 2] {
      let output = KernelRun.output(try LadderKernel(sampleRate: 48_000), noise, cell: 16) { _ in
        [mode, 20 * pow(1000, Float(random.uniform())), 1, 24]
      }
      #expect(output.allSatisfy { abs($0) < 40 })
    }
  }
}
