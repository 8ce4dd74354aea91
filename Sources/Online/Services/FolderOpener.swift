import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
import AhaPage
import AhaSync

/// Opens pieces in the folders of a catalogue, each with a manifest.
final class FolderOpener: Opener {
  private let base: String
  private let catalogue: any Catalogue
  private let scheme: String

  /// - Parameters:
  ///   - base: URL in front of the folders.
  ///   - scheme: Start of links that stands for `base`, with another scheme; "" for none.
  init(below base: String, scheme: String = "", catalogue: any Catalogue) {
    (self.base, self.scheme, self.catalogue) = (base, scheme, catalogue)
  }

  func open(link: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece? {
    guard let folder = folder(of: url(of: link)) else { return nil }
    return try loader.openFolder(folder.shownLocation, job: job) {
      [catalogue] (name) throws(AhaError) in
      try catalogue.file(at: folder + Percent.encoded(path: name), name: name)
    }
  }

  private func url(of link: String) -> String {
    let (bytes, start) = (link.array, scheme.array)
    guard !start.isEmpty, bytes.starts(with: start) else { return link }
    return base + Percent.encoded(path: bytes[start.count...].text)
  }

  /// URL of a drop's folder, with a trailing slash; nil if the link is not below the base, or is a
  /// presigned one, which needs no keys.
  private func folder(of link: String) -> String? {
    guard let parts = URLParts(link), let home = URLParts(base), parts.isHTTP,
      parts.isSameOrigin(as: home), parts.query.isEmpty,
      parts.path.array.starts(with: home.path.array)
    else { return nil }
    for name in [DropPage.fileName, DropManifest.fileName] {
      let (path, end) = (parts.url.array, ("/" + name).array)
      if path.suffix(end.count).elementsEqual(end) { return path.dropLast(name.utf8.count).text }
    }
    return parts.url.withSlash
  }
}
