import AhaBase
import AhaDrop
import AhaJSON
import AhaLibrary
import AhaNet
import CShims

/// Items of a JSON feed.
///
/// A list consists of linked documents, all untrusted. SSRF guard: a document may not link to
/// another host, and items on a public host may not refer to the local network.
/// Source: jsonfeed.org/version/1.1.
public final class FeedCatalogue: RemoteCatalogue {
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
  private var reader = JSONListReader(list: "items", named: "")
  private var base: URLParts?
  private var tag = ""

  /// Errors: `invalidArgument` (no URL).
  public init(_ client: Client, _ url: String) throws(AhaError) {
    home = try URLParts.http(url)
    (self.client, address) = (client, home.url)
  }

  public var kind: String { "feed" }

  public func begin(_ place: String, token: String, _ call: SyncCall) throws(AhaError) {
    next = place.isEmpty ? address : place
    self.token = place.isEmpty ? token : ""
    // A resumed list has more than one document.
    documents = place.isEmpty ? 0 : 1
    (replyFile, links, distance) = (nil, LinkCycleDetector(), .here)
  }

  public func nextPart(_ call: SyncCall) throws(AhaError) -> ListPart {
    var part = ListPart()
    if replyFile == nil, try !open(call) {
      (part.isUnchanged, part.next) = (true, .end(token: token))
      return part
    }
    guard let replyFile, let base else { throw AhaError(.state, "no list has begun") }
    while reader.count + reader.tooLong < FeedCatalogue.part,
      reader.held < FeedCatalogue.maxHeld
    {
      let bytes = try replyFile.next()
      if bytes.isEmpty {
        part.next = try end()
        break
      }
      try reader.feed(bytes)
    }
    part.distance = distance
    let (elements, tooLong) = reader.take()
    for element in elements { take(element, base, &part) }
    for _ in 0..<tooLong {
      part.troubles.append("an item has over \(JSONListReader.maxElement) bytes")
    }
    return part
  }

  // MARK: Documents

  /// Requests the next document; false if it is unchanged. Errors: those of the request, `reply`.
  private func open(_ call: SyncCall) throws(AhaError) -> Bool {
    try links.check(next)
    let replyFile = try TemporaryFile(in: call.folder)
    var message = HTTPRequest("GET", next)
    message.headers = [HTTPHeader("Accept", "application/feed+json, application/json")]
    message.sink = .stream(replyFile, offset: 0)
    message.limits.body = TemporaryFile.maxBytes
    message.ssrfGuard = documents == 0 ? .notNearerThanStart : .notNearer(than: distance)
    message.ask(since: token)
    var options = DropCall.Options()
    if !token.isEmpty { options.accepts = [304] }
    let reply = try call.send(message, options)
    if reply.status == 304 { return false }
    (distance, tag) = (reply.distance, reply.revision)
    base = try URLParts.http(reply.url)
    reader = JSONListReader(list: "items", named: "the feed at \(home.place)")
    (token, documents, self.replyFile) = ("", documents + 1, replyFile)
    return true
  }

  /// Handles the end of a document. Errors: `reply`, `unknownFormat`, `limit`.
  private func end() throws(AhaError) -> ListPart.Next {
    defer { replyFile = nil }
    let object = try reader.object()
    guard object.text("version").begins(with: "https://jsonfeed.org/version/1") else {
      throw AhaError(.unknownFormat, "the document at \(home.place) is not a JSON feed")
    }
    let link = object.text("next_url")
    // The ETag covers the whole list only if it is one document.
    if link.isEmpty { return .end(token: documents == 1 ? tag : "") }
    guard let base, let place = try? URLParts.http(link, relativeTo: base),
      place.isSameOrigin(as: base)
    else { throw AhaError(.reply, "the feed at \(home.place) continues on another host") }
    next = place.url
    return .at(next)
  }

  private func take(_ element: [UInt8], _ base: URLParts, _ part: inout ListPart) {
    do throws(AhaError) {
      let item = try FeedItem(element, base, from: distance)
      let revision = Fingerprint(element).value
      part.entries.append(ListEntry(item.id, revision: "\(revision)", item.item))
    } catch {
      part.troubles.append(error.line)
    }
  }

  public func look(
    at entry: ListEntry, knowing revision: String, _ call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    .nothing("\(entry.id.shownPlace) is not an item", isThere: false)
  }
}
