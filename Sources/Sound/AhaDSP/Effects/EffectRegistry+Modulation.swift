// The kinds that move delay, phase, gain and width.
extension EffectRegistry {
  static var chorus: EffectSpec {
    EffectSpec(
      kind: .chorus, name: "chorus", title: "Chorus",
      summary: "Chorus, flanger and ensemble: delays that move.",
      parameters: [
        ParameterSpec(
          "mode", "Mode", .choice, 0...2, 0, .stepped, choices: "chorus,flanger,ensemble"),
        ParameterSpec("rate_hz", "Rate", .hertz, 0.01...20, 0.8, .logarithmic),
        ParameterSpec("depth_ms", "Depth", .milliseconds, 0...10, 2, smoothingMs: 100),
        ParameterSpec(
          "delay_ms", "Delay", .milliseconds, 0.5...40, 8, .logarithmic, smoothingMs: 100),
        ParameterSpec("feedback", "Feedback", .none, -0.95...0.95, 0),
        ParameterSpec("mix", "Mix", .none, 0...1, 0.5),
      ])
  }
}
