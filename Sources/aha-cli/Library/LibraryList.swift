import CAha

let libraryListVerb = Verb(
  "library list", "", "List what can be played here and now",
  details: """
    STATE is playable, undecodable, missing, downloadable, remote-only or all;
    ORIGIN is folder, drop, take, piece or remote. Each file is looked at when it
    is listed, but for --no-check.
    """, options: listOptions
) { (arguments, console) throws(Failure) in
  if !arguments.operands.isEmpty {
    throw arguments.usage("list takes no words: aha library search does")
  }
  try list(libraryListVerb, arguments, console)
}

let librarySearchVerb = Verb(
  "library search", "WORD...", "List what has all these words in its title, artist, tags or place",
  details: "The last may be the beginning of a word. The rest is as in aha help library list.",
  options: listOptions
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("search needs a word") }
  try list(librarySearchVerb, arguments, console)
}

private let listOptions = [
  Option("--state", "STATE,...", "else playable"),
  Option("--origin", "ORIGIN", "where it came from; else anywhere"),
  Option("--order", "ORDER", "newest, title, played or length"),
  Option("--sha256", "HASH", "of that content"),
  Option("--count", "N", "so many at most; else all", .whole(1, 1e9)),
  Option("--no-check", "as files were when somebody looked last"), .library, .json,
]

private func list(_ verb: Verb, _ arguments: Arguments, _ console: Console) throws(Failure) {
  var left = arguments.number("--count").map { Int($0) } ?? Int.max
  var query = try query(verb, arguments)
  query.count = UInt32(min(left, 100))
  let library = try LibraryFile(known: arguments)
  let first = try library.items(.input, about: library.path) {
    aha_library_list(library.pointer, &query, $0)
  }
  try first.each(console) { (page, index) in
    console.print(page.object(index), or: page.line(index))
    left -= 1
    return left > 0
  }
}

private func query(_ verb: Verb, _ arguments: Arguments) throws(Failure) -> aha_item_query {
  var query = aha_item_query_init()
  if !arguments.operands.isEmpty {
    query.text = kept(Bytes(arguments.operands.joined(separator: [0x20])))
  }
  query.sha256 = kept(arguments.value("--sha256"))
  query.is_unchecked = arguments.flag("--no-check")
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
    query.order = UInt32(
      try choice(word, ["newest", "title", "played", "length"], "--order", verb))
  }
  return query
}

/// Which of some words it is.
func choice(_ word: Bytes, _ words: [String], _ option: String, _ verb: Verb) throws(Failure) -> Int
{
  if let index = words.firstIndex(where: { same($0, word) }) { return index }
  var message = option + " \"" + shown(word) + "\" is none of " + joined(words)
  message += didYouMean(word, among: words)
  throw verb.usage(message)
}
