import AhaBase
import AhaPiece

/// The page of a folder of drops.
public enum IndexPage {
  public static let fileName = DropPage.fileName

  /// Errors: `system` (libcrypto cannot hash). Thread: any.
  public static func html(of list: DropList) throws(AhaError) -> [UInt8] {
    var page = Markup()
    let style = PageHead.style(hue: 285, own: PageStyle.list)
    try PageHead.put(
      list.title, style: style, script: PageScript.list, generator: list.generator, in: &page)
    page.put(
      """
      <link rel="alternate" type="application/rss+xml" href="~r" title="~t">
      <meta property="og:title" content="~t">
      </head>
      <body>
      <main>
      <h1 dir="auto">~t</h1>
      <small>~m</small>
      <form role="search" hidden><input type="search" id="find" aria-label="Find a piece" \
      placeholder="Find" autocomplete="off"> <small id="found" role="status"></small></form>
      <p><button type="button" id="all" hidden>Play all</button></p>
      <ul class="list">

      """, values: [Feed.fileName, list.title, list.title, list.title, count(list.entries.count)])
    for entry in list.entries { put(entry, in: &page) }
    page.put(
      """
      </ul>
      <section id="bar" aria-label="Player" hidden><b id="now" dir="auto" role="status"></b>\
      <button type="button" id="back">Previous</button> <button type="button" id="next">Next\
      </button><audio controls preload="none"></audio></section>
      <footer><span>Made with ~t</span><a href="~r">Feed</a></footer>
      </main>
      <script>~m</script>
      </body>
      </html>

      """, values: [list.generator, Feed.fileName, PageScript.list.text])
    return page.bytes
  }

  private static func count(_ count: Int) -> String { count == 1 ? "1 piece" : "\(count) pieces" }

  private static func put(_ entry: DropList.Entry, in page: inout Markup) {
    let piece = entry.manifest.piece
    page.put("<li")
    for (name, sound) in zip(["sound", "other"], entry.manifest.sounds) {
      page.put(" data-~m=\"~r\"", values: [name, entry.path(of: sound.name)])
    }
    page.put("><a href=\"~r\">", values: [entry.path(of: DropPage.fileName)])
    if let cover = entry.manifest.file(.cover) {
      page.put(
        "<img src=\"~r\" alt=\"\" loading=\"lazy\" width=\"240\" height=\"240\">",
        values: [entry.path(of: cover.name)])
    } else {
      page.put("<div class=\"none\" aria-hidden=\"true\">♪</div>")
    }
    page.put("<b dir=\"auto\">~t</b>", values: [piece.title])
    if !piece.artist.isEmpty { page.put("<span dir=\"auto\">~t</span>", values: [piece.artist]) }
    page.put("<small>~t</small></a>", values: [facts(of: entry.manifest)])
    if !entry.manifest.sounds.isEmpty {
      page.put(
        "<button type=\"button\" class=\"go\" aria-label=\"Play ~t\" hidden>▶</button>",
        values: [piece.title])
    }
    page.put("</li>\n")
  }

  /// Such as "3:20 · 120 BPM · D major · 21 Sep 2026".
  private static func facts(of manifest: DropManifest) -> String {
    let piece = manifest.piece
    var facts = ClockText.short(piece.length)
    if let tempo = piece.tempo { facts += " · " + PageText.tempo(of: tempo) }
    if let key = PageText.key(of: piece.tonality) { facts += " · " + key }
    if manifest.created > 0 { facts += " · " + CalendarTime(manifest.created).date }
    return facts
  }
}
