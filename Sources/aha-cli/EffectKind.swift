import CAha

/// One effect kind with its parameters, as the library's registry tells it.
struct EffectKind {
  let number: aha_effect_kind
  let name: String
  let title: String
  let summary: String
  let parameters: [EffectParameter]

  /// Every kind, in the order of its number.
  static func all() -> [EffectKind] {
    (0..<aha_effect_kind_count()).compactMap { EffectKind($0 + 1) }
  }

  static func named(_ name: Bytes) -> EffectKind? { all().first { same($0.name, name) } }

  private init?(_ number: aha_effect_kind) {
    var info = aha_effect_info_init()
    guard Int(aha_effect_get_info(number, &info)) == AHA_OK else { return nil }
    self.number = number
    name = shown(info.name)
    title = shown(info.title)
    summary = shown(info.summary)
    parameters = (0..<info.parameter_count).compactMap { EffectParameter($0, of: number) }
  }

  func parameter(_ name: Bytes) -> EffectParameter? { parameters.first { same($0.name, name) } }

  func parameter(numbered number: UInt32) -> EffectParameter? {
    parameters.first { $0.number == number }
  }

  func noParameter(_ name: Bytes) -> Failure {
    let known = parameters.map { $0.name }
    var message = self.name + " has no parameter \"" + shown(name) + "\""
    if let near = suggestion(for: name, among: known) { message += "; did you mean " + near + "?" }
    return .usage(message + "; it has " + joined(known))
  }
}

/// One parameter of an effect kind.
struct EffectParameter {
  let number: UInt32
  let name: String
  let title: String
  /// Names of the choices; none for other units.
  let choices: [String]
  let info: aha_parameter_info

  init?(_ index: UInt32, of kind: aha_effect_kind) {
    var info = aha_parameter_info_init()
    guard Int(aha_effect_get_parameter_info(kind, index, &info)) == AHA_OK else { return nil }
    number = info.parameter
    self.info = info
    name = shown(info.name)
    title = shown(info.title)
    choices = bytes(of: info.choices).split(separator: 0x2c).map { shown($0) }
  }

  /// Reads a value: a choice by name or number, a toggle as on or off too, else a number.
  /// - Parameter label: what a complaint calls it, as in "cutoff=".
  func read(_ text: Bytes, label: String) throws(Failure) -> Float {
    if let choice = words.firstIndex(where: { same($0, text) }) { return Float(choice) }
    let quantity = Quantity(
      name: label, lowest: decimal(info.minimum), highest: decimal(info.maximum),
      isWhole: Int(info.curve) == AHA_CURVE_STEPPED)
    do throws(Failure) {
      return Float(try quantity.read(text))
    } catch {
      throw words.isEmpty ? error : noChoice(text, label)
    }
  }

  /// A value as `read` takes it.
  func text(_ value: Float) -> String {
    let index = Int(exactly: value) ?? -1
    return words.indices.contains(index) ? words[index] : plain(decimal(value))
  }

  /// What may stand for the numbers from 0 on.
  private var words: [String] { Int(info.unit) == AHA_UNIT_TOGGLE ? ["off", "on"] : choices }

  private func noChoice(_ text: Bytes, _ label: String) -> Failure {
    var message = label + " \"" + shown(text) + "\" is not one of its choices"
    if let near = suggestion(for: text, among: words) { message += "; did you mean " + near + "?" }
    return .usage(message + "; they are " + joined(words))
  }
}

/// A bound as a person wrote it into the registry: 0.95, not the Float next to it.
func decimal(_ bound: Float) -> Double { (Double(bound) * 1e6).rounded() / 1e6 }
