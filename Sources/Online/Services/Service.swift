import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
import AhaPage
import AhaSync

/// The parts of a service; each is defined in the service's folder.
public struct Service {
  /// Accounts: its URLs and its protocol.
  public var provider: ProviderKind?
  /// Receives drops.
  public var destination: DestinationKind?
  /// Its pieces can be listed or opened.
  public var source: SourceKind?

  init(
    provider: ProviderKind? = nil, destination: DestinationKind? = nil, source: SourceKind? = nil
  ) { (self.provider, self.destination, self.source) = (provider, destination, source) }
}

/// The services of libaha. A new one is a folder beside this file, and a line here.
public enum Services {
  public static var all: [Service] {
    [.folder, .webDAV, .s3, .dropbox, .soundCloud, .allihoopa, .feed]
  }

  public static var providers: [ProviderKind] { all.compactMap { $0.provider } + [.oauth2] }

  /// Also the host's own kind.
  public static var destinations: [DestinationKind] { all.compactMap { $0.destination } + [.host] }

  public static var sources: [SourceKind] { all.compactMap { $0.source } }
}

/// An asset that the service does not support: it is not sent, and the log says so.
final class SkippedUpload: AssetUpload {
  let state = "skipped"
  let confirmed: Int64

  init(asset: DropAsset, at service: StaticString) {
    confirmed = asset.size
    Log.info("\(asset.name) is not sent: \(service) does not store it")
  }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    .sent
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String { "" }
}

/// Public URL of a destination's folder.
enum PublicFolder {
  /// Max length of a drop's location in the URL, with each byte percent-encoded.
  private static let maxLocationBytes = 3 * 255 + 1

  /// With a trailing slash; "" if not public.
  /// Errors: `invalidArgument` (not usable as a page's URL).
  static func checked(_ url: String) throws(AhaError) -> String {
    if url.isEmpty { return "" }
    let folder = try url.withHostInASCII().withSlash
    guard let parts = URLParts(folder), parts.query.isEmpty, parts.fragment.isEmpty,
      DropManifest.isPublic(folder), folder.utf8.count <= DropManifest.Limit.url - maxLocationBytes
    else { throw AhaError(.invalidArgument, "public URL \(url.shownURL) is not a URL of a folder") }
    return folder
  }
}

/// Opens pieces in the folders of a catalogue, each with a manifest.
final class FolderOpener: Opener {
  private let base: String
  private let catalogue: any Catalogue
  private let scheme: String

  /// - Parameters:
  ///   - base: URL in front of the folders.
  ///   - scheme: Start of links that stands for `base`, with another scheme; "" for none.
  init(below base: String, scheme: String = "", catalogue: any Catalogue) {
    (self.base, self.scheme, self.catalogue) = (base, scheme, catalogue)
  }

  func open(link: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece? {
    guard let folder = folder(of: url(of: link)) else { return nil }
    return try loader.openFolder(named: folder.shownLocation, job: job) {
      [catalogue] (name) throws(AhaError) in
      try catalogue.file(at: folder + Percent.encoded(path: name), name: name)
    }
  }

  private func url(of link: String) -> String {
    let (bytes, start) = (link.array, scheme.array)
    guard !start.isEmpty, bytes.starts(with: start) else { return link }
    return base + Percent.encoded(path: bytes[start.count...].text)
  }

  /// URL of a drop's folder, with a trailing slash; nil if the link is not below the base, or is a
  /// presigned one, which needs no keys.
  private func folder(of link: String) -> String? {
    guard let parts = URLParts(link), let home = URLParts(base), parts.isHTTP,
      parts.isSameOrigin(as: home), parts.query.isEmpty,
      parts.path.array.starts(with: home.path.array)
    else { return nil }
    for name in [DropPage.fileName, DropManifest.fileName] {
      let (path, end) = (parts.url.array, ("/" + name).array)
      if path.suffix(end.count).elementsEqual(end) { return path.dropLast(name.utf8.count).text }
    }
    return parts.url.withSlash
  }
}
