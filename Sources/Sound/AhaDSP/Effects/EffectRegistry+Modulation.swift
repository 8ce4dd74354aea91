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

  static var phaser: EffectSpec {
    EffectSpec(
      kind: .phaser, name: "phaser", title: "Phaser",
      summary: "Sweeps the notches of a chain of all-pass filters.",
      parameters: [
        ParameterSpec("rate_hz", "Rate", .hertz, 0.01...20, 0.5, .logarithmic),
        ParameterSpec("depth", "Depth", .none, 0...1, 0.5),
        ParameterSpec("center_hz", "Center", .hertz, 50...8000, 800, .logarithmic),
        ParameterSpec(
          "stages", "Stages", .choice, 0...5, 2, .stepped,
          choices: "two,four,six,eight,ten,twelve"),
        ParameterSpec("feedback", "Feedback", .none, -0.95...0.95, 0.3),
        ParameterSpec("spread", "Stereo spread", .none, 0...1, 0.5),
        ParameterSpec("mix", "Mix", .none, 0...1, 0.5),
      ])
  }

  static var tremolo: EffectSpec {
    EffectSpec(
      kind: .tremolo, name: "tremolo", title: "Tremolo",
      summary: "Moves the gain, or the position between left and right (auto-pan).",
      parameters: [
        ParameterSpec("mode", "Mode", .choice, 0...1, 0, .stepped, choices: "tremolo,pan"),
        ParameterSpec("rate_hz", "Rate", .hertz, 0.01...20, 6, .logarithmic),
        ParameterSpec("depth", "Depth", .none, 0...1, 0.5),
        ParameterSpec(
          "shape", "Shape", .choice, 0...2, 0, .stepped, choices: "sine,triangle,square"),
      ])
  }

  static var width: EffectSpec {
    EffectSpec(
      kind: .width, name: "width", title: "Width",
      summary: "Stereo width, gains of mid and side, and mono bass.",
      parameters: [
        ParameterSpec("width", "Width", .none, 0...2, 1),
        ParameterSpec("mid_db", "Mid gain", .decibels, -24...24, 0),
        ParameterSpec("side_db", "Side gain", .decibels, -24...24, 0),
        ParameterSpec("mono_below_hz", "Mono below", .hertz, 20...1000, 20, .logarithmic),
      ])
  }
}
