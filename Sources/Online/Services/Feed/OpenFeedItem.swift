import AhaBase

/// An item of an XML feed while its elements arrive.
struct OpenFeedItem {
  private static let maxTranscripts = 16
  private static let simpleChapters = "http://podlove.org/simple-chapters"

  var bases: [String] = []
  var id = RankedText()
  var artist = RankedText()
  private var (title, about, link) = (RankedText(), RankedText(), RankedText())
  private var entry = FeedEntry()
  private let isAtom: Bool
  /// The text of the open element is HTML. Invariant: set where it begins.
  private var isHTML = true
  /// The text of the open element is base64.
  private var isCoded = false
  /// A media:credit of a performer is open.
  private var isPerformer = false
  private var isLinkOfID = true

  init(isAtom: Bool) { self.isAtom = isAtom }

  // MARK: Attributes

  mutating func begin(
    field name: String, _ vocabulary: FeedVocabulary, attribute: (StaticString) -> String
  ) {
    switch vocabulary {
    case .atom: beginAtom(name, attribute)
    case .rss where isAtom: beginAtom(name, attribute)
    case .rss:
      isHTML = true
      if name == "enclosure" { addSound(attribute("url"), attribute: attribute) }
      if name == "guid" { isLinkOfID = attribute("isPermaLink").lowered != "false" && isLinkOfID }
    case .enclosure where name == "enclosure": beginEnclosure(attribute)
    case .media: beginMedia(name, attribute)
    case .itunes where name == "image":
      isHTML = false
      addImage(attribute("href"))
    case .itunes: isHTML = name == "summary" || name == "description"
    case .podcast: beginPodcast(name, attribute)
    default: isHTML = true
    }
  }

  private mutating func beginAtom(_ name: String, _ attribute: (StaticString) -> String) {
    let type = attribute("type").lowered
    isHTML = !isAtom || type == "html" || type == "text/html" || attribute("mode") == "escaped"
    isCoded = attribute("mode") == "base64"
    if name == "content" { addSound(attribute("src"), type: attribute("type"), size: "") }
    guard name == "link" else { return }
    let target = attribute("href").trimmed
    switch attribute("rel") {
    case "enclosure": addSound(target, attribute: attribute)
    case "", "alternate": link.offer(target, rank: isAtom ? 0 : 1)
    case OpenFeedItem.simpleChapters: setChapters(target)
    default: break
    }
  }

  /// Source: RSS 1.0, mod_enclosure.
  private mutating func beginEnclosure(_ attribute: (StaticString) -> String) {
    let url = attribute("http://www.w3.org/1999/02/22-rdf-syntax-ns# resource")
    let own = attribute("http://purl.oclc.org/net/rss_2.0/enc# url")
    addSound(
      url.isEmpty ? own : url, type: attribute("http://purl.oclc.org/net/rss_2.0/enc# type"),
      size: attribute("http://purl.oclc.org/net/rss_2.0/enc# length"))
  }

  private mutating func beginMedia(_ name: String, _ attribute: (StaticString) -> String) {
    isHTML = attribute("type").lowered == "html"
    switch name {
    case "content":
      let (medium, type) = (attribute("medium").lowered, attribute("type"))
      guard entry.sound.isEmpty, medium.isEmpty || medium == "audio" else { return }
      let isNamed = !type.isEmpty || medium.isEmpty
      addSound(
        attribute("url"), type: isNamed ? type : "audio/*", size: attribute("fileSize"))
      guard !entry.sound.isEmpty, entry.length == 0 else { return }
      entry.length = MediaLink.length(of: attribute("duration").trimmed)
    case "thumbnail": addImage(attribute("url"))
    case "credit":
      isPerformer = ["artist", "author", "composer", "performer"].contains(
        attribute("role").lowered)
    default: break
    }
  }

  private mutating func beginPodcast(_ name: String, _ attribute: (StaticString) -> String) {
    switch name {
    case "chapters": setChapters(attribute("url"))
    case "transcript" where entry.transcripts.count < OpenFeedItem.maxTranscripts:
      let url = attribute("url").trimmed
      if url.isEmpty { return }
      entry.transcripts.append(
        FeedTranscript(url: url, type: attribute("type").trimmed, language: attribute("language")))
    default: break
    }
  }

  private mutating func setChapters(_ url: String) {
    if entry.chapters.isEmpty { entry.chapters = url.trimmed }
  }

  private mutating func addImage(_ url: String) {
    if entry.image.isEmpty { entry.image = url.trimmed }
  }

  private mutating func addSound(_ url: String, attribute: (StaticString) -> String) {
    addSound(url, type: attribute("type"), size: attribute("length"))
  }

  /// Keeps the first sound.
  private mutating func addSound(_ url: String, type: String, size: String) {
    let url = url.trimmed
    guard entry.sound.isEmpty, MediaLink.isSound(type, url: url) else { return }
    (entry.sound, entry.size) = (url, MediaLink.count(of: size.trimmed))
  }

  // MARK: Texts

  /// - Parameter text: On one line.
  mutating func end(field name: String, _ vocabulary: FeedVocabulary, text: String) {
    if text.isEmpty || isCoded { return }
    switch vocabulary {
    case .rss, .atom: endCore(name, text)
    case .itunes: endITunes(name, text)
    case .media: endMedia(name, text)
    case .dublinCore:
      if name == "creator" { artist.offer(text, rank: 1) }
      if name == "title" { title.offer(text, rank: 2, isHTML: true) }
      if name == "description" { about.offer(text, rank: 5, isHTML: true) }
    case .content where name == "encoded": about.offer(text, rank: 2, isHTML: true)
    case .xhtml where name == "body": about.offer(text, rank: 2)
    case .podcast:
      if name == "season" { entry.season = MediaLink.count(of: text) }
      if name == "episode" { entry.episode = MediaLink.count(of: text) }
    default: break
    }
  }

  private mutating func endCore(_ name: String, _ text: String) {
    switch name {
    case "guid": id.offer(text, rank: 0)
    case "id": id.offer(text, rank: isAtom ? 0 : 1)
    case "title": title.offer(text, rank: 1, isHTML: isHTML)
    case "link" where !isAtom: link.offer(text, rank: 0)
    case "description", "summary": about.offer(text, rank: 0, isHTML: isHTML)
    case "content": about.offer(text, rank: 2, isHTML: isHTML)
    case "author" where !isAtom: artist.offer(text.asPerson, rank: 2)
    default: break
    }
  }

  private mutating func endITunes(_ name: String, _ text: String) {
    switch name {
    // Without the number of the episode, which some programs put into the title.
    case "title": title.offer(text, rank: 0, isHTML: true)
    case "author": artist.offer(text, rank: 0)
    case "duration": entry.length = MediaLink.length(of: text)
    case "summary", "description": about.offer(text, rank: 1, isHTML: true)
    case "subtitle": about.offer(text, rank: 4, isHTML: true)
    case "season": entry.season = MediaLink.count(of: text)
    case "episode": entry.episode = MediaLink.count(of: text)
    // Of RSS 2.0, in the wrong vocabulary.
    case "image": addImage(text)
    default: break
    }
  }

  private mutating func endMedia(_ name: String, _ text: String) {
    switch name {
    case "title": title.offer(text, rank: 2, isHTML: isHTML)
    case "description": about.offer(text, rank: 3, isHTML: isHTML)
    case "credit" where isPerformer: artist.offer(text, rank: 3)
    default: break
    }
  }

  // MARK: The end

  /// - Parameter author: Of the channel.
  func finished(author: String) -> FeedEntry {
    var entry = entry
    entry.bases = bases
    entry.id = id.text
    entry.link = link.text
    if entry.link.isEmpty, isLinkOfID, id.text.begins(with: "http") { entry.link = id.text }
    if entry.id.isEmpty { entry.id = entry.sound.isEmpty ? entry.link : entry.sound }
    (entry.title, entry.description) = (title.plain, about.plain)
    entry.artist = artist.text.isEmpty ? author : artist.text
    entry.revision = entry.digest
    return entry
  }
}

extension FeedEntry {
  fileprivate var texts: [String] {
    var texts = [id, title, artist, description, link, sound, chapters, image]
    texts += bases
    for transcript in transcripts {
      texts += [transcript.url, transcript.type, transcript.language]
    }
    return texts
  }

  /// Bytes of its texts.
  var held: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  fileprivate var digest: UInt64 {
    var digest = Fingerprint()
    for text in texts + ["\(size) \(length) \(season) \(episode)"] {
      // 0xFF never occurs in UTF-8.
      digest.add(text.array)
      digest.add([0xFF])
    }
    return digest.value
  }
}

extension String {
  /// The name in RSS's "ann@example.org (Ann)" or in "Ann <ann@example.org>"; "" for an address
  /// alone.
  fileprivate var asPerson: String {
    let bytes = array
    guard bytes.contains(UInt8(ascii: "@")) else { return self }
    if let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    {
      return bytes[(open + 1)..<close].text.trimmed
    }
    return bytes.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "@") }.contains(0x20)
      ? bytes.prefix { $0 != UInt8(ascii: "<") }.text.trimmed : ""
  }
}
