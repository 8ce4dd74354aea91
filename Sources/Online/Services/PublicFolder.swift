import AhaBase
import AhaDrop
import AhaNet
import AhaPage

/// Public URL of a destination's folder.
enum PublicFolder {
  /// Max length of a drop's location in the URL, with each byte percent-encoded.
  private static let maxLocationBytes = 3 * 255 + 1

  /// With a trailing slash; "" if not public.
  /// Errors: `invalidArgument` (not usable as a page's URL).
  static func checked(_ url: String) throws(AhaError) -> String {
    if url.isEmpty { return "" }
    let folder = url.withSlash
    guard let parts = URLParts(folder), parts.query.isEmpty, parts.fragment.isEmpty,
      DropManifest.isPublic(folder), folder.utf8.count <= DropManifest.Limit.url - maxLocationBytes
    else { throw AhaError(.invalidArgument, "public URL \(url.shownURL) is not a URL of a folder") }
    return folder
  }
}
