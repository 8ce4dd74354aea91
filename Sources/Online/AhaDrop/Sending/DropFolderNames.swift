import AhaBase
import AhaPage
import AhaPiece

/// File and folder names of a drop at a destination with pages.
public enum DropFolderNames {
  /// The page first: it is created last, so it is deleted first.
  public static let pages = [DropPage.fileName, OEmbed.fileName, DropManifest.fileName]

  /// Folder of a drop: its title, and enough of its id to be unique.
  public static func location(of drop: DropPlan) -> String {
    let id = drop.id.array.prefix(12).text
    let slug = DropNames.slug(
      of: drop.piece.title, fallback: "piece", limit: 48, keepsLetters: false)
    return "\(slug)-\(id)"
  }
}
