import AhaBase
import AhaNet
import AhaPage

/// A folder on a server that speaks WebDAV: each drop is a folder of its own in it, with a page.
///
/// Source: RFC 4918.
/// Threads: any.
public final class WebDAVDestination: Destination {
  public let name: String
  private let dav: WebDAVService

  /// Errors: `invalidArgument`.
  public init(name: String, _ settings: WebDAVSettings) throws(AhaError) {
    try settings.check()
    self.name = name.isEmpty ? settings.folderURL : name
    dav = WebDAVService(settings)
  }

  private var settings: WebDAVSettings { dav.settings }

  public var kind: String { "webdav" }
  public var address: String { settings.folderURL }
  public var account: ClientAccount? { settings.account }
  public var service: DestinationService { .webDAV(dav) }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    traits.hasPage = true
    traits.hasPublicLink = !settings.publicURL.isEmpty
    if settings.uploadsURL != nil {
      traits.isResumable = true
      traits.mostBytes = WebDAVSettings.mostChunk * WebDAVSettings.mostChunks
    }
    return traits
  }

  public func checkReady() throws(AhaError) {
    if !settings.user.isEmpty, settings.password == nil {
      throw AhaError(.notSignedIn, "\(name) has no password")
    }
    if let account = settings.account, !account.isSignedIn {
      throw AhaError(.notSignedIn, "\(name): nobody is signed in to \(account.account.key.text)")
    }
  }

  /// What is missing is made with the first drop: then what it would be in has to be there.
  public func check(_ call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    // Nobody makes a user of Nextcloud's by making folders.
    let users = "/remote.php/dav/files/".array
    var url = settings.folderURL
    while try !dav.isThere(url, call) {
      let parent = WebDAVDestination.parent(of: url)
      guard let place = URLParts(url), place.path.utf8.count > 1,
        !parent.array.suffix(users.count).elementsEqual(users)
      else {
        throw AhaError(.notFound, "\(address.cut) is not there, and cannot be made")
      }
      url = parent
    }
    return DestinationOwner(name: settings.user)
  }

  // MARK: A drop

  /// Not every server tells whether there was a folder of that name (rclone's does not), so the
  /// drop's id is part of it. One that is there is this drop's: the reply to a message before got
  /// lost.
  public func makePlace(for drop: DropPlan, _ call: DropCall) throws(AhaError) -> String {
    let name = possiblePlace(of: drop)
    guard case .noParent = try dav.makeFolder(url(name), call) else { return name }
    try makeFolders(settings.folderURL, call)
    if case .noParent = try dav.makeFolder(url(name), call) {
      throw AhaError(.notFound, "\(address.cut) is not there, and cannot be made")
    }
    return name
  }

  public func possiblePlace(of drop: DropPlan) -> String { PlaceNames.place(of: drop) }

  /// Makes a folder and those around it, from the innermost that is there.
  private func makeFolders(_ url: String, _ call: DropCall) throws(AhaError) {
    guard case .noParent = try dav.makeFolder(url, call) else { return }
    let parent = WebDAVDestination.parent(of: url)
    guard let place = URLParts(parent), place.path.utf8.count > 1 else {
      throw AhaError(.notFound, "\(address.cut) is not there, and cannot be made")
    }
    try makeFolders(parent, call)
    _ = try dav.makeFolder(url, call)
  }

  /// Of a URL with a "/" behind it, as the result has one.
  private static func parent(of url: String) -> String {
    let bytes = url.array
    let end = bytes.dropLast().lastIndex(of: UInt8(ascii: "/")) ?? 0
    return bytes[...end].text
  }

  private func url(_ place: String) -> String { "\(settings.folderURL)\(Percent.encoded(place))/" }

  private func url(_ place: String, _ name: String) -> String {
    url(place) + Percent.encoded(name)
  }

  public func upload(
    _ asset: DropAsset, at place: String, from state: String?, _ call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let url = url(place, asset.name)
    let kept = state.flatMap { WebDAVUploadState($0) }
    guard settings.uploadsURL != nil, asset.size > settings.chunkBytes else {
      let whole = kept.flatMap { $0.upload.isEmpty ? $0 : nil }
      return try WebDAVWholeUpload(dav, asset, url, kept: whole, call)
    }
    if let kept, !kept.upload.isEmpty,
      let upload = try WebDAVChunkUpload(dav, asset, url, kept: kept, call)
    {
      return upload
    }
    return try WebDAVChunkUpload(dav, asset, url, call)
  }

  public func create(
    _ drop: DropContent, at place: String, _ call: DropCall
  ) throws(AhaError) -> DropReceipt {
    var base = settings.publicURL.isEmpty ? settings.folderURL : settings.publicURL
    if base.utf8.last != UInt8(ascii: "/") { base += "/" }
    let page = "\(base)\(Percent.encoded(place))/\(DropPage.fileName)"
    for file in try drop.pageFiles(url: page) {
      try dav.put(file.bytes, url(place, file.name), type: file.type, call)
    }
    return DropReceipt(url: page, id: place)
  }

  public func discard(
    _ uploads: [KeptUpload], at place: String, _ call: DropCall
  ) throws(AhaError) {
    for upload in uploads {
      guard let kept = WebDAVUploadState(upload.state), !kept.upload.isEmpty,
        let folder = settings.uploadsURL
      else { continue }
      try dav.delete(folder + kept.upload, call)
    }
    if !place.isEmpty { try dav.delete(url(place), call) }
  }
}
