import AhaBase
import AhaDrop
import AhaJSON
import AhaLibrary
import AhaNet
import AhaPiece

/// An item of a JSON feed, with its first sound.
struct FeedItem {
  private static let maxID = 1000

  let id: String
  let item: LibraryItem

  /// - Parameters:
  ///   - base: URL of the feed.
  ///   - distance: Distance of the feed's host. SSRF guard: the item may not refer to a nearer
  ///     host.
  /// Errors: `reply`; the line names the cause.
  init(_ element: [UInt8], _ base: URLParts, from distance: HTTPDistance) throws(AhaError) {
    let object: JSONObject
    do throws(AhaError) {
      object = try element.withBytes { (bytes) throws(AhaError) in
        try JSONObject(parsing: bytes, limit: JSONListReader.maxElement, named: "an item")
      }
    } catch {
      throw AhaError(.reply, error.line)
    }
    let id = FeedItem.id(of: object)
    guard (1...FeedItem.maxID).contains(id.utf8.count) else {
      throw AhaError(.reply, "an item has no id, or a long one: \"\(id.shownPlace)\"")
    }
    guard let sound = object.objects("attachments").first(where: { $0.isSound }) else {
      throw AhaError(.reply, "the item \(id.shownPlace) has no sound")
    }
    let link = sound.text("url")
    guard !link.isEmpty, let place = try? URLParts.http(link, relativeTo: base) else {
      throw AhaError(.reply, "the item \(id.shownPlace) has an invalid URL")
    }
    if place.distance < distance {
      throw AhaError(
        .reply,
        "the item \(id.shownPlace) points to \(place.place), which is nearer than the feed's host")
    }
    var item = LibraryItem(FilePath(place.url), .remote)
    item.state = .remoteDownloadable
    item.mark.size = max(0, sound.integer("size_in_bytes") ?? 0)
    try DropItem.describe(
      &item, FeedItem.piece(object, sound), id: id, url: FeedItem.page(object, base))
    (self.id, self.item) = (id, item)
  }

  /// Also accepts a number, which some feeds use.
  private static func id(of object: JSONObject) -> String {
    if let number = object.integer("id") { return "\(number)" }
    return object.text("id").onOneLine
  }

  private static func piece(_ object: JSONObject, _ sound: JSONObject) -> Piece {
    var piece = Piece()
    piece.title = object.text("title").kept(1000)
    if piece.title.isEmpty { piece.title = sound.text("title").kept(1000) }
    // Version 1 of the format has a single author.
    let author = object.objects("authors").first ?? object.object("author")
    piece.artist = (author?.text("name") ?? "").kept(1000)
    let summary = object.text("summary")
    piece.description = (summary.isEmpty ? object.text("content_text") : summary).kept(4000)
    piece.length = sound.microseconds
    return piece
  }

  private static func page(_ object: JSONObject, _ base: URLParts) -> String {
    let link = object.text("url")
    if link.isEmpty { return "" }
    return (try? URLParts.http(link, relativeTo: base))?.url ?? ""
  }
}

extension JSONObject {
  fileprivate var isSound: Bool { text("mime_type").lowered.begins(with: "audio/") }

  fileprivate var microseconds: Int64 {
    let seconds = number("duration_in_seconds") ?? 0
    return seconds > 0 && seconds < 1e9 ? Int64(seconds * 1_000_000) : 0
  }
}
