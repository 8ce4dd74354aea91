import AhaBase
import AhaCodec

/// The fields of a piece in the tags of audio files, with their names in each format.
enum Tag: CaseIterable {
  case title, artist, description, tempo, key, manifest

  private typealias Names = (StaticString, StaticString, StaticString, StaticString)

  /// Vorbis comment, its alias of other programs, ID3 frame, LIST INFO entry.
  private var names: Names {
    switch self {
    case .title: ("TITLE", "TITLE", "TIT2", "INAM")
    case .artist: ("ARTIST", "ARTIST", "TPE1", "IART")
    case .description: ("DESCRIPTION", "COMMENT", "COMM", "ICMT")
    case .tempo: ("BPM", "TEMPO", "TBPM", "IBPM")
    case .key: ("INITIALKEY", "KEY", "TKEY", "IKEY")
    case .manifest: ("AHA_PIECE", "AHA_PIECE", "TXXX", "")
    }
  }

  var comment: StaticString { names.0 }
  var id3: StaticString { names.2 }
  var info: StaticString { names.3 }

  /// Names in Matroska and WMA.
  private static let aliases: [(StaticString, Tag)] = [
    ("INITIAL_KEY", .key), ("WM/INITIALKEY", .key), ("WM/BEATSPERMINUTE", .tempo),
  ]

  /// By any of its names, ignoring case.
  init?(_ name: ArraySlice<UInt8>) {
    let name = name.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }.text
    let found = Tag.allCases.first { tag in
      let names = tag.names
      return [names.0, names.1, names.2, names.3].contains { $0.text == name }
    }
    let alias = Tag.aliases.first { $0.0.text == name }?.1
    guard name != "", let tag = found ?? alias else { return nil }
    self = tag
  }
}

/// The tags of a file, and its loop.
struct Tags {
  var values: [(tag: Tag, text: String)] = []
  /// Written only into a file without tags; `Piece.tags` has none, and a file keeps its own.
  var others: [OtherTag] = []
  /// The entries that were added to `others`.
  var knownOthers: Set<[UInt8]> = []
  var loops: [FileLoop] = []
  var loopComment = LoopComment()
  /// 0 if unknown.
  var sampleRate: Int64 = 0
  var chapters: [Piece.Chapter] = []
  /// A picture as a file; empty without one, and to keep that of the file.
  var cover: [UInt8] = []
  var gain = PlaybackGain()
  /// Of the sound, for the end of the last chapter. Units: microseconds; 0: unknown.
  var length: Int64 = 0
  /// Whether a file keeps its texts and loop, except given texts.
  var isPartial = false

  /// Whether a tag of a file is replaced.
  func replaces(_ tag: Tag) -> Bool { !isPartial || self[tag] != nil }

  /// The first loop with a known end. Units: frames; the end is exclusive.
  var loop: Range<Int64>? {
    get { loops.first.flatMap { $0.end < .max ? $0.begin..<$0.end : nil } }
    set { loops = newValue.map { [FileLoop(begin: $0.lowerBound, end: $0.upperBound)] } ?? [] }
  }

  /// The loop and the gain as tags with free names.
  func freeTexts(isOpus: Bool = false) -> [(name: StaticString, text: String)] {
    (loop.map { LoopComment.texts(for: $0) } ?? []) + gain.entries(isOpus: isOpus)
  }

  /// Whether a tag of a file with a free name is replaced.
  func replaces(_ name: [UInt8]) -> Bool {
    LoopComment.isName(name) ? !isPartial : gain.replaces(name)
  }

  /// Reads a tag with a free name of a loop or a gain; ignores others.
  mutating func read(_ name: [UInt8], text: String) {
    loopComment.read(name, text: text.utf8)
    gain.read(name, text: text)
  }

  subscript(tag: Tag) -> String? { values.first { $0.tag == tag }?.text }

  mutating func add(_ tag: Tag, text: String) {
    if !text.isEmpty { values.append((tag, text)) }
  }

  // MARK: Several artists

  /// Max artists of a file.
  private static let maxArtists = 100

  /// Each artist once.
  private var artists: [String] {
    var artists: [String] = []
    for (tag, text) in values where tag == .artist && artists.count < Tags.maxArtists {
      if !artists.contains(where: { $0.hasSameBytes(as: text) }) { artists.append(text) }
    }
    return artists
  }

  /// The text of a field of a piece, which has its artists on one line; nil without one.
  func text(for tag: Tag) -> String? {
    guard tag == .artist else { return self[tag] }
    let artists = artists
    return artists.isEmpty ? nil : Tags.line(of: artists)
  }

  /// The values, with all artists in the place of the first.
  var joinedValues: [(tag: Tag, texts: [String])] {
    let first = values.firstIndex { $0.tag == .artist }
    return values.indices.compactMap { index in
      if index == first { return (.artist, artists) }
      return values[index].tag == .artist ? nil : (values[index].tag, [values[index].text])
    }
  }

  /// Several artists of a file stay several, if their line is the one to write.
  mutating func keepArtists(of present: Tags) {
    guard let index = values.firstIndex(where: { $0.tag == .artist }),
      present.text(for: .artist)?.hasSameBytes(as: values[index].text) == true
    else { return }
    values.replaceSubrange(index...index, with: present.artists.map { (.artist, $0) })
  }
}

extension Piece {
  /// The tags to write into a file. Errors: the first of `problems`.
  func tags(sampleRate: Int64) throws(AhaError) -> Tags {
    var tags = Tags()
    tags.add(.title, text: title)
    tags.add(.artist, text: artist)
    tags.add(.description, text: description)
    if let tempo { tags.add(.tempo, text: Piece.text(ofTempo: tempo)) }
    if let key = tonality.shortName { tags.add(.key, text: key) }
    tags.add(.manifest, text: try manifest(indent: 0))
    tags.sampleRate = sampleRate
    (tags.cover, tags.chapters, tags.length) = (cover, chapters, length)
    if let loop, sampleRate > 0 {
      let start = (loop.start * sampleRate + 500_000) / 1_000_000
      let end = (loop.end * sampleRate + 500_000) / 1_000_000
      if start < end { tags.loop = start..<end }
    }
    return tags
  }

  /// Reads the tags of a file: its manifest, and on top the tags that another program has changed
  /// since libaha wrote them.
  /// - Parameter name: The name in error lines.
  /// Errors: those of a manifest.
  init(_ tags: Tags, named name: String) throws(AhaError) {
    self.init()
    var known = Tags()
    if let manifest = tags[.manifest] {
      self = try Piece(manifestText: manifest, named: name)
      if problem == nil { known = try self.tags(sampleRate: tags.sampleRate) }
    }
    for tag in Tag.allCases where tag != .manifest {
      guard let text = tags.text(for: tag) else { continue }
      let written = known[tag] ?? ""
      let isWritten = tags.values.contains { $0.tag == tag && $0.text == written }
      if isWritten && tag != .artist || text.hasSameBytes(as: written) { continue }
      set(tag, text: text)
    }
    (chapters, cover, gain) = (tags.chapters, tags.cover, tags.gain)
    release = Release(tags)
    guard let found = tags.loop, tags.sampleRate > 0 else { return }
    if found != known.loop {
      // Rounded, so that the same frames result from them.
      let bounds = [found.lowerBound, found.upperBound].map {
        ($0 * 1_000_000 + tags.sampleRate / 2) / tags.sampleRate
      }
      loop = Loop(start: bounds[0], end: bounds[1])
    }
    loopFrames = found
  }

  private mutating func set(_ tag: Tag, text: String) {
    switch tag {
    case .title: title = text
    case .artist: artist = text
    case .description: description = text
    case .tempo: tempo = Piece.tempo(of: text) ?? tempo
    case .key:
      do throws(AhaError) { tonality = try Tonality(text) } catch {}
    case .manifest: break
    }
  }

  /// Formats "120" and "120.5", as other programs do.
  private static func text(ofTempo tempo: Double) -> String {
    let text = "\(tempo)"
    let bytes = text.array
    guard bytes.suffix(2).text == ".0" else { return text }
    return String(decoding: bytes.dropLast(2), as: UTF8.self)
  }

  /// Parses digits with an optional decimal point; nil for other text.
  static func tempo(of text: String) -> Double? {
    var (value, scale, hasDot) = (0.0, 1.0, false)
    let digits = text.utf8
    guard !digits.isEmpty, digits.count <= 20 else { return nil }
    for digit in digits {
      if digit == UInt8(ascii: "."), !hasDot {
        hasDot = true
      } else if (0x30...0x39).contains(digit) {
        value = value * 10 + Double(digit - 0x30)
        if hasDot { scale *= 10 }
      } else {
        return nil
      }
    }
    return value > 0 ? value / scale : nil
  }
}
