import CAha

let libraryListVerb = Verb(
  name: "library list", synopsis: "", summary: "List what can be played here and now",
  details: """
    STATE is playable, undecodable, missing, downloadable, remote-only or all;
    ORIGIN is folder, drop, take, piece or remote. Each file is looked at when it
    is listed, but for --no-check.
    """,
  ownOptions: listOptions, run: runList)

let librarySearchVerb = Verb(
  name: "library search", synopsis: "WORD...",
  summary: "List what has all these words in its title, artist, tags or place",
  details: "The last may be the beginning of a word. The rest is as in aha help library list.",
  ownOptions: listOptions, run: runSearch)

private let listOptions = [
  Option(name: "--state", value: "STATE,...", help: "else playable"),
  Option(name: "--origin", value: "ORIGIN", help: "where it came from; else anywhere"),
  Option(name: "--order", value: "ORDER", help: "newest, title, played or length"),
  Option(name: "--sha256", value: "HASH", help: "of that content"),
  Option(name: "--count", value: "N", help: "so many at most; else all"),
  Option(name: "--no-check", help: "as files were when somebody looked last"),
  .library, .json,
]

@Sendable
private func runList(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if !arguments.operands.isEmpty {
    throw libraryListVerb.usage("list takes no words: aha library search does")
  }
  try list(libraryListVerb, arguments, console)
}

@Sendable
private func runSearch(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw librarySearchVerb.usage("search needs a word") }
  try list(librarySearchVerb, arguments, console)
}

private func list(
  _ verb: Verb, _ arguments: Arguments, _ console: Console
) throws(Failure) {
  let quantity = Quantity(name: "--count", lowest: 1, highest: 1e9, isWhole: true)
  var left = try arguments.number(quantity.name, quantity).map { Int($0) } ?? Int.max
  let texts = CTexts()
  var query = try query(verb, arguments, texts)
  query.count = UInt32(min(left, 100))
  let library = try LibraryFile(known: arguments)
  let first = try library.items(.input, about: library.path) { out in
    aha_library_list(library.pointer, &query, out)
  }
  try first.each(console) { (page, index) in
    console.print(console.isJSON ? page.object(index).text : page.line(index))
    left -= 1
    return left > 0
  }
  withExtendedLifetime(texts) {}
}

private func query(
  _ verb: Verb, _ arguments: Arguments, _ texts: CTexts
) throws(Failure) -> aha_item_query {
  var query = aha_item_query_init()
  if !arguments.operands.isEmpty {
    query.text = texts.keep(Bytes(arguments.operands.joined(separator: [0x20])))
  }
  query.sha256 = texts.keep(arguments.value("--sha256"))
  query.is_unchecked = arguments.has("--no-check") ? 1 : 0
  if let words = arguments.value("--state") {
    for word in words.split(separator: 0x2c) {
      let index = try choice(Bytes(word), stateNames + ["all"], "--state", verb)
      query.states |= index == stateNames.count ? aha_item_state(AHA_ITEM_ANY) : 1 << UInt32(index)
    }
  }
  if let word = arguments.value("--origin") {
    query.origin = 1 + UInt32(try choice(word, originNames, "--origin", verb))
  }
  if let word = arguments.value("--order") {
    query.order = UInt32(try choice(word, ["newest", "title", "played", "length"], "--order", verb))
  }
  return query
}

/// Which of some words it is.
func choice(
  _ word: Bytes, _ words: [String], _ option: String, _ verb: Verb
) throws(Failure) -> Int {
  if let index = words.firstIndex(where: { same($0, word) }) { return index }
  var message = option + " \"" + shown(word) + "\" is none of " + joined(words)
  if let near = suggestion(for: word, among: words) { message += "; did you mean " + near + "?" }
  throw verb.usage(message)
}
