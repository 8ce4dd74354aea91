import CAha

let setVerb = Verb(
  "project set", "NAME.aha [WHAT] KEY=VALUE...", "Change the project, or a part of it",
  details: setDetails()
) { (arguments, console) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  guard let first = words.first else { throw arguments.usage("project set needs KEY=VALUE") }
  let project = try ProjectFile.forEditing(path)
  let isName = try project.has(first)
  if !isName, first.contains(0x3d) { return try setSettings(words, project) }
  let target = try project.find(first, among: Target.Kind.all)
  if words.count == 1 { throw arguments.usage("project set needs KEY=VALUE") }
  try set(target, Array(words.dropFirst()), project)
}

let removeVerb = Verb(
  "project remove", "NAME.aha WHAT...", "Remove tracks, buses, effects or markers",
  details: "Files stay. What went to a bus goes where the bus went."
) { (arguments, console) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  guard let first = words.first else { throw arguments.usage("project remove needs a name") }
  let project = try ProjectFile.forEditing(path)
  var targets: [Target] = []
  for word in words {
    let target = try project.find(word, among: Target.Kind.all)
    if !targets.contains(target) { targets.append(target) }
  }
  // What goes with its track or bus must not be looked for any more.
  targets.sort { $0.kind == .effect && $1.kind != .effect }
  try project.edit("remove " + brief(first)) { () throws(Failure) in
    for target in targets { try project.require(project.remove(target)) }
  }
}

private func setDetails() -> String {
  """
  All of it is one edit. Without WHAT, the keys are title=, tempo=, rate=, and
  time= as in 3/4. Those of a track or bus:

  """ + fieldHelp([.track, .bus]) + """
    An effect has its parameters, bypass=on|off, and place= in its chain; a marker
    has name= and time=.
    """
}

private func setSettings(_ words: [Bytes], _ project: ProjectFile) throws(Failure) {
  var settings = ProjectSettings()
  for word in words {
    let (name, value) = splitAtEqualsSign(word[...])
    guard ProjectSettings.keys.contains(where: { same($0, name) }) else {
      throw setVerb.unknownKey(name, among: ProjectSettings.keys.map { $0 + "=" })
    }
    guard let value else { throw setVerb.usage(shown(name) + "= needs a value") }
    try settings.set(name, value, shown(name) + "=")
  }
  try project.edit("settings") { () throws(Failure) in try settings.apply(to: project) }
}

private func set(_ target: Target, _ words: [Bytes], _ project: ProjectFile) throws(Failure) {
  let title = "set " + (try project.shownName(of: target))
  switch target.kind {
  case .track, .bus:
    let use = target.kind == .track ? FieldUse.track : .bus
    let fields = try Fields(words, for: use, of: setVerb)
    try project.edit(title) { () throws(Failure) in try project.change(target, fields) }
  case .effect:
    let fields = try EffectFields(words, try project.kind(of: target))
    try project.edit(title) { () throws(Failure) in try fields.apply(to: target, of: project) }
  case .marker: try setMarker(target, words, project, title)
  }
}

private func setMarker(_ marker: Target, _ words: [Bytes], _ project: ProjectFile, _ title: String)
  throws(Failure)
{
  var name = try project.name(of: marker)
  var time = project.markerTime(marker)
  for word in words {
    let (key, value) = splitAtEqualsSign(word[...])
    guard same("name", key) || same("time", key) else {
      throw setVerb.unknownKey(key, among: ["name=", "time="])
    }
    guard let value else { throw setVerb.usage(shown(key) + "= needs a value") }
    if same("name", key) { name = value } else { time = try readTime(value, "time=") }
  }
  try project.edit(title) { () throws(Failure) in
    try project.require(aha_project_set_marker(project.pointer, marker.id, time, name.c))
  }
}

extension ProjectFile {
  func markerTime(_ marker: Target) -> Int64 {
    var (id, time): (aha_id, Int64) = (0, 0)
    for index in 0..<aha_project_marker_count(pointer) {
      if aha_project_marker_at(pointer, index, &id, &time) >= 0, id == marker.id { return time }
    }
    return 0
  }

  fileprivate func remove(_ target: Target) -> aha_result {
    switch target.kind {
    case .track: aha_project_remove_track(pointer, target.id)
    case .bus: aha_project_remove_bus(pointer, target.id)
    case .effect: aha_project_remove_effect(pointer, target.id)
    case .marker: aha_project_remove_marker(pointer, target.id)
    }
  }
}

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
    let info = try project.effect(effect)
    let count = aha_project_effect_count(pointer, info.owner_kind, info.owner)
    try project.requirePlace(place, Int(count))
    try project.require(
      aha_project_move_effect(pointer, effect.id, info.owner_kind, info.owner, place - 1))
  }
}
