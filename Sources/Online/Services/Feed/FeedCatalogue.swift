import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaSync
import CShims

/// Items of a JSON, RSS or Atom feed.
///
/// A list consists of linked documents, all untrusted. SSRF guard: a document may not link to
/// another host, and items on a public host may not refer to the local network.
/// Source: jsonfeed.org/version/1.1; RSS 2.0.11; RFC 4287; RFC 5005, 3 (links to more documents).
public final class FeedCatalogue: Catalogue {
  private static let part = 256
  /// Max bytes of the entries of a part; the last entry may exceed it.
  private static let maxHeld = 4 << 20

  public let client: Client
  public let address: String
  private let home: URLParts
  private var next = ""
  private var token = ""
  private var links = LinkCycleDetector()
  /// Count of documents read.
  private var documents = 0
  private var distance = HTTPDistance.here
  // The current document.
  private var replyFile: TemporaryFile?
  private var reader: (any FeedReader)?
  private var base: URLParts?
  private var tag = ""
  /// Of the reply's Content-Type.
  private var charset = ""

  /// Errors: `invalidArgument` (no URL).
  public init(client: Client, url: String) throws(AhaError) {
    home = try URLParts.http(url)
    (self.client, address) = (client, home.url)
  }

  public var kind: String { "feed" }

  public func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    next = position.isEmpty ? address : position
    self.token = position.isEmpty ? token.withoutReader : ""
    // A resumed list has more than one document.
    documents = position.isEmpty ? 0 : 1
    (replyFile, reader, links, distance) = (nil, nil, LinkCycleDetector(), .here)
  }

  public func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    var part = ListPart()
    if replyFile == nil, try !open(via: call) {
      (part.isUnchanged, part.next) = (true, .end(token: token.withReader))
      return part
    }
    guard let replyFile, let base else { throw AhaError(.state, "no list has begun") }
    part.distance = distance
    while true {
      let bytes = try replyFile.next()
      let reader = try reader(ofDocument: bytes)
      try reader.parse(next: bytes, isLast: bytes.isEmpty)
      if bytes.isEmpty { part.next = try end(reader) }
      guard
        bytes.isEmpty || reader.count >= FeedCatalogue.part
          || reader.held >= FeedCatalogue.maxHeld
      else { continue }
      let (entries, troubles) = reader.removeAll()
      part.troubles += troubles
      for entry in entries { add(entry, base: base, to: &part) }
      return part
    }
  }

  // MARK: Documents

  /// Requests the next document; false if it is unchanged. Errors: those of the request, `reply`.
  private func open(via call: SyncCall) throws(AhaError) -> Bool {
    try links.check(next)
    let replyFile = try TemporaryFile(in: call.folder)
    var message = HTTPRequest("GET", next)
    message.headers = [
      HTTPHeader(
        "Accept",
        "application/feed+json, application/rss+xml, application/atom+xml, "
          + "application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1")
    ]
    message.sink = .stream(replyFile, offset: 0)
    message.limits.body = TemporaryFile.maxBytes
    message.mayBeCompressed = true
    message.ssrfGuard = documents == 0 ? .notNearerThanBefore : .notNearer(than: distance)
    message.ask(since: token)
    var options = DropCall.Options()
    if !token.isEmpty { options.accepts = [304] }
    let reply = try call.send(message, options: options)
    if reply.status == 304 { return false }
    (distance, tag) = (reply.distance, reply.revision)
    charset = reply.header("Content-Type")?.charset ?? ""
    base = try URLParts.http(reply.url)
    (token, documents, self.replyFile, reader) = ("", documents + 1, replyFile, nil)
    return true
  }

  /// The document's reader: of XML or JSON, by its first bytes.
  private func reader(ofDocument start: [UInt8]) throws(AhaError) -> any FeedReader {
    if let reader { return reader }
    let name = "the feed at \(home.authority)"
    // A byte order mark of UTF-8 or UTF-16 may come first; a 0 byte is half of a UTF-16 character.
    let first = start.first { $0 > 0x20 && $0 < 0x80 }
    // The second is "<?xm" in EBCDIC.
    let isXML = first == UInt8(ascii: "<") || start.starts(with: [0x4C, 0x6F, 0xA7, 0x94])
    let new: any FeedReader =
      isXML ? try XMLFeedReader(named: name, charset: charset) : JSONFeedReader(named: name)
    reader = new
    return new
  }

  /// Handles the end of a document. Errors: `reply`, `unknownFormat`, `limit`.
  private func end(_ reader: any FeedReader) throws(AhaError) -> ListPart.Next {
    defer { replyFile = nil }
    let link = try reader.next()
    // The ETag covers the whole list only if it is one document.
    if link.isEmpty { return .end(token: documents == 1 ? tag.withReader : "") }
    guard let base, let link = try? URLParts.http(link, relativeTo: base),
      link.isSameOrigin(as: base)
    else { throw AhaError(.reply, "the feed at \(home.authority) continues on another host") }
    next = link.url
    return .at(next)
  }

  private func add(_ entry: FeedEntry, base: URLParts, to part: inout ListPart) {
    do throws(AhaError) {
      let item = try FeedItem(entry: entry, document: base, from: distance)
      part.entries.append(ListEntry(id: item.id, revision: "\(entry.revision)", item: item.item))
    } catch {
      part.troubles.append(error.line)
    }
  }

  public func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    .nothing("\(entry.id.shownLocation) is not an item", isThere: false)
  }
}

/// The version of the readers stands before the ETag of a list: after an update of libaha, an
/// unchanged feed is read again, because a newer reader may find more in it.
extension String {
  private static let reader: StaticString = "2 "

  fileprivate var withReader: String { isEmpty ? "" : String.reader.text + self }

  fileprivate var withoutReader: String {
    begins(with: String.reader) ? array.dropFirst(String.reader.utf8CodeUnitCount).text : ""
  }

  /// The parameter "charset" of a media type; "" for none.
  fileprivate var charset: String {
    for part in array.split(separator: UInt8(ascii: ";")).dropFirst() {
      let parameter = part.text.trimmed.array
      guard parameter.lowered.begins(with: "charset=") else { continue }
      return parameter.dropFirst(8).filter { $0 != 0x22 && $0 != 0x27 }.text.trimmed
    }
    return ""
  }
}

extension Service {
  static var feed: Service { Service(source: .feed) }
}

extension SourceKind {
  static var feed: SourceKind {
    var kind = SourceKind(name: "feed")
    // The sound of an item can be replaced.
    kind.hasLastingHashes = false
    return kind
  }
}
