import AhaBase
import AhaJSON
import AhaPiece

/// Document beside a page with which other sites show it as a card.
///
/// Source: oembed.com, 2.3.4.
public enum OEmbed {
  public static let fileName = "oembed.json"
  /// Size of the frame that shows the page.
  private static let width: Int64 = 480
  private static let height: Int64 = 640

  /// True if the drop has a public page, whose URL the document needs.
  public static func fits(_ manifest: DropManifest) -> Bool {
    !manifest.url.isEmpty && manifest.base.isEmpty
  }

  /// Errors: those of JSON.
  public static func text(_ manifest: DropManifest) throws(AhaError) -> [UInt8] {
    let piece = manifest.piece
    let object = try JSONObject()
    try object.set("version", .text("1.0"))
    try object.set("type", .text("rich"))
    try object.set("title", .text(piece.title))
    if !piece.artist.isEmpty { try object.set("author_name", .text(piece.artist)) }
    try object.set("provider_name", .text("libaha"))
    if let cover = manifest.file(.cover) {
      try object.set("thumbnail_url", .text(manifest.address(of: cover)))
      try object.set("thumbnail_width", .integer(Int64(DropPage.coverSide)))
      try object.set("thumbnail_height", .integer(Int64(DropPage.coverSide)))
    }
    var frame = Markup()
    frame.put(
      "<iframe src=\"~t\" title=\"~t\" width=\"~m\" height=\"~m\"></iframe>",
      values: [manifest.url, PageText.name(of: piece), "\(width)", "\(height)"])
    try object.set("html", .text(frame.text))
    try object.set("width", .integer(width))
    try object.set("height", .integer(height))
    return try object.text(limit: 1 << 16).array + [0x0A]
  }
}
