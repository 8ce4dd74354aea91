import AhaBase
import AhaJSON
import AhaLibrary
import AhaSync

/// Source: jsonfeed.org/version/1.1.
final class JSONFeedReader: FeedReader {
  private let name: String
  private var reader: JSONListReader

  init(named name: String) {
    self.name = name
    reader = JSONListReader(list: "items", named: name)
  }

  var count: Int { reader.count + reader.tooLong }
  var held: Int { reader.held }

  func parse(next bytes: [UInt8], isLast: Bool) throws(AhaError) { try reader.feed(bytes) }

  func removeAll() -> (entries: [FeedEntry], troubles: [String]) {
    let (elements, tooLong) = reader.removeAll()
    var (entries, troubles) = ([FeedEntry](), [String]())
    for element in elements {
      do throws(AhaError) { entries.append(try FeedEntry(element: element)) } catch {
        troubles.append(error.line)
      }
    }
    for _ in 0..<tooLong {
      troubles.append("an item has over \(JSONListReader.maxElement) bytes")
    }
    return (entries, troubles)
  }

  func next() throws(AhaError) -> String {
    let object = try reader.object()
    guard object.text("version").begins(with: "https://jsonfeed.org/version/1") else {
      throw AhaError(.unknownFormat, "\(name) is not a JSON feed")
    }
    return object.text("next_url")
  }
}

extension FeedEntry {
  /// Errors: `reply`; the line names the cause.
  init(element: [UInt8]) throws(AhaError) {
    let object: JSONObject
    do throws(AhaError) {
      object = try element.withBytes { (bytes) throws(AhaError) in
        try JSONObject(parsing: bytes, limit: JSONListReader.maxElement, named: "an item")
      }
    } catch {
      throw AhaError(.reply, error.line)
    }
    // Some feeds use a number.
    id = object.integer("id").map { "\($0)" } ?? object.text("id")
    (title, link) = (object.text("title"), object.text("url").trimmed)
    image = object.text("image").trimmed
    // Version 1 of the format has a single author.
    artist = (object.objects("authors").first ?? object.object("author"))?.text("name") ?? ""
    let summary = object.text("summary")
    description = summary.isEmpty ? object.text("content_text") : summary
    revision = Fingerprint(element).value
    let attachments = object.objects("attachments")
    let isSound = { (file: JSONObject) in
      MediaLink.isSound(file.text("mime_type"), url: file.text("url").trimmed)
    }
    guard let file = attachments.first(where: isSound) else { return }
    if title.isEmpty { title = file.text("title") }
    (sound, size) = (file.text("url").trimmed, file.integer("size_in_bytes") ?? 0)
    let seconds = file.number("duration_in_seconds") ?? 0
    if seconds > 0, seconds < 1e9 { length = Int64(seconds * 1_000_000) }
  }
}
