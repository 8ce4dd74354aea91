import AhaBase
import AhaPiece

/// RSS feed of a folder of drops, for feed readers and podcast programs.
///
/// Source: RSS 2.0.11; RFC 4287 (atom:link); Apple, "A Podcaster's Guide to RSS".
public enum Feed {
  public static let fileName = "feed.xml"

  /// URLs are relative if the folder's URL is unknown.
  /// Thread: any.
  public static func rss(of list: DropList) -> [UInt8] {
    var feed = Markup()
    feed.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
      xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel>
      <title>~t</title>
      <link>~t</link>
      <description>~t</description>
      <language>en</language>
      <generator>~t</generator>
      <itunes:explicit>false</itunes:explicit>
      <itunes:category text="Music"/>

      """, values: [list.title, list.url + IndexPage.fileName, list.title, list.generator])
    if !list.url.isEmpty {
      feed.put(
        "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"~t\"/>\n",
        values: [list.url + fileName])
    }
    if let newest = list.entries.first { putChannel(newest, url: list.url, in: &feed) }
    for entry in list.entries { put(entry, url: list.url, in: &feed) }
    feed.put("</channel>\n</rss>\n")
    return feed.bytes
  }

  /// Channel elements from the newest piece.
  private static func putChannel(_ entry: DropList.Entry, url: String, in feed: inout Markup) {
    let manifest = entry.manifest
    if manifest.created > 0 {
      feed.put("<lastBuildDate>~t</lastBuildDate>\n", values: [CalendarTime(manifest.created).mail])
    }
    if !manifest.piece.artist.isEmpty {
      feed.put("<itunes:author>~t</itunes:author>\n", values: [manifest.piece.artist])
    }
    putImage(entry, url: url, in: &feed)
  }

  private static func putImage(_ entry: DropList.Entry, url: String, in feed: inout Markup) {
    guard let cover = entry.manifest.file(.cover) else { return }
    feed.put("<itunes:image href=\"~t\"/>\n", values: [entry.address(of: cover, in: url)])
  }

  private static func put(_ entry: DropList.Entry, url: String, in feed: inout Markup) {
    let (manifest, piece) = (entry.manifest, entry.manifest.piece)
    let page = entry.page(of: url)
    feed.put(
      """
      <item>
      <title>~t</title>
      <itunes:title>~t</itunes:title>
      <link>~t</link>
      <guid isPermaLink="false">~t</guid>
      <description>~t</description>
      <itunes:duration>~m</itunes:duration>

      """,
      values: [
        PageText.name(of: piece), piece.title, page, manifest.id.isEmpty ? page : manifest.id,
        PageText.description(of: piece), "\((piece.length + 500_000) / 1_000_000)",
      ])
    if !piece.artist.isEmpty {
      feed.put("<itunes:author>~t</itunes:author>\n", values: [piece.artist])
    }
    if manifest.created > 0 {
      feed.put("<pubDate>~t</pubDate>\n", values: [CalendarTime(manifest.created).mail])
    }
    if let sound = manifest.sounds.first {
      feed.put(
        "<enclosure url=\"~t\" length=\"~m\" type=\"~t\"/>\n",
        values: [entry.address(of: sound, in: url), "\(sound.bytes)", sound.type])
    }
    putImage(entry, url: url, in: &feed)
    feed.put("</item>\n")
  }
}
