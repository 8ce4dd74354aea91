import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Equalizer")
struct EqualizerTests {
  private static let flat: [Float] = [100, 0, 400, 0, 1, 3000, 0, 1, 8000, 0]

  private func response(_ values: [Float], rate: Int) throws -> [Float] {
    KernelRun.output(
      try EqualizerKernel(sampleRate: rate), KernelRun.impulse(1 << 14)
    ) { _ in values }
  }

  /// |H| in dB of the cookbook's analog prototypes; w is the frequency in centers, warped.
  private func bell(_ w: Double, _ db: Double, _ q: Double) -> Double {
    let a = pow(10, db / 40)
    let rest = (1 - w * w) * (1 - w * w)
    return 10 * log10((rest + w * w * a * a / (q * q)) / (rest + w * w / (a * a * q * q)))
  }

  private func shelf(_ w: Double, _ db: Double) -> Double {
    let a = pow(10, db / 40)
    let middle = 2 * a * w * w
    let above = (a - w * w) * (a - w * w) + middle
    let below = (1 - a * w * w) * (1 - a * w * w) + middle
    return 10 * log10(a * a * above / below)
  }

  @Test(arguments: [44_100, 48_000, 96_000], [Float(-24), -6, 3, 24])
  func followsThePrototypes(rate: Int, db: Float) throws {
    let values: [Float] = [150, db, 400, -db, 0.7, 3000, db / 2, 4, 6000, db]
    let response = try response(values, rate: rate)
    for frequency in [30.0, 100, 150, 400, 1000, 2800, 3000, 6000, 12_000] {
      let t = { (center: Float) in
        tan(Double.pi * frequency / Double(rate)) / tan(Double.pi * Double(center) / Double(rate))
      }
      let expected =
        shelf(t(150), Double(db)) + bell(t(400), -Double(db), 0.7)
        + bell(t(3000), Double(db) / 2, 4) + shelf(1 / t(6000), Double(db))
      let found = KernelRun.decibels(response, frequency, Double(rate))
      #expect(abs(found - expected) < 0.1, "\(frequency)")
    }
  }

  @Test func isNeutralAtZeroDecibels() throws {
    var kernel = try EqualizerKernel(sampleRate: 48_000)
    defer { kernel.free() }
    EqualizerTests.flat.withBuffer { kernel.aim($0, over: 0) }
    #expect(kernel.isNeutral)
    let noise = Signal.noise(count: 2000)
    let output = KernelRun.output(try EqualizerKernel(sampleRate: 48_000), noise) { _ in
      EqualizerTests.flat
    }
    #expect(output == noise)
  }
}
