import AhaBase
import AhaNet
import AhaPage

/// A URL at which everybody reads what is in a destination's folder.
enum PublicFolder {
  /// What a drop's place adds to it, with each byte of its name encoded.
  private static let mostOfPlace = 3 * 255 + 1

  /// With a slash at its end; "" for nowhere.
  /// Errors: `invalidArgument` (no page could be there).
  static func checked(_ url: String) throws(AhaError) -> String {
    if url.isEmpty { return "" }
    let folder = url.utf8.last == UInt8(ascii: "/") ? url : url + "/"
    guard let parts = URLParts(folder), parts.query.isEmpty, parts.fragment.isEmpty,
      DropManifest.isPublic(folder), folder.utf8.count <= DropManifest.Limit.url - mostOfPlace
    else { throw AhaError(.invalidArgument, "public URL \(url.shownURL) is no URL of a folder") }
    return folder
  }
}
