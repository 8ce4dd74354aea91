let addVerb = Verb(
  "project add", "NAME.aha FILE [KEY=VALUE...]", "Add a track, a bus, an effect or a marker",
  details: """
      aha project add NAME.aha FILE [KEY=VALUE...]
      aha project add NAME.aha --bus NAME [KEY=VALUE...]
      aha project add NAME.aha --effect KIND --to WHAT [PARAMETER=VALUE...]
      aha project add NAME.aha --marker SECONDS [NAME]
    The number of the addition is printed. A track is called like its file unless
    name= gives another name. The keys of tracks and buses:

    """ + keyHelp([.newTrack, .newBus])
      + "An effect has place=, from 1 on, and bypass=on besides its parameters.",
  options: [
    Option("--bus", "NAME", "add a bus, not a track"),
    Option("--effect", "KIND", "add one of aha effects"),
    Option("--to", "WHAT", "the track or bus that gets the effect"),
    Option("--marker", "SECONDS", "add a marker", .time),
  ], exclusive: [["--bus", "--effect", "--marker"]]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project()
  if arguments.has("--to") != arguments.has("--effect") {
    throw arguments.usage("--effect and --to go together")
  }
  let added = try Addition(arguments, Array(arguments.operands.dropFirst()))
  let project = try ProjectFile.forEditing(path)
  let target = try project.edit("add " + added.title) { () throws(Failure) in
    try added.add(project)
  }
  let name = shown(project.name(of: target))
  console.print(name.isEmpty ? target.label : target.label + " " + name)
}

/// An addition, whose words are read before the project is opened.
private struct Addition {
  let title: String
  let add: (ProjectFile) throws(Failure) -> Target

  init(_ arguments: Arguments, _ words: [Bytes]) throws(Failure) {
    if let name = arguments.value("--bus") {
      let fields = try readFields(words, .newBus, of: addVerb)
      title = brief(fields.name ?? name)
      add = { (project) throws(Failure) in try project.addBus(fields.name ?? name, fields) }
    } else if let name = arguments.value("--effect") {
      let kind = try EffectKind.named(name)
      let fields = try EffectFields(words, kind)
      title = kind.name
      add = { (project) throws(Failure) in
        let owner = try project.find(arguments.value("--to") ?? [], among: [.track, .bus])
        let effect = try project.addEffect(kind, to: owner)
        try project.change(effect, fields)
        return effect
      }
    } else if arguments.has("--marker") {
      if words.count > 1 { throw addVerb.usage("\"\(words[1])\" is one word too many") }
      let name = words.first ?? []
      title = "marker " + brief(name)
      add = { (project) throws(Failure) in
        var id: aha_id = 0
        let time: Int64 = arguments.whole("--marker")
        try project.require(aha_project_add_marker(project.pointer, time, name.c, &id))
        return Target(kind: .marker, id: id)
      }
    } else {
      guard let file = words.first else { throw addVerb.usage("project add needs a file") }
      let fields = try readFields(Array(words.dropFirst()), .newTrack, of: addVerb)
      title = brief(fields.name ?? stem(of: file))
      add = { (project) throws(Failure) in try project.addTrack(file, fields) }
    }
  }
}
