import AhaBase
import AhaDrop
import AhaJSON
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
    let base = entry.bases.reduce(document) { (try? URLParts.http($1, relativeTo: $0)) ?? $0 }
    guard let sound = try? URLParts.http(entry.sound, relativeTo: base) else {
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
    let piece = FeedItem.piece(of: entry)
    try PieceLoader.judge(piece, named: "the item \(id.shownLocation)")
    let facts = try FeedItem.facts(of: entry) { link in
      if link.isEmpty || link.utf8.count > FeedItem.maxLink { return "" }
      let url = try? URLParts.http(link, relativeTo: base)
      return url.map { $0.distance < distance ? "" : $0.url } ?? ""
    }
    try DropItem.describe(&item, with: piece, id: id, facts: facts)
    (self.id, self.item) = (id, item)
  }

  private static let maxLink = 2000

  /// Fields of the manifest beside those of a piece.
  /// - Parameter whole: The whole URL of a link; "" for an invalid one.
  private static func facts(
    of entry: FeedEntry, whole: (String) -> String
  ) throws(AhaError) -> JSONObject {
    let facts = try JSONObject()
    let links: [(StaticString, String)] = [
      ("url", entry.link), ("image", entry.image), ("chapters", entry.chapters),
    ]
    for (key, link) in links {
      let url = whole(link)
      if !url.isEmpty { try facts.set(key, .text(url)) }
    }
    if entry.season > 0 { try facts.set("season", .integer(entry.season)) }
    if entry.episode > 0 { try facts.set("episode", .integer(entry.episode)) }
    var transcripts: [JSONObject.Value] = []
    for transcript in entry.transcripts {
      let (made, url) = (try JSONObject(), whole(transcript.url))
      if url.isEmpty { continue }
      try made.set("url", .text(url))
      for (key, text) in [
        ("type" as StaticString, transcript.type), ("language", transcript.language),
      ]
      where !text.isEmpty { try made.set(key, .text(text.onOneLine(limit: 100))) }
      transcripts.append(.object(made))
    }
    if !transcripts.isEmpty { try facts.set("transcripts", .list(transcripts)) }
    return facts
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
  /// Bases of relative URLs, from the outermost; each is relative to the one before, and the first
  /// to the document.
  var bases: [String] = []
  /// URL of its first sound; "" for none.
  var sound = ""
  /// Units: bytes; 0 if unknown. Often wrong.
  var size: Int64 = 0
  /// Units: microseconds; 0 if unknown.
  var length: Int64 = 0
  /// URLs of its cover and of its chapters; "" for none.
  var (image, chapters) = ("", "")
  var transcripts: [FeedTranscript] = []
  /// 0 if unknown.
  var (season, episode): (Int64, Int64) = (0, 0)
  /// Digest that changes with the item.
  var revision: UInt64 = 0
}

/// A transcript of an item: its URL, media type and language.
struct FeedTranscript {
  let url: String
  let type: String
  let language: String
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
