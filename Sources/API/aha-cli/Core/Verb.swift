struct Verb: Sendable {
  typealias Run = @Sendable (Arguments, Console) throws(Failure) -> Void

  let name: String
  /// Follows the name in the help, as in "FILE..."; a line for each form of the command.
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
    _ name: String, synopsis: String, summary: String, details: String = "",
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
    _ name: String, synopsis: String, summary: String, parts: [Verb], details: String
  ) -> Verb {
    Verb(name, synopsis: synopsis, summary: summary, details: details, parts: parts) {
      (arguments, _) throws(Failure) in
      throw arguments.usage(name + " needs a command; they are " + joined(parts.map { $0.word }))
    }
  }

  var forms: [String] {
    synopsis.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map { $0.text }
  }

  var word: String { name.utf8.split(separator: 0x20).last?.text ?? "" }

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
  infoVerb, analyzeVerb, convertVerb, mixVerb, playVerb, recordVerb, recoverVerb, projectVerb,
  bounceVerb,
  pieceVerb, coverVerb, waveformVerb, spectrogramVerb, loginVerb, logoutVerb, accountsVerb,
  requestVerb, dropVerb, dropsVerb, openVerb, destinationsVerb, registerSchemeVerb, libraryVerb,
  historyVerb, devicesVerb, effectsVerb, formatsVerb, doctorVerb, helpVerb,
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
  "project", synopsis: "COMMAND NAME.aha ...", summary: "Make, change and show projects",
  parts: [
    newVerb, addVerb, sendVerb, duckVerb, setVerb, splitVerb, removeVerb, automateVerb, showVerb,
    undoVerb, redoVerb, plotVerb,
  ],
  details: """
    Tracks, buses, effects and markers are called by their names, an effect as in
    voice/reverb, or by their numbers, as in track:1, which \(program) project show prints.
    A project is a file that any number of programs may read while one edits it.
    """)

let pieceVerb = Verb.group(
  "piece", synopsis: "COMMAND ...", summary: "Describe finished pieces in manifests and tags",
  parts: [pieceNewVerb, pieceShowVerb, pieceValidateVerb, pieceKeyVerb, pieceEmbedVerb],
  details: """
    The description of a piece is in a manifest, which is JSON, or in the tags of an
    audio file: WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3.
    """)

let libraryVerb = Verb.group(
  "library", synopsis: "COMMAND [ARGUMENT...]",
  summary: "Keep a catalogue of local and remote sounds",
  parts: [
    libraryScanVerb, libraryListVerb, librarySearchVerb, librarySyncVerb, libraryFetchVerb,
    libraryCheckVerb, libraryAnalyzeVerb, libraryKinVerb, libraryDuplicatesVerb, libraryForgetVerb,
    libraryRestoreVerb, librarySetVerb, librarySmartVerb,
  ],
  details: """
    ITEM is the number that list shows, or a path or URL. If the user has a library,
    \(program) play, record, bounce, drop and open note their activity in it; \(program) history
    shows it.
    """)

let helpVerb = Verb("help", synopsis: "[COMMAND]", summary: "Show the help of a command") {
  (arguments, console) throws(Failure) in
  guard let word = arguments.operands.first else { return console.print(generalHelp()) }
  var rest = arguments.operands.dropFirst()
  let verb = try verb(named: word).part(&rest)
  if !rest.isEmpty { throw arguments.usage("help takes one command") }
  console.print(help(for: verb))
}
