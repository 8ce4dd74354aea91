// The kinds that move delay, phase, gain and width.
extension EffectRegistry {
  static var chorus: EffectSpec {
    EffectSpec(
      kind: .chorus, name: "chorus", title: "Chorus",
      summary: "Chorus, flanger and ensemble: delays that move.",
      parameters: [
        ParameterSpec(
          "mode", title: "Mode", unit: .choice, range: 0...2, standard: 0, scale: .stepped,
          choices: "chorus,flanger,ensemble"),
        ParameterSpec(
          "rate_hz", title: "Rate", unit: .hertz, range: 0.01...20, standard: 0.8,
          scale: .logarithmic),
        ParameterSpec(
          "depth_ms", title: "Depth", unit: .milliseconds, range: 0...10, standard: 2),
        ParameterSpec(
          "delay_ms", title: "Delay", unit: .milliseconds, range: 0.5...40, standard: 8,
          scale: .logarithmic),
        ParameterSpec("feedback", title: "Feedback", unit: .none, range: -0.95...0.95, standard: 0),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 0.5),
      ])
  }

  static var phaser: EffectSpec {
    EffectSpec(
      kind: .phaser, name: "phaser", title: "Phaser",
      summary: "Sweeps the notches of a chain of all-pass filters.",
      parameters: [
        ParameterSpec(
          "rate_hz", title: "Rate", unit: .hertz, range: 0.01...20, standard: 0.5,
          scale: .logarithmic),
        ParameterSpec("depth", title: "Depth", unit: .none, range: 0...1, standard: 0.5),
        ParameterSpec(
          "center_hz", title: "Center", unit: .hertz, range: 50...8000, standard: 800,
          scale: .logarithmic),
        ParameterSpec(
          "stages", title: "Stages", unit: .choice, range: 0...5, standard: 2, scale: .stepped,
          choices: "two,four,six,eight,ten,twelve"),
        ParameterSpec(
          "feedback", title: "Feedback", unit: .none, range: -0.95...0.95, standard: 0.3),
        ParameterSpec("spread", title: "Stereo spread", unit: .none, range: 0...1, standard: 0.5),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 0.5),
      ])
  }

  static var tremolo: EffectSpec {
    EffectSpec(
      kind: .tremolo, name: "tremolo", title: "Tremolo",
      summary: "Moves the gain, or the position between left and right (auto-pan).",
      parameters: [
        ParameterSpec(
          "mode", title: "Mode", unit: .choice, range: 0...1, standard: 0, scale: .stepped,
          choices: "tremolo,pan"),
        ParameterSpec(
          "rate_hz", title: "Rate", unit: .hertz, range: 0.01...20, standard: 6, scale: .logarithmic
        ),
        ParameterSpec("depth", title: "Depth", unit: .none, range: 0...1, standard: 0.5),
        ParameterSpec(
          "shape", title: "Shape", unit: .choice, range: 0...2, standard: 0, scale: .stepped,
          choices: "sine,triangle,square"),
      ])
  }

  static var width: EffectSpec {
    EffectSpec(
      kind: .width, name: "width", title: "Width",
      summary: "Stereo width, gains of mid and side, and mono bass.",
      parameters: [
        ParameterSpec("width", title: "Width", unit: .none, range: 0...2, standard: 1),
        ParameterSpec("mid_db", title: "Mid gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec("side_db", title: "Side gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec(
          "mono_below_hz", title: "Mono below", unit: .hertz, range: 20...1000, standard: 20,
          scale: .logarithmic),
      ])
  }
}
