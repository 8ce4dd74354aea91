let splitVerb = Verb(
  "project split", synopsis: "NAME.aha TRACK SECONDS...",
  summary: "Split a track at times of the project",
  details: """
    The track keeps the part up to the first time; each further part is a new track
    behind it, whose number and name are printed, with copies of the effects, lanes
    and sends. The parts overlap by 10 ms and sound as before. project set changes
    from=, to= and the fades of a part.
    """, operands: (3...Int.max, "project split needs a track and a time in seconds")
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  var times: [Int64] = []
  for word in words.dropFirst() { times.append(try Kind.time.read(word, label: "time").whole()) }
  times.sort()
  let project = try ProjectFile.forEditing(path)
  let track = try project.find(words[0], among: [.track])
  var parts: [Target] = []
  try project.edit(titled: "split " + project.shownName(of: track)) { () throws(Failure) in
    for time in times {
      var id: aha_id = 0
      let last = parts.last ?? track
      try project.require(aha_track_split(project.pointer, last.id, time, &id))
      parts.append(Target(kind: .track, id: id))
    }
  }
  for part in parts { console.print(part.label + " " + shown(project.name(of: part))) }
}
