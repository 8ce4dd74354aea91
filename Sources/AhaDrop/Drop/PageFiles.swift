import AhaBase
import AhaPage
import AhaPiece
import CShims

/// A small file that stands beside the sound of a drop.
public struct PageFile {
  public let name: String
  public let type: String
  public let bytes: [UInt8]
}

extension DropContent {
  /// What a drop says of itself to other programs.
  /// - Parameter url: Of its page, with http or https; "" where nobody knows.
  /// Errors: those of the piece, `invalidArgument`, `limit`.
  public func manifest(url: String) throws(AhaError) -> DropManifest {
    var manifest = DropManifest(piece)
    (manifest.id, manifest.created) = (id, created)
    // Of a folder there is none that others could open.
    let isPublic = url.array.starts(with: "http".array)
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

  /// The manifest and the page, in the order in which they are to be written: a page is there last.
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
