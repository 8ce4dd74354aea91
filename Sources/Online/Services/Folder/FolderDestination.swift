import AhaBase
import AhaDrop
import AhaJSON
import AhaNet
import AhaPage
import AhaPiece
import CShims

/// A local folder: each drop is a subfolder with a page. The folder also has an index page and a
/// feed of all drops.
///
/// A file gets its final name only after it is complete and synced to disk.
/// Threads: any.
public final class FolderDestination: Destination {
  public let name: String
  public let address: String
  let root: FilePath
  private let settings: FolderSettings
  private let podcast: Podcast?
  /// Public URL of the folder, with a trailing slash; "" if it is not public.
  private var publicURL: String { settings.publicURL }

  /// Errors: `invalidArgument`, `access` (a symbolic link that another user may have created).
  public init(name: String = "", settings given: FolderSettings) throws(AhaError) {
    let path = try FileURL.path(of: given.path)
    guard path.isPossible else { throw FolderDestination.noFolder(at: given.path) }
    try path.requireSafeLinks()
    // A missing folder may be created later at the same path.
    root = path.resolved ?? path.resolvedInFolder ?? path
    guard root.isAbsolute else { throw FolderDestination.noFolder(at: given.path) }
    guard (1...Int64(FileSource.maxBytes)).contains(given.chunkBytes) else {
      throw AhaError(
        .invalidArgument, "chunks of \(given.chunkBytes) bytes are not 1 to \(FileSource.maxBytes)")
    }
    address = root.text
    self.name = name.isEmpty ? address : name
    let url = try PublicFolder.checked(given.publicURL)
    podcast = try Podcast(describedBy: given.feed, at: url)
    settings = FolderSettings(
      path: address, publicURL: url, chunkBytes: given.chunkBytes,
      feed: podcast?.path.text ?? "")
  }

  private static func noFolder(at path: String) -> AhaError {
    AhaError(.invalidArgument, "\"\(path.cut)\" is not a path of a folder")
  }

  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    guard FilePath(address) == root else {
      throw AhaError(.unsupported, "the path \(address.cut) is not UTF-8")
    }
    try settings.save(to: entry)
    return nil
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = FolderSettings()
    try settings.read(from: saved.settings)
    guard FilePath(settings.path).isAbsolute else {
      throw AhaError(.damaged, "\"path\" is not an absolute path")
    }
    return try FolderDestination(name: saved.name, settings: settings)
  }

  public var kind: DestinationKind { .folder }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    (traits.isResumable, traits.hasPage) = (true, true)
    traits.hasPublicLink = !publicURL.isEmpty
    traits.checksLink = traits.hasPublicLink
    return traits
  }

  public func checkReady() throws(AhaError) {
    let path = Disk.exists(root) ? root : root.folder
    guard try FileStatus.look(at: path)?.kind == .folder else {
      throw AhaError(.notFound, "the folder \(path.text) is not there")
    }
    if path.withCString({ access($0, W_OK | X_OK) }) != 0 {
      throw AhaError.system(shim_errno(), "write in \(path.text)")
    }
  }

  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    return DestinationOwner()
  }

  // MARK: A drop

  /// Claims a name by creating the folder. Until the page exists, a marker file in it names the
  /// drop, because the journal may not contain the location yet.
  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    if root.withCString({ mkdir($0, 0o777) }) == 0 {
      try Disk.synchronize(root.folder)
    } else {
      let failure = shim_errno()
      if failure != EEXIST || FileStatus(root)?.kind != .folder {
        throw AhaError.system(failure, "make \(root.text)")
      }
    }
    let slug = DropNames.slug(of: drop.piece.title)
    for number in 1..<10_000 {
      let name = DropNames.numbered(name: slug, number: number)
      let path = root / FilePath(name)
      if path.withCString({ mkdir($0, 0o777) }) == 0 {
        try put(mark(of: drop.id), in: path)
        try Disk.synchronize(path)
        try Disk.synchronize(root)
        return name
      }
      if shim_errno() != EEXIST { throw AhaError.system(shim_errno(), "make \(path.text)") }
      if Disk.exists(path / mark(of: drop.id)) { return name }
    }
    throw AhaError(.exists, "\(root.text) has 9999 drops named \(slug)")
  }

  private func mark(of id: String) -> FilePath { FilePath(".aha-\(id)") }

  private func put(_ mark: FilePath, in folder: FilePath) throws(AhaError) {
    let path = folder / mark
    do throws(AhaError) {
      _ = try FileStream(creating: path, named: path.text, mode: 0o666)
    } catch {
      _ = folder.withCString { rmdir($0) }
      throw error
    }
  }

  public func possibleLocation(of drop: DropPlan) -> String {
    let slug = DropNames.slug(of: drop.piece.title)
    for number in 1..<10_000 {
      let name = DropNames.numbered(name: slug, number: number)
      let path = root / FilePath(name)
      if Disk.exists(path / mark(of: drop.id)) { return name }
      if !Disk.exists(path) { break }
    }
    return ""
  }

  /// Errors: `notFound` (deleted, or no folder any more).
  func folder(at location: String) throws(AhaError) -> FilePath {
    try checkName(location)
    let path = root / FilePath(location)
    guard FileStatus(path, followingLinks: false)?.kind == .folder else {
      throw AhaError(.notFound, "the folder of the drop, \(path.text), is not there")
    }
    return path
  }

  /// Checks a location's or file's name, in case the journal was tampered with. Errors: `damaged`.
  private func checkName(_ name: String) throws(AhaError) {
    if DropFile.isName(name), !name.array.contains(0x2F) { return }
    throw AhaError(.damaged, "\"\(name.cut)\" is not a valid name in a drop's folder")
  }

  public func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    try checkName(asset.name)
    return try FolderUpload(
      asset: asset, in: try folder(at: location), chunkBytes: Int(settings.chunkBytes))
  }

  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    let folder = try folder(at: location)
    let page = folder / FilePath(DropPage.fileName)
    let url = publicURL.isEmpty ? "" : publicURL + Percent.encoded(path: location) + "/"
    for file in try drop.pageFiles(url: url) {
      try (folder / FilePath(file.name)).replace(with: file.bytes)
    }
    Disk.remove(folder / mark(of: drop.id))
    try Disk.synchronize(folder)
    try call.job.throwIfCancelled()
    try index.rebuild()
    return DropReceipt(url: url.isEmpty ? FileURL.url(of: page) : url, id: location)
  }

  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {
    let folder: FilePath
    do throws(AhaError) { folder = try self.folder(at: location) } catch {
      if error.code == .notFound { return }
      throw error
    }
    if !Disk.removeAll(folder) {
      throw AhaError(.access, "\(folder.text) could not be deleted completely")
    }
    try Disk.synchronize(root)
    if FolderIndex.isThere(in: root) { try index.rebuild() }
  }

  var index: FolderIndex { FolderIndex(root: root, url: publicURL, podcast: podcast) }
}
