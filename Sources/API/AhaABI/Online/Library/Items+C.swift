import AhaBase
import AhaCodec
import AhaLibrary
import AhaPiece
import CAha

func page(
  _ library: Library, _ query: ItemQuery, _ cursor: ItemCursor?
) throws(AhaError) -> ItemsBox {
  let page = try library.page(query, after: cursor)
  let following = page.next.map { ItemsBox.Following.list(query, $0) }
  return ItemsBox(library, page.items, following ?? .nothing)
}

extension ItemQuery {
  init(_ asked: aha_item_query) throws(AhaError) {
    self.init()
    if asked.item != 0 { throw AhaError(.invalidArgument, "query->item needs a relation") }
    try require(UInt64(asked.states), in: 0...UInt64(AHA_ITEM_ANY), "states")
    if asked.states != 0 { states = Playability.allCases.filter { $0.bit & asked.states != 0 } }
    if asked.origin != 0 { origin = try ItemOrigin(asked.origin) }
    order = try known(asked.order, "order")
    text = Text.optional(asked.text) ?? ""
    sha256 = Text.hash(asked.sha256)
    checks = asked.is_unchecked == 0
    count = try choose(asked.count, 1...UInt32(ItemQuery.maxItems), count, "count")
  }
}

extension ItemsBox {
  /// Returns nil at the end.
  func next() throws(AhaError) -> ItemsBox? {
    switch following {
    case .nothing: return nil
    case .list(let query, let cursor):
      let next = try page(library, query, cursor)
      // A page may be empty although the list continues.
      if case .nothing = next.following, next.items.isEmpty { return nil }
      return next
    case .duplicates(let last, let count):
      let next = try ItemsBox(library, duplicatesAfter: last, count)
      return next.items.isEmpty ? nil : next
    }
  }
}

// MARK: Queries

extension aha_item {
  fileprivate init(_ item: LibraryItem) {
    self = aha_item_init()
    (number, tempo_bpm, loudness_lufs) = (item.number, item.tempo, item.loudness)
    // A relative that is not in the library: only its id is known.
    if number == 0 { return }
    (origin, state) = (item.origin.rawValue, item.state.bit)
    (length_us, size) = (item.sound.length, item.mark.size)
    (added, played, dropped, plays) = (item.added, item.played, item.dropped, item.plays)
    (container, encoding) = (item.sound.container.rawValue, item.sound.encoding.rawValue)
    sample_rate = UInt32(clamping: item.sound.sampleRate)
    channels = UInt32(clamping: item.sound.channels)
  }
}

@c @implementation
public func aha_items_copy_text(
  _ items: OpaquePointer?, _ index: UInt32, _ text: aha_item_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let item = try Handle.object(items, as: ItemsBox.self).item(index)
    if text == aha_item_text(AHA_ITEM_PLACE) {
      return try Text.copyOut(item.place, buffer, capacity, outLength)
    }
    try Text.copyOut(item.text(text), buffer, capacity, outLength)
  }
}

extension LibraryItem {
  fileprivate func text(_ which: aha_item_text) throws(AhaError) -> String {
    switch which {
    case aha_item_text(AHA_ITEM_TITLE): return title
    case aha_item_text(AHA_ITEM_ARTIST): return artist
    case aha_item_text(AHA_ITEM_TAGS): return tags
    case aha_item_text(AHA_ITEM_REASON): return reason
    case aha_item_text(AHA_ITEM_SHA256): return sha256
    case aha_item_text(AHA_ITEM_PIECE_ID): return pieceID
    case aha_item_text(AHA_ITEM_KEY): return key
    case aha_item_text(AHA_ITEM_MANIFEST): return manifest
    default: throw AhaError(.invalidArgument, "text \(Int(which)) is not known")
    }
  }
}

@c @implementation
public func aha_items_get_piece(
  _ items: OpaquePointer?, _ index: UInt32, _ outPiece: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outPiece?.pointee = nil
  return guarded { () throws(AhaError) in
    let item = try Handle.object(items, as: ItemsBox.self).item(index)
    if item.manifest.isEmpty {
      throw AhaError(.notFound, "item \(item.number) has no metadata of a piece")
    }
    try makingPiece(outPiece) { () throws(AhaError) in
      try item.manifest.array.withUnsafeBufferPointer { (bytes) throws(AhaError) in
        let name = "the manifest of item \(item.number)"
        return try Piece(manifest: UnsafeRawBufferPointer(bytes), named: name)
      }
    }
  }
}

extension LibraryBox {
  func list(_ query: UnsafePointer<aha_item_query>?) throws(AhaError) -> ItemsBox {
    try ItemsBox.first(library, query)
  }
}

extension ItemsBox {
  var count: Int { items.count }

  func get(_ index: UInt32) throws(AhaError) -> aha_item {
    var value = aha_item(try item(index))
    value.depth = depths.isEmpty ? 0 : UInt32(clamping: depths[Int(index)])
    return value
  }
}
