struct Verb: Sendable {
  typealias Run = @Sendable (Arguments, Console) throws(Failure) -> Void

  let name: String
  /// Follows the name in the help, as in "FILE...".
  let synopsis: String
  let summary: String
  /// Further lines of the help; "" for none.
  let details: String
  /// The count of operands, and the complaint about another count; nil: the verb checks them.
  let operands: (ClosedRange<Int>, String)?
  let options: [Option]
  /// Options for a destination without a saved name. The help of `aha destinations add` has them.
  let oneOff: [Option]
  let exclusive: [[String]]
  /// The keys of its KEY=VALUE words.
  let keys: [Option]
  /// Commands of a group, as "project new"; none for most.
  let parts: [Verb]
  let run: Run

  init(
    _ name: String, _ synopsis: String, _ summary: String, details: String = "",
    operands: (ClosedRange<Int>, String)? = nil, options: [Option] = [],
    oneOff: [Option] = [], exclusive: [[String]] = [], keys: [Option] = [], parts: [Verb] = [],
    run: @escaping Run
  ) {
    (self.oneOff, self.keys) = (oneOff, keys)
    (self.name, self.synopsis, self.summary) = (name, synopsis, summary)
    (self.details, self.options, self.parts) = (details, options + [.verbose, .help], parts)
    (self.operands, self.exclusive, self.run) = (operands, exclusive, run)
  }

  func usage(_ message: String) -> Failure { .usage(message, hint: "try: \(program) help " + name) }

  static func group(
    _ name: String, _ synopsis: String, _ summary: String, _ parts: [Verb], _ details: String
  ) -> Verb {
    var text = "COMMAND is one of these; \(program) help " + name + " COMMAND tells more:\n"
    for part in parts { text += "  " + padded(part.word, 12) + part.summary + "\n" }
    return Verb(name, synopsis, summary, details: text + "\n" + details, parts: parts) {
      (arguments, _) throws(Failure) in
      throw arguments.usage(name + " needs a command; they are " + joined(parts.map { $0.word }))
    }
  }

  var word: String { name.utf8.split(separator: 0x20).last?.string ?? "" }

  /// Removes the next word and returns the part that it names. Returns the verb itself if it has no
  /// parts, an option follows, or the word is an operand of the verb.
  func part(_ words: inout ArraySlice<Bytes>) throws(Failure) -> Verb {
    guard !parts.isEmpty, let word = words.first, word.first != 0x2d else { return self }
    guard let part = parts.first(where: { same($0.word, word) }) else {
      if operands != nil { return self }
      let near = didYouMean(word, among: parts.map { $0.word })
      throw usage(name + " has no command \"\(word)\"" + near)
    }
    words.removeFirst()
    return part
  }
}

let oneOrMore = 1...Int.max

let verbs = [
  infoVerb, analyzeVerb, mixVerb, playVerb, recordVerb, recoverVerb, projectVerb, bounceVerb,
  pieceVerb, coverVerb, waveformVerb, spectrogramVerb, loginVerb, logoutVerb, accountsVerb,
  requestVerb, dropVerb, dropsVerb, openVerb, destinationsVerb, registerSchemeVerb, libraryVerb,
  historyVerb, devicesVerb, effectsVerb, formatsVerb, helpVerb,
]

func verb(named word: Bytes) throws(Failure) -> Verb {
  if let verb = verbs.first(where: { same($0.name, word) }) { return verb }
  let isOption = word.first == 0x2d
  let known = isOption ? ["--help", "--version"] : verbs.map { $0.name }
  throw .usage(
    "unknown \(isOption ? "option" : "command") \"\(word)\"" + didYouMean(word, among: known),
    hint: "try: \(program) help")
}

let projectVerb = Verb.group(
  "project", "COMMAND NAME.aha ...", "Make, change and show projects",
  [
    newVerb, addVerb, sendVerb, duckVerb, setVerb, removeVerb, automateVerb, showVerb, undoVerb,
    redoVerb, plotVerb,
  ],
  """
  Tracks, buses, effects and markers are called by their names, an effect as in
  voice/reverb, or by their numbers, as in track:1, which \(program) project show prints.
  A project is a file that any number of programs may read while one edits it.
  """)

let pieceVerb = Verb.group(
  "piece", "COMMAND ...", "Describe finished pieces in manifests and tags",
  [pieceNewVerb, pieceShowVerb, pieceValidateVerb, pieceKeyVerb, pieceEmbedVerb],
  """
  The description of a piece is in a manifest, which is JSON, or in the tags of an
  audio file: WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3.
  """)

let libraryVerb = Verb.group(
  "library", "COMMAND [ARGUMENT...]", "Keep a catalogue of local and remote sounds",
  [
    libraryScanVerb, libraryListVerb, librarySearchVerb, librarySyncVerb, libraryFetchVerb,
    libraryCheckVerb, libraryAnalyzeVerb, libraryKinVerb, libraryDuplicatesVerb, libraryForgetVerb,
    libraryRestoreVerb,
  ],
  """
  ITEM is the number that list shows, or a path or URL. If the user has a library,
  \(program) play, record, bounce, drop and open note their activity in it; \(program) history
  shows it.
  """)

let helpVerb = Verb("help", "[COMMAND]", "Show the help of a command") {
  (arguments, console) throws(Failure) in
  guard let word = arguments.operands.first else { return console.print(generalHelp()) }
  var rest = arguments.operands.dropFirst()
  let verb = try verb(named: word).part(&rest)
  if !rest.isEmpty { throw arguments.usage("help takes one command") }
  console.print(help(for: verb))
}

func generalHelp() -> String {
  var text = "usage: \(program) COMMAND [ARGUMENT...]\n\nCommands:\n"
  for verb in verbs { text += "  " + padded(verb.name, 16) + verb.summary + "\n" }
  return text + """

    \(program) help COMMAND tells more, and \(program) --version the version. The manual page is \
    \(program)(1).
    JSON goes to standard output, and with --json alone.
    """
}

func help(for verb: Verb) -> String {
  let usage = "usage: \(program) " + verb.name + " [OPTION...] " + verb.synopsis + "\n\n"
  let details = verb.details.isEmpty ? "" : "\n" + verb.details + "\n"
  let lines = verb.options.map { option in
    let short = option.short.isEmpty ? "    " : option.short + ", "
    let value = option.value.map { " " + $0 } ?? ""
    return "  " + padded(short + option.name + value, 22) + " " + option.help
  }
  let more = "\n\nOptions of a destination without a name: \(program) help destinations add"
  return usage + verb.summary + ".\n" + details + "\nOptions:\n" + joined(lines, "\n")
    + (verb.oneOff.isEmpty ? "" : more)
}

/// The end of a message that suggests the first known word within one edit (insertion, deletion,
/// substitution or transposition); "" if no word is near.
func didYouMean(_ word: Bytes, among words: [String]) -> String {
  let near = words.first { !$0.isEmpty && isOneLetterOff(word, $0.bytes) }
  return near.map { "; did you mean " + $0 + "?" } ?? ""
}

private func isOneLetterOff(_ left: Bytes, _ right: Bytes) -> Bool {
  let start = zip(left, right).prefix { $0 == $1 }.count
  let (leftRest, rightRest) = (left[start...], right[start...])
  if leftRest.isEmpty && rightRest.isEmpty { return false }
  let isSwapped =
    leftRest.count >= 2 && rightRest.count >= 2 && leftRest[start] == rightRest[start + 1]
    && leftRest[start + 1] == rightRest[start] && leftRest.dropFirst(2) == rightRest.dropFirst(2)
  return isSwapped || leftRest.dropFirst() == rightRest.dropFirst()
    || leftRest.dropFirst() == rightRest || leftRest == rightRest.dropFirst()
}
