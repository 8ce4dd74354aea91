import AhaBase

/// The unit of a parameter.
public enum ParameterUnit: UInt32, Sendable {
  case none = 0
  case hertz, cents, decibels, milliseconds, seconds
  /// An index into the parameter's choices.
  case choice
  /// Non-zero is on.
  case toggle
  /// A set of flags, the lowest bit first.
  case flags
}

/// The scale of a parameter: how it maps to a knob, and the shape of its ramps.
public enum ParameterScale: UInt32, Sendable {
  case linear = 0
  /// Equal steps have equal ratios.
  case logarithmic
  /// Whole numbers only; changes without a ramp.
  case stepped
}

/// One parameter of an effect kind. Its index in the kind's list is its id.
public struct ParameterSpec: Sendable {
  public let name: StaticString
  public let title: StaticString
  public let unit: ParameterUnit
  public let minimum, maximum, standard: Float
  public let scale: ParameterScale
  /// Ramp time of a change that has no time of its own. Units: ms; 0: the next frame.
  public let smoothingMs: Float
  /// Names of the choices, separated by commas; empty for other units.
  public let choices: StaticString

  public init(
    _ name: StaticString, title: StaticString, unit: ParameterUnit,
    range: ClosedRange<Float>, standard: Float, scale: ParameterScale = .linear,
    smoothingMs: Float = 5, choices: StaticString = ""
  ) {
    self.name = name
    self.title = title
    self.unit = unit
    minimum = range.lowerBound
    maximum = range.upperBound
    self.standard = standard
    self.scale = scale
    self.smoothingMs = scale == .stepped ? 0 : smoothingMs
    self.choices = choices
  }

  public func accepts(_ value: Float) -> Bool {
    guard value >= minimum, value <= maximum else { return false }
    return scale != .stepped || value == value.rounded()
  }
}

/// The effect kinds; the numbers of aha/effects.h.
public enum EffectKind: UInt32, CaseIterable, Sendable {
  case filter = 1
  case reverb, pitch, compressor, limiter, equalizer, delay, tuner
  case fader
  case chorus, phaser, tremolo, saturation, crusher, gate, deesser, width, ladder, convolution
  case livePitch
  /// An LV2 plug-in; without rows in the registry.
  case lv2 = 254
  /// An effect that the host implements; without rows in the registry.
  case host = 255

  /// The kinds of the registry.
  public static var allCases: [EffectKind] {
    (filter.rawValue...livePitch.rawValue).compactMap { EffectKind(rawValue: $0) }
  }

  public static var count: UInt32 { UInt32(allCases.count) }

  /// The share of its range above which a fast move of a parameter is a jump. It is small where
  /// the moves of several parameters add up.
  var jumpShare: Float {
    switch self {
    case .delay, .chorus, .phaser: 0.05
    default: 0.15
    }
  }
}

/// One kind of effect.
public struct EffectSpec: Sendable {
  public let kind: EffectKind
  public let name: StaticString
  public let title: StaticString
  /// One sentence for lists.
  public let summary: StaticString
  public let parameters: [ParameterSpec]
  /// Names of the presets, separated by commas.
  public var presetNames: StaticString = ""
  /// For each preset the values of the first parameters; a preset does not change the others.
  public var presets: [[Float]] = []

  /// The values of a preset. Errors: `notFound`.
  public func preset(_ preset: String) throws(AhaError) -> [Float] {
    let names = presetNames.array.split(separator: UInt8(ascii: ",")).map { $0.text }
    if let index = names.firstIndex(where: { $0 == preset }) { return presets[index] }
    let known = presetNames.text
    throw AhaError(
      .notFound,
      "\(name) has no preset \"\(preset)\"" + (known.isEmpty ? "" : "; it has \(known)"))
  }
}
