import AhaArguments
import AhaBase
import AhaCodec
import AhaLibrary
import AhaPiece
import CAha

extension ItemList: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_ITEMS, noun: "items") }
}

extension ItemQuery {
  init(_ fields: aha_item_query) throws(AhaError) {
    self.init()
    if fields.item != 0 { throw AhaError(.invalidArgument, "query->item needs a relation") }
    try require(UInt64(fields.states), in: 0...UInt64(AHA_ITEM_ANY), "states")
    if fields.states != 0 { states = Playability.allCases.filter { $0.bit & fields.states != 0 } }
    if fields.origin != 0 { origin = try ItemOrigin(fields.origin) }
    order = try known(fields.order, "order")
    text = Text.optional(fields.text) ?? ""
    sha256 = Text.hash(fields.sha256)
    checks = fields.is_unchecked == 0
    count = try choose(
      fields.count, range: 1...UInt32(ItemQuery.maxItems), fallback: count, name: "count")
  }
}

extension OpenLibrary {
  /// Errors: `invalidArgument`, `notFound`, `unsupported`.
  func list(_ query: UnsafePointer<aha_item_query>?) throws(AhaError) -> ItemList {
    let fields = try Sized.read(query, "query", default: aha_item_query_init())
    if fields.relation == aha_item_relation(AHA_ITEMS_ALL) {
      return try ItemList(library: library, query: ItemQuery(fields))
    }
    let isFiltered = fields.text != nil || fields.sha256 != nil
    if isFiltered || (fields.states, fields.origin, fields.order) != (0, 0, 0) {
      throw AhaError(.unsupported, "a relation of items has no filter or order: leave them 0")
    }
    switch fields.relation {
    case aha_item_relation(AHA_ITEMS_ANCESTORS):
      return try ItemList(library: library, of: library.ancestors(of: fields.item))
    case aha_item_relation(AHA_ITEMS_DESCENDANTS):
      return try ItemList(library: library, of: library.descendants(of: fields.item))
    case aha_item_relation(AHA_ITEMS_DUPLICATES):
      return try ItemList(
        library: library, count: choose(fields.count, range: 1...100, fallback: 50, name: "count"))
    default: throw AhaError(.invalidArgument, "relation \(Int(fields.relation)) is not known")
    }
  }
}

// MARK: Saved queries

extension OpenLibrary {
  func saveQuery(
    _ name: UnsafePointer<CChar>?, query: UnsafePointer<aha_item_query>?
  ) throws(AhaError) {
    let fields = try Sized.read(query, "query", default: aha_item_query_init())
    try require(UInt64(fields.relation), in: 0...UInt64(AHA_ITEMS_DUPLICATES), "relation")
    if fields.relation != aha_item_relation(AHA_ITEMS_ALL) {
      throw AhaError(.unsupported, "a relation of items cannot be saved as a query")
    }
    try library.save(ItemQuery(fields), named: Text.given(name, "name"))
  }

  func runQuery(_ name: UnsafePointer<CChar>?) throws(AhaError) -> ItemList {
    try ItemList(library: library, query: library.savedQuery(named: Text.given(name, "name")))
  }

  func renameQuery(
    _ name: UnsafePointer<CChar>?, newName: UnsafePointer<CChar>?
  ) throws(AhaError) {
    try library.renameQuery(Text.given(name, "name"), to: Text.given(newName, "new_name"))
  }

  func removeQuery(_ name: UnsafePointer<CChar>?) throws(AhaError) {
    try library.removeQuery(Text.given(name, "name"))
  }

  func queryNames() throws(AhaError) -> String {
    try library.savedNames().reduce("") { $0 + $1 + "\n" }
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
    (track, disc) = (UInt32(clamping: item.release.track), UInt32(clamping: item.release.disc))
  }
}

extension ItemList {
  func get(_ index: UInt32) throws(AhaError) -> aha_item {
    var value = aha_item(try element(items, index, "items"))
    value.depth = depths.isEmpty ? 0 : UInt32(clamping: depths[Int(index)])
    return value
  }

  func getPiece(_ index: UInt32) throws(AhaError) -> SharedPiece {
    let item = try element(items, index, "items")
    if item.manifest.isEmpty {
      throw AhaError(.notFound, "item \(item.number) has no metadata of a piece")
    }
    return try item.manifest.array.withUnsafeBufferPointer { (bytes) throws(AhaError) in
      let name = "the manifest of item \(item.number)"
      return SharedPiece(try Piece(manifest: UnsafeRawBufferPointer(bytes), named: name))
    }
  }
}

extension Text {
  /// A hash in lower-case hexadecimal, as libraries store it; "" for NULL.
  static func hash(_ text: UnsafePointer<CChar>?) -> String {
    let letters = (optional(text) ?? "").array.map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension ItemOrigin {
  /// Errors: `invalidArgument`.
  init(_ origin: aha_origin) throws(AhaError) {
    self = try known(origin, "origin")
  }
}

extension Playability {
  /// A single state. Errors: `invalidArgument`.
  init(_ state: aha_item_state) throws(AhaError) {
    guard state.nonzeroBitCount == 1,
      let found = Playability(rawValue: UInt32(state.trailingZeroBitCount))
    else { throw AhaError(.invalidArgument, "state \(Int(state)) is not one of the states") }
    self = found
  }

  var bit: aha_item_state { 1 << rawValue }
}
