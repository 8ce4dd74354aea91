import CAha

let effectsVerb = Verb(
  "effects", "[NAME]", "List the effects, or one effect's parameters",
  details: "A track of aha mix goes through them with fx=NAME:PARAMETER=VALUE:...", options: [.json]
) { (arguments, console) throws(Failure) in
  if arguments.operands.count > 1 { throw arguments.usage("effects takes one name") }
  var kind: EffectKind?
  if let name = arguments.operands.first { kind = try effectKind(named: name) }
  if console.isJSON {
    for kind in kind.map({ [$0] }) ?? EffectKind.all() { console.print(object(kind).text) }
  } else if let kind {
    printParameters(of: kind, console)
  } else {
    for kind in EffectKind.all() { console.print(padded(kind.name, 12) + kind.summary) }
  }
}

/// The effect kind of a name, which a person may have misspelled.
func effectKind(named name: Bytes) throws(Failure) -> EffectKind {
  if let kind = EffectKind.named(name) { return kind }
  let names = EffectKind.all().map { $0.name }
  throw .usage(
    "unknown effect \"" + shown(name) + "\"" + didYouMean(name, among: names) + "; the effects are "
      + joined(names))
}

private func printParameters(of kind: EffectKind, _ console: Console) {
  console.print(kind.title + ": " + kind.summary + "\n")
  console.print(row(("PARAMETER", 14), ("UNIT", 14), ("RANGE", 15), ("DEFAULT", 0)))
  for parameter in kind.parameters {
    let info = parameter.info
    let range = plain(decimal(info.minimum)) + " to " + plain(decimal(info.maximum))
    let choice = parameter.choices.isEmpty ? nil : parameter.choices[Int(info.default_value)]
    console.print(
      row(
        (parameter.name, 14), (word(unitNames, info.unit), 14), (range, 15),
        (choice ?? plain(decimal(info.default_value)), 10), (joined(parameter.choices), 0)))
  }
}

private func object(_ kind: EffectKind) -> JSONObject {
  [
    "effect": .text(kind.name), "kind": .number(kind.number), "title": .text(kind.title),
    "summary": .text(kind.summary),
    "parameters": .list(kind.parameters.map { parameterObject($0) }),
  ]
}

private func parameterObject(_ parameter: EffectParameter) -> JSONObject {
  let info = parameter.info
  return [
    "parameter": .text(parameter.name), "number": .number(parameter.number),
    "title": .text(parameter.title), "unit": .text(word(unitNames, info.unit)),
    "minimum": .number(info.minimum), "maximum": .number(info.maximum),
    "default": .number(info.default_value), "smoothing_ms": .number(info.smoothing_ms),
    "curve": .text(word(["linear", "logarithmic", "stepped"], info.curve)),
    "choices": .texts(parameter.choices),
  ]
}

/// In the order of AHA_UNIT_...
private let unitNames = [
  "none", "hertz", "cents", "decibels", "milliseconds", "seconds", "choice", "toggle", "flags",
]

struct EffectKind {
  let number: aha_effect_kind
  let name: String
  let title: String
  let summary: String
  let parameters: [EffectParameter]

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
    return .usage(
      self.name + " has no parameter \"" + shown(name) + "\"" + didYouMean(name, among: known)
        + "; it has " + joined(known))
  }
}

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
      lowest: decimal(info.minimum), highest: decimal(info.maximum),
      isWhole: Int(info.curve) == AHA_CURVE_STEPPED)
    do throws(Failure) { return Float(try quantity.read(text, label)) } catch {
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
    return .usage(
      label + " \"" + shown(text) + "\" is not one of its choices" + didYouMean(text, among: words)
        + "; they are " + joined(words))
  }
}

/// A bound as a person wrote it into the registry: 0.95, not the Float next to it.
func decimal(_ bound: Float) -> Double { (Double(bound) * 1e6).rounded() / 1e6 }
