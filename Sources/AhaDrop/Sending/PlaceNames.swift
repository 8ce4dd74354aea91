import AhaBase
import AhaPage
import AhaPiece

/// Names of what a drop consists of where it is kept with a page.
enum PlaceNames {
  /// The page first, for it is made last.
  static let pages = [DropPage.fileName, DropManifest.fileName]

  /// The folder of a drop: its title, and enough of its id that no other drop has the same.
  static func place(of drop: DropPlan) -> String {
    let id = drop.id.array.prefix(12).withUnsafeBufferPointer(String.decoded)
    return "\(slug(of: drop.piece.title))-\(id)"
  }

  /// A title as part of a URL: letters a to z, digits and dashes; "piece" when it has none.
  static func slug(of title: String) -> String {
    var bytes: [UInt8] = []
    for byte in title.array where bytes.count < 48 {
      switch byte {
      case 48...57, 97...122: bytes.append(byte)
      case 65...90: bytes.append(byte | 32)
      default: if let last = bytes.last, last != UInt8(ascii: "-") { bytes.append(0x2D) }
      }
    }
    while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
    return bytes.isEmpty ? "piece" : bytes.withUnsafeBufferPointer(String.decoded)
  }
}
