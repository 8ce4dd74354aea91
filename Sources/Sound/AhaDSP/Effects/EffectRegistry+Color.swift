// The kinds that distort, and those that follow the level.
extension EffectRegistry {
  static var saturation: EffectSpec {
    EffectSpec(
      kind: .saturation, name: "saturation", title: "Saturation",
      summary: "Drives the signal into a curve, oversampled eight times against aliasing.",
      parameters: [
        ParameterSpec(
          "curve", "Curve", .choice, 0...3, 0, .stepped, choices: "tanh,soft,tube,hard"),
        ParameterSpec("drive_db", "Drive", .decibels, 0...24, 6),
        ParameterSpec("gain_db", "Output gain", .decibels, -24...24, 0),
        ParameterSpec("mix", "Mix", .none, 0...1, 1),
      ])
  }

  static var crusher: EffectSpec {
    EffectSpec(
      kind: .crusher, name: "crusher", title: "Crusher",
      summary: "Lowers the resolution and the sample rate.",
      parameters: [
        ParameterSpec("bits", "Bits", .none, 1...24, 8, .stepped),
        ParameterSpec("rate_hz", "Sample rate", .hertz, 250...48000, 12000, .logarithmic),
        ParameterSpec("mix", "Mix", .none, 0...1, 1),
      ])
  }

  static var gate: EffectSpec {
    EffectSpec(
      kind: .gate, name: "gate", title: "Gate",
      summary: "Gate and downward expander with hysteresis and hold, linked in stereo.",
      parameters: [
        ParameterSpec("threshold_db", "Threshold", .decibels, -80...0, -40),
        ParameterSpec("ratio", "Ratio", .none, 1...100, 10, .logarithmic),
        ParameterSpec("range_db", "Range", .decibels, -120...0, -80),
        ParameterSpec("hysteresis_db", "Hysteresis", .decibels, 0...24, 4),
        ParameterSpec("attack_ms", "Attack", .milliseconds, 0.1...200, 1, .logarithmic),
        ParameterSpec("hold_ms", "Hold", .milliseconds, 0...2000, 50),
        ParameterSpec("release_ms", "Release", .milliseconds, 1...4000, 100, .logarithmic),
      ])
  }

  static var deesser: EffectSpec {
    EffectSpec(
      kind: .deesser, name: "deesser", title: "De-esser",
      summary: "Reduces the high frequencies while they are loud.",
      parameters: [
        ParameterSpec("frequency_hz", "Split", .hertz, 1000...16000, 5000, .logarithmic),
        ParameterSpec("threshold_db", "Threshold", .decibels, -60...0, -30),
        ParameterSpec("ratio", "Ratio", .none, 1...20, 4, .logarithmic),
        ParameterSpec("range_db", "Max reduction", .decibels, 0...24, 12),
        ParameterSpec("attack_ms", "Attack", .milliseconds, 0.1...50, 1, .logarithmic),
        ParameterSpec("release_ms", "Release", .milliseconds, 5...500, 60, .logarithmic),
      ])
  }

  static var ladder: EffectSpec {
    EffectSpec(
      kind: .ladder, name: "ladder", title: "Ladder filter",
      summary: "Transistor-ladder filter with drive, 24 dB per octave.",
      parameters: [
        ParameterSpec(
          "mode", "Mode", .choice, 0...2, 0, .stepped, choices: "low_pass,band_pass,high_pass"),
        ParameterSpec("cutoff_hz", "Cutoff", .hertz, 20...20000, 1000, .logarithmic),
        ParameterSpec("resonance", "Resonance", .none, 0...1, 0.3),
        ParameterSpec("drive_db", "Drive", .decibels, 0...24, 0),
      ])
  }
}
