import AhaBase
import AhaPage
import AhaPiece
import CShims

/// A small file beside the sound of a drop.
public struct PageFile {
  public let name: String
  public let type: String
  public let bytes: [UInt8]

  public init(name: String, type: String, bytes: [UInt8]) {
    (self.name, self.type, self.bytes) = (name, type, bytes)
  }

  public static func manifest(_ bytes: [UInt8]) -> PageFile {
    PageFile(name: DropManifest.fileName, type: "application/json", bytes: bytes)
  }

  public static func card(of manifest: DropManifest) throws(AhaError) -> PageFile {
    PageFile(
      name: OEmbed.fileName, type: "application/json", bytes: try OEmbed.text(manifest))
  }

  public static func page(_ bytes: [UInt8]) -> PageFile {
    PageFile(name: DropPage.fileName, type: "text/html; charset=utf-8", bytes: bytes)
  }
}

/// Links to files of a drop whose URL is not that of a page beside them.
public struct PageSigning {
  /// Links relative to the page: the drop's URL shows a folder at a service.
  public static var relative: PageSigning { PageSigning(base: "./") { (_) throws(AhaError) in "" } }

  /// URL of the drop's folder.
  let base: String
  /// Query that permits the download of a file.
  public let query: (_ name: String) throws(AhaError) -> String

  public init(base: String, query: @escaping (_ name: String) throws(AhaError) -> String) {
    (self.base, self.query) = (base, query)
  }
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
          role: role, name: sent.asset.name, type: sent.asset.type, bytes: sent.asset.size,
          sha256: sent.sha256))
    }
    return manifest
  }

  public static var generator: String { "libaha \(String(cString: shim_version_text()))" }

  /// Manifest, then page: written in this order, so that a page exists only when complete.
  /// - Parameter signing: The page and the manifest contain links with these queries.
  public func pageFiles(
    url: String, signing: PageSigning? = nil
  ) throws(AhaError) -> [PageFile] {
    var manifest = try manifest(url: url)
    if let signing { try manifest.sign(signing) }
    var line: [Float] = []
    for peak in peaks { line += [-Float(peak) / 255, Float(peak) / 255] }
    var files = [PageFile.manifest(try manifest.text())]
    let isFree = assets.allSatisfy { !$0.asset.name.hasSameBytes(as: OEmbed.fileName) }
    if isFree, OEmbed.fits(manifest) { files.append(try .card(of: manifest)) }
    files.append(.page(try DropPage.html(of: manifest, peaks: line)))
    return files
  }
}

extension DropManifest {
  /// Adds links to the files, for pages.
  public mutating func sign(_ signing: PageSigning) throws(AhaError) {
    (base, query) = (signing.base, try signing.query(DropManifest.fileName))
    for index in files.indices { files[index].query = try signing.query(files[index].name) }
  }
}
