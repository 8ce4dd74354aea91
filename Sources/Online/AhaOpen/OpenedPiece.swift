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

/// A downloaded file of an opened piece.
public struct SavedAsset {
  public let asset: OpenedAsset
  public let path: FilePath

  public init(asset: OpenedAsset, at path: FilePath) { (self.asset, self.path) = (asset, path) }
}

extension OpenedPiece {
  /// The manifest of a folder with downloaded files: it names those that are in the folder or below
  /// it, as they are named there, and no others. So the folder can be opened, listed and sent.
  /// - Parameter type: Media type for a file of an unknown type.
  /// Errors: `invalidArgument` (a file name that a manifest cannot have), those of `DropFile`.
  public func manifest(
    of saved: [SavedAsset], in folder: FilePath, type: (FilePath) -> String
  ) throws(AhaError) -> DropManifest {
    var manifest = DropManifest(piece)
    (manifest.id, manifest.created) = (id, created)
    if DropManifest.isPublic(url) { manifest.url = url }
    guard let home = folder.resolved else {
      throw AhaError(.notFound, "the folder \(folder.text) is not there")
    }
    for file in saved {
      // Deleted since, or elsewhere.
      guard let path = file.path.resolved, let status = FileStatus(path) else { continue }
      let name = path.relative(to: home)
      if name.isAbsolute || name.hasPrefix("../") { continue }
      let text = name.text
      guard FilePath(text) == name else {
        throw AhaError(.invalidArgument, "\(path.text): the name is not UTF-8. Rename the file")
      }
      manifest.files.append(
        try DropFile(
          role: file.asset.role, name: text,
          type: file.asset.type.isMediaType ? file.asset.type : type(path), bytes: status.length,
          sha256: file.asset.sha256))
    }
    return manifest
  }
}
