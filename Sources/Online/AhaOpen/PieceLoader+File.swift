import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// Pieces in local folders.
extension PieceLoader {
  /// - Parameter path: The folder, its page, or its manifest.
  /// Errors: `notFound`, `access`, those of `DropManifest`.
  func openFile(_ path: FilePath) throws(AhaError) -> OpenedPiece {
    let status = try FileStatus.required(path, absence: "\(path.text) is not there")
    let manifestPath: FilePath
    if status.kind == .folder {
      manifestPath = path.appending(FilePath(DropManifest.fileName))
    } else if path.fileExtension == "json" {
      manifestPath = path
    } else {
      manifestPath = path.sibling(named: try PieceLoader.link(in: path) ?? DropManifest.fileName)
    }
    let bytes = try FileStream(reading: manifestPath).start(limit: OpenLimit.manifest)
    let manifest = try DropManifest(bytes: bytes, named: manifestPath.text)
    try PieceLoader.judge(manifest, named: manifestPath.text)
    var assets: [OpenedAsset] = []
    for file in manifest.files {
      let folder = manifestPath.folder
      assets.append(
        OpenedAsset(file: file, location: .file(folder.appending(FilePath(file.name)), in: folder)))
    }
    return OpenedPiece(loader: self, manifest: manifest, ssrfGuard: .any, assets: assets)
  }

  /// File name of the manifest that a page links; the manifest must be beside the page. Nil if the
  /// page links none.
  private static func link(in page: FilePath) throws(AhaError) -> String? {
    let bytes = try FileStream(reading: page).start(limit: OpenLimit.page)
    guard let link = PageLink.manifest(in: bytes) else { return nil }
    let name = Percent.decoded(link.array[...])
    for byte in name where byte < 32 || byte == UInt8(ascii: "/") { return nil }
    return name.first == UInt8(ascii: ".") ? nil : name.text
  }

  /// Opens an asset's file. A symbolic link out of the folder is refused.
  /// Errors: `refused`, `notFound`, `access`.
  func file(at path: FilePath, in folder: FilePath) throws(AhaError) -> FileStream {
    if let here = path.resolved, let home = folder.resolved {
      let way = here.relative(to: home)
      if way.isAbsolute || way.hasPrefix("../") {
        throw AhaError(.refused, "\(path.text) leads out of its folder")
      }
    }
    return try FileStream(reading: path)
  }
}

extension FileStream {
  /// The whole content. Errors: `limit`, those of reading.
  func start(limit: Int) throws(AhaError) -> [UInt8] {
    let length = try length()
    guard length <= Int64(limit) else {
      throw AhaError(.limit, "\(name) has \(length) bytes, over \(limit)")
    }
    try requireMemory(bytes: Int(length))
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(AhaError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    bytes.removeLast(bytes.count - got)
    return bytes
  }
}

/// Checks untrusted metadata before any file of the piece is fetched.
extension PieceLoader {
  /// Errors: `empty` (a drop without files), as for a piece.
  static func judge(_ manifest: DropManifest, named name: String) throws(AhaError) {
    if manifest.isDrop, manifest.files.isEmpty {
      throw AhaError(.empty, "\(name): the drop has no files")
    }
    try judge(manifest.piece, named: name)
  }

  /// Other values out of range, such as a tempo, are harmless and kept. A length of 0 is unknown.
  /// Errors: `pieceShort`, `pieceLong`, `titleLong`, `textLong`, `textDirection`.
  public static func judge(_ piece: Piece, named name: String) throws(AhaError) {
    for problem in piece.problems {
      switch problem.code {
      case .pieceShort where piece.length == 0: continue
      case .pieceShort, .pieceLong, .titleLong, .textLong, .textDirection:
        throw AhaError(problem.code, "\(name): \(problem.line)")
      default: continue
      }
    }
  }
}
