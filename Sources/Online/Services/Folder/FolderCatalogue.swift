import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaPage
import AhaPiece
import AhaSync
import CShims

/// A folder of drops on a local or mounted disk.
final class FolderCatalogue: Catalogue {
  private static let part = 256

  let client: Client
  private let destination: FolderDestination
  private var root: FilePath { destination.root }
  private var names: FolderNames?

  init(destination: FolderDestination, client: Client) {
    (self.destination, self.client) = (destination, client)
  }

  var kind: String { "folder" }
  var address: String { root.text }

  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    names = try FolderNames(root)
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    var part = ListPart()
    guard let names else { throw AhaError(.state, "no list has begun") }
    while part.entries.count + part.troubles.count < FolderCatalogue.part {
      guard let name = try names.next() else {
        part.next = .end(token: "")
        self.names = nil
        break
      }
      add(name, to: &part)
    }
    return part
  }

  private func add(_ name: FilePath, to part: inout ListPart) {
    if name.hasPrefix(".") || !mayBeFolder(root / name) { return }
    let text = name.text
    // A name that is not UTF-8 cannot be stored as an id.
    guard DropItem.isName(text), FilePath(text) == name else {
      return part.troubles.append("\"\(text.cut)\" is not a name of a drop")
    }
    guard let revision = revision(of: root / name / FilePath(DropManifest.fileName)) else {
      return part.troubles.append("\(text.cut) is not a drop: it has no \(DropManifest.fileName)")
    }
    part.entries.append(ListEntry(id: text, revision: revision))
  }

  private func mayBeFolder(_ path: FilePath) -> Bool {
    do throws(AhaError) {
      return try FileStatus.look(at: path, followingLinks: false)?.kind == .folder
    } catch { return true }
  }

  /// Nil if there is no manifest. If it cannot be read, `look` reports the error.
  private func revision(of manifest: FilePath) -> String? {
    do throws(AhaError) {
      let status = try FileStatus.look(at: manifest, followingLinks: false)
      guard let status, status.kind == .file else { return nil }
      let mark = FileMark(status)
      return "\(mark.size)-\(mark.modified)-\(mark.number)"
    } catch { return "?" }
  }

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    let path = root / FilePath(entry.id) / FilePath(DropManifest.fileName)
    do throws(AhaError) {
      let bytes = try path.contents(limit: Manifest.largest)
      let item = try item(of: entry.id, manifest: bytes, via: call)
      return .item(RemoteItem(id: entry.id, revision: entry.revision, item: item))
    } catch {
      if error.code == .notFound { return .nothing(error.line, isThere: false) }
      return .nothing(error.line, isThere: true)
    }
  }

  /// The manifest's facts are valid for a file of the declared length.
  private func probe(_ item: inout LibraryItem) {
    let declared = item.mark.size
    item.probe()
    if item.mark.size != declared { item.sha256 = "" }
  }
}

/// There are no conditional writes: the lock of the index keeps other processes of libaha away.
extension FolderCatalogue: DropEditor {
  var editor: (any DropEditor)? { self }

  func item(of id: String, manifest: [UInt8], via call: SyncCall) throws(AhaError) -> LibraryItem {
    let folder = root / FilePath(id)
    let name = (folder / FilePath(DropManifest.fileName)).text
    var item = try DropItem.item(manifest, named: name, folder: id, origin: .drop) { file in
      folder / FilePath(file?.name ?? DropPage.fileName)
    }
    if item.state == .remoteDownloadable { probe(&item) }
    return item
  }

  func file(_ name: String, of id: String, via call: SyncCall) throws(AhaError) -> DropText? {
    let path = try destination.folder(at: id) / FilePath(name)
    guard try FileStatus.look(at: path, followingLinks: false)?.kind == .file else { return nil }
    return DropText(bytes: try path.contents(limit: Manifest.largest))
  }

  func replace(
    _ former: DropText, with file: PageFile, of id: String, via call: SyncCall
  ) throws(AhaError) -> Bool {
    let held = try destination.index.lock()
    if try isOther(former, file.name, of: id, via: call) { return false }
    let path = try destination.folder(at: id) / FilePath(file.name)
    // A rename needs no permission for the file itself.
    let descriptor = path.withCString { shim_open($0, O_WRONLY | O_NOFOLLOW, 0) }
    if descriptor < 0 { throw AhaError.system(shim_errno(), "write \(path.text)") }
    _ = close(descriptor)
    try path.replace(with: file.bytes)
    withExtendedLifetime(held) {}
    return true
  }

  func list(_ drops: [DropList.Entry], via call: SyncCall) throws(AhaError) {
    if FolderIndex.isThere(in: root) { try destination.index.rebuild() }
  }
}

extension FilePath {
  /// The whole content. Errors: `limit`, those of files.
  func contents(limit: Int) throws(AhaError) -> [UInt8] {
    let file = try FileStream(reading: self)
    let length = try file.length()
    guard length <= Int64(limit) else {
      throw AhaError(.limit, "\(text) has \(length) bytes, over \(limit)")
    }
    try requireMemory(bytes: Int(length))
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(AhaError) in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    bytes.removeLast(bytes.count - got)
    return bytes
  }
}
