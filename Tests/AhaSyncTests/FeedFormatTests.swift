import AhaBase
import AhaLibrary
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

/// Versions of RSS and Atom, and the vocabularies of podcasts.
@Suite struct FeedFormatTests {
  private func entries(_ document: String) throws -> [FeedEntry] {
    let reader = try XMLFeedReader(named: "a feed", charset: "")
    try reader.parse(next: document.array, isLast: true)
    return reader.removeAll().entries
  }

  private func entry(_ document: String) throws -> FeedEntry {
    try #require(try entries(document).first)
  }

  private func rss(_ item: String) throws -> FeedEntry {
    let spaces = """
      xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd" \
      xmlns:media="http://search.yahoo.com/mrss" xmlns:atom="http://www.w3.org/2005/Atom" \
      xmlns:podcast="https://podcastindex.org/namespace/1.0"
      """
    return try entry("<rss \(spaces)><channel><item>\(item)</item></channel></rss>")
  }

  @Test func rss1IsRead() throws {
    let entry = try entry(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#" xmlns:x="urn:other"
        xml:base="http://a.example/">
      <channel rdf:about="c" xml:base="not/this/"><title>Show</title><items/></channel>
      <item rdf:about="urn:1"><x:title>Not this</x:title><title>One</title><link>one.html</link>
      <dc:creator>Ada</dc:creator><description>About</description>
      <enc:enclosure rdf:resource=" one.mp3 " enc:type="audio/mpeg" enc:length="77"/></item>
      </rdf:RDF>
      """)
    #expect(entry.id == "urn:1" && entry.title == "One" && entry.artist == "Ada")
    #expect(entry.sound == "one.mp3" && entry.size == 77 && entry.link == "one.html")
    #expect(entry.description == "About" && entry.bases == ["http://a.example/"])
  }

  @Test(arguments: [
    "http://my.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
    "http://blogs.law.harvard.edu/tech/rss",
  ])
  func namespacesOfOlderVersionsAreKnown(space: String) throws {
    let item = "<item><TITLE>One</TITLE><Enclosure url='a.mp3'/></item>"
    let entry = try entry("<rss xmlns='\(space)'><channel>\(item)</channel></rss>")
    #expect(entry.title == "One" && entry.sound == "a.mp3" && entry.id == "a.mp3")
  }

  @Test(arguments: ["xmlns='http://purl.org/atom/ns#' version='0.3'", "version='0.3'"])
  func atom03IsRead(attributes: String) throws {
    let entry = try entry(
      """
      <feed \(attributes)><author><name>Ada</name></author><entry><id>1</id>
      <title mode="escaped" type="text/html">A &lt;i&gt;title&lt;/i&gt;</title>
      <summary mode="base64">SGVsbG8=</summary><content>Long</content>
      <link rel="alternate" href="p"/><link rel="enclosure" href="a.ogg"/></entry></feed>
      """)
    #expect(entry.title == "A title" && entry.artist == "Ada" && entry.sound == "a.ogg")
    #expect(entry.description == "Long" && entry.link == "p")
  }

  /// RFC 4287, 3.1: a text is plain, HTML or XHTML.
  @Test(arguments: [
    ("", "&lt;b&gt; &amp;amp; rules", "<b> &amp; rules"),
    ("type='html'", "&lt;b&gt;A&lt;/b&gt; &amp;amp; B", "A & B"),
    (
      "type='xhtml'",
      "<div xmlns='http://www.w3.org/1999/xhtml'>One <b>b</b>ig<p>word</p><br/>here</div>",
      "One big word here"
    ),
  ])
  func textsOfAtomAreRead(type: String, text: String, plain: String) throws {
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id>"
    let entry = try entry("\(atom)<title \(type)>\(text)</title></entry></feed>")
    #expect(entry.title == plain)
  }

  @Test func aSoundMayBeTheContentOfAtom() throws {
    let content = "<content type='audio/ogg' src='a'/>"
    let entry = try entry(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(content)</entry></feed>")
    #expect(entry.sound == "a")
  }

  @Test func mediaRSSIsRead() throws {
    let entry = try rss(
      """
      <media:group><media:content url="f.mp4" medium="video"/>
      <media:content url="i.png" type="image/png"/>
      <media:content url=" a?id=1 " medium="audio" fileSize="9" duration="61"/>
      <media:content url="b.mp3" type="audio/mpeg"/>
      <media:title type="html">&lt;i&gt;M&lt;/i&gt;edia</media:title>
      <media:credit role="producer">Bo</media:credit><media:credit role="artist">Ada</media:credit>
      <media:description>A &lt; B</media:description><media:thumbnail url="t.png"/></media:group>
      """)
    #expect(entry.sound == "a?id=1" && entry.size == 9 && entry.length == 61_000_000)
    #expect(entry.title == "Media" && entry.artist == "Ada" && entry.description == "A < B")
    #expect(entry.image == "t.png")
  }

  @Test func anEnclosureAndMediaContentAreOneSound() throws {
    let media = "<media:content url='b.mp3' medium='audio'/>"
    #expect(try rss("<enclosure url='a.mp3'/>\(media)").sound == "a.mp3")
  }

  @Test func fieldsOfPodcastsAreRead() throws {
    let entry = try rss(
      """
      <title>#3: Rain</title><itunes:title>Rain</itunes:title><itunes:season>2</itunes:season>
      <itunes:episode>3</itunes:episode><itunes:image href=" c.jpg "/>
      <author>a@b.example (Ada)</author>
      <itunes:subtitle>Short</itunes:subtitle><itunes:summary>Longer</itunes:summary>
      <podcast:chapters url="ch.json" type="application/json+chapters"/>
      <podcast:transcript url="t.vtt" type="text/vtt" language="en"/>
      <podcast:transcript url="t.srt" type="application/srt"/><guid>http://a.example/3</guid>
      """)
    #expect(entry.title == "Rain" && entry.season == 2 && entry.episode == 3)
    #expect(entry.image == "c.jpg" && entry.artist == "Ada" && entry.description == "Longer")
    #expect(entry.chapters == "ch.json" && entry.link == "http://a.example/3")
    #expect(entry.transcripts.map(\.url) == ["t.vtt", "t.srt"])
    #expect(entry.transcripts.map(\.language) == ["en", ""])
    let atom = "<atom:link rel='http://podlove.org/simple-chapters' href='x.xml'/>"
    #expect(try rss(atom).chapters == "x.xml")
  }

  @Test(arguments: [
    ("Ada", "Ada"), ("a@b.example (Ada L.)", "Ada L."), ("a@b.example", ""),
    ("Ada Lovelace &lt;a@b.example&gt;", "Ada Lovelace"), (")a@b(", ""),
  ])
  func anAuthorIsAName(text: String, name: String) throws {
    #expect(try rss("<author>\(text)</author>").artist == name)
  }

  @Test func linksOfAnItemAreInItsManifest() throws {
    var entry = FeedEntry()
    (entry.id, entry.sound, entry.bases) = ("1", "a.mp3", ["http://b.example/x/", "y/"])
    (entry.chapters, entry.image, entry.season) = ("c.json", "http://127.0.0.1/i.png", 4)
    let long = "http://b.example/" + String(repeating: "t", count: 3000)
    entry.transcripts = ["t.vtt", "http://[", long].map {
      FeedTranscript(url: $0, type: "text/vtt", language: "")
    }
    let document = try URLParts.http("https://a.example/feed")
    let item = try FeedItem(entry: entry, document: document, from: .public).item
    #expect(item.place.text == "http://b.example/x/y/a.mp3")
    #expect(
      item.manifest.hasSuffix(
        """
        ,"chapters":"http://b.example/x/y/c.json","season":4,"transcripts":\
        [{"url":"http://b.example/x/y/t.vtt","type":"text/vtt"}],"id":"1"}
        """), "\(item.manifest)")
  }

  /// A newer reader may find more in an unchanged feed.
  @Test func aTokenOfAnOlderReaderIsIgnored() throws {
    let rig = try SyncRig()
    let server = try rig.server { connection, head in
      let isKnown = field("if-none-match", head) == "W/\"1\""
      connection.answer(isKnown ? 304 : 200, ["ETag: W/\"1\""], isKnown ? [] : "<rss/>".array)
    }
    let feed = try rig.feed(server, "/")
    let call = SyncCall(call: rig.call, folder: FilePath(rig.folder.path))
    var token = "W/\"1\""
    for isUnchanged in [false, true] {
      try feed.begin(at: "", token: token, via: call)
      let part = try feed.nextPart(via: call)
      #expect(part.isUnchanged == isUnchanged)
      if case .end(let next) = part.next { token = next }
    }
  }
}
