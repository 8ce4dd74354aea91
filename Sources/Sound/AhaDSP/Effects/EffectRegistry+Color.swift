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
}
