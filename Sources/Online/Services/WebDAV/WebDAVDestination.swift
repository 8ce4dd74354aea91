import AhaBase
import AhaDrop
import AhaJSON
import AhaNet
import AhaPage

/// A folder on a WebDAV server: each drop is a subfolder with a page.
///
/// Source: RFC 4918.
/// Threads: any.
public final class WebDAVDestination: Destination {
  public let name: String
  let dav: WebDAVService
  private let podcast: Podcast?

  /// Errors: `invalidArgument`, those of the podcast's file.
  public init(name: String, settings given: WebDAVSettings) throws(AhaError) {
    var settings = given
    settings.url = try settings.url.withHostInASCII()
    settings.publicURL = try settings.publicURL.withHostInASCII()
    try settings.check()
    podcast = try Podcast(describedBy: settings.feed, at: PublicFolder.checked(settings.publicURL))
    settings.feed = podcast?.path.text ?? ""
    self.name = name.isEmpty ? settings.folderURL : name
    dav = WebDAVService(settings: settings)
  }

  var settings: WebDAVSettings { dav.settings }

  public var kind: DestinationKind { .webDAV }
  public var address: String { settings.folderURL }
  public var account: Account? { settings.account }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    traits.hasPage = true
    traits.hasPublicLink = !settings.publicURL.isEmpty
    traits.checksLink = traits.hasPublicLink
    if settings.uploadsURL != nil {
      traits.isResumable = true
      traits.maxBytes = WebDAVSettings.maxChunk * WebDAVSettings.maxChunks
    }
    return traits
  }

  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try settings.save(to: entry)
    if let account = settings.account { return try account.save(to: entry) }
    return settings.password.map { SavedSecret(secret: $0, of: address) }
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = WebDAVSettings()
    try settings.read(from: saved.settings)
    settings.account = try saved.optionalAccount()
    if settings.account == nil { settings.password = try saved.secret(of: settings.folderURL) }
    return try WebDAVDestination(name: saved.name, settings: settings)
  }

  public func checkReady() throws(AhaError) {
    if !settings.user.isEmpty, settings.password == nil {
      throw AhaError(.notSignedIn, "\(name) has no password")
    }
    if let account = settings.account, !account.isSignedIn {
      throw AhaError(.notSignedIn, "\(name): \(account.key.text) is not signed in")
    }
  }

  /// A missing folder is created with the first drop; its parent must exist then.
  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    // Creating folders cannot create a Nextcloud user.
    let users = "/remote.php/dav/files/".array
    var url = settings.folderURL
    while try !dav.isThere(at: url, via: call) {
      let parent = WebDAVDestination.parent(of: url)
      guard let parts = URLParts(url), parts.path.utf8.count > 1,
        !parent.array.suffix(users.count).elementsEqual(users)
      else {
        throw AhaError(.notFound, "\(address.cut) is not there, and cannot be made")
      }
      url = parent
    }
    return DestinationOwner(name: settings.user, freeBytes: try dav.freeBytes(at: url, via: call))
  }

  // MARK: A drop

  /// The drop's id is part of the name, because not every server reports an existing folder
  /// (rclone's does not). An existing folder is therefore this drop's, created by a message whose
  /// reply was lost.
  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    let name = possibleLocation(of: drop)
    guard case .noParent = try dav.makeFolder(at: url(of: name), via: call) else { return name }
    try makeFolders(at: settings.folderURL, via: call)
    if case .noParent = try dav.makeFolder(at: url(of: name), via: call) {
      throw AhaError(.notFound, "\(address.cut) is not there, and cannot be made")
    }
    return name
  }

  public func possibleLocation(of drop: DropPlan) -> String { DropFolderNames.location(of: drop) }

  /// Creates a folder and its missing parents.
  private func makeFolders(at url: String, via call: DropCall) throws(AhaError) {
    guard case .noParent = try dav.makeFolder(at: url, via: call) else { return }
    let parent = WebDAVDestination.parent(of: url)
    guard let parts = URLParts(parent), parts.path.utf8.count > 1 else {
      throw AhaError(.notFound, "\(address.cut) is not there, and cannot be made")
    }
    try makeFolders(at: parent, via: call)
    _ = try dav.makeFolder(at: url, via: call)
  }

  /// URL of the parent; `url` and the result have a trailing "/".
  private static func parent(of url: String) -> String {
    let bytes = url.array
    let end = bytes.dropLast().lastIndex(of: UInt8(ascii: "/")) ?? 0
    return bytes[...end].text
  }

  private func url(of location: String) -> String {
    "\(settings.folderURL)\(Percent.encoded(location))/"
  }

  private func url(of location: String, name: String) -> String {
    url(of: location) + Percent.encoded(name)
  }

  public func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let url = url(of: location, name: asset.name)
    let stored = state.flatMap { WebDAVUploadState(state: $0) }
    guard settings.uploadsURL != nil, asset.size > settings.chunkBytes else {
      let whole = stored.flatMap { $0.upload.isEmpty ? $0 : nil }
      let isWhole = (whole?.chunks ?? 0) > 0
      if !isWhole,
        let upload = try resumableUpload(of: asset, at: location, url: url, from: state, via: call)
      {
        return upload
      }
      return try WebDAVWholeUpload(service: dav, asset: asset, url: url, stored: whole, via: call)
    }
    if let stored, !stored.upload.isEmpty,
      let upload = try WebDAVChunkUpload(
        service: dav, asset: asset, url: url, stored: stored, via: call)
    {
      return upload
    }
    return try WebDAVChunkUpload(service: dav, asset: asset, url: url, via: call)
  }

  /// Nil if the file is sent whole: a small one, or to a server that offers nothing else.
  private func resumableUpload(
    of asset: DropAsset, at location: String, url: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> (any AssetUpload)? {
    let folder = self.url(of: location)
    if let stored = state.flatMap({ TusState(stored: $0, of: folder) }),
      let upload = try WebDAVTusUpload(
        service: dav, asset: asset, url: url, stored: stored, via: call)
    {
      return upload
    }
    if let stored = state.flatMap({ WebDAVPartState(stored: $0) }),
      let upload = try WebDAVPartUpload(
        service: dav, asset: asset, url: url, stored: stored, via: call)
    {
      return upload
    }
    guard settings.style != .plain, asset.size > settings.chunkBytes else { return nil }
    switch try dav.offer(in: folder, size: asset.size, via: call) {
    case .tus:
      if let upload = try WebDAVTusUpload(
        service: dav, asset: asset, in: folder, url: url, via: call)
      {
        return upload
      }
    case .parts(let style):
      return WebDAVPartUpload(service: dav, asset: asset, url: url, style: style)
    case .none: break
    }
    let host = URLParts(folder).map { $0.authority } ?? ""
    Log.warning(
      "\(host) takes files only whole: if the upload of \(asset.name) is interrupted, "
        + "it starts again")
    return nil
  }

  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    let base = settings.publicURL.isEmpty ? settings.url : settings.publicURL
    let page = "\(base.withSlash)\(Percent.encoded(location))/\(DropPage.fileName)"
    for file in try drop.pageFiles(url: page) {
      try dav.put(file, at: url(of: location, name: file.name), via: call)
    }
    try feed(via: call)?.add(try drop.manifest(url: page), in: location)
    return DropReceipt(url: page, id: location)
  }

  /// Nil without a podcast.
  func feed(via call: DropCall) -> RemoteFeed? {
    podcast.map {
      RemoteFeed(podcast: $0, url: settings.publicURL.withSlash, files: dav, call: call)
    }
  }

  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {
    for upload in uploads {
      if let stored = TusState(stored: upload.state, of: settings.folderURL) {
        try dav.deleteTus(of: stored, via: call)
      }
      guard let stored = WebDAVUploadState(state: upload.state), !stored.upload.isEmpty,
        let folder = settings.uploadsURL
      else { continue }
      try dav.delete(at: folder + stored.upload, via: call)
    }
    if location.isEmpty { return }
    try dav.delete(at: url(of: location), via: call)
    try feed(via: call)?.remove(in: location)
  }
}
