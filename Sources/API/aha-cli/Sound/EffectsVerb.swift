let effectsVerb = Verb(
  "effects", synopsis: "[NAME]", summary: "List the effects, or one effect's parameters",
  details: "A track of \(program) mix goes through them with fx=NAME:PARAMETER=VALUE:... The name\n"
    + "of an LV2 plug-in is lv2:URI, its ports are parameters: fx=lv2:URI:PORT=VALUE.\n"
    + "preset=NAME sets several parameters: fx=reverb:preset=hall:mix=0.4",
  operands: (0...1, "effects takes one name"),
  options: [.json, Option("--lv2", "list the LV2 plug-ins that can be effects")]
) { (arguments, console) throws(Failure) in
  if let name = arguments.operands.first {
    let kind = try EffectKind.named(name)
    return console.print(kind.record, or: kind.table)
  }
  if arguments.has("--lv2") {
    return try listPlugins(console, isJSON: arguments.has("--json"))
  }
  for kind in EffectKind.all {
    console.print(kind.record, or: padded(kind.name, to: 12) + kind.summary)
  }
}

/// In the order of AHA_UNIT_...
private let unitNames = [
  "none", "hertz", "cents", "decibels", "milliseconds", "seconds", "choice", "toggle", "flags",
]

struct EffectKind {
  let number: aha_effect_kind
  /// "" for a kind of a newer library.
  let name: String
  let parameters: [EffectParameter]
  /// Values of preset=; none for an LV2 plug-in.
  let presets: [String]
  /// Of an LV2 plug-in.
  let uri: Bytes?
  let summary: String
  fileprivate let title: String

  static var all: [EffectKind] { (0..<aha_effect_kind_count()).map { EffectKind($0 + 1) } }

  static func named(_ name: Bytes) throws(Failure) -> EffectKind {
    if let uri = pluginURI(name) { return try EffectKind(plugin: uri) }
    if let kind = all.first(where: { same($0.name, name) }) { return kind }
    let names = all.map { $0.name }
    throw .usage(
      "unknown effect \"\(name)\"" + didYouMean(name, among: names) + "; the effects are "
        + joined(names))
  }

  init(_ number: aha_effect_kind) {
    self.number = number
    let info = filled(aha_effect_info_init()) { aha_effect_kind_get(number, &$0) }
    name = "\(info.name)"
    (title, summary, uri) = ("\(info.title)", "\(info.summary)", nil)
    presets = bytes(of: info.presets).split(separator: 0x2c).map { shown($0) }
    parameters = (0..<info.parameter_count).map { EffectParameter($0, of: number) }
  }

  /// A plug-in.
  init(
    number: aha_effect_kind, name: String, uri: Bytes, parameters: [EffectParameter]
  ) {
    (self.number, self.name, self.uri, self.parameters) = (number, name, uri, parameters)
    (title, summary, presets) = (name, "An LV2 plug-in.", [])
  }

  func parameter(_ name: Bytes, others: String = "") throws(Failure) -> EffectParameter {
    if let parameter = parameters.first(where: { same($0.name, name) }) { return parameter }
    let known = parameters.map { $0.name }
    throw .usage(
      self.name + " has no parameter \"\(name)\"" + didYouMean(name, among: known) + "; it has "
        + joined(known) + others)
  }

  func preset(_ name: Bytes, label: String) throws(Failure) -> Bytes {
    if presets.contains(where: { same($0, name) }) { return name }
    throw .usage(
      label + " \"\(name)\" is not one of its presets" + didYouMean(name, among: presets)
        + "; they are " + joined(presets))
  }

  func parameter(numbered number: UInt32) -> EffectParameter? {
    parameters.first { $0.info.parameter == number }
  }

  fileprivate var record: Record {
    [
      "effect": .text(name), "kind": .number(number), "title": .text(title),
      "summary": .text(summary), "parameters": .list(parameters.map { $0.record }),
      "presets": .texts(presets),
    ]
  }

  fileprivate var table: String {
    let titles = row(("PARAMETER", 14), ("UNIT", 14), ("RANGE", 15), ("DEFAULT", 0))
    let rows = [title + ": " + summary + "\n", titles] + parameters.map { $0.row }
    if presets.isEmpty { return joined(rows, by: "\n") }
    return joined(
      rows + ["\nPresets, as in preset=" + presets[0] + ": " + joined(presets)], by: "\n")
  }
}

struct EffectParameter {
  let name, title: String
  /// Names of the choices; none for other units.
  let choices: [String]
  let info: aha_parameter_info

  init(_ index: UInt32, of kind: aha_effect_kind) {
    self.init(filled(aha_parameter_info_init()) { aha_effect_kind_parameter_get(kind, index, &$0) })
  }

  init(_ index: UInt32, of effect: OpaquePointer?) {
    self.init(filled(aha_parameter_info_init()) { aha_effect_parameter_get(effect, index, &$0) })
  }

  /// The speed of a track of a project.
  static var speed: EffectParameter {
    var info = aha_parameter_info_init()
    info.parameter = aha_track_parameter(AHA_TRACK_SPEED)
    (info.minimum, info.maximum, info.default_value) = (0.05, 16, 1)
    return EffectParameter(info, name: "varispeed", title: "Speed", choices: [])
  }

  /// The tempo of a project.
  static var tempo: EffectParameter {
    var info = aha_parameter_info_init()
    info.parameter = aha_master_parameter(AHA_MASTER_TEMPO)
    (info.minimum, info.maximum, info.default_value) = (1, 1000, 120)
    return EffectParameter(info, name: "tempo", title: "Tempo", choices: [])
  }

  private init(_ info: aha_parameter_info) {
    let choices = bytes(of: info.choices).split(separator: 0x2c).map { shown($0) }
    self.init(info, name: shown(info.name), title: shown(info.title), choices: choices)
  }

  private init(_ info: aha_parameter_info, name: String, title: String, choices: [String]) {
    (self.info, self.name, self.title, self.choices) = (info, name, title, choices)
  }

  var isStepped: Bool { Int(info.curve) == AHA_CURVE_STEPPED }

  /// Words for the numbers from 0 on.
  var words: [String] { Int(info.unit) == AHA_UNIT_TOGGLE ? ["off", "on"] : choices }

  /// Reads a choice by name or number, a toggle as on or off too, else a number.
  func read(_ text: Bytes, label: String) throws(Failure) -> Float {
    if let choice = words.firstIndex(where: { same($0, text) }) { return Float(choice) }
    let kind = Kind.range(decimal(info.minimum), decimal(info.maximum), isWhole: isStepped)
    do throws(Failure) { return try kind.read(text, label: label).float } catch {
      if words.isEmpty { throw error }
      let near = didYouMean(text, among: words)
      throw .usage(
        label + " \"\(text)\" is not one of its choices" + near + "; they are " + joined(words))
    }
  }

  func text(_ value: Float) -> String {
    word(words, at: Int(exactly: value) ?? -1, otherwise: plain(decimal(value)))
  }

  fileprivate var row: String {
    let choice = Int(exactly: info.default_value).flatMap {
      choices.indices.contains($0) ? choices[$0] : nil
    }
    return aha_cli.row(
      (name, 14), (word(unitNames, at: info.unit), 14),
      (plain(decimal(info.minimum)) + " to " + plain(decimal(info.maximum)), 15),
      (choice ?? plain(decimal(info.default_value)), 10), (joined(choices), 0))
  }

  fileprivate var record: Record {
    [
      "parameter": .text(name), "number": .number(info.parameter),
      "title": .text(title), "unit": .text(word(unitNames, at: info.unit)),
      "minimum": .number(info.minimum), "maximum": .number(info.maximum),
      "default": .number(info.default_value), "smoothing_ms": .number(info.smoothing_ms),
      "curve": .text(word(["linear", "logarithmic", "stepped"], at: info.curve)),
      "choices": .texts(choices),
    ]
  }
}

/// The decimal number of the registry for a bound: 0.95, not the Float next to it.
func decimal(_ bound: Float) -> Double { (Double(bound) * 1e6).rounded() / 1e6 }
