import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaOpen
import AhaPiece
import AhaSync

/// An item of a feed, with its first sound.
struct FeedItem {
  private static let maxID = 1000

  let id: String
  let item: LibraryItem

  /// - Parameters:
  ///   - document: URL of the feed.
  ///   - distance: Distance of the feed's host. SSRF guard: the item may not refer to a nearer
  ///     host.
  /// Errors: `reply`, those of `PieceLoader.judge`; the line names the cause.
  init(
    entry: FeedEntry, document: URLParts, from distance: HTTPDistance
  ) throws(AhaError) {
    let id = entry.id.onOneLine
    guard (1...FeedItem.maxID).contains(id.utf8.count) else {
      throw AhaError(.reply, "an item has no id, or a long one: \"\(id.shownLocation)\"")
    }
    if entry.sound.isEmpty { throw AhaError(.reply, "the item \(id.shownLocation) has no sound") }
    let base = (try? URLParts.http(entry.base, relativeTo: document)) ?? document
    guard let sound = try? URLParts.http(entry.sound.withHostInASCII, relativeTo: base) else {
      throw AhaError(.reply, "the item \(id.shownLocation) has an invalid URL")
    }
    if sound.distance < distance {
      throw AhaError(
        .reply,
        "the item \(id.shownLocation) points to \(sound.authority), which is nearer than the "
          + "feed's host")
    }
    var item = LibraryItem(place: FilePath(sound.url), origin: .remote)
    item.state = .remoteDownloadable
    item.mark.size = max(0, entry.size)
    var page = ""
    if !entry.link.isEmpty {
      page = (try? URLParts.http(entry.link.withHostInASCII, relativeTo: base))?.url ?? ""
    }
    let piece = FeedItem.piece(of: entry)
    try PieceLoader.judge(piece, named: "the item \(id.shownLocation)")
    try DropItem.describe(&item, with: piece, id: id, url: page)
    (self.id, self.item) = (id, item)
  }

  private static func piece(of entry: FeedEntry) -> Piece {
    var piece = Piece()
    piece.title = entry.title.onOneLine(limit: 1000)
    piece.artist = entry.artist.onOneLine(limit: 1000)
    piece.description = entry.description.onOneLine(limit: 4000)
    piece.length = entry.length
    return piece
  }
}

/// An item of a feed, as its document has it: untrusted.
struct FeedEntry {
  var id = ""
  var title = ""
  var artist = ""
  var description = ""
  /// URL of its page.
  var link = ""
  /// URL that relative ones start from; "": that of the document.
  var base = ""
  /// URL of its first sound; "" for none.
  var sound = ""
  /// Units: bytes; 0 if unknown. Often wrong.
  var size: Int64 = 0
  /// Units: microseconds; 0 if unknown.
  var length: Int64 = 0
  /// Digest that changes with the item.
  var revision: UInt64 = 0
}

/// Streaming parser of a feed's document. Memory holds only the items not taken yet.
///
/// Threads: one at a time.
protocol FeedReader: AnyObject {
  /// Count of items not taken yet.
  var count: Int { get }
  /// Bytes of these items.
  var held: Int { get }

  /// Errors: `reply`, `limit`.
  func parse(next bytes: [UInt8], isLast: Bool) throws(AhaError)

  /// Moves the new items out, and a line for each item that cannot be read.
  func removeAll() -> (entries: [FeedEntry], troubles: [String])

  /// URL of the next document, after the last byte; "" for none. Errors: `reply`, `unknownFormat`.
  func next() throws(AhaError) -> String
}
