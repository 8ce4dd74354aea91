import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece
import AhaSync

/// A folder of drops on a WebDAV server.
///
/// Nextcloud and ownCloud change the ETag of a folder with every change in it. For other servers,
/// each manifest is requested with its known ETag.
/// Source: RFC 4918, 9.1; "ETags", Nextcloud Developer Manual, "WebDAV".
final class WebDAVCatalogue: Catalogue {
  let client: Client
  private let destination: WebDAVDestination
  private var service: WebDAVService { destination.dav }
  private var list: WebDAVFolders?
  private var replyFile: TemporaryFile?

  init(destination: WebDAVDestination, client: Client) {
    (self.destination, self.client) = (destination, client)
  }

  var kind: String { "webdav" }
  var address: String { service.settings.folderURL }

  var user: String {
    service.settings.account.map { $0.key.text } ?? service.settings.user
  }

  // MARK: The list

  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    let replyFile = try TemporaryFile(in: call.folder)
    var message = service.message("PROPFIND", to: address)
    message.headers = [
      HTTPHeader("Depth", "1"), HTTPHeader("Content-Type", "application/xml; charset=utf-8"),
    ]
    let body =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:propfind xmlns:d=\"DAV:\"><d:prop>"
      + "<d:resourcetype/><d:getetag/></d:prop></d:propfind>"
    message.body = .bytes(body.array)
    message.sink = .stream(replyFile, offset: 0)
    message.limits.body = TemporaryFile.maxBytes
    _ = try service.send(message, via: call.call)
    let list = WebDAVFolders()
    try list.begin(named: "the list of \(address)")
    (self.replyFile, self.list) = (replyFile, list)
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    var part = ListPart()
    guard let replyFile, let list else { throw AhaError(.state, "no list has begun") }
    let bytes = try replyFile.next()
    try bytes.withBytes { (bytes) throws(AhaError) in
      try list.feed(bytes, isLast: bytes.isEmpty)
    }
    for folder in list.removeAll() { add(folder, to: &part) }
    if bytes.isEmpty {
      guard list.hasRoot else {
        throw AhaError(.reply, "the reply from \(address) is not a folder list")
      }
      part.next = .end(token: "")
      (self.replyFile, self.list) = (nil, nil)
    }
    return part
  }

  private func add(_ folder: WebDAVFolders.Folder, to part: inout ListPart) {
    if folder.isRoot { return }
    let name = folder.name.text
    guard DropItem.isName(name), name.array == folder.name else {
      return part.troubles.append("\"\(name.cut)\" is not a name of a drop")
    }
    part.entries.append(
      ListEntry(
        id: name, revision: service.settings.hasChunks ? folder.tag.onOneLine(limit: 256) : ""))
  }

  // MARK: A drop

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    let url = service.address(of: "\(entry.id)/\(DropManifest.fileName)")
    var message = service.message("GET", to: url)
    message.limits.body = Int64(Manifest.largest)
    let isTagged = !revision.begins(with: "#")
    if entry.revision.isEmpty, isTagged { message.ask(since: revision) }
    do throws(AhaError) {
      let reply = try service.send(message, accepts: [304, 404, 410], via: call.call)
      if reply.status == 304 { return .unchanged }
      if reply.status >= 400 {
        return .nothing(
          "\(entry.id.cut) is not a drop: it has no \(DropManifest.fileName)", isThere: false)
      }
      let item = try item(of: entry.id, manifest: reply.body, via: call)
      var new = entry.revision.isEmpty ? reply.revision : entry.revision
      // If the server sends no ETag or date, a hash of the manifest replaces it.
      if new.isEmpty { new = "#\(Fingerprint(reply.body).value)" }
      if new.hasSameBytes(as: revision) { return .unchanged }
      return .item(RemoteItem(id: entry.id, revision: new, item: item))
    } catch {
      guard DropItem.isOfEntry(error) || error.code == .access else { throw error }
      return .nothing("drop \(entry.id.cut): \(error.line)", isThere: true)
    }
  }

  func file(at url: String, name: String) throws(AhaError) -> RemoteFile {
    let isOfFolder = publicURL.isEmpty || url.array.starts(with: address.array)
    let base = isOfFolder ? address : publicURL
    let service = service
    return RemoteFile(
      name: name, url: "\(address.withSlash)\(try url.rest(behind: base))",
      sign: { (request, cancellation) throws(AhaError) in
        try service.authorize(&request, cancellation: cancellation)
      },
      renew: { (request, refusal, cancellation) throws(AhaError) in
        try service.renew(after401To: request, refusal, cancellation: cancellation)
      })
  }
}

extension WebDAVCatalogue: RemoteDropEditor {
  var files: any RemoteFiles { service }
  var publicURL: String { service.settings.publicURL }

  func list(_ drops: [DropList.Entry], via call: SyncCall) throws(AhaError) {
    try destination.feed(via: call.call)?.replace(drops)
  }
}

/// Streaming parser for the folders in a folder.
final class WebDAVFolders: XMLReader {
  struct Folder {
    /// Last component of its path.
    var name: [UInt8] = []
    var tag = ""
    /// The requested folder itself, first in the list.
    var isRoot = false
  }

  private var folders: [Folder] = []
  private var folder = Folder()
  private var (tag, isFolder) = ("", false)
  private(set) var hasRoot = false
  private var isOne = false

  init() { super.init(cutsTexts: true) }

  /// Moves the new folders out.
  func removeAll() -> [Folder] {
    defer { folders = [] }
    return folders
  }

  override func ends(element name: XMLName, text: String) {
    guard name.space == "DAV:" else { return }
    switch depth {
    case 2 where name.local == "response": endFolder()
    case 3 where name.local == "href":
      let parts = text.array.split(separator: UInt8(ascii: "/"))
      folder.name = parts.last.map { Percent.decoded($0) } ?? []
    case 3 where name.local == "propstat":
      if isFolder { (folder.tag, isOne) = (tag, true) }
      (tag, isFolder) = ("", false)
    case 5 where name.local == "getetag": tag = text
    case 6 where name.local == "collection": isFolder = true
    default: break
    }
  }

  private func endFolder() {
    folder.isRoot = !hasRoot
    hasRoot = true
    if isOne || folder.isRoot { folders.append(folder) }
    (folder, isOne) = (Folder(), false)
  }
}

extension HTTPRequest {
  /// Makes the request conditional on a change since a reply's revision.
  mutating func ask(since revision: String) {
    if revision.isEmpty { return }
    if revision.utf8.first == UInt8(ascii: "@") {
      let date = revision.utf8.dropFirst().prefix(29)
      headers.append(HTTPHeader("If-Modified-Since", String(decoding: date, as: UTF8.self)))
    } else {
      headers.append(HTTPHeader("If-None-Match", revision))
    }
  }
}

extension HTTPResponse {
  /// The ETag, or "@" and the Last-Modified date.
  var revision: String {
    if let tag = header("ETag"), !tag.isEmpty, tag.utf8.count <= 256, tag.isPlainASCII {
      return tag
    }
    if let date = header("Last-Modified"), HTTPDate.seconds(from: date) != nil { return "@" + date }
    return ""
  }
}

extension String {
  /// True if the text is valid in a header.
  var isPlainASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}
