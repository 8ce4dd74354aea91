import AhaBase
import AhaPiece

/// A folder of drops as its page and feed show it: newest first, without unlisted and invalid
/// drops.
public struct DropList {
  public struct Entry {
    public let manifest: DropManifest
    /// Name of its folder within the folder of drops.
    public let folder: String

    public init(_ manifest: DropManifest, folder: String) {
      (self.manifest, self.folder) = (manifest, folder)
    }
  }

  /// Never empty.
  public let title: String
  /// Public URL of the folder with a trailing slash; "" if unknown.
  let url: String
  /// The program that writes it.
  let generator: String
  let entries: [Entry]

  /// - Parameter url: http or https URL of the folder or its page; "" if unknown.
  /// Errors: `invalidArgument`.
  public init(
    _ title: String, url: String = "", generator: String = "", _ entries: [Entry]
  ) throws(AhaError) {
    self.title = title.isEmpty ? "Music" : title
    guard url.isEmpty || DropManifest.isPublic(url) else {
      throw AhaError(.invalidArgument, "\"\(url.shownURL)\" is not the URL of a page")
    }
    self.url = DropManifest.folder(of: url)
    self.generator = generator.isEmpty ? "libaha" : generator
    var shown: [(created: Int64, index: Int)] = []
    for index in entries.indices where entries[index].isShown {
      shown.append((entries[index].manifest.created, index))
    }
    shown.sort { $0.created == $1.created ? $0.index < $1.index : $0.created > $1.created }
    self.entries = shown.map { entries[$0.index] }
  }
}

extension DropList.Entry {
  fileprivate var isShown: Bool {
    manifest.piece.isListed && DropFile.isName(folder) && manifest.piece.problem == nil
  }

  /// Path of a file of the drop, or of its page, relative to the folder of drops.
  func path(_ name: String) -> String { folder + "/" + name }

  /// Public URL of a file of the drop if known, else its path.
  /// - Parameter list: URL of the folder of drops, or "".
  func address(of file: DropFile, _ list: String) -> String {
    if !list.isEmpty { return list + Markup.reference(path(file.name)) }
    if !manifest.url.isEmpty { return manifest.address(of: file) }
    return Markup.reference(path(file.name))
  }

  /// Public URL of the drop's page if known, else its path.
  func page(_ list: String) -> String {
    if list.isEmpty, !manifest.url.isEmpty { return manifest.url }
    return list + Markup.reference(path(DropPage.fileName))
  }
}
