import AhaDSP
import AhaTestSupport
import Testing

/// The presets have the figures of docs/effects.md, measured coarsely.
extension ReverbTests {
  private func response(_ preset: String, seconds: Double) throws -> Samples {
    let values = try EffectRegistry.spec(.reverb).preset(preset)
    return try reverb(
      impulse(seconds), impulse(seconds), size: values[0], decay: values[1], damping: values[2],
      predelay: values[3], width: values[4])
  }

  @Test(arguments: [
    ("hall", [125: 2.6, 1000: 2.4, 4000: 1.75]), ("plate", [125: 1.75, 1000: 1.8, 4000: 1.65]),
    ("room", [125: 0.55, 1000: 0.5, 4000: 0.39]),
  ])
  func aPresetDecaysAsDocumented(preset: String, seconds: [Double: Double]) throws {
    let wet = try response(preset, seconds: 1.5 * seconds.values.max()!)
    for (hz, expected) in seconds {
      let decay = decayTime(octave(wet.left, around: hz))
      #expect((decay / expected - 1).magnitude < 0.15, "\(decay) s at \(hz) Hz")
    }
  }

  @Test(arguments: ["hall", "plate", "room"])
  func aPresetIsDenseAndFitsMono(preset: String) throws {
    let wet = try response(preset, seconds: 1)
    for start in stride(from: 2205, to: 8820, by: 441) {
      let part = wet.left[start..<start + 882]
      let deviation = Float((Measure.energy(part) / 882).squareRoot())
      let density = Double(part.count { $0.magnitude > deviation }) / 882 / 0.3173
      #expect(density > 0.75, "\(density) at frame \(start)")
    }
    let sum = zip(wet.left, wet.right).map { $0 + $1 }
    let sides = Measure.energy(wet.left) + Measure.energy(wet.right)
    let loss = Measure.decibels(2 * sides, Measure.energy(sum))
    #expect((loss - 1.4).magnitude < 0.3, "\(loss) dB")
  }
}
