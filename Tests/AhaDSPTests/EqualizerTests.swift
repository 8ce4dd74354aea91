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

  /// |H| in dB of the cookbook's analog prototypes; w is the frequency in centers.
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
    for frequency in [30.0, 100, 150, 400, 1000, 2800, 3000, 6000, 12_000, 16_000, 20_000] {
      let t = { (center: Float) in frequency / Double(center) }
      let expected =
        shelf(t(150), Double(db)) + bell(t(400), -Double(db), 0.7)
        + bell(t(3000), Double(db) / 2, 4) + shelf(1 / t(6000), Double(db))
      let found = KernelRun.decibels(response, frequency, Double(rate))
      #expect(abs(found - expected) < 0.25, "\(frequency)")
    }
  }

  @Test(arguments: [Float(-15), -4, 9, 24], [Float(0.4), 1.4, 6])
  func aBellKeepsItsFormNearNyquist(db: Float, q: Float) throws {
    for center: Float in [7_300, 11_000, 15_500, 19_000] {
      let response = try response([100, 0, 400, 0, 1, center, db, q, 8000, 0], rate: 44_100)
      for frequency in stride(from: 1000.0, through: 20_000, by: 950) {
        let expected = bell(frequency / Double(center), Double(db), Double(q))
        let found = KernelRun.decibels(response, frequency, 44_100)
        #expect(abs(found - expected) < (abs(db) < 20 ? 0.5 : 0.65), "\(center) \(frequency)")
      }
    }
  }

  @Test(arguments: [Float(-24), -9, 9, 24])
  func aHighShelfKeepsItsFormNearNyquist(db: Float) throws {
    for center: Float in [1000, 6100, 13_000, 20_000] {
      let response = try response([100, 0, 400, 0, 1, 3000, 0, 1, center, db], rate: 44_100)
      for frequency in stride(from: 100.0, through: 20_000, by: 995) {
        let expected = shelf(Double(center) / frequency, Double(db))
        let found = KernelRun.decibels(response, frequency, 44_100)
        #expect(abs(found - expected) < 0.2, "\(center) \(frequency)")
      }
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
