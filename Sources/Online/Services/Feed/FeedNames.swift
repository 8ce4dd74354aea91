import AhaBase

/// Vocabulary of an element in a feed.
enum FeedVocabulary {
  /// RSS of all versions, also without a namespace.
  case rss
  case atom, rdf, itunes, dublinCore, content, media, podcast, enclosure, xhtml, other

  /// - Parameter space: Namespace URI, of which feeds write variants: in capitals, with https, or
  ///   with or without the last slash.
  init(space: String) {
    var bytes = space.array.lowered[...]
    for scheme in ["http://" as StaticString, "https://"] where bytes.begins(with: scheme) {
      bytes = bytes.dropFirst(scheme.utf8CodeUnitCount)
    }
    if bytes.begins(with: "www.") { bytes = bytes.dropFirst(4) }
    while let last = bytes.last, last == 0x2F || last == 0x23 { bytes = bytes.dropLast() }
    let name = bytes.text
    self = FeedVocabulary.known.first { $0.0 == name }?.1 ?? .other
  }

  /// Source: the specifications of the formats.
  private static let known: [(String, FeedVocabulary)] = [
    ("", .rss), ("purl.org/rss/1.0", .rss), ("my.netscape.com/rdf/simple/0.9", .rss),
    ("channel.netscape.com/rdf/simple/0.9", .rss),
    ("my.netscape.com/publish/formats/rss-0.91.dtd", .rss),
    ("backend.userland.com/rss2", .rss), ("backend.userland.com/rss", .rss),
    ("blogs.law.harvard.edu/tech/rss", .rss), ("cyber.law.harvard.edu/rss/rss.html", .rss),
    ("w3.org/2005/atom", .atom), ("purl.org/atom/ns", .atom),
    ("w3.org/1999/02/22-rdf-syntax-ns", .rdf), ("itunes.com/dtds/podcast-1.0.dtd", .itunes),
    ("google.com/schemas/play-podcasts/1.0", .itunes), ("purl.org/dc/elements/1.1", .dublinCore),
    ("purl.org/dc/elements/1.0", .dublinCore), ("purl.org/dc/terms", .dublinCore),
    ("purl.org/rss/1.0/modules/content", .content), ("search.yahoo.com/mrss", .media),
    ("tools.search.yahoo.com/mrss", .media), ("video.search.yahoo.com/mrss", .media),
    ("podcastindex.org/namespace/1.0", .podcast),
    ("github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md", .podcast),
    ("purl.oclc.org/net/rss_2.0/enc", .enclosure), ("w3.org/1999/xhtml", .xhtml),
  ]
}

/// A text that several elements of an item may supply: the one with the lowest rank, and of these
/// the first.
struct RankedText {
  private(set) var text = ""
  private(set) var isHTML = false
  private var rank = Int.max

  mutating func offer(_ text: String, rank: Int, isHTML: Bool = false) {
    if rank < self.rank, !text.isEmpty {
      (self.text, self.rank, self.isHTML) = (text, rank, isHTML)
    }
  }

  /// Without markup.
  var plain: String { isHTML ? text.withoutMarkup : text }
}
