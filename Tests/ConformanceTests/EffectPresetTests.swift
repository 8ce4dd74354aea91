import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// Several parameters that change at once.
@Suite struct EffectPresetTests {
  private static let presets: [EffectKind: [[Float]]] = [
    .phaser: [
      [0.5, 0.5, 800, 2, 0.3, 0.5, 0.5], [0.2, 0.8, 1200, 1, 0.7, 1, 0.5],
      [0.7, 0.5, 900, 2, 0.35, 0.5, 0.5],
    ],
    .chorus: [[0, 0.8, 2, 8, 0, 0.5], [2, 0.6, 3, 12, 0, 0.6], [0, 1.2, 3, 11, 0.1, 0.5]],
    .delay: [
      [375, 500, 0.35, 0, 6000, 0.35], [80, 95, 0.1, 0.3, 12_000, 0.25],
      [250, 333.3, 0.3, 1, 3000, 0.5],
    ],
  ]

  /// The highest share of the energy that is outside of 200 Hz around a tone, in windows of 80 ms.
  private func outside(_ samples: [Float], hertz: Double) -> Double {
    let (size, rate) = (3840, 48_000.0)
    let window = (0..<size).map { index in
      let turn = 2 * .pi * Double(index) / Double(size)
      return 0.42 - 0.5 * cos(turn) + 0.08 * cos(2 * turn)
    }
    return stride(from: 0, to: samples.count - size, by: 960).map { start in
      let piece = (0..<size).map { Double(samples[start + $0]) * window[$0] }
      let all = piece.reduce(0) { $0 + $1 * $1 } * Double(size) / 2
      // Bins of 12.5 Hz.
      var near = 0.0
      for bin in -16...16 {
        let turn = 2 * .pi * (hertz + Double(bin) * 12.5) / rate
        let (real, imaginary) = piece.indices.reduce((0.0, 0.0)) { sum, index in
          (
            sum.0 + piece[index] * cos(turn * Double(index)),
            sum.1 + piece[index] * sin(turn * Double(index))
          )
        }
        near += real * real + imaginary * imaginary
      }
      return Measure.decibels(max(all - near, 0), all)
    }.max()!
  }

  @Test(arguments: [EffectKind.phaser, .chorus, .delay])
  func aChangeOfPresetHasNoTransient(kind: EffectKind) throws {
    let hertz = 1000.0
    let tone = Signal.sine(frames: 96_000, frequency: hertz, amplitude: 0.25)
    let presets = EffectPresetTests.presets[kind]!
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
      let rig = try UnitRig(kind, values: presets[from])
      rig.at(72_000) { unit in
        for (index, value) in presets[to].enumerated() { unit.set(index, value: value, over: nil) }
      }
      let output = rig.run(Stereo(tone)).slice(66_000..<96_000)
      #expect(outside(output.left, hertz: hertz) < -50, "\(from) to \(to)")
    }
  }
}
