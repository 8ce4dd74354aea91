let addVerb = Verb(
  "project add",
  synopsis: """
    NAME.aha FILE [KEY=VALUE...]
    NAME.aha --bus NAME [KEY=VALUE...]
    NAME.aha --effect KIND --to WHAT [PARAMETER=VALUE...]
    NAME.aha --marker SECONDS [NAME]
    """, summary: "Add a track, a bus, an effect or a marker",
  details: """
    The number of the addition is printed. A track is called like its file unless
    name= gives another name. The keys are of tracks, and without those of times
    of buses. An effect has place=, from 1 on, and bypass=on besides its
    parameters; a convolution has impulse=FILE; a compressor or gate has key=WHAT,
    the track or bus whose level controls it.
    """,
  options: [
    Option("--bus NAME", "add a bus, not a track"),
    Option("--effect KIND", "add one of \(program) effects"),
    Option("--to WHAT", "the track or bus that gets the effect"),
    Option("--marker SECONDS", "add a marker", kind: .time),
    Option(
      "--snap GRID", "the marker at the nearest beat or bar", kind: .word(gridNames)),
  ], exclusive: [["--bus", "--effect", "--marker"]], keys: options(of: keys(.newTrack))
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  if arguments.has("--to") != arguments.has("--effect") {
    throw arguments.usage("--effect and --to go together")
  }
  if arguments.has("--snap"), !arguments.has("--marker") {
    throw arguments.usage("--snap is for --marker; a track has snap=")
  }
  if let name = arguments.value("--bus") {
    let fields = try readFields(from: words, for: .newBus, of: addVerb)
    let name = fields.name ?? name
    try add(titled: name, to: path) { (project) throws(Failure) in
      try project.addBus(named: name, fields: fields)
    }
  } else if let name = arguments.value("--effect") {
    let effect = try EffectFields(words, of: EffectKind.named(name))
    try add(titled: effect.kind.name.array, to: path) { (project) throws(Failure) in
      let owner = try project.find(arguments.value("--to") ?? [], among: [.track, .bus])
      return try project.addEffect(effect, to: owner)
    }
  } else if arguments.has("--marker") {
    if words.count > 1 { throw addVerb.usage("\"\(words[1])\" is one word too many") }
    let name = words.first ?? []
    try add(titled: "marker ".array + name, to: path) { (project) throws(Failure) in
      var id: aha_id = 0
      var time: Int64 = arguments.whole("--marker")
      if let grid = arguments.number("--snap") {
        time = try project.snapped(time, to: aha_grid(grid))
      }
      try project.require(aha_marker_add(project.pointer, time, name.c, &id))
      return Target(kind: .marker, id: id)
    }
  } else {
    guard let file = words.first else { throw addVerb.usage("project add needs a file") }
    let fields = try readFields(from: Array(words.dropFirst()), for: .newTrack, of: addVerb)
    try add(titled: fields.name ?? stem(of: file), to: path) { (project) throws(Failure) in
      try project.addTrack(of: file, fields: fields)
    }
  }
}

/// Adds to a project as one edit, and prints the addition.
private func add(
  titled title: Bytes, to path: Bytes, work: (ProjectFile) throws(Failure) -> Target
) throws(Failure) {
  try addAlone(titled: "add " + brief(title), to: path, work: work)
}

/// The same with a whole title.
func addAlone(
  titled title: String, to path: Bytes, work: (ProjectFile) throws(Failure) -> Target
) throws(Failure) {
  let project = try ProjectFile.forEditing(path)
  let target = try project.edit(titled: title) { () throws(Failure) in try work(project) }
  let name = shown(project.name(of: target))
  console.print(name.isEmpty ? target.label : target.label + " " + name)
}
