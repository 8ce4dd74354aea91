import CAha

let effectsVerb = Verb(
  name: "effects", synopsis: "[NAME]", summary: "List the effects, or one effect's parameters",
  details: "A track of aha mix goes through them with fx=NAME:PARAMETER=VALUE:...",
  ownOptions: [.json], run: runEffects)

@Sendable
private func runEffects(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.count > 1 { throw effectsVerb.usage("effects takes one name") }
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
  var message = "unknown effect \"" + shown(name) + "\""
  if let near = suggestion(for: name, among: names) { message += "; did you mean " + near + "?" }
  throw .usage(message + "; the effects are " + joined(names))
}

private func printParameters(of kind: EffectKind, _ console: Console) {
  console.print(kind.title + ": " + kind.summary + "\n")
  console.print(row("PARAMETER", "UNIT", "RANGE", "DEFAULT", ""))
  for parameter in kind.parameters { console.print(row(parameter)) }
}

private func row(_ parameter: EffectParameter) -> String {
  let info = parameter.info
  let range = plain(decimal(info.minimum)) + " to " + plain(decimal(info.maximum))
  let choice = parameter.choices.isEmpty ? nil : parameter.choices[Int(info.default_value)]
  return row(
    parameter.name, unitName(info.unit), range, choice ?? plain(decimal(info.default_value)),
    joined(parameter.choices))
}

private func row(
  _ name: String, _ unit: String, _ range: String, _ standard: String, _ choices: String
) -> String {
  let start = padded(name, 14) + padded(unit, 14) + padded(range, 15)
  return choices.utf8.isEmpty ? start + standard : start + padded(standard, 10) + choices
}

private func object(_ kind: EffectKind) -> JSONObject {
  var object = JSONObject()
  object.add("effect", text: kind.name)
  object.add("kind", number: UInt64(kind.number))
  object.add("title", text: kind.title)
  object.add("summary", text: kind.summary)
  object.add("parameters", objects: kind.parameters.map { parameterObject($0) })
  return object
}

private func parameterObject(_ parameter: EffectParameter) -> JSONObject {
  let info = parameter.info
  var object = JSONObject()
  object.add("parameter", text: parameter.name)
  object.add("number", number: UInt64(parameter.number))
  object.add("title", text: parameter.title)
  object.add("unit", text: unitName(info.unit))
  object.add("minimum", number: info.minimum)
  object.add("maximum", number: info.maximum)
  object.add("default", number: info.default_value)
  object.add("smoothing_ms", number: info.smoothing_ms)
  object.add("curve", text: curveName(info.curve))
  object.add("choices", texts: parameter.choices)
  return object
}

private func unitName(_ unit: aha_unit) -> String {
  switch Int(unit) {
  case AHA_UNIT_NONE: "none"
  case AHA_UNIT_HERTZ: "hertz"
  case AHA_UNIT_CENTS: "cents"
  case AHA_UNIT_DECIBELS: "decibels"
  case AHA_UNIT_MILLISECONDS: "milliseconds"
  case AHA_UNIT_SECONDS: "seconds"
  case AHA_UNIT_CHOICE: "choice"
  case AHA_UNIT_TOGGLE: "toggle"
  case AHA_UNIT_FLAGS: "flags"
  default: "other"
  }
}

private func curveName(_ curve: aha_curve) -> String {
  switch Int(curve) {
  case AHA_CURVE_LINEAR: "linear"
  case AHA_CURVE_LOGARITHMIC: "logarithmic"
  case AHA_CURVE_STEPPED: "stepped"
  default: "other"
  }
}
