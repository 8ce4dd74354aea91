import AhaBase

/// Settings of a project, for the options of new and the keys of set.
private struct ProjectSettings {
  var title: Bytes?
  var values = aha_project_settings_init()

  func apply(to project: ProjectFile) throws(Failure) {
    try project.edit(titled: "settings") { () throws(Failure) in
      if let title { try project.require(aha_project_set_title(project.pointer, title.c)) }
      var values = values
      try project.require(aha_project_set_settings(project.pointer, &values))
    }
  }
}

private let projectSettings: [Setting<ProjectSettings>] = [
  Setting("--title TITLE", "the name") { $0.title = $1.text },
  Setting("--tempo BPM", "beats in a minute, 1 to 1000; else 120", kind: .range(1, 1000)) {
    $0.values.tempo_bpm = $1.number
  },
  Setting("--time N/UNIT", "time signature; else 4/4") { (settings, value) throws(Failure) in
    let form = "no time signature, as 3/4 or 6/8 is"
    let (count, unit) = try value.pair(by: 0x2f, of: .whole(1, 64), orIs: form)
    guard [1, 2, 4, 8, 16, 32].contains(unit) else { throw value.refused(form) }
    (settings.values.beats_per_bar, settings.values.beat_unit) = (UInt32(count), UInt32(unit))
  },
  Setting("--rate HZ", "of bounces, 8000 to 192000; else 48000", kind: .rate) {
    $0.values.sample_rate = $1.whole()
  },
]

/// The same as keys.
private let projectKeys = projectSettings.map { setting in
  let option = setting.option
  let form = option.name.utf8.dropFirst(2).text + "=" + (option.value ?? "")
  return Setting(form, option.help, kind: option.kind, put: setting.put)
}

let newVerb = Verb(
  "project new", synopsis: "NAME.aha", summary: "Make a project",
  details: "--replace discards a project with its history, unless another program edits it.",
  options: options(of: projectSettings) + [.replace]
) { (arguments, _) throws(Failure) in
  let path = try arguments.project(isAlone: true)
  let settings = try arguments.read(projectSettings, into: ProjectSettings())
  if FileStatus(FilePath(path.c)).map({ $0.length > 0 }) == true {
    try arguments.refuseExisting(path)
    _ = try ProjectFile.forEditing(path)
    _ = remove(path.c)
  }
  _ = try ProjectFile(creating: path)
  if projectSettings.allSatisfy({ !arguments.has($0.option.name) }) { return }
  do throws(Failure) { try settings.apply(to: ProjectFile.forEditing(path)) } catch {
    _ = remove(path.c)
    throw error
  }
}

let setVerb = Verb(
  "project set", synopsis: "NAME.aha [WHAT] KEY=VALUE...",
  summary: "Change the project, or a part of it",
  details: """
    All of it is one edit. Without WHAT, the keys are title=, tempo=, rate= and
    time=; the others are of a track, or without those of times of a bus. An effect
    has its parameters, bypass=on|off, and place= in its chain; a compressor or gate
    has key=WHAT, the track or bus whose level controls it, or key=none. A marker
    has name= and time=.
    """, keys: options(of: keys(.track)) + options(of: projectKeys)
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  var words = Array(arguments.operands.dropFirst())
  let needed = "project set needs KEY=VALUE"
  guard let first = words.first else { throw arguments.usage(needed) }
  let project = try ProjectFile.forEditing(path)
  let isName = project.has(first)
  if !isName, first.contains(0x3d) {
    var settings = ProjectSettings()
    try read(words, by: projectKeys, into: &settings, of: setVerb)
    return try settings.apply(to: project)
  }
  let target = try project.find(first)
  words.removeFirst()
  if words.isEmpty { throw arguments.usage(needed) }
  let title = "set " + project.shownName(of: target)
  switch target.kind {
  case .track, .bus:
    let (use, values) = (target.kind == .track ? KeyUse.track : .bus, project.values(of: target))
    let fields = try readFields(
      from: words, for: use, of: setVerb, into: TrackFields(track: values))
    try project.edit(titled: title) { () throws(Failure) in try project.change(target, to: fields) }
  case .effect:
    let fields = try EffectFields(words, of: project.kind(of: target))
    try project.edit(titled: title) { () throws(Failure) in try project.change(target, to: fields) }
  case .marker:
    var marker = (name: project.name(of: target), time: project.markerTime(of: target))
    try read(words, by: markerKeys, into: &marker, of: setVerb)
    try project.edit(titled: title) { () throws(Failure) in
      let (name, time) = (marker.name.c, marker.time)
      try project.require(aha_marker_set(project.pointer, target.id, time, name))
    }
  }
}

private let markerKeys: [Setting<(name: Bytes, time: Int64)>] = [
  Setting("name=", "") { $0.name = $1.text },
  Setting("time=", "", kind: .time) { $0.time = $1.whole() },
]

let removeVerb = Verb(
  "project remove", synopsis: "NAME.aha WHAT...",
  summary: "Remove tracks, buses, effects or markers",
  details: """
    Files stay. Tracks of a removed bus move to the bus it went to; sends from it
    and to it are removed.
    """
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  guard let first = words.first else { throw arguments.usage("project remove needs a name") }
  let project = try ProjectFile.forEditing(path)
  var targets: [Target] = []
  for word in words {
    let target = try project.find(word)
    if !targets.contains(target) { targets.append(target) }
  }
  // Effects first: removing their track or bus removes them too.
  targets.sort { $0.kind == .effect && $1.kind != .effect }
  try project.edit(titled: "remove " + brief(first)) { () throws(Failure) in
    for target in targets { try project.require(remove(target, of: project.pointer)) }
  }
}

private func remove(_ target: Target, of project: OpaquePointer) -> aha_result {
  switch target.kind {
  case .track: aha_track_remove(project, target.id)
  case .bus: aha_project_bus_remove(project, target.id)
  case .effect: aha_project_effect_remove(project, target.id)
  case .marker: aha_marker_remove(project, target.id)
  }
}

let undoVerb = Verb(
  "project undo", synopsis: "NAME.aha", summary: "Undo the last edit, and print its title"
) {
  (arguments, _) throws(Failure) in
  let project = try ProjectFile.forEditing(arguments.project(isAlone: true))
  try step(
    in: project, word: "undo", title: project.undoTitle, result: aha_project_undo(project.pointer))
}

let redoVerb = Verb(
  "project redo", synopsis: "NAME.aha", summary: "Redo the last undone edit, and print its title"
) {
  (arguments, _) throws(Failure) in
  let project = try ProjectFile.forEditing(arguments.project(isAlone: true))
  try step(
    in: project, word: "redo", title: project.redoTitle, result: aha_project_redo(project.pointer))
}

private func step(
  in project: ProjectFile, word: String, title: Bytes, result: aha_result
) throws(Failure) {
  try project.require(result)
  if Int(result) == AHA_END {
    throw Failure(.general, code: AHA_ERROR_STATE, "\(project.path): there is nothing to " + word)
  }
  console.print(word + "ne: \(title)")
}
