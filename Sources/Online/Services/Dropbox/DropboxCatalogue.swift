import AhaBase
import AhaDrop
import AhaJSON
import AhaLibrary
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece
import AhaSync

/// Drops in a Dropbox. After the first list, lists contain changes only (cursor).
///
/// Source: dropbox.com/developers/documentation/http/documentation, files/list_folder.
final class DropboxCatalogue: Catalogue {
  let client: Client
  let address: String
  private let api: DropboxAPI
  private let folder: String
  private var cursor = ""

  init(destination: DropboxDestination, client: Client) {
    (api, folder, address) = (destination.api, destination.folder, destination.address)
    self.client = client
  }

  var kind: String { "dropbox" }
  var user: String { api.account.key.text }
  var hasDeltas: Bool { true }

  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    cursor = position.isEmpty ? token : position
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    var part = ListPart()
    let reply = try ask(via: call)
    if reply.isError {
      guard !cursor.isEmpty, reply.has("reset") else { throw reply.error(doing: "list \(folder)") }
      part.next = .forgotten
      return part
    }
    let next = reply.object.text("cursor")
    if next.isEmpty { throw AhaError(.reply, "Dropbox has no cursor for the list of \(folder)") }
    let wasNew = cursor.isEmpty
    cursor = next
    let entries = reply.object.objects("entries")
    for entry in entries { add(entry, to: &part) }
    var hasMore = false
    if case .flag(true)? = reply.object["has_more"] { hasMore = true }
    part.next = hasMore ? .at(next) : .end(token: next)
    part.isUnchanged = false
    if wasNew { part.gone = [] }
    return part
  }

  private func ask(via call: SyncCall) throws(AhaError) -> DropboxReply {
    let argument = try JSONObject()
    if !cursor.isEmpty {
      try argument.set("cursor", .text(cursor))
      return try api.ask("/2/files/list_folder/continue", argument: argument, via: call.call)
    }
    try argument.set("path", .text(folder))
    try argument.set("recursive", .flag(true))
    return try api.ask("/2/files/list_folder", argument: argument, via: call.call)
  }

  /// Each change is newer than the one before.
  private func add(_ entry: JSONObject, to part: inout ListPart) {
    let (tag, path) = (entry.text(".tag"), entry.text("path_lower"))
    let isManifest = path.array.suffix(end.count).elementsEqual(end) && depth(of: path) == 2
    if tag == "deleted" { return delete(isManifest ? withoutEnd(path) : path, in: &part) }
    guard tag == "file", isManifest else { return }
    let id = withoutEnd(path)
    guard !id.array.contains(0), id.utf8.count <= 4096, !entry.text("rev").isEmpty else {
      return part.troubles.append("\"\(path.cut)\" is not a drop")
    }
    part.entries.removeAll { $0.id.hasSameBytes(as: id) }
    part.gone.removeAll { $0.hasSameBytes(as: id) }
    var found = ListEntry(id: id, revision: entry.text("rev").onOneLine(limit: 256))
    found.mark = path
    part.entries.append(found)
  }

  private func delete(_ path: String, in part: inout ListPart) {
    if depth(of: path) > 1 { return }
    let inside = (path + "/").array
    part.entries.removeAll { $0.id.hasSameBytes(as: path) || $0.id.array.starts(with: inside) }
    part.gone.append(path)
  }

  private let end = "/\(DropManifest.fileName)".array

  private func withoutEnd(_ path: String) -> String {
    path.array.dropLast(end.count).text
  }

  /// Depth of a path below the folder. Counts components, because Dropbox's lower-case form may
  /// differ from ours.
  private func depth(of path: String) -> Int {
    let slash = UInt8(ascii: "/")
    return path.utf8.count { $0 == slash } - folder.utf8.count { $0 == slash }
  }

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    do throws(AhaError) {
      let reply = try api.download(entry.mark, limit: Manifest.largest, via: call.call)
      if reply.status == 409 {
        return .nothing("\(entry.mark.cut) was deleted meanwhile", isThere: false)
      }
      let name = FilePath(entry.id).name.text
      let item = try DropItem.item(reply.body, named: entry.mark, folder: name, origin: .remote) {
        (file) throws(AhaError) in
        let name = file?.name ?? DropPage.fileName
        return FilePath(try api.downloadURL(of: "\(entry.id)/\(name)"))
      }
      return .item(RemoteItem(id: entry.id, revision: entry.revision, item: item))
    } catch {
      guard DropItem.isOfEntry(error) else { throw error }
      return .nothing(error.line, isThere: true)
    }
  }

  func file(at url: String, name: String) throws(AhaError) -> RemoteFile {
    _ = try url.rest(behind: api.contentURL)
    return RemoteFile(name: name, url: url, account: api.account)
  }
}
