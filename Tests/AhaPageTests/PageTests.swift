import AhaBase
import AhaJSON
import AhaPiece
import Testing

@testable import AhaPage

@Suite("Page of a drop")
struct PageTests {
  /// A swell with beats.
  static func peaks() -> [Float] {
    (0..<500).flatMap { place -> [Float] in
      let beat = Float(1) / Float(1 + place % 25)
      let swell = 0.15 + 0.5 * Float(min(place, 500 - place)) / 250
      return [-swell * (0.4 + beat), swell * (0.5 + beat)]
    }
  }

  private func html(_ manifest: DropManifest) throws -> String {
    String(decoding: try DropPage.html(of: manifest, peaks: Self.peaks()), as: UTF8.self)
  }

  @Test func saysAllOfThePiece() throws {
    let page = try html(DropManifestTests.full())
    for part in [
      "<h1 dir=\"auto\">Morning</h1>", "<title>Morning – Ada</title>", ">A bright loop<",
      "120.5 BPM", "3/4", "D major", "0:04–0:20", "21 Sep 2026", "<bdi>1:00</bdi>", "612 kB",
      "5.3 MB", "WAV", "OGG", "application/figure · 30 MB",
      "href=\"Morning%20%231%3F.wav\" download",
      "src=\"parts/%C3%A9%20100%25.ogg\"", "<bdi>parts/é 100%.ogg</bdi>", "Made with libaha 0.7.0",
      "<link rel=\"canonical\" href=\"https://example.org/drops/morning/\">",
      "content=\"https://example.org/drops/morning/cover.png\"", "0a0a  Morning #1?.wav",
      "<link rel=\"alternate\" type=\"application/json\" href=\"piece.json\"", "--h:208",
      "data-start=\"4000000\" data-end=\"20000000\"", "<rect x=\"12\" y=\"-4\" width=\"48\"",
      "\"duration\":\"PT60S\"", "\"musicalKey\":\"D major\"",
    ] {
      if !page.contains(part) { Issue.record("\(part)") }
    }
    #expect(!page.contains("noindex") && !page.contains("~"))
  }

  /// The fragment shows the player alone, by the style: the policy stays the same.
  @Test func aPublicPageCanBeEmbedded() throws {
    var manifest = try DropManifestTests.full()
    let page = try html(manifest)
    let frame = "<iframe src=\"https://example.org/drops/morning/#embed\" title=\"Morning – Ada\""
    #expect(page.contains(String(decoding: Markup.escaped(frame.array), as: UTF8.self)))
    #expect(page.contains("<html lang=\"en\" id=\"embed\">") && page.contains(":root:target"))
    let card = try #require(JSONObject.read(OEmbed.text(manifest), limit: 1 << 16))
    #expect(card.text("html").hasPrefix(frame))
    manifest.url = ""
    #expect(try !html(manifest).contains("iframe"))
  }

  @Test func aMinimalPieceHasAPage() throws {
    var piece = Piece()
    (piece.title, piece.length, piece.isListed) = ("t", 1, false)
    let page = try html(DropManifest(piece))
    #expect(page.contains("noindex") && !page.contains("<audio") && !page.contains("canonical"))
    #expect(!page.contains("<img") && !page.contains("<section id=\"player\""))
  }

  @Test func thePolicyForbidsAllElse() throws {
    let page = try html(DropManifestTests.full())
    #expect(
      page.contains(
        "default-src 'none'; img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; "))
    #expect(!page.contains("unsafe") && !page.contains(" style=") && !page.contains(" onclick="))
  }

  /// Text of a piece cannot change the page's structure: tags, attributes, scripts.
  @Test(arguments: [
    "</title></script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onx='1",
    "<!--", "-->", "<!--<script>", "]]>", "&lt;&amp;&#60;", "\u{200E}abc\u{200F}",
    "a\u{0}b\u{1F}c\u{7F}", "\u{85}\u{9B}\u{FFFE}\u{FFFF}", "~t~r~m", "\\u003c\\\"",
    "\u{2028}\u{2029}", "\t\n", "${x}`", "javascript:alert(1)",
  ])
  func hostileTextStaysText(text: String) throws {
    var manifest = try DropManifestTests.full()
    manifest.piece.title = text.trimmed.isEmpty ? "x\(text)" : text
    (manifest.piece.artist, manifest.piece.description) = (text, text)
    manifest.generator = text
    let allowed = text.unicodeScalars.filter { $0.value > 31 && !(127...159).contains($0.value) }
    let name = String(String.UnicodeScalarView(allowed)).filter { !"/\\:~".contains($0) }
    if DropFile.isName(name) {
      manifest.files = [
        try DropFile(role: .mixStem, name: name, type: "a/<b>'&", bytes: 1),
        try DropFile(role: .cover, name: "c" + name, type: "a/b", bytes: 1),
      ]
    }
    let page = try html(manifest)
    var plain = manifest
    (plain.piece.title, plain.piece.artist, plain.piece.description) = ("x", "x", "x")
    plain.generator = "x"
    if manifest.files.count == 2 {
      plain.files = [
        try DropFile(role: .mixStem, name: "x", type: "x/x", bytes: 1),
        try DropFile(role: .cover, name: "cx", type: "a/b", bytes: 1),
      ]
    }
    #expect(shape(page) == shape(try html(plain)))
    for byte in page.utf8 { #expect(byte > 31 && byte != 127 || byte == 9 || byte == 10) }
  }

  /// The markup characters of a page, in order; of data blocks, the tags alone.
  private func shape(_ page: String) -> [UInt8] {
    let parts = page.split(separator: "ld+json\">")
    let rest = parts[1].drop { $0 != "<" }
    return (parts[0] + rest).utf8.filter { "<>\"".utf8.contains($0) }
  }

  @Test func dataIsReadAgain() throws {
    var manifest = try DropManifestTests.full()
    manifest.piece.title = "</script><!--&\"\\\u{2028}é"
    let page = try html(manifest)
    let data = Array(page.split(separator: "ld+json\">")[1].prefix { $0 != "<" }.utf8)
    let object = try data.withUnsafeBytes { try JSONObject(parsing: $0, limit: 10_000, named: "x") }
    guard case .text(let name)? = object["name"] else { throw AhaError(.damaged, "no name") }
    #expect(name == manifest.piece.title)
  }

  /// A browser plays the first source that it can decode.
  @Test func theMixIsPlayedBeforeThePreview() throws {
    let page = try html(DropManifestTests.full())
    let sources = page.split(separator: "<source ").dropFirst().map { $0.prefix { $0 != ">" } }
    #expect(sources.count == 2 && sources[0].contains("Morning%20%231%3F.wav"))
    #expect(!sources[0].contains("data-preview") && sources[1].hasSuffix("data-preview"))
    #expect(page.contains("\"og:audio\" content=\"https://example.org/drops/morning/Morning"))
    // The peaks of a mix are not those of a preview.
    var manifest = try DropManifestTests.full()
    manifest.files.removeFirst()
    #expect(try html(manifest).contains("d=\"M0 50H180\""))
  }

  @Test func publicPagesHaveACard() throws {
    var manifest = try DropManifestTests.full()
    let page = try html(manifest)
    for part in [
      "\"og:image:width\" content=\"640\"",
      "type=\"application/json+oembed\" href=\"https://example.org/drops/morning/oembed.json\"",
    ] { #expect(page.contains(part)) }
    manifest.piece.title = "\"><b>'"
    let bytes = try OEmbed.text(manifest)
    let card = try bytes.withUnsafeBytes { try JSONObject(parsing: $0, limit: 10_000, named: "x") }
    #expect(card.text("thumbnail_url") == "https://example.org/drops/morning/cover.png")
    #expect(card.text("title") == "\"><b>'" && card.text("type") == "rich")
    #expect(card.text("html").contains("title=\"&quot;&gt;&lt;b&gt;&#39; – Ada\""))
    // A link to a folder at a service has no files behind it.
    (manifest.url, manifest.base) = ("https://www.dropbox.com/scl/fo/a/b?rlkey=c", "./")
    let other = try html(manifest)
    #expect(!other.contains("oembed") && other.contains("\"og:image\" content=\"./cover.png\""))
    (manifest.url, manifest.base) = ("", "")
    #expect(try !html(manifest).contains("oembed"))
  }

  @Test func privatePagesHaveSignedLinks() throws {
    var manifest = try DropManifestTests.full()
    (manifest.url, manifest.base, manifest.query) = ("", "https://b.example/k/", "s=m&e=1")
    for place in manifest.files.indices { manifest.files[place].query = "s=\(place)&e=1" }
    let page = try html(manifest)
    for part in [
      "href=\"piece.json?s=m&amp;e=1\" title", "<source src=\"Morning%20%231%3F.wav?s=0&amp;e=1\"",
      "<img class=\"cover\" src=\"cover.png?s=2&amp;e=1\"",
      "href=\"song.fig?s=3&amp;e=1\" download",
      "\"og:image\" content=\"https://b.example/k/cover.png?s=2&amp;e=1\"",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(!page.contains("canonical") && !page.contains("oembed"))
    let again = try DropManifest(bytes: try manifest.text(), named: "x")
    #expect(again.files.map(\.query) == manifest.files.map(\.query))
    // A query cannot change the place of a file.
    for query in ["a#b", "a b", "a\"b", "<", "é", String(repeating: "a", count: 4001)] {
      manifest.files[0].query = query
      #expect(manifest.files[0].query.isEmpty)
    }
  }

  @Test func badPiecesHaveNoPage() throws {
    var manifest = try DropManifestTests.full()
    manifest.piece.length = 0
    let error = #expect(throws: AhaError.self) { try DropPage.html(of: manifest) }
    #expect(error?.code == .pieceShort)
    manifest = try DropManifestTests.full()
    manifest.url = "javascript:alert(1)"
    #expect(throws: AhaError.self) { try DropPage.html(of: manifest) }
  }

  @Test func isSmall() throws {
    let own = [
      PageStyle.common, PageStyle.page, PageStyle.list, PageScript.player, PageScript.list,
    ]
    #expect(own.reduce(0) { $0 + $1.utf8CodeUnitCount } < 12_500)
    #expect(try DropPage.html(of: DropManifestTests.full(), peaks: Self.peaks()).count < 20_000)
  }

  @Test func anyPeaksBecomeAPath() {
    #expect(WaveformPath.text([]) == "M0 50H180" && WaveformPath.text([1]) == "M0 50H180")
    let path = WaveformPath.text([-0.5, 0.25])
    #expect(path.hasPrefix("M0 26v73M1 26v73") && path.hasSuffix("M179 26v73"))
    let bad: [Float] = [.nan, .infinity, -.infinity, 0, 1e38, -1e38, 0, 0]
    #expect(WaveformPath.text(bad).hasPrefix("M0 50v1"))
    #expect(WaveformPath.text([Float](repeating: 0.5, count: 100_000)).utf8.count < 3000)
    #expect(
      WaveformPath.text([-.greatestFiniteMagnitude, .greatestFiniteMagnitude])
        .contains("M0 2v97"))
  }
}

extension String {
  fileprivate var trimmed: String { filter { !$0.isWhitespace } }
}
