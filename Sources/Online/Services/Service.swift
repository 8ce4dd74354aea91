import AhaBase
import AhaDrop
import AhaNet
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

  func sendNext(_ source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    .sent
  }

  func finish(_ source: FileSource, via call: DropCall) throws(AhaError) -> String { "" }
}

/// Public URL of a destination's folder.
enum PublicFolder {
  /// Max length of a drop's location in the URL, with each byte percent-encoded.
  private static let maxLocationBytes = 3 * 255 + 1

  /// With a trailing slash; "" if not public.
  /// Errors: `invalidArgument` (not usable as a page's URL).
  static func checked(_ url: String) throws(AhaError) -> String {
    if url.isEmpty { return "" }
    let folder = url.withSlash
    guard let parts = URLParts(folder), parts.query.isEmpty, parts.fragment.isEmpty,
      DropManifest.isPublic(folder), folder.utf8.count <= DropManifest.Limit.url - maxLocationBytes
    else { throw AhaError(.invalidArgument, "public URL \(url.shownURL) is not a URL of a folder") }
    return folder
  }
}
