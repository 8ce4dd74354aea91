import AhaBase
import AhaDrop
import AhaPiece

/// Folder names that Dropbox accepts and its clients can create on other systems.
///
/// Source: help.dropbox.com, "file name issues": besides the names that other systems reject, some
/// names are never synchronized.
enum DropboxName {
  /// Max bytes of an artist and of a title. With the suffix for a taken name, the total stays below
  /// 255.
  private static let longest = 120

  /// A unique name, such as "Artist_Title-0123456789ab".
  static func first(of drop: DropPlan) -> String {
    let id = drop.id.array.prefix(12).text
    return "\(folder(of: drop.piece))-\(id)"
  }

  /// Such as "Artist_Title".
  static func folder(of piece: Piece) -> String {
    let artist = DropNames.file(piece.artist, fallback: "", limit: longest)
    let title = DropNames.file(piece.title, fallback: "", limit: longest)
    if artist.isEmpty { return allowed(title.isEmpty ? "piece" : title) }
    return allowed(title.isEmpty ? artist : artist + "_" + title)
  }

  private static func allowed(_ name: String) -> String {
    let lowered = name.array.lowered
    for ignored: StaticString in ["desktop.ini", "thumbs.db", "icon"]
    where lowered == ignored.array { return "_" + name }
    return name.begins(with: "~") ? "_" + name : name
  }

  /// True if a name is `base`, or `base` with Dropbox's suffix for a taken name: " (1)".
  static func isNumbered(_ name: String, of base: String) -> Bool {
    let (name, base) = (name.array, base.array)
    guard name.starts(with: base) else { return false }
    let rest = name[base.count...]
    if rest.isEmpty { return true }
    guard rest.count > 3, rest.begins(with: " ("), rest.last == UInt8(ascii: ")") else {
      return false
    }
    return rest.dropFirst(2).dropLast().allSatisfy { (48...57).contains($0) }
  }
}

/// A path, split into parent and name.
struct DropboxPath {
  /// With a trailing slash.
  let parent: String
  let name: String

  init?(_ path: String) {
    let bytes = path.array
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    parent = bytes[...slash].text
    name = bytes[(slash + 1)...].text
  }

  func hasName(_ wanted: String) -> Bool { DropboxName.isNumbered(name, of: wanted) }
}
