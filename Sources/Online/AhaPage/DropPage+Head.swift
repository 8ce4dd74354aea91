import AhaBase
import AhaHash
import AhaJSON
import AhaPiece

extension DropPage {
  static func putHead(_ manifest: DropManifest, in page: inout Markup) throws(AhaError) {
    let piece = manifest.piece
    let style = PageHead.style(hue: PageText.hue(of: piece.tonality), own: PageStyle.page)
    try PageHead.put(
      PageText.name(of: piece), style: style, script: PageScript.player,
      generator: madeWith(manifest),
      in: &page)
    page.put(
      """
      <link rel="alternate" type="application/json" href="~t" title="Manifest">
      <meta name="description" content="~t">

      """, values: [manifest.reference, PageText.description(of: piece)])
    if !piece.isListed { page.put("<meta name=\"robots\" content=\"noindex\">\n") }
    if !manifest.url.isEmpty {
      page.put("<link rel=\"canonical\" href=\"~t\">\n", values: [manifest.url])
    }
    if OEmbed.fits(manifest) {
      page.put(
        "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"~t\" title=\"~t\">\n",
        values: [DropManifest.folder(of: manifest.url) + OEmbed.fileName, PageText.name(of: piece)])
    }
    putShared(manifest, in: &page)
    page.put("<script type=\"application/ld+json\">")
    page.put(json: try linkedData(of: manifest).text(indent: 0))
    page.put("</script>\n</head>\n<body>\n")
  }

  /// Open Graph and similar tags for link previews.
  private static func putShared(_ manifest: DropManifest, in page: inout Markup) {
    let piece = manifest.piece
    let (name, description) = (PageText.name(of: piece), PageText.description(of: piece))
    var values: [(StaticString, String)] = [
      ("og:type", "music.song"), ("og:title", piece.title), ("og:description", description),
      ("og:site_name", piece.artist), ("og:url", manifest.url),
      ("music:duration", "\((piece.length + 500_000) / 1_000_000)"),
      ("twitter:card", "summary"), ("twitter:title", name), ("twitter:description", description),
    ]
    if let cover = manifest.file(.cover) {
      let address = manifest.address(of: cover)
      values.append(("og:image", address))
      values.append(("og:image:type", cover.type))
      // Messengers show a picture of known size at the first mention of the page.
      values.append(("og:image:width", "\(DropPage.coverSide)"))
      values.append(("og:image:height", "\(DropPage.coverSide)"))
      values.append(("og:image:alt", "Cover of " + piece.title))
      values.append(("twitter:image", address))
    }
    if let sound = manifest.sounds.first {
      values.append(("og:audio", manifest.address(of: sound)))
      values.append(("og:audio:type", sound.type))
    }
    for (property, value) in values where !value.isEmpty {
      page.put("<meta property=\"~t\" content=\"~t\">\n", values: [property.text, value])
    }
  }

  /// Source: schema.org, MusicRecording.
  private static func linkedData(of manifest: DropManifest) throws(AhaError) -> JSONObject {
    let piece = manifest.piece
    let data = try object("MusicRecording", texts: ["name": piece.title])
    try data.set("@context", .text("https://schema.org"))
    if !piece.artist.isEmpty {
      try data.set("byArtist", .object(try object("MusicGroup", texts: ["name": piece.artist])))
    }
    try data.set("description", .text(PageText.description(of: piece)))
    try data.set("duration", .text("PT" + PageText.thousandths(of: piece.length / 1000) + "S"))
    if !manifest.url.isEmpty { try data.set("url", .text(manifest.url)) }
    if manifest.created > 0 {
      try data.set("datePublished", .text(CalendarTime(manifest.created).iso))
    }
    if let cover = manifest.file(.cover) {
      try data.set("image", .text(manifest.address(of: cover)))
    }
    if let sound = manifest.sounds.first {
      let audio = try object(
        "AudioObject",
        texts: ["contentUrl": manifest.address(of: sound), "encodingFormat": sound.type])
      try data.set("audio", .object(audio))
    }
    if let key = PageText.key(of: piece.tonality) {
      let work = try object("MusicComposition", texts: ["name": piece.title, "musicalKey": key])
      try data.set("recordingOf", .object(work))
    }
    return data
  }

  private static func object(
    _ type: StaticString, texts: KeyValuePairs<StaticString, String>
  ) throws(AhaError) -> JSONObject {
    let object = try JSONObject()
    try object.set("@type", .text(type.text))
    for (key, text) in texts { try object.set(key, .text(text)) }
    return object
  }
}

extension DropManifest {
  /// Public URL of a file if known, else its URL relative to the page.
  func address(of file: DropFile) -> String {
    (base.isEmpty ? DropManifest.folder(of: url) : base) + file.reference
  }

  /// Base of a page's or folder's URL: without the query and the part after the last slash.
  static func folder(of url: String) -> String {
    let bytes = url.array.prefix { $0 != 0x3F && $0 != 0x23 }
    guard let slash = bytes.lastIndex(of: 0x2F) else { return "" }
    let isHostAlone = slash > 0 && bytes[slash - 1] == 0x2F
    return Array(isHostAlone ? bytes : bytes[...slash]).text
      + (isHostAlone ? "/" : "")
  }
}

/// Common head of all pages.
enum PageHead {
  static func style(hue: Int, own: StaticString) -> String {
    ":root{--h:\(hue)}" + PageStyle.common.text + own.text
  }

  /// Writes the head up to the page's own metadata. The Content Security Policy allows this page's
  /// style and script by hash, and images and sounds beside the page, which the script may also
  /// fetch as a whole; everything else is blocked.
  /// Source: Content Security Policy Level 3.
  static func put(
    _ title: String, style: String, script: StaticString, generator: String,
    in page: inout Markup
  ) throws(AhaError) {
    page.put(
      """
      <!DOCTYPE html>
      <html lang="en" id="embed">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; \
      style-src 'sha256-~m'; script-src 'sha256-~m'; \
      base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="~t">
      <title>~t</title>
      <link rel="icon" href="data:image/svg+xml,\
      %3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
      %3Cpath d='M2 6v4M5 3v10M8 5v6M11 1v14M14 6v4' stroke='%237a5cff' stroke-width='2' \
      stroke-linecap='round'/%3E%3C/svg%3E">
      <style>~m</style>

      """, values: [try hash(style.array), try hash(script.array), generator, title, style])
  }

  private static func hash(_ bytes: [UInt8]) throws(AhaError) -> String {
    let hash = try Sha256()
    var failure: AhaError?
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) { try hash.add(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    return Base64.text(try hash.digest())
  }
}

/// Document beside a page with which other sites show it as a card.
///
/// Source: oembed.com, 2.3.4.
public enum OEmbed {
  public static let fileName = "oembed.json"
  /// Size of the frame that shows the page.
  private static let width: Int64 = 480
  private static let height: Int64 = 240

  /// The page with its fragment `#embed`: the player alone.
  static let frame: StaticString =
    "<iframe src=\"~t#embed\" title=\"~t\" width=\"~m\" height=\"~m\"></iframe>"

  static func frameValues(of manifest: DropManifest) -> [String] {
    [manifest.url, PageText.name(of: manifest.piece), "\(width)", "\(height)"]
  }

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
    frame.put(OEmbed.frame, values: OEmbed.frameValues(of: manifest))
    try object.set("html", .text(frame.text))
    try object.set("width", .integer(width))
    try object.set("height", .integer(height))
    return try object.text(limit: 1 << 16).array + [0x0A]
  }
}
