let libraryForgetVerb = Verb(
  "library forget", synopsis: "ITEM...\n--missing FOLDER...",
  summary: "Remove items from the library",
  details: """
    Files stay where they are, and so does the history. For 7 days, restore
    undoes it with the number that forget prints. With --missing, items whose files
    are gone, while the folder is there and not empty. Items in an empty folder
    below it stay. One whose content another item has becomes part of that item.
    """, operands: (oneOrMore, "library forget needs an item"),
  options: [
    Option("--missing", "all items below the folders whose files are gone"), .library, .json,
  ]
) { (arguments, _) throws(Failure) in
  if arguments.has("--missing") { return try forgetMissing(arguments) }
  try eachItem(of: arguments) { (library, number, word) throws(Failure) in
    let page = try library.item(number, about: word)
    try check(aha_library_forget(library.pointer, number), .input, about: word)
    page.print(at: 0)
  }
}

private func forgetMissing(_ arguments: Arguments) throws(Failure) {
  let library = try LibraryFile(known: arguments)
  try console.each(arguments.operands) { (folder) throws(Failure) in
    var count: Int64 = 0
    let result = aha_library_forget_missing(library.pointer, folder.c, &count)
    try check(result, .input, about: folder)
    console.print(
      ["event": .text("forgotten"), "folder": .name(folder), "items": .count(count)],
      or: "\(shown(folder)): \(count) forgotten")
  }
}

let libraryRestoreVerb = itemVerb(
  "restore", summary: "Restore forgotten items, with their numbers and plays",
  details: "ITEM is the number that forget printed. Items can be restored for 7 days."
) { (library, number, word) throws(Failure) in
  try check(aha_library_restore(library.pointer, number), .input, about: word)
  try library.item(number, about: word).print(at: 0)
}

let librarySetVerb = Verb(
  "library set", synopsis: "ITEM", summary: "Correct texts of an item",
  details: """
    The library keeps them when the file is scanned again. The file stays as it is.
    An empty TEXT, as in --title "", restores the text of the file.
    """, operands: (1...1, "set needs one item"),
  options: fieldOptions.map { Option($0.option, $0.help) } + [.library, .json]
) { (arguments, _) throws(Failure) in
  if !fieldOptions.contains(where: { arguments.has($0.name) }) {
    throw arguments.usage("set needs a text, such as --title TEXT")
  }
  try eachItem(of: arguments) { (library, number, word) throws(Failure) in
    for field in fieldOptions {
      guard let text = arguments.value(field.name) else { continue }
      let result = aha_library_set_text(
        library.pointer, number, aha_item_text(field.text), text.isEmpty ? nil : text.c)
      try check(result, .input, about: word)
    }
    try library.item(number, about: word).print(at: 0)
  }
}

private let fieldOptions: [(name: String, option: String, help: String, text: Int)] = [
  ("--title", "--title TEXT", "its title", AHA_ITEM_TITLE),
  ("--artist", "--artist TEXT", "its artist; several as in \"Ann; Bob\"", AHA_ITEM_ARTIST),
  ("--album", "--album TEXT", "its album", AHA_ITEM_ALBUM),
  ("--album-artist", "--album-artist TEXT", "the artist of the album", AHA_ITEM_ALBUM_ARTIST),
  ("--tags", "--tags TEXT", "further words that find it", AHA_ITEM_TAGS),
]

let libraryCheckVerb = itemVerb(
  "check", summary: "Check whether the files of items are playable",
  details: "Their states are stored."
) {
  (library, number, word) throws(Failure) in
  try library.items(about: word) { aha_library_check(library.pointer, number, $0) }.print(at: 0)
}

let libraryAnalyzeVerb = itemVerb(
  "analyze", summary: "Measure and store tempo, key and loudness of items",
  details: "The values stay until the file changes."
) { (library, number, word) throws(Failure) in
  try console.run(.input, about: word) { aha_library_analyze(library.pointer, number, $0) }
  let page = try library.item(number, about: word)
  let (item, key) = (page.item(at: 0), page.text(at: 0, AHA_ITEM_KEY))
  let facts = [
    item.tempo_bpm > 0 ? plain(item.tempo_bpm) + " BPM" : "", shown(key),
    item.loudness_lufs.isFinite ? fixed(item.loudness_lufs, decimals: 1) + " LUFS" : "",
  ].filter { !$0.isEmpty }
  console.print(
    page.record(at: 0), or: page.line(at: 0) + (facts.isEmpty ? "" : below + joined(facts)))
}

let libraryKinVerb = itemVerb(
  "kin", summary: "Show the ancestors and descendants of a piece",
  details: "Each with the count of steps between them.", takes: 1...1
) { (library, number, word) throws(Failure) in
  let before = try library.items(relatedBy: AHA_ITEMS_ANCESTORS, of: number, about: word)
  let behind = try library.items(relatedBy: AHA_ITEMS_DESCENDANTS, of: number, about: word)
  for (page, kin, label) in [(before, "ancestor", "based on"), (behind, "descendant", "base of")] {
    for index in 0..<page.count {
      let depth = page.item(at: index).depth
      let head = padded(label, to: 10) + padded("\(depth)", to: 3, onTheLeft: true)
      let fields = [Field("kin", .text(kin)), Field("depth", .number(depth))]
      console.print(page.record(at: index) + fields, or: head + page.line(at: index))
    }
  }
}

/// A verb that works on each of its items, and continues after a failure.
private func itemVerb(
  _ name: String, summary: String, details: String = "",
  takes count: ClosedRange<Int> = oneOrMore,
  body: @escaping @Sendable (LibraryFile, Int64, Bytes) throws(Failure) -> Void
) -> Verb {
  let isOne = count.upperBound == 1
  let complaint = isOne ? name + " needs one item" : "library " + name + " needs an item"
  return Verb(
    "library " + name, synopsis: isOne ? "ITEM" : "ITEM...", summary: summary, details: details,
    operands: (count, complaint), options: [.library, .json]
  ) { (arguments, _) throws(Failure) in try eachItem(of: arguments, body: body) }
}

func eachItem(
  of arguments: Arguments, body: (LibraryFile, Int64, Bytes) throws(Failure) -> Void
) throws(Failure) {
  let library = try LibraryFile(known: arguments)
  try console.each(arguments.operands) { (word) throws(Failure) in
    try body(library, library.number(of: word), word)
  }
}

let libraryDuplicatesVerb = Verb(
  "library duplicates", synopsis: "", summary: "List playable items with the same content",
  details: "Empty files are left out.",
  operands: (0...0, "duplicates takes no item"), options: [.library, .json]
) { (arguments, _) throws(Failure) in
  let library = try LibraryFile(known: arguments)
  let first = try library.items(relatedBy: AHA_ITEMS_DUPLICATES, about: library.path)
  var content: Bytes = []
  try first.each { (page, index) in
    let sha256 = page.text(at: index, AHA_ITEM_SHA256)
    if !console.isJSON, sha256 != content { console.print(shown(sha256)) }
    page.print(at: index)
    content = sha256
    return true
  }
}

/// A line break, and the indent of an item's second line.
private let below = "\n" + String(repeating: " ", count: 17)

final class ItemPage: Handle {
  var count: UInt32 { aha_items_count(pointer) }

  func item(at index: UInt32) -> aha_item {
    filled(aha_item_init()) { aha_items_get(pointer, index, &$0) }
  }

  func text(at index: UInt32, _ which: Int) -> Bytes {
    copiedText { aha_items_copy_text(pointer, index, aha_item_text(which), $0, $1, $2) }
  }

  /// All items of a list, from this page on, until the body returns false.
  func each(_ body: (ItemPage, UInt32) -> Bool) throws(Failure) {
    var page = self
    while true {
      for index in 0..<page.count {
        try console.refuseInterrupted()
        if !body(page, index) { return }
      }
      // Pages may be empty, many in a row.
      try console.refuseInterrupted()
      var next: OpaquePointer?
      let result = aha_items_next(page.pointer, &next)
      if Int(result) == AHA_END { return }
      page = try ItemPage(next, result: result, side: .input, about: [])
    }
  }

  func print(at index: UInt32) { console.print(record(at: index), or: line(at: index)) }

  /// As in "    12   0:03  Title - Artist  /place".
  func line(at index: UInt32) -> String {
    let item = self.item(at: index)
    let (title, artist) = (text(at: index, AHA_ITEM_TITLE), text(at: index, AHA_ITEM_ARTIST))
    let (location, reason) = (text(at: index, AHA_ITEM_PLACE), text(at: index, AHA_ITEM_REASON))
    let length = ClockText.short(Int64(clamping: item.length_us))
    let line =
      padded(item.number == 0 ? "-" : "\(item.number)", to: 7, onTheLeft: true)
      + padded(length, to: 8, onTheLeft: true)
      + "  \(title.isEmpty ? text(at: index, AHA_ITEM_PIECE_ID) : title)"
      + (artist.isEmpty ? "" : " - \(artist)") + (location.isEmpty ? "" : "  \(location)")
    if Int(item.state) == AHA_ITEM_PLAYABLE || item.number == 0 { return line }
    return line + below + stateName(of: item.state) + (reason.isEmpty ? "" : ": \(reason)")
  }

  func record(at index: UInt32) -> Record {
    let item = self.item(at: index)
    func name(_ which: Int) -> JSONValue { .name(text(at: index, which)) }
    return [
      "item": .count(item.number), "place": name(AHA_ITEM_PLACE), "title": name(AHA_ITEM_TITLE),
      "artist": name(AHA_ITEM_ARTIST), "album": name(AHA_ITEM_ALBUM),
      "album_artist": name(AHA_ITEM_ALBUM_ARTIST), "track": .known(item.track),
      "disc": .known(item.disc), "tags": name(AHA_ITEM_TAGS),
      "state": .text(stateName(of: item.state)), "reason": name(AHA_ITEM_REASON),
      "origin": .text(word(["unknown"] + originNames, at: item.origin, otherwise: "unknown")),
      "seconds": .seconds(item.length_us), "bytes": .count(item.size),
      "container": .text(token(container: item.container)),
      "encoding": .text(token(encoding: item.encoding)), "sample_rate": .number(item.sample_rate),
      "channels": .number(item.channels), "sha256": name(AHA_ITEM_SHA256),
      "piece_id": name(AHA_ITEM_PIECE_ID), "tempo_bpm": .knownReal(item.tempo_bpm, decimals: 3),
      "key": name(AHA_ITEM_KEY), "loudness_lufs": .real(item.loudness_lufs, decimals: 2),
      "added": .count(item.added), "played": .count(item.played), "dropped": .count(item.dropped),
      "plays": .count(item.plays),
    ]
  }
}

/// In the order of their bits.
let stateNames = ["playable", "undecodable", "missing", "downloadable", "remote-only"]

private func stateName(of state: aha_item_state) -> String {
  word(stateNames, at: state.trailingZeroBitCount, otherwise: "unknown")
}

/// In the order of AHA_ORIGIN_...
let originNames = ["folder", "drop", "take", "piece", "remote"]
