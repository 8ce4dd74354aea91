import CAha

/// What KEY=VALUE words say about an effect: its parameters, and where it is.
struct EffectFields {
  private var values: [(parameter: UInt32, value: Float)] = []
  private var isBypassed: Bool?
  private var place: UInt32?

  init(_ words: [Bytes], _ kind: EffectKind) throws(Failure) {
    for word in words {
      let (name, text) = splitAtEqualsSign(word[...])
      let label = shown(name) + "="
      let parameter = kind.parameter(name)
      let isOwn = same("bypass", name) || same("place", name)
      if !isOwn, parameter == nil { throw unknown(name, kind) }
      guard let text else { throw .usage(label + " needs a value") }
      if same("bypass", name) { isBypassed = try readSwitch(text, label) }
      if same("place", name) { place = try readPlace(text) }
      if let parameter {
        values.append((parameter.number, try parameter.read(text, label: kind.name + ":" + label)))
      }
    }
  }

  private func unknown(_ name: Bytes, _ kind: EffectKind) -> Failure {
    var failure = kind.noParameter(name)
    failure.message += "; bypass= and place= go for all"
    return failure
  }

  func apply(to effect: Target, of project: ProjectFile) throws(Failure) {
    let pointer = project.pointer
    for (parameter, value) in values {
      try project.require(aha_project_set_effect_value(pointer, effect.id, parameter, value))
    }
    if let isBypassed {
      try project.require(aha_project_set_effect_bypassed(pointer, effect.id, isBypassed ? 1 : 0))
    }
    guard let place else { return }
    var info = aha_project_effect_init()
    try project.require(aha_project_get_effect(pointer, effect.id, &info))
    let count = aha_project_effect_count(pointer, info.owner_kind, info.owner)
    try project.requirePlace(place, Int(count))
    try project.require(
      aha_project_move_effect(pointer, effect.id, info.owner_kind, info.owner, place - 1))
  }
}
