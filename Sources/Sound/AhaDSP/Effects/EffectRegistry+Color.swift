// The kinds that distort, and those that follow the level.
extension EffectRegistry {
  static var saturation: EffectSpec {
    EffectSpec(
      kind: .saturation, name: "saturation", title: "Saturation",
      summary: "Drives the signal into a curve, oversampled eight times against aliasing.",
      parameters: [
        ParameterSpec(
          "curve", title: "Curve", unit: .choice, range: 0...3, standard: 0, scale: .stepped,
          choices: "tanh,soft,tube,hard"),
        ParameterSpec("drive_db", title: "Drive", unit: .decibels, range: 0...24, standard: 6),
        ParameterSpec(
          "gain_db", title: "Output gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 1),
      ])
  }

  static var crusher: EffectSpec {
    EffectSpec(
      kind: .crusher, name: "crusher", title: "Crusher",
      summary: "Lowers the resolution and the sample rate.",
      parameters: [
        ParameterSpec(
          "bits", title: "Bits", unit: .none, range: 1...24, standard: 8, scale: .stepped),
        ParameterSpec(
          "rate_hz", title: "Sample rate", unit: .hertz, range: 250...48000, standard: 12000,
          scale: .logarithmic),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 1),
      ])
  }

  static var gate: EffectSpec {
    EffectSpec(
      kind: .gate, name: "gate", title: "Gate",
      summary: "Gate and downward expander with hysteresis and hold, linked in stereo.",
      parameters: [
        ParameterSpec(
          "threshold_db", title: "Threshold", unit: .decibels, range: -80...0, standard: -40),
        ParameterSpec(
          "ratio", title: "Ratio", unit: .none, range: 1...100, standard: 10, scale: .logarithmic),
        ParameterSpec("range_db", title: "Range", unit: .decibels, range: -120...0, standard: -80),
        ParameterSpec(
          "hysteresis_db", title: "Hysteresis", unit: .decibels, range: 0...24, standard: 4),
        ParameterSpec(
          "attack_ms", title: "Attack", unit: .milliseconds, range: 0.1...200, standard: 1,
          scale: .logarithmic),
        ParameterSpec("hold_ms", title: "Hold", unit: .milliseconds, range: 0...2000, standard: 50),
        ParameterSpec(
          "release_ms", title: "Release", unit: .milliseconds, range: 1...4000, standard: 100,
          scale: .logarithmic),
      ])
  }

  static var deesser: EffectSpec {
    EffectSpec(
      kind: .deesser, name: "deesser", title: "De-esser",
      summary: "Reduces the high frequencies while they are loud.",
      parameters: [
        ParameterSpec(
          "frequency_hz", title: "Split", unit: .hertz, range: 1000...16000, standard: 5000,
          scale: .logarithmic),
        ParameterSpec(
          "threshold_db", title: "Threshold", unit: .decibels, range: -60...0, standard: -30),
        ParameterSpec(
          "ratio", title: "Ratio", unit: .none, range: 1...20, standard: 4, scale: .logarithmic),
        ParameterSpec(
          "range_db", title: "Max reduction", unit: .decibels, range: 0...24, standard: 12),
        ParameterSpec(
          "attack_ms", title: "Attack", unit: .milliseconds, range: 0.1...50, standard: 1,
          scale: .logarithmic),
        ParameterSpec(
          "release_ms", title: "Release", unit: .milliseconds, range: 5...500, standard: 60,
          scale: .logarithmic),
      ])
  }

  static var ladder: EffectSpec {
    EffectSpec(
      kind: .ladder, name: "ladder", title: "Ladder filter",
      summary: "Transistor-ladder filter with drive, 24 dB per octave.",
      parameters: [
        ParameterSpec(
          "mode", title: "Mode", unit: .choice, range: 0...2, standard: 0, scale: .stepped,
          choices: "low_pass,band_pass,high_pass"),
        ParameterSpec(
          "cutoff_hz", title: "Cutoff", unit: .hertz, range: 20...20000, standard: 1000,
          scale: .logarithmic),
        ParameterSpec("resonance", title: "Resonance", unit: .none, range: 0...1, standard: 0.3),
        ParameterSpec("drive_db", title: "Drive", unit: .decibels, range: 0...24, standard: 0),
      ])
  }
}
