let libraryListVerb = Verb(
  "library list", synopsis: "", summary: "List playable items",
  details: """
    STATE is playable, undecodable, missing, downloadable, remote-only or all;
    ORIGIN is folder, drop, take, piece or remote.
    """, operands: (0...0, "list takes no words: \(program) library search does"),
  options: listOptions,
  run: list)

let librarySearchVerb = Verb(
  "library search", synopsis: "WORD...",
  summary: "List items with all these words in title, artist, tags or place",
  details: "The last may be the beginning of a word. See also \(program) help library list.",
  operands: (oneOrMore, "search needs a word"), options: listOptions, run: list)

private let listOptions =
  options(of: querySettings)
  + [Option("--count N", "list at most so many; else all", kind: .whole(1, 1e9)), .library, .json]

/// In the order of AHA_ORDER_...
private let orderNames = ["newest", "title", "played", "length"]

private let querySettings: [Setting<aha_item_query>] = [
  Setting("--state STATE,...", "else playable") { (query, value) throws(Failure) in
    for word in value.text.split(separator: 0x2c) {
      let index = try Kind.word(stateNames + ["all"]).read(Bytes(word), label: "--state").number
      let isAll = Int(index) == stateNames.count
      query.states |= isAll ? aha_item_state(AHA_ITEM_ANY) : 1 << aha_item_state(index)
    }
  },
  Setting("--origin ORIGIN", "its origin", kind: .word(originNames)) { $0.origin = 1 + $1.whole() },
  Setting("--order ORDER", "newest, title, played or length", kind: .word(orderNames)) {
    $0.order = $1.whole()
  },
  Setting("--sha256 HASH", "only items with this content") { $0.sha256 = $1.c },
  Setting("--no-check", "show last known states, unchecked") { $0.is_unchecked = $1.whole() },
]

@Sendable private func list(_ arguments: Arguments, _: Console) throws(Failure) {
  var left = arguments.number("--count").map { Int($0) } ?? Int.max
  var query = try arguments.read(querySettings, into: aha_item_query_init())
  query.count = UInt32(min(left, 100))
  query.text = permanent(Bytes(arguments.operands.joined(separator: [0x20])))
  let library = try LibraryFile(known: arguments)
  let first = try library.items(about: library.path) {
    aha_library_list(library.pointer, &query, $0)
  }
  try first.each { (page, index) in
    page.print(at: index)
    left -= 1
    return left > 0
  }
}
