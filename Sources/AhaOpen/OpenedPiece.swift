import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// A piece that was opened: what it is, and what can be had of it.
///
/// Threads: any; it does not change.
public final class OpenedPiece {
  /// Values out of range come in too: see `Piece.problems`.
  public let piece: Piece
  /// "" when it has none.
  public let id: String
  /// Its page; "" when it has none.
  public let url: String
  /// Units: seconds since 1970; 0 when nobody told.
  public let created: Int64
  public let assets: [OpenedAsset]
  let opener: Opener
  /// Whom its assets may be fetched from.
  let reach: HTTPReach

  public var author: String { piece.artist }

  init(
    _ opener: Opener, _ piece: Piece, id: String, url: String, created: Int64, reach: HTTPReach,
    _ assets: [OpenedAsset]
  ) {
    (self.opener, self.piece, self.id, self.url) = (opener, piece, id, url)
    (self.created, self.assets) = (created, assets)
    self.reach = opener.settings.allowsPrivate ? .any : reach
  }

  convenience init(
    _ opener: Opener, _ manifest: DropManifest, reach: HTTPReach, _ assets: [OpenedAsset]
  ) {
    self.init(
      opener, manifest.piece, id: manifest.id, url: manifest.url, created: manifest.created,
      reach: reach, assets)
  }

  /// The first asset of a role, in a format: the ending of a name, or a MIME type; "" for any.
  /// Where there is no preview, the mix stem serves.
  /// Errors: `notFound` (none of that role), `unsupported` (not in that format).
  public func asset(
    _ role: DropFile.Role, format: String = ""
  ) throws(AhaError) -> OpenedAsset {
    var offered = ""
    for asset in assets where asset.role == role {
      if asset.isOf(format: format) { return asset }
      offered += offered.isEmpty ? asset.format : ", \(asset.format)"
    }
    if offered.isEmpty && role == .preview { return try self.asset(.mixStem, format: format) }
    if role == .attachment, let asset = attachment(ofType: format) { return asset }
    let title = piece.title.cut
    if offered.isEmpty {
      throw AhaError(.notFound, "\"\(title)\" has no \(role.text)")
    }
    throw AhaError(
      .unsupported,
      "the \(role.text) of \"\(title)\" is not there as \(format.cut), only as \(offered)")
  }

  /// A service does not tell what it has, but answers for one type.
  private func attachment(ofType type: String) -> OpenedAsset? {
    guard type.array.contains(UInt8(ascii: "/")), case .service(let uuid)? = assets.first?.place
    else { return nil }
    return OpenedAsset(.attachment, name: "attachment", type: type, .service(uuid: uuid))
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
