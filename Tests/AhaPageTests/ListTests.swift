import AhaBase
import AhaPiece
import Testing

@testable import AhaPage

@Suite("Page and feed of a folder of drops")
struct ListTests {
  private func entry(
    _ title: String, created: Int64, folder: String, url: String = "", listed: Bool = true
  ) throws -> DropList.Entry {
    var manifest = try DropManifestTests.full()
    (manifest.piece.title, manifest.created, manifest.url) = (title, created, url)
    (manifest.id, manifest.piece.isListed) = ("id-\(folder.utf8.count)", listed)
    return .init(manifest: manifest, folder: folder)
  }

  private func index(_ list: DropList) throws -> String {
    String(decoding: try IndexPage.html(of: list), as: UTF8.self)
  }

  private func feed(_ list: DropList) -> String {
    String(decoding: Feed.rss(of: list), as: UTF8.self)
  }

  private func places(_ words: [String], in text: String) -> [Int] {
    words.map { text.split(separator: $0, maxSplits: 1)[0].utf8.count }
  }

  @Test func theNewestDropIsFirst() throws {
    let list = try DropList(
      title: "Mine",
      entries: [
        entry("Old", created: 5, folder: "a"), entry("Unknown", created: 0, folder: "b"),
        entry("New", created: 1_790_000_000, folder: "c d"),
        entry("Other", created: 5, folder: "e"),
      ])
    for text in [try index(list), feed(list)] {
      let end = text.hasPrefix("<?") ? " –" : "</b>"
      let found = places(["New", "Old", "Other", "Unknown"].map { $0 + end }, in: text)
      #expect(found == found.sorted() && found.last! < text.utf8.count)
    }
    let page = try index(list)
    #expect(
      page.contains("<a href=\"c%20d/index.html\">") && page.contains("src=\"c%20d/cover.png\""))
    #expect(page.contains("4 pieces") && page.contains("1:00 · 120.5 BPM · D major · 21 Sep 2026"))
  }

  @Test func thePiecesPlayAsAList() throws {
    var silent = try entry("Silent", created: 1, folder: "s").manifest
    silent.files = []
    let list = try DropList(
      title: "Mine",
      entries: [
        entry("A \"b\"", created: 2, folder: "c d"), .init(manifest: silent, folder: "s"),
      ])
    let page = try index(list)
    let sounds =
      "data-sound=\"c%20d/Morning%20%231%3F.wav\" data-other=\"c%20d/parts/%C3%A9%20100%25.ogg\""
    #expect(
      page.contains("<li \(sounds)><a") && page.contains("aria-label=\"Play A &quot;b&quot;\""))
    #expect(page.contains("<li><a href=\"s/") && page.count(of: "class=\"go\"") == 1)
    #expect(page.contains("<button type=\"button\" id=\"all\" hidden>"))
  }

  @Test func unlistedDropsAreNotShown() throws {
    var broken = try DropManifestTests.full()
    broken.piece.loop = .init(start: -9_223_372_036_854_775_808, end: 3)
    var long = try DropManifestTests.full()
    long.piece.length = .max
    let list = try DropList(
      title: "",
      entries: [
        entry("Secret", created: 1, folder: "a", listed: false),
        entry("Out", created: 1, folder: "../x"), .init(manifest: broken, folder: "b"),
        .init(manifest: long, folder: "c"), entry("Out", created: 1, folder: "//x"),
      ])
    #expect(
      try index(list).contains("0 pieces") && index(list).contains("<h1 dir=\"auto\">Music</h1>"))
    #expect(!feed(list).contains("<item>"))
  }

  @Test func feedOfAKnownPlace() throws {
    let list = try DropList(
      title: "A & B", url: "https://example.org/drops/index.html?x#y", generator: "libaha 0.7.0",
      entries: [entry("T <b>", created: 1_790_000_000, folder: "mörning")])
    let text = feed(list)
    for part in [
      "<title>A &amp; B</title>", "<link>https://example.org/drops/index.html</link>",
      "<atom:link rel=\"self\" type=\"application/rss+xml\""
        + " href=\"https://example.org/drops/feed.xml\"/>",
      "<title>T &lt;b&gt; – Ada</title>", "<pubDate>Mon, 21 Sep 2026 14:13:20 GMT</pubDate>",
      "<enclosure url=\"https://example.org/drops/m%C3%B6rning/Morning%20%231%3F.wav\""
        + " length=\"5292044\" type=\"audio/wav\"/>",
      "<guid isPermaLink=\"false\">id-8</guid>", "<itunes:duration>60</itunes:duration>",
      "<generator>libaha 0.7.0</generator>",
    ] {
      if !text.contains(part) { Issue.record("\(part)") }
    }
  }

  @Test func feedOfPiecesThatAreKnown() throws {
    let list = try DropList(
      title: "",
      entries: [entry("T", created: 1, folder: "a", url: "https://example.org/x?y=1&z=/2")])
    let text = feed(list)
    #expect(text.contains("<link>https://example.org/x?y=1&amp;z=/2</link>"))
    #expect(text.contains("<enclosure url=\"https://example.org/Morning%20"))
    #expect(!text.contains("atom:link"))
  }

  @Test func anAddressHasAFolder() {
    for (url, folder) in [
      ("https://a", "https://a/"), ("https://a/", "https://a/"), ("https://a/b", "https://a/"),
      ("https://a/b/", "https://a/b/"), ("https://a/b/c.html?d/e#f/g", "https://a/b/"), ("", ""),
      ("https://a?b/c", "https://a/"),
    ] {
      #expect(DropManifest.folder(of: url) == folder, "\(url)")
    }
    #expect(throws: AhaError.self) { try DropList(title: "x", url: "javascript:1", entries: []) }
  }

  @Test func aListHoldsTenThousandDrops() throws {
    let one = try DropManifestTests.full()
    let entries = (0..<10_000).map { number in
      var manifest = one
      manifest.created = Int64(number * 7919 % 10_000)
      return DropList.Entry(manifest: manifest, folder: "f\(number)")
    }
    let list = try DropList(title: "", entries: entries)
    #expect(list.entries.first?.manifest.created == 9999)
    #expect(try IndexPage.html(of: list).count < 6_000_000)
    #expect(Feed.rss(of: list).count < 12_000_000)
  }

  @Test func timesHaveTheFormsOfMailAndISO() {
    for (seconds, mail, iso) in [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT", "2000-02-29T00:00:00Z"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT", "2100-02-28T23:59:59Z"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT", "2100-03-01T00:00:00Z"),
      (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT", "2026-12-31T23:59:59Z"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59Z"),
    ] as [(Int64, String, String)] {
      #expect(CalendarTime(seconds).mail == mail && CalendarTime(seconds).iso == iso)
    }
    #expect(CalendarTime(.min).date == "1 Jan 1970" && CalendarTime(.max).year == 9999)
  }

  @Test func sizesAndTypesHaveWords() {
    let sizes: [(Int64, String)] = [
      (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"), (999_400, "999 kB"),
      (999_500, "1.0 MB"), (5_292_044, "5.3 MB"), (30_000_000, "30 MB"), (4_294_967_296, "4.3 GB"),
      (1 << 50, "1126 TB"),
    ]
    for (bytes, text) in sizes { #expect(PageText.size(of: bytes) == text) }
    for (type, text) in [
      ("audio/x-wav", "WAV"), ("audio/mpeg", "MP3"), ("audio/vnd.wave", "WAV"),
      ("audio/aiff", "AIFF"), ("image/svg+xml", "image/svg+xml"), ("audio/flac", "FLAC"),
      ("a/é", "a/é"), ("", ""), ("x", ""),
    ] {
      if text != "a/é" { #expect(PageText.format(of: type) == text, "\(type)") }
    }
    #expect(PageText.tempo(of: 120) == "120 BPM" && PageText.tempo(of: 116.95906) == "116.96 BPM")
    #expect(PageText.tempo(of: 99.999) == "100 BPM" && PageText.thousandths(of: 3_005) == "3.005")
  }

  @Test func markupIsEscaped() {
    func escaped(_ text: String) -> String {
      String(decoding: Markup.escaped(Array(text.utf8)), as: UTF8.self)
    }
    #expect(escaped("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;")
    #expect(escaped("a\tb\nc\rd\0") == "a\tb\nc\u{FFFD}d\u{FFFD}")
    #expect(escaped("\u{85}\u{A0}é\u{9F}") == "\u{FFFD}\u{A0}é\u{FFFD}")
    #expect(escaped("\u{FFFE}\u{FFFF}\u{FFFD}\u{1F3B5}") == "\u{FFFD}\u{FFFD}\u{FFFD}\u{1F3B5}")
    for value in UInt32(1)...0x2_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let back = escaped(String(scalar)).unicodeScalars
      if !"<>&\"'".unicodeScalars.contains(scalar), !isControl(value), back.first != scalar {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
    #expect(Markup.reference(to: "a b/ü?#%:&'\"<.js") == "a%20b/%C3%BC%3F%23%25%3A%26%27%22%3C.js")
  }

  private func isControl(_ value: UInt32) -> Bool {
    value < 32 && value != 9 && value != 10 || (127...159).contains(value) || value == 0xFFFE
      || value == 0xFFFF
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { split(separator: text).count - 1 }
}
