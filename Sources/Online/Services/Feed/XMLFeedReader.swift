import AhaBase
import AhaDrop
import AhaLibrary
import AhaSync

/// RSS 0.9x, 1.0 and 2.0 with enclosures or Media RSS, also of podcasts, and Atom 0.3 and 1.0.
///
/// Source: RSS 2.0.11; RSS 1.0 with mod_enclosure; Media RSS 1.5.1; RFC 4287; RFC 5005, 3;
/// Apple, "A Podcaster's Guide to RSS"; podcastindex.org/namespace/1.0.
final class XMLFeedReader: XMLReader, FeedReader {
  private enum Format { case rss, atom }

  private static let maxText = 8000
  private static let xmlBase: StaticString = "http://www.w3.org/XML/1998/namespace base"

  private let name: String
  private let decoder: XMLDecoder
  /// Nil: not a feed.
  private var format: Format?
  private var entries: [FeedEntry] = []
  /// The open item; nil between items.
  private var item: OpenFeedItem?
  /// Depth of the open item; its fields are one deeper.
  private var itemDepth = 0
  /// Of the root and the channel.
  private var bases: [String] = []
  private var author = RankedText()
  private var nextLink = ""
  /// Vocabularies by namespaces of this document.
  private var vocabularies: [(space: String, vocabulary: FeedVocabulary)] = []
  private(set) var held = 0

  /// - Parameter charset: Of the server's Content-Type; "" if unknown.
  /// Errors: those of `XMLReader.begin`.
  init(named name: String, charset: String) throws(AhaError) {
    (self.name, decoder) = (name, XMLDecoder(charset: charset))
    super.init(cutsTexts: true, isLenient: true)
    try begin(named: name)
  }

  var count: Int { entries.count }

  func parse(next bytes: [UInt8], isLast: Bool) throws(AhaError) {
    try decoder.decode(bytes, isLast: isLast).withBytes { (bytes) throws(AhaError) in
      try feed(bytes, isLast: isLast)
    }
  }

  func removeAll() -> (entries: [FeedEntry], troubles: [String]) {
    defer { (entries, held) = ([], 0) }
    return (entries, [])
  }

  func next() throws(AhaError) -> String {
    if format != nil { return nextLink }
    throw AhaError(.unknownFormat, "\(name) is neither RSS nor Atom")
  }

  private func vocabulary(of name: XMLName) -> FeedVocabulary {
    if let known = vocabularies.first(where: { $0.space.hasSameBytes(as: name.space) }) {
      return known.vocabulary
    }
    let new = FeedVocabulary(space: name.space)
    if vocabularies.count < 64 { vocabularies.append((name.space, new)) }
    return new
  }

  // MARK: Elements

  override func begins(element name: XMLName) {
    let vocabulary = vocabulary(of: name)
    if depth == 1 { format = XMLFeedReader.format(of: name, vocabulary) }
    guard format != nil else { return }
    if item != nil {
      beginField(element: name, vocabulary)
      return
    }
    let local = name.local.lowered
    let isItem = local == (format == .atom ? "entry" : "item")
    if isItem, (2...3).contains(depth), vocabulary == .rss || vocabulary == .atom {
      return beginItem()
    }
    if depth <= 2 { bases.append(attribute(named: XMLFeedReader.xmlBase)) }
    if vocabulary == .atom, local == "link", attribute(named: "rel") == "next" {
      nextLink = attribute(named: "href").trimmed
    }
  }

  /// Older formats have no namespace.
  private static func format(of name: XMLName, _ vocabulary: FeedVocabulary) -> Format? {
    switch (vocabulary, name.local.lowered) {
    case (.rss, "rss"), (.rdf, "rdf"): .rss
    case (.atom, "feed"), (.rss, "feed"): .atom
    default: nil
    }
  }

  private func beginItem() {
    var new = OpenFeedItem(isAtom: format == .atom)
    new.bases = (bases + [attribute(named: XMLFeedReader.xmlBase)]).filter { !$0.isEmpty }
    new.id.offer(
      attribute(named: "http://www.w3.org/1999/02/22-rdf-syntax-ns# about").trimmed, rank: 1)
    item = new
    itemDepth = depth
    joiningDepth = depth + 1
  }

  private func beginField(element name: XMLName, _ vocabulary: FeedVocabulary) {
    // Media RSS groups its elements.
    let isGrouped = depth > itemDepth + 1 && vocabulary == .media
    if depth == itemDepth + 1 || isGrouped {
      item?.begin(field: name.local.lowered, vocabulary) { self.attribute(named: $0) }
    } else if !String.isInline(element: name.local) {
      separateText()
    }
  }

  override func ends(element name: XMLName, text: String) {
    let vocabulary = vocabulary(of: name)
    guard item != nil else { return endChannelField(element: name, vocabulary, text: text) }
    if depth == itemDepth { return endItem() }
    let isName = depth == itemDepth + 2 && (vocabulary == .atom || vocabulary == .rss)
    if depth == itemDepth + 1 || vocabulary == .media {
      item?.end(
        field: name.local.lowered, vocabulary,
        text: text.onOneLine(limit: XMLFeedReader.maxText).trimmed)
    } else if isName, name.local == "name", parent?.local == "author" {
      item?.artist.offer(text.onOneLine(limit: XMLFeedReader.maxText).trimmed, rank: 1)
    }
  }

  private func endChannelField(
    element name: XMLName, _ vocabulary: FeedVocabulary, text: String
  ) {
    if depth == 2, bases.count > 1 { bases.removeLast() }
    guard depth <= 3 else { return }
    let isAuthor =
      vocabulary == .itunes && name.local == "author"
      || format == .atom && depth == 3 && name.local == "name" && parent?.local == "author"
    if isAuthor {
      author.offer(text.onOneLine(limit: XMLFeedReader.maxText).trimmed, rank: 0)
    }
  }

  private func endItem() {
    guard let item else { return }
    self.item = nil
    joiningDepth = Int.max
    let entry = item.finished(author: author.text)
    held += entry.held
    entries.append(entry)
  }
}
