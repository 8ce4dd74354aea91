import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Phaser")
struct PhaserTests {
  /// Without sweep and feedback.
  private func response(_ stages: Int, center: Float, rate: Int) throws -> [Float] {
    KernelRun.output(try PhaserKernel(sampleRate: rate), KernelRun.impulse(1 << 14)) { _ in
      [0.5, 0, center, Float(stages / 2 - 1), 0, 0, 0.5]
    }
  }

  /// The frequency at which n first-order all-passes turn the phase by `turns` half circles.
  private func frequency(_ turns: Double, _ stages: Int, _ center: Double, _ rate: Double) -> Double
  {
    let warped = tan(.pi * center / rate) * tan(turns * .pi / Double(2 * stages))
    return rate / .pi * atan(warped)
  }

  @Test(arguments: [44_100, 48_000, 96_000], [2, 4, 6, 8, 10, 12])
  func notchesAreWhereThePhaseIsTurned(rate: Int, stages: Int) throws {
    let response = try response(stages, center: 700, rate: rate)
    for notch in 0..<stages / 2 {
      let bottom = frequency(Double(2 * notch + 1), stages, 700, Double(rate))
      #expect(KernelRun.decibels(response, bottom, Double(rate)) < -50, "\(bottom) Hz")
      let top = frequency(Double(2 * notch), stages, 700, Double(rate))
      #expect(abs(KernelRun.decibels(response, top, Double(rate))) < 0.01, "\(top) Hz")
    }
  }

  /// The notch of two stages is at the corner; a tone there is heard except when the sweep crosses
  /// it, which it does twice a cycle.
  @Test func theSweepCrossesItsCenterTwiceACycle() throws {
    let rate = 48_000
    let tone = Signal.sine(frames: 4 * rate, frequency: 800, sampleRate: rate)
    let output = KernelRun.output(try PhaserKernel(sampleRate: rate), tone) { _ in
      [1, 1, 800, 0, 0, 0, 0.5]
    }
    let levels = stride(from: rate / 8, to: 4 * rate - 480, by: 480).map {
      Measure.energy(output[$0..<$0 + 480]) / Measure.energy(tone[$0..<$0 + 480])
    }
    let dips = levels.indices.dropFirst().dropLast().filter {
      levels[$0] < 0.02 && levels[$0] <= levels[$0 - 1] && levels[$0] < levels[$0 + 1]
    }
    #expect(dips.count == 7 || dips.count == 8)
  }
}
