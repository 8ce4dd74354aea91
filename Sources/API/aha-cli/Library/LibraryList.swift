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
  summary: "List items with all these words in title, artist, album, tags or place",
  details: "The last may be the beginning of a word. See also \(program) help library list.",
  operands: (oneOrMore, "search needs a word"), options: listOptions, run: list)

private let listOptions =
  options(of: querySettings)
  + [
    Option("--count N", "list at most so many; else all", kind: .whole(1, 1e9)),
    Option("--save NAME", "also save the words and options as a smart list"), .library, .json,
  ]

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
  if let name = arguments.value("--save") {
    try check(aha_library_save_query(library.pointer, name.c, &query), .input, about: name)
  }
  let first = try library.items(about: library.path) {
    aha_library_list(library.pointer, &query, $0)
  }
  try first.each { (page, index) in
    page.print(at: index)
    left -= 1
    return left > 0
  }
}

let librarySmartVerb = Verb(
  "library smart", synopsis: "[NAME]", summary: "List smart lists, or the items of one",
  details: """
    \(program) library list --save NAME and library search --save NAME make a smart list.
    It selects the items of the time when it is listed.
    """, operands: (0...1, "smart takes one name"),
  options: [
    Option("--rename NEW", "rename it"), Option("--remove", "remove it; its items stay"), .library,
    .json,
  ]
) { (arguments, _) throws(Failure) in
  let library = try LibraryFile(known: arguments)
  guard let name = arguments.operands.first else {
    if arguments.has("--rename") || arguments.has("--remove") {
      throw arguments.usage("smart needs a name to rename or remove")
    }
    try check(
      aha_library_copy_query_names(library.pointer, nil, 0, nil), .input, about: library.path)
    let names = copiedText { aha_library_copy_query_names(library.pointer, $0, $1, $2) }
    for name in names.split(separator: 0x0a) {
      console.print(["name": .name(Bytes(name))], or: shown(Bytes(name)))
    }
    return
  }
  if let new = arguments.value("--rename") {
    return try check(
      aha_library_rename_query(library.pointer, name.c, new.c), .input, about: name)
  }
  if arguments.has("--remove") {
    return try check(aha_library_remove_query(library.pointer, name.c), .input, about: name)
  }
  let first = try library.items(about: name) { aha_library_run_query(library.pointer, name.c, $0) }
  try first.each { (page, index) in
    page.print(at: index)
    return true
  }
}
