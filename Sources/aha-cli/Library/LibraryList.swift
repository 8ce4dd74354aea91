let libraryListVerb = Verb(
  "library list", "", "List what can be played here and now",
  details: """
    STATE is playable, undecodable, missing, downloadable, remote-only or all;
    ORIGIN is folder, drop, take, piece or remote. Each file is looked at when it
    is listed, but for --no-check.
    """, operands: (0...0, "list takes no words: aha library search does"), options: listOptions
) { (arguments, console) throws(Failure) in try list(arguments, console) }

let librarySearchVerb = Verb(
  "library search", "WORD...", "List what has all these words in its title, artist, tags or place",
  details: "The last may be the beginning of a word. The rest is as in aha help library list.",
  operands: (oneOrMore, "search needs a word"), options: listOptions
) { (arguments, console) throws(Failure) in try list(arguments, console) }

private let listOptions =
  options(of: querySettings)
  + [Option("--count", "N", "so many at most; else all", .whole(1, 1e9)), .library, .json]

private let querySettings: [Setting<aha_item_query>] = [
  Setting("--state", "STATE,...", "else playable") { (query, value) throws(Failure) in
    for word in value.text.split(separator: 0x2c) {
      let index = try Kind.word(stateNames + ["all"]).read(Bytes(word), "--state").number
      let isAll = Int(index) == stateNames.count
      query.states |= isAll ? aha_item_state(AHA_ITEM_ANY) : 1 << aha_item_state(index)
    }
  },
  Setting("--origin", "ORIGIN", "where it came from; else anywhere", .word(originNames)) {
    $0.origin = 1 + $1.whole()
  },
  Setting(
    "--order", "ORDER", "newest, title, played or length",
    .word(["newest", "title", "played", "length"])
  ) { $0.order = $1.whole() },
  Setting("--sha256", "HASH", "of that content") { $0.sha256 = $1.c },
  Setting("--no-check", "as files were when somebody looked last") { $0.is_unchecked = $1.whole() },
]

private func list(_ arguments: Arguments, _ console: Console) throws(Failure) {
  var left = arguments.number("--count").map { Int($0) } ?? Int.max
  var query = try arguments.read(querySettings, into: aha_item_query_init())
  query.count = UInt32(min(left, 100))
  if !arguments.operands.isEmpty {
    query.text = kept(Bytes(arguments.operands.joined(separator: [0x20])))
  }
  let library = try LibraryFile(known: arguments)
  let first = try library.items(about: library.path) {
    aha_library_list(library.pointer, &query, $0)
  }
  try first.each(console) { (page, index) in
    console.print(page.record(index), or: page.line(index))
    left -= 1
    return left > 0
  }
}
