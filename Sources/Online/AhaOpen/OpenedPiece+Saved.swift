import AhaBase
import AhaPage
import AhaPiece

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
