import AhaBase
import AhaPiece

/// RSS feed of a folder of drops, for feed readers and podcast programs.
///
/// Source: RSS 2.0.11; RFC 4287 (atom:link); Apple, "A Podcaster's Guide to RSS".
public enum Feed {
  public static let fileName = "feed.xml"

  /// URLs are relative if the folder's URL is unknown.
  /// - Parameter channel: Nil: the folder's name, and the artist and cover of the newest piece.
  /// Thread: any.
  public static func rss(of list: DropList, as channel: FeedChannel? = nil) -> [UInt8] {
    var feed = head(of: list, as: channel)
    for entry in list.entries { put(entry, url: list.url, isPodcast: channel != nil, in: &feed) }
    feed.put(end)
    return feed.bytes
  }

  /// The feed of a podcast with its items of before, and the list's items as the newest.
  /// - Parameters:
  ///   - old: A feed that this type wrote; empty for none.
  ///   - pages: URLs of pages whose items of before are left out.
  public static func rss(
    of list: DropList, as channel: FeedChannel, before old: [UInt8], without pages: [String]
  ) -> [UInt8] {
    var feed = head(of: list, as: channel)
    for entry in list.entries { put(entry, url: list.url, isPodcast: true, in: &feed) }
    let links = pages.map { "<link>".array + Markup.escaped($0.array) + "</link>".array }
    for item in items(of: old) where !item.contains(where: { links.contains($0) }) {
      for line in item { feed.put(line: line) }
    }
    feed.put(end)
    return feed.bytes
  }

  /// A feed of a podcast with the list's items in place of those with the same pages. Its channel,
  /// and other items, stay as they are.
  /// - Parameter old: A feed that this type wrote.
  public static func rss(of list: DropList, replacingIn old: [UInt8]) -> [UInt8] {
    let links = list.entries.map { entry in
      "<link>".array + Markup.escaped(entry.page(of: list.url).array) + "</link>".array
    }
    var (feed, item) = (Markup(), [[UInt8]]())
    var lines = old.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      item.append(line)
      if line == "</item>".array, item.first == itemStart.array {
        if let index = links.firstIndex(where: { item.contains($0) }) {
          put(list.entries[index], url: list.url, isPodcast: true, in: &feed)
          item = []
        }
      } else if item.first == itemStart.array {
        continue
      }
      for line in item { feed.put(line: line) }
      item = []
    }
    for line in item { feed.put(line: line) }
    return feed.bytes
  }

  /// The feed of a folder with the channel that another feed has as a podcast; nil if it is none.
  public static func rss(of list: DropList, channelOf old: [UInt8]) -> [UInt8]? {
    let lines = old.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let first = lines.firstIndex { $0 == itemStart.array || $0 == "</channel>".array }
    guard let first, lines[..<first].contains("<itunes:owner>".array) else { return nil }
    var feed = Markup()
    for line in lines[..<first] { feed.put(line: line) }
    for entry in list.entries { put(entry, url: list.url, isPodcast: true, in: &feed) }
    feed.put(end)
    return feed.bytes
  }

  /// URL of the page of a drop's folder, as an item has it.
  public static func page(of folder: String, in url: String) -> String {
    url + Markup.reference(to: folder + "/" + DropPage.fileName)
  }

  /// Whether libaha wrote a feed.
  public static func isOurs(_ feed: [UInt8]) -> Bool {
    feed.split(separator: 0x0A).contains { $0.starts(with: "<generator>libaha".array) }
  }

  private static let itemStart: StaticString = "<item>"
  private static let end: StaticString = "</channel>\n</rss>\n"

  /// The items as lines. Texts in them have no "<", so that no other line is one of these tags.
  private static func items(of feed: [UInt8]) -> [[[UInt8]]] {
    var items: [[[UInt8]]] = []
    var item: [[UInt8]]?
    for line in feed.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = Array(line)
      if line == itemStart.array { item = [] }
      item?.append(line)
      if line == "</item>".array, let whole = item {
        items.append(whole)
        item = nil
      }
    }
    return items
  }

  private static func head(of list: DropList, as channel: FeedChannel?) -> Markup {
    var feed = Markup()
    let given = channel ?? FeedChannel()
    let title = given.title.isEmpty ? list.title : given.title
    feed.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
      xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel>
      <title>~t</title>
      <link>~t</link>
      <description>~t</description>
      <language>~t</language>
      <generator>~t</generator>
      <itunes:explicit>~m</itunes:explicit>
      <itunes:category text="~t"\

      """,
      values: [
        title, given.link.isEmpty ? list.url + IndexPage.fileName : given.link,
        given.description.isEmpty ? title : given.description, given.language, list.generator,
        given.isExplicit ? "true" : "false", given.category,
      ])
    if given.subcategory.isEmpty {
      feed.put("/>\n")
    } else {
      feed.put(
        "><itunes:category text=\"~t\"/></itunes:category>\n", values: [given.subcategory])
    }
    if !list.url.isEmpty {
      feed.put(
        "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"~t\"/>\n",
        values: [list.url + fileName])
    }
    if let channel { put(channel, in: &feed) }
    if let newest = list.entries.first {
      putChannel(newest, url: list.url, isPodcast: channel != nil, in: &feed)
    }
    return feed
  }

  /// Channel elements of a podcast. The lines of the owner mark its feed.
  private static func put(_ channel: FeedChannel, in feed: inout Markup) {
    if !channel.author.isEmpty {
      feed.put("<itunes:author>~t</itunes:author>\n", values: [channel.author])
    }
    feed.put("<itunes:type>episodic</itunes:type>\n<itunes:owner>\n")
    let name = channel.owner.isEmpty ? channel.author : channel.owner
    if !name.isEmpty { feed.put("<itunes:name>~t</itunes:name>\n", values: [name]) }
    feed.put("<itunes:email>~t</itunes:email>\n</itunes:owner>\n", values: [channel.email])
    if !channel.image.isEmpty {
      feed.put("<itunes:image href=\"~t\"/>\n", values: [channel.image])
    }
  }

  /// Channel elements from the newest piece.
  private static func putChannel(
    _ entry: DropList.Entry, url: String, isPodcast: Bool, in feed: inout Markup
  ) {
    let manifest = entry.manifest
    if manifest.created > 0 {
      feed.put("<lastBuildDate>~t</lastBuildDate>\n", values: [CalendarTime(manifest.created).mail])
    }
    if isPodcast { return }
    if !manifest.piece.artist.isEmpty {
      feed.put("<itunes:author>~t</itunes:author>\n", values: [manifest.piece.artist])
    }
    putImage(entry, url: url, in: &feed)
  }

  private static func putImage(_ entry: DropList.Entry, url: String, in feed: inout Markup) {
    guard let cover = entry.manifest.file(.cover) else { return }
    feed.put("<itunes:image href=\"~t\"/>\n", values: [entry.address(of: cover, in: url)])
  }

  /// - Parameter isPodcast: Without the cover of the drop: podcasts need larger ones.
  private static func put(
    _ entry: DropList.Entry, url: String, isPodcast: Bool, in feed: inout Markup
  ) {
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
    if !isPodcast { putImage(entry, url: url, in: &feed) }
    feed.put("</item>\n")
  }
}
