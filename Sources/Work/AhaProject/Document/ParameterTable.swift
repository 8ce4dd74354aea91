import AhaBase
import AhaDSP

/// A parameter of an effect, gain or pan of a track or bus, the speed of a track, or the tempo of
/// the master, with its range.
public struct Parameter: Sendable {
  public let name: String
  /// Index in the effect's list; of a track or bus 0 for gain, 1 for pan, 2 for speed or tempo.
  public let number: UInt32
  public let minimum, maximum, standard: Float
  /// Whole numbers only; changes are steps.
  public let isStepped: Bool
  /// Changes are steps, or even in octaves.
  var isTempo = false

  public func accepts(_ value: Float) -> Bool {
    guard value >= minimum, value <= maximum else { return false }
    return !isStepped || value == value.rounded()
  }
}

/// All effect kinds and faders with their parameters.
struct ParameterTable: Sendable {
  static let gain = Parameter(
    name: "gain_db", number: 0, minimum: -120, maximum: 24, standard: 0, isStepped: false)
  static let pan = Parameter(
    name: "pan", number: 1, minimum: -1, maximum: 1, standard: 0, isStepped: false)
  static let fader = [gain, pan]
  /// Index of the fader's pan law, which is the engine's.
  static let panLaw: UInt32 = 2
  /// The parameters of a track.
  static let track = [gain, pan, Parameter.speed]
  static let master = [gain, pan, Parameter.tempo]

  private let effects: [(spec: EffectSpec, parameters: [Parameter])]

  init() {
    effects = EffectKind.allCases.map { kind in
      let spec = EffectRegistry.spec(kind)
      let parameters = spec.parameters.enumerated().map { number, parameter in
        Parameter(parameter.name.text, number: number, spec: parameter)
      }
      return (spec, parameters)
    }
  }

  func kind(_ name: String) -> EffectKind? {
    if name == "lv2" { return .lv2 }
    return effects.first { $0.spec.name.text == name }?.spec.kind
  }

  func name(_ kind: EffectKind) -> StaticString { EffectRegistry.spec(kind).name }

  /// Empty for a plug-in, which `PluginParameters` describes.
  func parameters(of kind: EffectKind) -> [Parameter] {
    kind == .lv2 ? [] : entry(kind).parameters
  }

  private func entry(_ kind: EffectKind) -> (spec: EffectSpec, parameters: [Parameter]) {
    effects[Int(kind.rawValue) - 1]
  }
}

extension Parameter {
  /// Of a track, relative to its sound; the pitch changes with it.
  public static let speed = Parameter("speed", number: 2, spec: .speed)

  /// Of the master: quarter notes per minute of the project.
  public static let tempo = Parameter(
    name: "tempo_bpm", number: 2, minimum: Float(TempoMap.limits.lowerBound),
    maximum: Float(TempoMap.limits.upperBound), standard: 120, isStepped: false, isTempo: true)

  /// - Parameter spec: Its own name is not used: that of a plug-in's parameter is not static.
  init(_ name: String, number: Int, spec: ParameterSpec) {
    self.init(
      name: name, number: UInt32(number), minimum: spec.minimum, maximum: spec.maximum,
      standard: spec.standard, isStepped: spec.scale == .stepped)
  }
}

extension ParameterSpec {
  static let speed = ParameterSpec(
    "speed", title: "Speed", unit: .none,
    range: Float(SpeedPath.limits.lowerBound)...Float(SpeedPath.limits.upperBound), standard: 1,
    scale: .logarithmic)
}

extension [Parameter] {
  func named(_ name: String) -> Parameter? { first { $0.name == name } }
}
