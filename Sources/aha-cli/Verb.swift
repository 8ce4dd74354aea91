/// One thing that the program does.
struct Verb: Sendable {
  let name: String
  /// What follows the name, as in "FILE...".
  let synopsis: String
  /// One line, without a full stop.
  let summary: String
  /// Further lines of the help; "" when the options say it all.
  var details = ""
  let ownOptions: [Option]
  /// What it is made of, as "project new"; none for most.
  var parts: [Verb] = []
  let run: @Sendable (Arguments, Console) throws(Failure) -> Void

  var options: [Option] { ownOptions + [.help] }

  /// A mistake in how the verb was called.
  func usage(_ message: String) -> Failure {
    .usage(message, hint: "try: aha help " + name)
  }
}

/// Every verb, in the order of the help.
let verbs = [
  infoVerb, analyzeVerb, mixVerb, playVerb, recordVerb, recoverVerb, projectVerb, bounceVerb,
  pieceVerb, coverVerb, waveformVerb, spectrogramVerb, loginVerb, logoutVerb, accountsVerb,
  requestVerb, dropVerb, dropsVerb, openVerb, destinationsVerb, registerSchemeVerb, libraryVerb,
  historyVerb, devicesVerb, effectsVerb, formatsVerb, helpVerb,
]

func verb(named word: Bytes) throws(Failure) -> Verb {
  if let verb = verbs.first(where: { same($0.name, word) }) { return verb }
  let isOption = word.first == 0x2d
  var message = (isOption ? "unknown option \"" : "unknown command \"") + shown(word) + "\""
  let known = isOption ? ["--help", "--version"] : verbs.map { $0.name }
  if let near = suggestion(for: word, among: known) { message += "; did you mean " + near + "?" }
  throw .usage(message, hint: "try: aha help")
}

extension Verb {
  /// The last word of its name.
  var word: String { String(decoding: name.utf8.split(separator: 0x20).last ?? [], as: UTF8.self) }

  /// The part that the next word names, which is taken; itself when it has no parts, or help is
  /// asked for.
  func part(_ words: inout ArraySlice<Bytes>) throws(Failure) -> Verb {
    guard !parts.isEmpty, let word = words.first, word.first != 0x2d else { return self }
    let part = try part(named: word)
    words.removeFirst()
    return part
  }

  func part(named word: Bytes) throws(Failure) -> Verb {
    if let part = parts.first(where: { same($0.word, word) }) { return part }
    var message = name + " has no command \"" + shown(word) + "\""
    let known = parts.map { $0.word }
    if let near = suggestion(for: word, among: known) { message += "; did you mean " + near + "?" }
    throw usage(message)
  }
}
