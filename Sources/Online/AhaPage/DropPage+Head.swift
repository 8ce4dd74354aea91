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
