import AhaBase

/// A Vorbis comment: a packet of Ogg files, a block of FLAC files.
/// Source: xiph.org, "Ogg Vorbis I format specification: comment field and header specification".
struct VorbisComment {
  private var vendor: [UInt8] = []
  private var entries: [[UInt8]] = []

  init() { vendor = "libaha".array }

  /// Nil if it is damaged. Ignores bytes after it.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    guard let vendor = VorbisComment.text(&rest), rest.count >= 4 else { return nil }
    self.vendor = Array(vendor)
    let count = rest.prefix(4).littleEndian
    rest = rest.dropFirst(4)
    guard count <= UInt64(rest.count / 4) else { return nil }
    for _ in 0..<Int(count) {
      guard let entry = VorbisComment.text(&rest) else { return nil }
      entries.append(Array(entry))
    }
  }

  private static func text(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.count >= 4 else { return nil }
    let count = Int(bytes.prefix(4).littleEndian)
    bytes = bytes.dropFirst(4)
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// In upper case.
  private static func name(of entry: [UInt8]) -> [UInt8] {
    entry.prefix { $0 != UInt8(ascii: "=") }.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
  }

  /// Whether a picture or chapters are in it.
  var hasNotes: Bool {
    entries.contains { entry in
      let name = VorbisComment.name(of: entry)
      return name.elementsEqual(Picture.comment.array) || Tags.isChapter(name)
    }
  }

  func read(into tags: inout Tags) {
    for entry in entries { VorbisComment.read(entry, into: &tags) }
  }

  /// Reads an entry such as "TITLE=Morning".
  static func read(_ entry: [UInt8], into tags: inout Tags) {
    let sign = entry.firstIndex(of: UInt8(ascii: "="))
    guard let sign else { return }
    let (name, text) = (name(of: entry), String(decoding: entry[(sign + 1)...], as: UTF8.self))
    tags.read(name, text: text)
    if let tag = Tag(name[...]) { return tags.add(tag, text: text) }
    tags.add(OtherTag(entry[..<sign], text: text))
  }

  /// Replaces the entries that libaha writes; other entries are kept.
  /// - Parameter hasCover: The cover is an entry; in FLAC it is a block of its own.
  mutating func replace(_ tags: Tags, isOpus: Bool = false, hasCover: Bool) {
    let others = entries.filter { entry in
      let name = VorbisComment.name(of: entry)
      if name.elementsEqual(Picture.comment.array) { return tags.cover.isEmpty }
      if Tags.isChapter(name) { return tags.chapters.isEmpty }
      return !tags.replaces(name) && !(Tag(name[...]).map { tags.replaces($0) } ?? false)
    }
    entries = []
    for (tag, text) in tags.values { entries.append(tag.comment.array + [0x3D] + text.array) }
    entries += tags.others.map { $0.entry }
    for (name, text) in tags.freeTexts(isOpus: isOpus) {
      entries.append(name.array + [0x3D] + text.array)
    }
    if !tags.chapters.isEmpty { entries += tags.chapterEntries }
    if hasCover, !tags.cover.isEmpty { entries.append(Picture.entry(tags.cover)) }
    entries += others
  }

  var bytes: [UInt8] {
    var bytes = littleBytes(Int64(vendor.count)) + vendor + littleBytes(Int64(entries.count))
    for entry in entries { bytes += littleBytes(Int64(entry.count)) + entry }
    return bytes
  }
}
