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
}
