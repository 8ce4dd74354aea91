import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaOpen

/// Downloads the sound of a remote item into a file, which becomes a local item with the same hash.
/// Run it on a thread of its own.
public final class Fetch {
  private let library: Library
  private let client: Client
  private let number: Int64
  private let file: RemoteFile

  /// - Parameters:
  ///   - destination: Supplies the account or password; nil for public items.
  ///   - kinds: Of all services.
  /// Errors: `notFound` (no such item, or none of the destination), `state` (not to be fetched),
  /// `unsupported`, those of databases.
  public init(
    library: Library, number: Int64, from destination: (any Destination)?, client: Client,
    kinds: [SourceKind]
  ) throws(AhaError) {
    (self.library, self.client, self.number) = (library, client, number)
    let item = try library.item(number)
    guard item.state == .remoteDownloadable else {
      throw AhaError(
        .state, "item \(number) cannot be downloaded: \(item.place.text.shownLocation)")
    }
    let sources = try library.sources(of: number)
    let (url, name) = (item.place.text, "item \(number)")
    if let destination {
      guard let remote = kinds.catalogue(of: destination, client: client) else {
        throw AhaError(.unsupported, "\(destination.name) cannot list its content")
      }
      guard sources.contains(where: { $0.isSame(as: remote) }) else {
        throw AhaError(.notFound, "item \(number) does not belong to \(destination.name)")
      }
      file = try remote.file(at: url, name: name)
    } else {
      file = RemoteFile(name: name, url: url)
      file.ssrfGuard = sources.ssrfGuard
    }
    // Not compared: lengths in feeds are often wrong, and the known hash of a track may be from an
    // older version.
    if !item.sha256.isEmpty, sources.allSatisfy({ kinds.hasLastingHashes($0) }) {
      file.sha256 = item.sha256
      if item.mark.size > 0 { file.bytes = item.mark.size }
    }
  }

  /// Returns: The number of the new item. Errors: as `PieceLoader.download`; those of databases.
  @discardableResult
  public func run(to path: FilePath, job: Job) throws(AhaError) -> Int64 {
    try PieceLoader(transport: client.transport).download(file, to: path, job: job)
    return try library.addCopy(of: number, at: path)
  }
}

extension [ItemSource] {
  /// SSRF guard: the largest distance of all sources applies, also to redirects.
  fileprivate var ssrfGuard: SSRFGuard {
    var farthest: Int64 = 0
    for source in self where source.distance > farthest { farthest = source.distance }
    if farthest == 0 { return .notNearerThanBefore }
    return .notNearer(than: HTTPDistance(rawValue: Int32(truncatingIfNeeded: farthest)) ?? .public)
  }
}

extension ItemSource {
  fileprivate func isSame(as remote: any Catalogue) -> Bool {
    kind == remote.kind && address.hasSameBytes(as: remote.address)
      && user.hasSameBytes(as: remote.user)
  }
}

extension [SourceKind] {
  fileprivate func hasLastingHashes(_ source: ItemSource) -> Bool {
    first { $0.name == source.kind }?.hasLastingHashes ?? true
  }
}

extension String {
  /// The part after a base URL. Errors: `state`.
  public func rest(behind base: String) throws(AhaError) -> String {
    let (bytes, slash) = (array, UInt8(ascii: "/"))
    var start = base.array
    if start.last != slash { start.append(slash) }
    guard bytes.starts(with: start) else {
      throw AhaError(.state, "\(shownLocation) is not at \(base.shownLocation)")
    }
    return bytes[start.count...].text
  }
}

extension RemoteFile {
  /// A file that needs an account's token. Only hosts of its provider get the token.
  public convenience init(name: String, url: String, account: Account) {
    self.init(
      name: name, url: url,
      sign: { (request, cancellation) throws(AhaError) in
        try account.authorize(&request, cancellation: cancellation)
      },
      renew: { (request, _, cancellation) throws(AhaError) in
        try account.renew(after401To: request, cancellation: cancellation)
      })
  }
}
