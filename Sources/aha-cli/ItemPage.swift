import CAha

/// Items of a library.
final class ItemPage {
  private let handle: Handle

  init(_ handle: Handle) { self.handle = handle }

  var count: UInt32 { aha_items_count(handle.pointer) }

  func item(_ index: UInt32) -> aha_item {
    var item = aha_item_init()
    _ = aha_items_get(handle.pointer, index, &item)
    return item
  }

  /// - Parameter which: AHA_ITEM_PLACE …
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
  func each(
    _ console: Console, _ body: (ItemPage, UInt32) -> Bool
  ) throws(Failure) {
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
    var object = JSONObject()
    object.add("item", number: UInt64(clamping: item.number))
    object.add("place", name: text(index, AHA_ITEM_PLACE))
    object.add("title", name: text(index, AHA_ITEM_TITLE))
    object.add("artist", name: text(index, AHA_ITEM_ARTIST))
    object.add("tags", name: text(index, AHA_ITEM_TAGS))
    object.add("state", text: stateName(item.state))
    object.add("reason", name: text(index, AHA_ITEM_REASON))
    object.add("origin", text: originName(item.origin))
    object.add("seconds", number: Double(item.length_us) / 1e6, decimals: 6)
    object.add("bytes", number: UInt64(clamping: item.size))
    object.add("container", text: token(container: item.container))
    object.add("encoding", text: token(encoding: item.encoding))
    object.add("sample_rate", number: UInt64(item.sample_rate))
    object.add("channels", number: UInt64(item.channels))
    object.add("sha256", name: text(index, AHA_ITEM_SHA256))
    object.add("piece_id", name: text(index, AHA_ITEM_PIECE_ID))
    object.add("tempo_bpm", number: item.tempo_bpm == 0 ? .nan : item.tempo_bpm, decimals: 3)
    object.add("key", name: text(index, AHA_ITEM_KEY))
    object.add("loudness_lufs", number: item.loudness_lufs, decimals: 2)
    object.add("added", number: UInt64(clamping: item.added))
    object.add("played", number: UInt64(clamping: item.played))
    object.add("dropped", number: UInt64(clamping: item.dropped))
    object.add("plays", number: UInt64(clamping: item.plays))
    return object
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
