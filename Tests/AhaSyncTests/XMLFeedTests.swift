import AhaBase
import AhaLibrary
import AhaPage
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

/// RSS and Atom.
@Suite struct XMLFeedTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  /// As podcast hosts write them: namespaces, CDATA, wrong and missing lengths, relative URLs.
  private static let podcast = """
    <?xml version="1.0" encoding="UTF-8"?>
    <?xml-stylesheet type="text/xsl" href="/feed.xsl"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:podcast="https://podcastindex.org/namespace/1.0">
    <channel>
      <atom:link href="https://feeds.example.com/show.xml" rel="self" type="application/rss+xml"/>
      <title>The Show</title><link>https://example.com</link>
      <itunes:author>Ada &amp; Bob</itunes:author>
      <itunes:owner><itunes:name>Owner</itunes:name></itunes:owner>
      <image><url>/cover.jpg</url><title>The Show</title></image>
      <podcast:locked>yes</podcast:locked>
      <item>
        <title><![CDATA[#3: Rain & <Snow>]]></title>
        <itunes:title>Rain &amp; Snow</itunes:title>
        <description><![CDATA[<p>About <b>rain</b>.</p> &amp; more]]></description>
        <content:encoded><![CDATA[<p>Not this one</p>]]></content:encoded>
        <guid isPermaLink="false">3f2a</guid>
        <pubDate>Tue, 01 Sep 2026 05:00:00 +0000</pubDate>
        <itunes:duration>1:02:03</itunes:duration>
        <enclosure url="/media/3.mp3?source=feed&amp;t=1" length="123" type="audio/mpeg"/>
        <enclosure url="/media/3.ogg" length="9" type="audio/ogg"/>
      </item>
      <item>
        <title>No length, no type</title><guid>https://example.com/2</guid>
        <dc:creator>Cleo</dc:creator><itunes:duration>245</itunes:duration>
        <enclosure url="episodes/2.M4A" length=""/>
      </item>
      <item>
        <title>Its sound is its id</title>
        <enclosure url="http://127.0.0.1:9/1.mp3" length="-1" type="Audio/MPEG"/>
      </item>
      <item><title>A film</title><guid>f</guid>
        <enclosure url="/f.mp4" length="1" type="video/mp4"/></item>
      <item><title>Only text</title><guid>t</guid></item>
    </channel></rss>
    """

  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/music/">
      <title>t</title><author><name>Cleo</name></author>
      <entry>
        <id>urn:1</id><title type="html">A &lt;i&gt;title&lt;/i&gt;</title>
        <author><name>Ada</name></author><summary>Short</summary><content>Long</content>
        <link href="one.html"/>
        <link rel="enclosure" type="audio/flac" length="77" href="one.flac"/>
      </entry>
      <link rel="next" href="/two.xml"/>
    </feed>
    """

  private func server(
    _ pages: [String: String], _ headers: [String] = [],
    _ body: @escaping (String) -> [UInt8] = { $0.array }
  ) throws -> RawServer {
    try rig.server { connection, head in
      guard let text = pages[String(head.split(separator: " ")[1])] else {
        return connection.answer(404)
      }
      if field("if-none-match", head) == "\"1\"" { return connection.answer(304) }
      connection.answer(200, ["ETag: \"1\""] + headers, body(text))
    }
  }

  private func remote(_ server: RawServer, _ path: String = "/a/feed") throws -> FeedCatalogue {
    try rig.feed(server, path)
  }

  @Test func aPodcastIsListed() throws {
    let server = try server(["/a/feed": Self.podcast])
    let here = "http://127.0.0.1:\(server.port)"
    let report = try rig.sync(remote(server))
    #expect(report.added == 3 && report.troubles.count == 2, "\(report.troubles)")
    #expect(report.troubles.allSatisfy { $0.contains("has no sound") })
    let items = try rig.items()
    #expect(items.map(\.title) == ["Its sound is its id", "No length, no type", "Rain & Snow"])
    #expect(items.map(\.artist) == ["Ada & Bob", "Cleo", "Ada & Bob"])
    #expect(items.map(\.pieceID) == ["http://127.0.0.1:9/1.mp3", "https://example.com/2", "3f2a"])
    #expect(items.map(\.sound.length) == [0, 245_000_000, 3_723_000_000])
    #expect(items.map(\.mark.size) == [0, 0, 123])
    #expect(items[2].place.text == here + "/media/3.mp3?source=feed&t=1")
    #expect(items[1].place.text == here + "/a/episodes/2.M4A")
    #expect(items[2].manifest.contains("About rain. & more"))
    // The second time, the server itself reports no change; a whole list finds the same revisions.
    #expect(try rig.sync(remote(server)).wasUnchanged)
    #expect(try rig.sync(remote(server)) { $0.isWhole = true }.unchanged == 3)
  }

  @Test(arguments: [
    ("a.ogg", "application/ogg", true), ("stream", "application/ogg", true),
    ("b.mp3", "text/html", true), ("c.mp3?x=1", "mp3", true),
    ("e.flac", "application/x-flac", true), ("page", "text/html", false),
    ("f.mp4", "video/mp4", false), ("g.mp3", "image/png", false),
    ("h.zip", "application/zip", false), ("i.opus", " audio/opus ", true), ("j", "audio/x", true),
    ("k.M4B", "application/octet-stream", true), ("l.php?file=l.mp3", "", true),
    ("m.mp4", "", false), ("n", "application/x-flac", true), ("o.aiff?t=1", "audio", true),
    ("p", "", false), ("q.html?x=mp3", "", false),
  ])
  func aSoundIsRecognizedByItsTypeOrItsName(name: String, type: String, isSound: Bool) throws {
    let item = "<guid>1</guid><enclosure url=\" /\(name)\n\" type=\"\(type)\"/>"
    let text = "<rss version=\"2.0\"><channel><item>\(item)</item></channel></rss>"
    let server = try server(["/a/feed": text])
    #expect(try rig.sync(remote(server)).added == (isSound ? 1 : 0))
    let place = try rig.items().first?.place.text
    #expect(place == (isSound ? "http://127.0.0.1:\(server.port)/\(name)" : nil))
  }

  @Test func atomIsListedOverItsDocuments() throws {
    let two = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>2</id><title>Two</title>
      <link rel="enclosure" href="x/2.ogg"/></entry></feed>
      """
    let server = try server(["/a/feed": Self.atom, "/two.xml": two])
    let report = try rig.sync(remote(server))
    #expect(report.added == 2 && report.troubles.isEmpty, "\(report.troubles)")
    let items = try rig.items()
    let here = "http://127.0.0.1:\(server.port)"
    #expect(items.map(\.title) == ["A title", "Two"] && items.map(\.artist) == ["Ada", ""])
    #expect(items.map(\.place.text) == [here + "/music/one.flac", here + "/x/2.ogg"])
    #expect(items[0].manifest.contains("Short") && items[0].manifest.contains("/music/one.html"))
  }

  /// The feed moves to another host, which sends it compressed though a stream gets it.
  @Test func aMovedAndCompressedFeedIsListed() throws {
    let target = try server(
      ["/b/feed": Self.podcast], ["Content-Encoding: gzip"], { gzipped($0.array) })
    let old = try rig.server { connection, _ in
      connection.answer(301, ["Location: http://localhost:\(target.port)/b/feed"])
    }
    #expect(try rig.sync(remote(old)).added == 3)
    let places = try rig.items().map(\.place.text)
    #expect(places.contains("http://localhost:\(target.port)/b/episodes/2.M4A"), "\(places)")
  }

  @Test func theFeedOfAFolderOfDropsIsListed() throws {
    var (piece, entries) = (Piece(), [DropList.Entry]())
    for title in ["One <1>", "Two & 2"] {
      (piece.title, piece.artist, piece.length) = (title, "The Band", 7_000_000)
      var manifest = DropManifest(piece)
      manifest.id = "id-\(entries.count)"
      manifest.files = [
        try DropFile(role: .mixStem, name: "a mix.flac", type: "audio/flac", bytes: 9)
      ]
      entries.append(DropList.Entry(manifest: manifest, folder: "drop \(entries.count)"))
    }
    let list = try DropList(title: "Ours", entries: entries)
    let server = try server(["/a/feed": Feed.rss(of: list).text])
    #expect(try rig.sync(remote(server)).added == 2)
    let items = try rig.items()
    #expect(items.map(\.title) == ["One <1>", "Two & 2"] && items[0].artist == "The Band")
    #expect(items[0].pieceID == "id-0" && items[0].sound.length == 7_000_000)
    #expect(items[0].place.text.hasSuffix("/a/drop%200/a%20mix.flac"))
  }

  @Test(arguments: [
    ("<rss><channel>", ResultCode.reply), ("<html></html>", .unknownFormat),
    ("<!DOCTYPE rss [<!ENTITY a '12345678901234567'>]><rss/>", .reply),
    ("<food/>", .unknownFormat), ("<feed xmlns='urn:x'/>", .unknownFormat),
    ("<rss><channel><item></channel></rss>", .reply), ("\u{FEFF}", .reply),
  ])
  func anInvalidDocumentIsAnError(text: String, code: ResultCode) throws {
    let server = try server(["/a/feed": text])
    #expect(failure { _ = try rig.sync(remote(server)) }?.code == code)
    #expect(try rig.titles.isEmpty)
  }

  /// Nothing of the DTD is fetched: its files do not exist.
  @Test func aDTDIsTolerated() throws {
    let text = """
      <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "file:///none.dtd" [
      <!ENTITY eacute "&#233;"> <!ENTITY other SYSTEM "file:///etc/passwd">
      <!ENTITY % more SYSTEM "file:///none"> %more; ]>
      <rss><channel><item><guid>1</guid><title>Caf&eacute;&other;&unknown;</title>
      <enclosure type="audio/x" url="u"/></item></channel></rss>
      """
    let report = try rig.sync(remote(try server(["/a/feed": text])))
    #expect(report.added == 1, "\(report.troubles)")
    #expect(try rig.titles == ["Café"])
  }

  @Test func entitiesThatGrowAreRefused() throws {
    let nested = "<!ENTITY b '&a;&a;'>"
    for declared in [nested, "<!ENTITY % b '&#37;a;'>"] {
      let text = "<!DOCTYPE rss [<!ENTITY a 'ha'>\(declared)]><rss><channel>&b;</channel></rss>"
      let error = failure { _ = try rig.sync(remote(try server(["/a/feed": text]))) }
      #expect(error?.code == .reply && error?.line.contains("large entities") == true)
    }
  }

  @Test func titlesThatReverseTextAreLeftOut() throws {
    let items = ["Good", "Bad \u{202E}gnp.exe"].enumerated().map {
      "<item><guid>\($0)</guid><title>\($1)</title>"
        + "<enclosure type=\"audio/x\" url=\"u\($0)\"/></item>"
    }
    let server = try server(["/a/feed": "<rss><channel>\(items.joined())</channel></rss>"])
    let report = try rig.sync(remote(server))
    #expect(try rig.titles == ["Good"])
    #expect(report.troubles.count == 1, "\(report.troubles)")
    #expect(report.troubles.first?.contains("U+202E") == true)
  }

  @Test func hostileItemsAreLeftOut() throws {
    let long = String(repeating: "t", count: 200_000)
    let file = "<enclosure type=\"audio/x\" url=\"u\"/>"
    let items = [
      "<title>\(long)</title><guid>1</guid>\(file)", "<guid>\(long)</guid>\(file)",
      "<guid>3</guid><enclosure type=\"audio/x\" url=\"file:///etc/passwd\"/>",
      "<guid>4</guid><enclosure type=\"audio/x\" url=\"http://a:b@c/\"/>",
      "<guid>5</guid>\(file.replacing("\"u\"", with: "\"v\""))<title>&lt;&lt;&lt;</title>",
      "<item><guid>6</guid>\(file)</item>", "",
    ]
    let text = "<rss><channel>" + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>"
    let report = try rig.sync(remote(try server(["/a/feed": text])))
    #expect(try rig.items().map(\.pieceID).sorted() == ["1", "5"], "\(report.troubles)")
    #expect(try rig.items().allSatisfy { $0.title.utf8.count <= 1000 })
    #expect(report.troubles.count == 5)
  }

  @Test(arguments: [
    ("245", 245), ("4:05", 245), ("1:02:03", 3723), ("00:00:07.5", 7), ("", 0), ("1:2:3:4", 0),
    ("-5", 0), ("a", 0), ("99999999999999", 0), ("1:", 0),
  ])
  func durationsAreRead(text: String, seconds: Int64) {
    #expect(MediaLink.length(of: text) == seconds * 1_000_000)
  }

  @Test(arguments: [
    ("a<br/>b", "a b"), ("1 < 2 & 3", "1 < 2 & 3"), ("<p>x</p>", "x"), ("&lt;p&gt;", "<p>"),
    ("&nope; <", "&nope; <"), ("a <!-- c --> b", "a b"),
  ])
  func markupIsRemoved(text: String, plain: String) { #expect(text.withoutMarkup == plain) }
}

/// A gzip member with one stored block.
private func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  func number(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  let count = UInt32(bytes.count)
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + number(count, 2) + number(~count, 2) + bytes
    + number(~sum, 4) + number(count, 4)
}
