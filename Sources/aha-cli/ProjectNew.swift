import CCli

let newVerb = Verb(
  name: "project new", synopsis: "NAME.aha", summary: "Make a project",
  details: "A file that is there is refused, unless it is empty.",
  ownOptions: [
    Option(name: "--title", value: "TITLE", help: "what it is called"),
    Option(name: "--tempo", value: "BPM", help: "beats in a minute, 1 to 1000; else 120"),
    Option(name: "--time", value: "N/UNIT", help: "time signature; else 4/4"),
    Option(name: "--rate", value: "HZ", help: "what it is bounced at; else 48000"),
  ], run: runNew)

@Sendable
private func runNew(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try newVerb.projectPath(arguments)
  _ = try newVerb.operands(arguments, most: 0)
  var settings = ProjectSettings()
  var isPlain = true
  for key in ProjectSettings.keys {
    guard let text = arguments.value("--" + key) else { continue }
    try settings.set(Bytes(key.utf8), text, "--" + key)
    isPlain = false
  }
  _ = try ProjectFile(creating: path)
  if isPlain { return }
  do throws(Failure) {
    try write(settings, path)
  } catch {
    _ = withCString(path) { cli_remove($0) }
    throw error
  }
}

private func write(_ settings: ProjectSettings, _ path: Bytes) throws(Failure) {
  let project = try ProjectFile.forEditing(path)
  try project.edit("settings") { () throws(Failure) in try settings.apply(to: project) }
}
