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
  let run: @Sendable (Arguments, Console) throws(Failure) -> Void

  var options: [Option] { ownOptions + [.help] }

  /// A mistake in how the verb was called.
  func usage(_ message: String) -> Failure {
    .usage(message, hint: "try: aha help " + name)
  }
}

/// Every verb, in the order of the help.
let verbs = [
  infoVerb, mixVerb, playVerb, recordVerb, recoverVerb, devicesVerb, effectsVerb, formatsVerb,
  helpVerb,
]

func verb(named word: Bytes) throws(Failure) -> Verb {
  if let verb = verbs.first(where: { same($0.name, word) }) { return verb }
  let isOption = word.first == 0x2d
  var message = (isOption ? "unknown option \"" : "unknown command \"") + shown(word) + "\""
  let known = isOption ? ["--help", "--version"] : verbs.map { $0.name }
  if let near = suggestion(for: word, among: known) { message += "; did you mean " + near + "?" }
  throw .usage(message, hint: "try: aha help")
}
