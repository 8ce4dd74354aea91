let projectVerb = Verb(
  name: "project", synopsis: "COMMAND NAME.aha ...", summary: "Make, change and show projects",
  details: projectDetails(), ownOptions: [], parts: projectParts,
  run: { (_, _) throws(Failure) in
    throw projectVerb.usage(
      "project needs a command; they are " + joined(projectParts.map { $0.word }))
  })

private let projectParts = [
  newVerb, addVerb, setVerb, removeVerb, automateVerb, showVerb, undoVerb, redoVerb, plotVerb,
]

private func projectDetails() -> String {
  var text = "COMMAND is one of these; aha help project COMMAND tells more:\n"
  for part in projectParts { text += "  " + padded(part.word, 10) + part.summary + "\n" }
  return text + """

    Tracks, buses, effects and markers are called by their names, an effect as in
    voice/reverb, or by their numbers, as in track:1, which aha project show prints.
    A project is a file that any number of programs may read while one edits it.
    """
}

extension Verb {
  /// The project, which is the first operand.
  func projectPath(_ arguments: Arguments) throws(Failure) -> Bytes {
    guard let path = arguments.operands.first, !path.isEmpty else {
      throw usage(name + " needs a project, as in song.aha")
    }
    return path
  }

  /// What is behind the project; one word is missing when `needs` names it.
  func operands(_ arguments: Arguments, most: Int = .max) throws(Failure) -> [Bytes] {
    let rest = Array(arguments.operands.dropFirst())
    if rest.count > most { throw usage("\"" + shown(rest[most]) + "\" is one word too many") }
    return rest
  }
}
