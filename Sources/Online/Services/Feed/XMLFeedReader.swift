import AhaBase
import AhaDrop
import AhaLibrary
import AhaSync

/// RSS with enclosures, also of podcasts, and Atom.
///
/// Source: RSS 2.0.11; RFC 4287; RFC 5005, 3; Apple, "A Podcaster's Guide to RSS".
final class XMLFeedReader: XMLReader, FeedReader {
  private enum Format { case rss, atom }

  private let name: String
  /// Nil: not a feed.
  private var format: Format?
  private var entries: [FeedEntry] = []
  /// The open item; nil between items.
  private var entry: FeedEntry?
  private var (base, author, nextLink) = ("", "", "")
  private(set) var held = 0

  /// Errors: those of `XMLReader.begin`.
  init(named name: String) throws(AhaError) {
    self.name = name
    super.init(cutsTexts: true, isLenient: true)
    try begin(named: name)
  }

  var count: Int { entries.count }

  func parse(next bytes: [UInt8], isLast: Bool) throws(AhaError) {
    try bytes.withBytes { (bytes) throws(AhaError) in try feed(bytes, isLast: isLast) }
  }

  func removeAll() -> (entries: [FeedEntry], troubles: [String]) {
    defer { (entries, held) = ([], 0) }
    return (entries, [])
  }

  func next() throws(AhaError) -> String {
    if format != nil { return nextLink }
    throw AhaError(.unknownFormat, "\(name) is neither RSS nor Atom")
  }

  // MARK: Elements

  /// Depth of an item; its fields are one deeper.
  private var itemDepth: Int { format == .atom ? 2 : 3 }

  override func begins(element name: XMLName) {
    if depth == 1 {
      format = name.local == "rss" ? .rss : name.isOfAtom && name.local == "feed" ? .atom : nil
      base = attribute(named: "http://www.w3.org/XML/1998/namespace base")
    }
    guard let format else { return }
    if depth == itemDepth, name.local == (format == .atom ? "entry" : "item") {
      var new = FeedEntry()
      new.base = attribute(named: "http://www.w3.org/XML/1998/namespace base")
      if new.base.isEmpty { new.base = base }
      new.artist = author
      entry = new
    } else if name.isOfAtom, name.local == "link" {
      beginLink(relation: attribute(named: "rel"))
    } else if depth == itemDepth + 1, name.space.isEmpty, name.local == "enclosure" {
      addSound(at: attribute(named: "url"))
    }
  }

  private func beginLink(relation: String) {
    let target = attribute(named: "href").trimmed
    guard entry != nil else {
      if depth == itemDepth, relation == "next" { nextLink = target }
      return
    }
    guard depth == itemDepth + 1 else { return }
    if relation == "enclosure" {
      addSound(at: target)
    } else if format == .atom, relation.isEmpty || relation == "alternate" {
      entry?.link = target
    }
  }

  /// Keeps the first sound.
  private func addSound(at url: String) {
    let url = url.trimmed
    guard entry?.sound.isEmpty == true, MediaLink.isSound(attribute(named: "type"), url: url) else {
      return
    }
    entry?.sound = url
    entry?.size = MediaLink.size(of: attribute(named: "length"))
  }

  override func ends(element name: XMLName, text: String) {
    let text = text.onOneLine(limit: XMLFeedReader.maxText)
    if entry == nil {
      // Of the channel.
      if depth == itemDepth, name.isAuthor, !text.isEmpty { author = text }
    } else if depth == itemDepth {
      endItem()
    } else if depth == itemDepth + 1 {
      endField(element: name, text: text)
    } else if depth == itemDepth + 2, name.isOfAtom, name.local == "name" {
      if let parent, parent.local == "author", !text.isEmpty { entry?.artist = text }
    }
  }

  private static let maxText = 8000

  private func endField(element name: XMLName, text: String) {
    if text.isEmpty { return }
    if name.isOfITunes {
      switch name.local {
      // Without the number of the episode, which some programs put into the title.
      case "title": entry?.title = text
      case "author": entry?.artist = text
      case "duration": entry?.length = MediaLink.length(of: text)
      case "summary": if entry?.description.isEmpty == true { entry?.description = text }
      default: break
      }
      return
    }
    switch name.local {
    case "guid", "id": entry?.id = text
    case "title": if entry?.title.isEmpty == true { entry?.title = text }
    case "link" where format == .rss: if name.space.isEmpty { entry?.link = text }
    case "description", "summary": entry?.description = text
    case "content", "encoded": if entry?.description.isEmpty == true { entry?.description = text }
    case "creator": entry?.artist = text
    default: break
    }
  }

  private func endItem() {
    guard var new = entry else { return }
    entry = nil
    if new.id.isEmpty { new.id = new.sound.isEmpty ? new.link : new.sound }
    new.title = new.title.withoutMarkup
    new.description = new.description.withoutMarkup
    var digest = Fingerprint()
    let parts = [new.id, new.title, new.artist, new.description, new.link, new.base, new.sound]
    for text in parts + ["\(new.size) \(new.length)"] {
      // 0xFF never occurs in UTF-8.
      digest.add(text.array + [0xFF])
      held += text.utf8.count
    }
    new.revision = digest.value
    entries.append(new)
  }
}

extension XMLName {
  fileprivate var isOfAtom: Bool { space == "http://www.w3.org/2005/Atom" }

  fileprivate var isOfITunes: Bool {
    space.lowered == "http://www.itunes.com/dtds/podcast-1.0.dtd"
  }

  fileprivate var isAuthor: Bool { isOfITunes && local == "author" }
}
