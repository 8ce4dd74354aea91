import CAha
import CCli

let newVerb = Verb(
  "project new", "NAME.aha", "Make a project",
  details: "A file that is there is refused, unless it is empty.",
  options: [
    Option("--title", "TITLE", "what it is called"),
    Option("--tempo", "BPM", "beats in a minute, 1 to 1000; else 120"),
    Option("--time", "N/UNIT", "time signature; else 4/4"),
    Option("--rate", "HZ", "what it is bounced at; else 48000"),
  ]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project(isAlone: true)
  var settings = ProjectSettings()
  var isPlain = true
  for key in ProjectSettings.keys {
    guard let text = arguments.value("--" + key) else { continue }
    try settings.set(key.bytes, text, "--" + key)
    isPlain = false
  }
  _ = try ProjectFile(creating: path)
  if isPlain { return }
  do throws(Failure) { try write(settings, path) } catch {
    _ = cli_remove(path.c)
    throw error
  }
}

private func write(_ settings: ProjectSettings, _ path: Bytes) throws(Failure) {
  let project = try ProjectFile.forEditing(path)
  try project.edit("settings") { () throws(Failure) in try settings.apply(to: project) }
}

let undoVerb = Verb("project undo", "NAME.aha", "Take the last edit back") {
  (arguments, console) throws(Failure) in
  let project = try ProjectFile.forEditing(arguments.project(isAlone: true))
  let title = shown(project.undoTitle)
  try step(project, aha_project_undo(project.pointer), "undo")
  console.print("undone: " + title)
}

let redoVerb = Verb("project redo", "NAME.aha", "Do the last edit that was undone again") {
  (arguments, console) throws(Failure) in
  let project = try ProjectFile.forEditing(arguments.project(isAlone: true))
  let title = shown(project.redoTitle)
  try step(project, aha_project_redo(project.pointer), "redo")
  console.print("redone: " + title)
}

private func step(_ project: ProjectFile, _ result: aha_result, _ what: String) throws(Failure) {
  try project.require(result)
  guard Int(result) == AHA_END else { return }
  throw Failure(.general, AHA_ERROR_STATE, shown(project.path) + ": there is nothing to " + what)
}

/// What is said about a whole project; nil or 0: nothing.
struct ProjectSettings {
  var title: Bytes?
  private var values = aha_project_settings_init()

  static let keys = ["title", "tempo", "time", "rate"]

  /// - Parameter label: as in "tempo=" or "--tempo".
  mutating func set(_ key: Bytes, _ text: Bytes, _ label: String) throws(Failure) {
    if same("title", key) { title = text }
    if same("tempo", key) { values.tempo_bpm = try Quantity.real(1, 1000).read(text, label) }
    if same("rate", key) { values.sample_rate = UInt32(try Quantity.rate.read(text, label)) }
    if same("time", key) { try setTime(text, label) }
  }

  private mutating func setTime(_ text: Bytes, _ label: String) throws(Failure) {
    let parts = text.split(separator: 0x2f, omittingEmptySubsequences: false)
    let beats = Quantity.whole(1, 64)
    guard parts.count == 2, let count = try? beats.read(Bytes(parts[0]), label),
      let unit = try? beats.read(Bytes(parts[1]), label), [1, 2, 4, 8, 16, 32].contains(unit)
    else { throw .usage(label + " \"" + shown(text) + "\" is no time signature, as 3/4 or 6/8 is") }
    values.beats_per_bar = UInt32(count)
    values.beat_unit = UInt32(unit)
  }

  func apply(to project: ProjectFile) throws(Failure) {
    if let title { try project.require(aha_project_set_title(project.pointer, title.c)) }
    var values = values
    try project.require(aha_project_set_settings(project.pointer, &values))
  }
}
