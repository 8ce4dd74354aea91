import AhaBase
import AhaPage
import AhaPiece
import CShims

/// A small file beside the sound of a drop.
public struct PageFile {
  public let name: String
  public let type: String
  public let bytes: [UInt8]
}

extension DropContent {
  /// Manifest of a drop, for other programs.
  /// - Parameter url: The page's http or https URL; "" if unknown.
  /// Errors: those of the piece, `invalidArgument`, `limit`.
  public func manifest(url: String) throws(AhaError) -> DropManifest {
    var manifest = DropManifest(piece)
    (manifest.id, manifest.created) = (id, created)
    // A local folder has no URL that others could open.
    let isPublic = url.begins(with: "http")
    manifest.url = isPublic ? url : ""
    manifest.generator = DropContent.generator
    for sent in assets {
      guard let role = DropFile.Role(rawValue: Int(sent.asset.role.rawValue) - 1) else { continue }
      manifest.files.append(
        try DropFile(
          role, name: sent.asset.name, type: sent.asset.type, bytes: sent.asset.size,
          sha256: sent.sha256))
    }
    return manifest
  }

  static var generator: String { "libaha \(String(cString: shim_version_text()))" }

  /// Manifest, then page: written in this order, so that a page exists only when complete.
  public func pageFiles(url: String) throws(AhaError) -> [PageFile] {
    let manifest = try manifest(url: url)
    var line: [Float] = []
    for peak in peaks { line += [-Float(peak) / 255, Float(peak) / 255] }
    return [
      PageFile(name: DropManifest.fileName, type: "application/json", bytes: try manifest.text()),
      PageFile(
        name: DropPage.fileName, type: "text/html; charset=utf-8",
        bytes: try DropPage.html(manifest, peaks: line)),
    ]
  }
}
