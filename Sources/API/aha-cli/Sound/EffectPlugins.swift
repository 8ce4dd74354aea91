// LV2 plug-ins as effects of the command.

extension EffectKind {
  /// Begins the name of a plug-in: lv2:URI.
  static var pluginPrefix: Bytes { "lv2:".array }

  /// The URI in lv2:URI; nil for another effect.
  static func pluginURI(_ name: Bytes) -> Bytes? {
    name.starts(with: pluginPrefix) ? Bytes(name.dropFirst(pluginPrefix.count)) : nil
  }

  /// Describes a plug-in with an effect of an engine that does not render.
  init(plugin uri: Bytes) throws(Failure) {
    let engine = try Handle.engine()
    let effect = try Handle.plugin(uri, engine: engine)
    let count = aha_effect_parameter_count(effect.pointer)
    let name: Bytes = EffectKind.pluginPrefix + uri
    self.init(
      number: aha_effect_kind(AHA_EFFECT_LV2), name: "\(name)", uri: uri,
      parameters: (0..<count).map { EffectParameter($0, of: effect.pointer) })
  }

  /// A plug-in that is not installed.
  init(missing uri: Bytes) {
    let name: Bytes = EffectKind.pluginPrefix + uri
    self.init(
      number: aha_effect_kind(AHA_EFFECT_LV2), name: "\(name)", uri: uri, parameters: [])
  }
}

extension Handle {
  static func plugin(_ uri: Bytes, engine: Handle) throws(Failure) -> Handle {
    try Handle(.input, about: uri) {
      aha_lv2_create(engine.pointer, uri.c, nil, $0)
    }
  }
}

/// Splits URI[:PORT=VALUE]... from the end: a URI has colons too.
func splitPlugin(_ text: Bytes) -> (uri: Bytes, words: [Bytes]) {
  var parts = text.split(separator: 0x3a, omittingEmptySubsequences: false).map { Bytes($0) }
  var words: [Bytes] = []
  while parts.count > 1, let last = parts.last, isSetting(last) {
    words.insert(last, at: 0)
    parts.removeLast()
  }
  return (Bytes(parts.joined(separator: [0x3a])), words)
}

/// Whether a text is a port's symbol with a value.
private func isSetting(_ text: Bytes) -> Bool {
  let (name, value) = splitAtEqualsSign(text[...])
  let isSymbol = name.allSatisfy {
    (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
      || $0 == 0x5f
  }
  return value != nil && !name.isEmpty && isSymbol
}

/// Lists the plug-ins that can be effects, and with JSON the others with the reason.
func listPlugins(_ console: Console, isJSON: Bool) throws(Failure) {
  var first = aha_lv2_info_init()
  let all = try indices(aha_lv2_count(), .input, about: "LV2 plug-ins".array) {
    aha_lv2_get(0, &first)
  }
  for index in all {
    let info = filled(aha_lv2_info_init()) { aha_lv2_get(index, &$0) }
    let refusal = shown(info.refusal)
    if !isJSON, !refusal.isEmpty { continue }
    let record: Record = [
      "uri": .text(shown(info.uri)), "name": .text(shown(info.name)),
      "author": .text(shown(info.author)), "class": .text(shown(info.plugin_class)),
      "refusal": .text(refusal), "parameters": .number(info.parameter_count),
      "presets": .number(info.preset_count), "inputs": .number(info.audio_inputs),
      "outputs": .number(info.audio_outputs),
    ]
    console.print(record, or: padded(shown(info.name), to: 32) + "lv2:" + shown(info.uri))
  }
}
