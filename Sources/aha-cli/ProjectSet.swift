import CAha

let setVerb = Verb(
  name: "project set", synopsis: "NAME.aha [WHAT] KEY=VALUE...",
  summary: "Change the project, or a part of it", details: setDetails(), ownOptions: [],
  run: runSet)

let removeVerb = Verb(
  name: "project remove", synopsis: "NAME.aha WHAT...",
  summary: "Remove tracks, buses, effects or markers",
  details: "Files stay. What went to a bus goes where the bus went.", ownOptions: [],
  run: runRemove)

private func setDetails() -> String {
  """
  All of it is one edit. Without WHAT, the keys are title=, tempo=, rate=, and
  time= as in 3/4. Those of a track or bus:

  """ + fieldHelp([.track, .bus]) + """
    An effect has its parameters, bypass=on|off, and place= in its chain; a marker
    has name= and time=.
    """
}

@Sendable
private func runSet(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try setVerb.projectPath(arguments)
  let words = try setVerb.operands(arguments)
  guard let first = words.first else { throw setVerb.usage("project set needs KEY=VALUE") }
  let project = try ProjectFile.forEditing(path)
  let isName = try project.has(first)
  if !isName, first.contains(0x3d) { return try setSettings(words, project) }
  let target = try project.find(first, among: Target.Kind.all)
  if words.count == 1 { throw setVerb.usage("project set needs KEY=VALUE") }
  try set(target, Array(words.dropFirst()), project)
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
  case .marker:
    try setMarker(target, words, project, title)
  }
}

private func setMarker(
  _ marker: Target, _ words: [Bytes], _ project: ProjectFile, _ title: String
) throws(Failure) {
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
    try project.require(
      withCString(name) { aha_project_set_marker(project.pointer, marker.id, time, $0) })
  }
}

@Sendable
private func runRemove(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try removeVerb.projectPath(arguments)
  let words = try removeVerb.operands(arguments)
  guard let first = words.first else { throw removeVerb.usage("project remove needs a name") }
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
