import CAha

let addVerb = Verb(
  "project add", "NAME.aha FILE [KEY=VALUE...]", "Add a track, a bus, an effect or a marker",
  details: addDetails(),
  options: [
    Option("--bus", "NAME", "add a bus, not a track"),
    Option("--effect", "KIND", "add one of aha effects"),
    Option("--to", "WHAT", "the track or bus that gets the effect"),
    Option("--marker", "SECONDS", "add a marker", .time),
  ], exclusive: [["--bus", "--effect", "--marker"]]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  if arguments.has("--to") != arguments.has("--effect") {
    throw arguments.usage("--effect and --to go together")
  }
  let added = try adding(arguments, words)
  let project = try ProjectFile.forEditing(path)
  var target: Target?
  try project.edit("add " + added.title) { () throws(Failure) in target = try added.add(project) }
  guard let target else { return }
  let name = shown(try project.name(of: target))
  console.print(name.utf8.isEmpty ? target.label : target.label + " " + name)
}

private func addDetails() -> String {
  """
    aha project add NAME.aha FILE [KEY=VALUE...]
    aha project add NAME.aha --bus NAME [KEY=VALUE...]
    aha project add NAME.aha --effect KIND --to WHAT [PARAMETER=VALUE...]
    aha project add NAME.aha --marker SECONDS [NAME]
  The number of what was added is printed. A track is called like its file unless
  name= says otherwise. The keys of tracks and buses:

  """ + fieldHelp([.newTrack, .newBus])
    + "An effect has place=, from 1 on, and bypass=on besides its parameters."
}

/// What is added, read before the project is touched.
private struct Adding {
  let title: String
  let add: (ProjectFile) throws(Failure) -> Target
}

private func adding(_ arguments: Arguments, _ words: [Bytes]) throws(Failure) -> Adding {
  if let name = arguments.value("--bus") {
    let fields = try Fields(words, for: .newBus, of: addVerb)
    return Adding(title: brief(fields.name ?? name)) { (project) throws(Failure) in
      try project.addBus(fields.name ?? name, fields)
    }
  }
  if let name = arguments.value("--effect") { return try addingEffect(name, arguments, words) }
  if let time = arguments.time("--marker") { return try addingMarker(time, words) }
  guard let file = words.first else { throw addVerb.usage("project add needs a file") }
  let fields = try Fields(Array(words.dropFirst()), for: .newTrack, of: addVerb)
  return Adding(title: brief(fields.name ?? stem(of: file))) { (project) throws(Failure) in
    try project.addTrack(file, fields)
  }
}

private func addingEffect(_ name: Bytes, _ arguments: Arguments, _ words: [Bytes]) throws(Failure)
  -> Adding
{
  let kind = try effectKind(named: name)
  let fields = try EffectFields(words, kind)
  let owner = arguments.value("--to") ?? []
  return Adding(title: kind.name) { (project) throws(Failure) in
    let effect = try project.addEffect(kind, to: try project.find(owner, among: Target.Kind.mixed))
    try fields.apply(to: effect, of: project)
    return effect
  }
}

private func addingMarker(_ time: Int64, _ words: [Bytes]) throws(Failure) -> Adding {
  if words.count > 1 { throw addVerb.usage("\"" + shown(words[1]) + "\" is one word too many") }
  let name = words.first ?? []
  return Adding(title: "marker " + brief(name)) { (project) throws(Failure) in
    var id: aha_id = 0
    try project.require(aha_project_add_marker(project.pointer, time, name.c, &id))
    return Target(kind: .marker, id: id)
  }
}

/// The beginning of a name, for the title of an edit.
func brief(_ name: Bytes) -> String { shown(name.prefix(80)) }
