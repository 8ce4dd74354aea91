import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaPage
import AhaPiece

/// A folder of drops on this machine, or on a disk that is another's.
final class FolderCatalogue: RemoteCatalogue {
  private static let part = 256

  let client: Client
  private let root: FilePath
  private var names: FolderNames?

  init(_ root: FilePath, _ client: Client) { (self.root, self.client) = (root, client) }

  var kind: String { "folder" }
  var address: String { root.text }

  func begin(_ place: String, token: String, _ call: SyncCall) throws(AhaError) {
    names = try FolderNames(root)
  }

  func nextPart(_ call: SyncCall) throws(AhaError) -> ListPart {
    var part = ListPart()
    guard let names else { throw AhaError(.state, "no list has begun") }
    while part.entries.count + part.troubles.count < FolderCatalogue.part {
      guard let name = try names.next() else {
        part.next = .end(token: "")
        self.names = nil
        break
      }
      take(name, &part)
    }
    return part
  }

  private func take(_ name: FilePath, _ part: inout ListPart) {
    if name.hasPrefix(".") { return }
    let folder = FileStatus(root / name, followingLinks: false)
    let isUnseen = folder == nil && !FolderCatalogue.isAbsence(shim_errno())
    guard isUnseen || folder?.kind == .folder else { return }
    let text = name.text
    // One whose name is no UTF-8 has no name that could be told of.
    guard DropItem.isName(text), FilePath(text).isSame(as: name) else {
      return part.troubles.append("\"\(text.cut)\" is no name of a drop")
    }
    let manifest = root / name / FilePath(DropManifest.fileName)
    guard let status = FileStatus(manifest, followingLinks: false), status.kind == .file else {
      // It may be there: `look` says why nobody knows.
      if isUnseen || !Disk.exists(manifest), !FolderCatalogue.isAbsence(shim_errno()) {
        return part.entries.append(ListEntry(text, revision: "?"))
      }
      return part.troubles.append("\(text.cut) is no drop: it has no \(DropManifest.fileName)")
    }
    let mark = FileMark(status)
    part.entries.append(
      ListEntry(text, revision: "\(mark.size)-\(mark.modified)-\(mark.number)"))
  }

  private static func isAbsence(_ failure: Int32) -> Bool {
    failure == ENOENT || failure == ENOTDIR || failure == ELOOP
  }

  func look(
    at entry: ListEntry, knowing revision: String, _ call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    let folder = root / FilePath(entry.id)
    let path = folder / FilePath(DropManifest.fileName)
    do throws(AhaError) {
      let bytes = try path.contents(limit: Manifest.largest)
      var item = try DropItem.item(bytes, named: path.text, entry.id, .drop) { file in
        folder / FilePath(file?.name ?? DropPage.fileName)
      }
      if item.state == .remoteDownloadable { probe(&item) }
      return .item(RemoteItem(id: entry.id, revision: entry.revision, item))
    } catch {
      if error.code == .notFound { return .nothing(error.line, isThere: false) }
      return .nothing(error.line, isThere: true)
    }
  }

  /// What the manifest says of a file holds for one of that length.
  private func probe(_ item: inout LibraryItem) {
    let told = item.mark.size
    item.probe()
    if item.mark.size != told { item.sha256 = "" }
  }
}

extension FilePath {
  /// All that a file holds. Errors: `limit`, those of files.
  func contents(limit: Int) throws(AhaError) -> [UInt8] {
    let file = try FileStream(reading: self)
    let length = try file.length()
    guard length <= Int64(limit) else {
      throw AhaError(.limit, "\(text) has \(length) bytes, over \(limit)")
    }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(AhaError) in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    bytes.removeLast(bytes.count - got)
    return bytes
  }
}
