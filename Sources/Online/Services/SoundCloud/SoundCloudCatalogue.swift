import AhaBase
import AhaDrop
import AhaJSON
import AhaLibrary
import AhaNet
import AhaOpen
import AhaPiece
import AhaSync

/// Tracks of an account at SoundCloud.
///
/// Source: the public OpenAPI document (github.com/soundcloud/api), /me/tracks.
final class SoundCloudCatalogue: Catalogue, Opener {
  let client: Client
  let address: String
  private let api: SoundCloudAPI
  private var next = ""
  private var links = LinkCycleDetector()

  init(destination: SoundCloudDestination, client: Client) {
    (api, address, self.client) = (destination.api, destination.address, client)
  }

  var kind: String { "soundcloud" }
  var user: String { api.account.key.text }

  private var first: String { "\(api.url)/me/tracks?limit=200&linked_partitioning=true" }

  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    next = position.isEmpty ? first : position
    links = LinkCycleDetector()
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    // SSRF guard: the request carries the token, so it must stay at the API's origin.
    guard let target = URLParts(next), let home = URLParts(api.url), target.isSameOrigin(as: home)
    else {
      throw AhaError(.reply, "SoundCloud's list continues on another host: \(next.shownLocation)")
    }
    try links.check(next)
    let page = try api.send(HTTPRequest("GET", next), via: call.call).object(from: "SoundCloud")
    var part = ListPart()
    for object in page.objects("collection") { add(object, to: &part) }
    next = page.text("next_href")
    part.next = next.isEmpty ? .end(token: "") : .at(next)
    return part
  }

  private func add(_ object: JSONObject, to part: inout ListPart) {
    guard let track = SoundCloudTrack(object) else {
      return part.troubles.append("an entry at SoundCloud is not a track: it has no urn")
    }
    do throws(AhaError) {
      let item = try item(for: track, object: object)
      // The API has no ETag; a hash of the stored data replaces it.
      let revision = Fingerprint("\(item.manifest) \(item.place.text)".array).value
      part.entries.append(ListEntry(id: track.urn, revision: "\(revision)", item: item))
    } catch {
      part.troubles.append("\(track.urn): \(error.line)")
    }
  }

  private func item(
    for track: SoundCloudTrack, object: JSONObject
  ) throws(AhaError) -> LibraryItem {
    // Without the secret token of a private track.
    let page = object.text("permalink_url")
    let isDownloadable = isDownloadable(track: object)
    let url = isDownloadable ? "\(api.url)/tracks/\(track.urn)/download" : page
    guard let parts = URLParts(url), parts.isHTTP else {
      throw AhaError(.reply, "\"\(url.shownLocation)\" is not a URL")
    }
    var item = LibraryItem(place: FilePath(url), origin: .remote)
    item.state = isDownloadable ? .remoteDownloadable : .remoteOnly
    let facts = try JSONObject()
    if !page.isEmpty { try facts.set("url", .text(page)) }
    try DropItem.describe(&item, with: piece(of: object), id: track.urn, facts: facts)
    return item
  }

  /// The track of a link; nil if the link is of another service.
  ///
  /// Source: the public OpenAPI document (github.com/soundcloud/api), /resolve.
  func open(link: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece? {
    guard let parts = URLParts(link), let home = URLParts(api.url), parts.isHTTP else { return nil }
    let isPage =
      home.host.hasSameBytes(as: "api." + parts.host)
      || home.host.hasSameBytes(as: "api.soundcloud.com") && parts.host == "www.soundcloud.com"
    if !isPage && !parts.isSameOrigin(as: home) { return nil }
    let message = HTTPRequest("GET", "\(api.url)/resolve?url=\(Percent.encoded(link))")
    let object = try api.send(message, via: DropCall(client: client, job: job)).object(
      from: "SoundCloud")
    guard let track = SoundCloudTrack(object) else {
      throw AhaError(.notFound, "\(link.shownLocation) is not a track")
    }
    var found = ListedPiece()
    (found.piece, found.id) = (piece(of: object), track.urn)
    found.url = object.text("permalink_url")
    if isDownloadable(track: object) {
      let format = object.text("original_format")
      let isWord = !format.isEmpty && format.utf8.allSatisfy { (97...122).contains($0 | 32) }
      found.sound = RemoteFile(
        name: isWord ? "mix." + format : "mix", url: "\(api.url)/tracks/\(track.urn)/download",
        account: api.account)
    }
    return loader.opened(found)
  }

  private func isDownloadable(track object: JSONObject) -> Bool {
    if case .flag(true)? = object["downloadable"] { true } else { false }
  }

  private func piece(of object: JSONObject) -> Piece {
    var piece = Piece()
    piece.title = object.text("title").onOneLine(limit: 1000)
    piece.artist = (object.object("user")?.text("username") ?? "").onOneLine(limit: 1000)
    piece.description = object.text("description").onOneLine(limit: 4000)
    // Units: milliseconds.
    piece.length = min(max(0, object.integer("duration") ?? 0), 1 << 40) * 1000
    piece.tempo = object.number("bpm")
    return piece
  }

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    .nothing("\(entry.id) is not a track", isThere: false)
  }

  func file(at url: String, name: String) throws(AhaError) -> RemoteFile {
    _ = try url.rest(behind: api.url)
    return RemoteFile(name: name, url: url, account: api.account)
  }
}
