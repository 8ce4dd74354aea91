import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// An opened piece: its metadata and its assets.
///
/// Threads: any; immutable.
public final class OpenedPiece {
  /// May have values out of range: see `Piece.problems`.
  public let piece: Piece
  /// "" if it has no id.
  public let id: String
  /// URL of its page; "" if it has none.
  public let url: String
  /// Units: seconds since 1970; 0 if unknown.
  public let created: Int64
  public let assets: [OpenedAsset]
  let loader: PieceLoader
  /// SSRF guard for downloads of its assets.
  let ssrfGuard: SSRFGuard

  public var author: String { piece.artist }

  public init(
    loader: PieceLoader, piece: Piece, id: String, url: String, created: Int64,
    ssrfGuard: SSRFGuard, assets: [OpenedAsset]
  ) {
    (self.loader, self.piece, self.id, self.url) = (loader, piece, id, url)
    (self.created, self.assets) = (created, assets)
    self.ssrfGuard = loader.settings.allowsPrivate ? .any : ssrfGuard
  }

  convenience init(
    loader: PieceLoader, manifest: DropManifest, ssrfGuard: SSRFGuard, assets: [OpenedAsset]
  ) {
    self.init(
      loader: loader, piece: manifest.piece, id: manifest.id, url: manifest.url,
      created: manifest.created,
      ssrfGuard: ssrfGuard, assets: assets)
  }

  /// The first asset of a role and format: an ending or a media type; "" for any. Without a
  /// preview, the mix stem replaces it.
  /// Errors: `notFound` (none of that role), `unsupported` (not in that format).
  public func asset(
    for role: DropFile.Role, format: String = ""
  ) throws(AhaError) -> OpenedAsset {
    var offered = ""
    for asset in assets where asset.role == role {
      if asset.isOf(format: format) { return asset }
      let name = asset.format.isEmpty ? asset.type.cut : asset.format
      offered += offered.isEmpty ? name : ", \(name)"
    }
    if offered.isEmpty && role == .preview { return try self.asset(for: .mixStem, format: format) }
    if role == .attachment, let asset = attachment(ofType: format) { return asset }
    let title = piece.title.cut
    if offered.isEmpty {
      throw AhaError(.notFound, "\"\(title)\" has no \(role.text)")
    }
    throw AhaError(
      .unsupported,
      "the \(role.text) of \"\(title)\" is not there as \(format.cut), only as \(offered)")
  }

  /// A service provides an attachment by its MIME type, also one that is not listed.
  private func attachment(ofType type: String) -> OpenedAsset? {
    let type = MediaTypes.type(named: type)
    guard type.array.contains(UInt8(ascii: "/")), case .made(let made)? = assets.first?.location
    else { return nil }
    return OpenedAsset(role: .attachment, name: "attachment", type: type, location: .made(made))
  }
}

extension DropFile.Role {
  /// For error lines.
  var text: String {
    switch self {
    case .mixStem: "mix stem"
    case .preview: "preview"
    case .cover: "cover"
    case .attachment: "attachment"
    }
  }
}
