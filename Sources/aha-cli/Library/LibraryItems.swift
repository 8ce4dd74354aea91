import CAha

let libraryForgetVerb = Verb(
  "library forget", "ITEM...", "Take items out of the library",
  details: "Files stay where they are, and so does the history.", options: [.library, .json]
) { (arguments, console) throws(Failure) in
  try eachItem(libraryForgetVerb, arguments, console) { (library, number, word) throws(Failure) in
    try check(aha_library_forget(library.pointer, number), .input, about: word)
  }
}

let libraryCheckVerb = Verb(
  "library check", "ITEM...", "Look at the files of items now", options: [.library, .json]
) { (arguments, console) throws(Failure) in
  try eachItem(libraryCheckVerb, arguments, console) { (library, number, word) throws(Failure) in
    let page = try library.items(.input, about: word) {
      aha_library_check(library.pointer, number, $0)
    }
    console.print(page.object(0), or: page.line(0))
  }
}

let libraryAnalyzeVerb = Verb(
  "library analyze", "ITEM...", "Listen to items, and keep their tempo, key and loudness",
  options: [.library, .json]
) { (arguments, console) throws(Failure) in
  try eachItem(libraryAnalyzeVerb, arguments, console) { (library, number, word) throws(Failure) in
    try console.run(.input, about: word) { aha_library_analyze(library.pointer, number, $0) }
    let page = try library.items(.input, about: word) {
      aha_library_get_item(library.pointer, number, $0)
    }
    console.print(page.object(0), or: page.line(0) + page.analysis(0))
  }
}

extension ItemPage {
  /// What was heard, on a line of its own.
  fileprivate func analysis(_ index: UInt32) -> String {
    let item = self.item(index)
    var facts: [String] = []
    if item.tempo_bpm > 0 { facts.append(plain(item.tempo_bpm) + " BPM") }
    let key = text(index, AHA_ITEM_KEY)
    if !key.isEmpty { facts.append(shown(key)) }
    if item.loudness_lufs.isFinite { facts.append(fixed(item.loudness_lufs, 1) + " LUFS") }
    return facts.isEmpty ? "" : "\n" + String(repeating: " ", count: 17) + joined(facts)
  }
}

let libraryKinVerb = Verb(
  "library kin", "ITEM", "Tell what a piece is based on, and what is based on it",
  options: [.library, .json]
) { (arguments, console) throws(Failure) in
  guard arguments.operands.count == 1 else { throw arguments.usage("kin needs one item") }
  try eachItem(libraryKinVerb, arguments, console) { (library, number, word) throws(Failure) in
    let before = try library.items(.input, about: word) {
      aha_library_get_ancestors(library.pointer, number, $0)
    }
    let behind = try library.items(.input, about: word) {
      aha_library_get_descendants(library.pointer, number, $0)
    }
    tell(before, "ancestor", "based on", console)
    tell(behind, "descendant", "base of", console)
  }
}

private func tell(_ page: ItemPage, _ event: String, _ label: String, _ console: Console) {
  for index in 0..<page.count {
    let depth = page.item(index).depth
    var object = page.object(index)
    object.add("kin", .text(event))
    object.add("depth", .number(depth))
    console.print(
      object, or: padded(label, 10) + padded("\(depth)", 3, onTheLeft: true) + page.line(index))
  }
}

let libraryDuplicatesVerb = Verb(
  "library duplicates", "", "List playable items whose content others have too",
  options: [.library, .json]
) { (arguments, console) throws(Failure) in
  try arguments.refuseOperands("duplicates takes no item")
  let library = try LibraryFile(known: arguments)
  let first = try library.items(.input, about: library.path) {
    aha_library_get_duplicates(library.pointer, 0, $0)
  }
  var content: Bytes = []
  try first.each(console) { (page, index) in
    let sha256 = page.text(index, AHA_ITEM_SHA256)
    if !console.isJSON, sha256 != content { console.print(shown(sha256)) }
    console.print(page.object(index), or: page.line(index))
    content = sha256
    return true
  }
}

final class ItemPage {
  private let handle: Handle

  init(_ handle: Handle) { self.handle = handle }

  var count: UInt32 { aha_items_count(handle.pointer) }

  func item(_ index: UInt32) -> aha_item {
    filled(aha_item_init()) { aha_items_get(handle.pointer, index, &$0) }
  }

  func text(_ index: UInt32, _ which: Int) -> Bytes {
    copiedText { aha_items_copy_text(handle.pointer, index, aha_item_text(which), $0, $1, $2) }
  }

  /// nil at the end.
  func next() throws(Failure) -> ItemPage? {
    var page: OpaquePointer?
    let result = aha_items_next(handle.pointer, &page)
    if Int(result) == AHA_END { return nil }
    return ItemPage(try Handle(page, aha_items_release, result, .input, about: []))
  }

  /// All of a list, from this page on, until the body has enough.
  func each(_ console: Console, _ body: (ItemPage, UInt32) -> Bool) throws(Failure) {
    var page: ItemPage? = self
    while let now = page {
      for index in 0..<now.count {
        try console.refuseInterrupted("interrupted")
        if !body(now, index) { return }
      }
      // One may be empty, and many may follow that are.
      try console.refuseInterrupted("interrupted")
      page = try now.next()
    }
  }

  /// As in "    12   0:03  Title - Artist  /place".
  func line(_ index: UInt32) -> String {
    let item = self.item(index)
    var text = padded(item.number == 0 ? "-" : "\(item.number)", 7, onTheLeft: true)
    let length = minutesAndSeconds(UInt64(clamping: item.length_us) / 1_000_000)
    text += padded(length, 8, onTheLeft: true)
    text += "  " + shown(title(index))
    let artist = self.text(index, AHA_ITEM_ARTIST)
    if !artist.isEmpty { text += " - " + shown(artist) }
    let place = self.text(index, AHA_ITEM_PLACE)
    if !place.isEmpty { text += "  " + shown(place) }
    let state = Int(item.state)
    if state == AHA_ITEM_PLAYABLE || item.number == 0 { return text }
    let reason = self.text(index, AHA_ITEM_REASON)
    text += "\n" + String(repeating: " ", count: 17) + stateName(item.state)
    return text + (reason.isEmpty ? "" : ": " + shown(reason))
  }

  private func title(_ index: UInt32) -> Bytes {
    let title = text(index, AHA_ITEM_TITLE)
    return title.isEmpty ? text(index, AHA_ITEM_PIECE_ID) : title
  }

  func object(_ index: UInt32) -> JSONObject {
    let item = self.item(index)
    return [
      "item": .count(item.number), "place": .name(text(index, AHA_ITEM_PLACE)),
      "title": .name(text(index, AHA_ITEM_TITLE)), "artist": .name(text(index, AHA_ITEM_ARTIST)),
      "tags": .name(text(index, AHA_ITEM_TAGS)), "state": .text(stateName(item.state)),
      "reason": .name(text(index, AHA_ITEM_REASON)), "origin": .text(originName(item.origin)),
      "seconds": .real(Double(item.length_us) / 1e6, 6), "bytes": .count(item.size),
      "container": .text(token(container: item.container)),
      "encoding": .text(token(encoding: item.encoding)), "sample_rate": .number(item.sample_rate),
      "channels": .number(item.channels), "sha256": .name(text(index, AHA_ITEM_SHA256)),
      "piece_id": .name(text(index, AHA_ITEM_PIECE_ID)),
      "tempo_bpm": .real(item.tempo_bpm == 0 ? .nan : item.tempo_bpm, 3),
      "key": .name(text(index, AHA_ITEM_KEY)), "loudness_lufs": .real(item.loudness_lufs, 2),
      "added": .count(item.added), "played": .count(item.played), "dropped": .count(item.dropped),
      "plays": .count(item.plays),
    ]
  }
}

/// In the order of their bits.
let stateNames = ["playable", "undecodable", "missing", "downloadable", "remote-only"]

func stateName(_ state: aha_item_state) -> String {
  state == 0 ? "unknown" : stateNames[min(state.trailingZeroBitCount, stateNames.count - 1)]
}

/// In the order of their numbers.
let originNames = ["folder", "drop", "take", "piece", "remote"]

private func originName(_ origin: aha_origin) -> String {
  let index = Int(origin) - 1
  return originNames.indices.contains(index) ? originNames[index] : "unknown"
}
