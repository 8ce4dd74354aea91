import AhaBase
import AhaPage
import AhaPiece

/// Names of what a drop consists of where it is kept with a page.
enum PlaceNames {
  /// The page first, for it is made last.
  static let pages = [DropPage.fileName, DropManifest.fileName]

  /// The folder of a drop: its title, and enough of its id that no other drop has the same.
  static func place(of drop: DropPlan) -> String {
    let id = drop.id.array.prefix(12).text
    let slug = DropNames.slug(
      drop.piece.title, fallback: "piece", most: 48, keepsLetters: false)
    return "\(slug)-\(id)"
  }
}
