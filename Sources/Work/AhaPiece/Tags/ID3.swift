import AhaBase

/// An ID3v2 tag: at the start of MP3 files, and in a chunk of WAV and AIFF files.
/// Source: id3.org, ID3 tag version 2.3.0 and 2.4.0.
enum ID3 {
  struct Frame {
    let id: [UInt8]
    let body: [UInt8]
  }

  /// Length of the tag at the start of a file, including its header; 0 without a tag.
  static func size(in head: [UInt8]) -> Int64 {
    guard head.count >= 10, head.prefix(3).text == "ID3", head[3] == 3 || head[3] == 4 else {
      return 0
    }
    let footer: Int64 = head[5] & 0x10 == 0 ? 0 : 10
    return 10 + Int64(synchsafe(head[6..<10])) + footer
  }

  private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }

  /// The frames of a tag, without compressed and encrypted ones.
  static func frames(in tag: [UInt8]) -> [Frame] {
    guard size(in: tag) > 0 else { return [] }
    var tag = Array(tag.prefix(10 + synchsafe(tag[6..<10])))
    // Unsynchronisation: version 2.3 applies it to the whole tag, 2.4 to each frame.
    if tag[3] == 3, tag[5] & 0x80 != 0 { tag = withoutStuffing(tag) }
    let end = tag.count
    var frames: [Frame] = []
    var next = 10 + extendedHeader(of: tag)
    while next + 10 < end, tag[next] != 0 {
      let size = tag[(next + 4)..<(next + 8)]
      let count = tag[3] == 4 ? synchsafe(size) : Int(clamping: size.bigEndian)
      guard count <= end - next - 10 else { break }
      let body = Array(tag[(next + 10)..<(next + 10 + count)])
      if tag[next + 9] == 0 { frames.append(Frame(id: Array(tag[next..<(next + 4)]), body: body)) }
      next += 10 + count
    }
    return frames
  }

  private static func extendedHeader(of tag: [UInt8]) -> Int {
    guard tag[5] & 0x40 != 0, tag.count >= 14 else { return 0 }
    let size = tag[10..<14]
    return tag[3] == 4 ? synchsafe(size) : 4 + Int(clamping: min(size.bigEndian, 1 << 28))
  }

  /// Removes unsynchronisation: a zero after each 0xFF, so that players find no MPEG sync in the
  /// tag.
  private static func withoutStuffing(_ tag: [UInt8]) -> [UInt8] {
    var plain = Array(tag.prefix(10))
    for index in 10..<tag.count where tag[index] != 0 || index == 10 || tag[index - 1] != 0xFF {
      plain.append(tag[index])
    }
    return plain
  }

  /// Whether a picture or chapters are in a tag.
  static func hasNotes(in tag: [UInt8]) -> Bool {
    frames(in: tag).contains { $0.id.text == "APIC" || $0.id.text == "CHAP" }
  }

  static func read(_ tag: [UInt8], into tags: inout Tags) {
    for frame in frames(in: tag) {
      if let (tag, texts) = texts(of: frame) { for text in texts { tags.add(tag, text: text) } }
      for other in others(of: frame) { tags.add(other) }
      if let (name, text) = freeText(of: frame) { tags.read(name, text: text) }
    }
  }

  /// Texts of a frame that is no field of a piece. Lyrics have a language and a name; a free text
  /// has a name.
  private static func others(of frame: Frame) -> [OtherTag] {
    guard let encoding = frame.body.first else { return [] }
    let isLyrics = frame.id.elementsEqual(lyrics.array)
    let isFree = frame.id.elementsEqual(Tag.manifest.id3.array)
    guard isFree || OtherTag(code: frame.id, in: .id3, text: "?") != nil else { return [] }
    let parts = texts(in: frame.body[1...], encoding: encoding, skipping: isLyrics ? 3 : 0)
    return parts[(isFree || isLyrics ? 1 : 0)...].compactMap { text in
      isFree
        ? OtherTag(parts[0].array, text: text) : OtherTag(code: frame.id, in: .id3, text: text)
    }
  }

  private static let lyrics: StaticString = "USLT"

  /// Several artists are separated by NUL, as version 2.4 has it and programs write 2.3.
  private static func texts(of frame: Frame) -> (Tag, [String])? {
    guard let tag = Tag(frame.id[...]), let encoding = frame.body.first else { return nil }
    let parts = texts(
      in: frame.body[1...], encoding: encoding, skipping: tag == .description ? 3 : 0)
    if tag == .artist { return (tag, parts) }
    guard tag == .description || tag == .manifest else { return (tag, [parts[0]]) }
    let name = tag == .manifest ? manifestName : ""
    return parts.count >= 2 && parts[0] == name ? (tag, [parts[1]]) : nil
  }

  /// The name and text of a frame "TXXX".
  private static func freeText(of frame: Frame) -> ([UInt8], String)? {
    guard frame.id.text == "TXXX", let encoding = frame.body.first else { return nil }
    let parts = texts(in: frame.body[1...], encoding: encoding, skipping: 0)
    return parts.count >= 2 ? (parts[0].array, parts[1]) : nil
  }

  /// Texts that end with NUL: Latin-1, UTF-16 with a BOM, UTF-16 big-endian, UTF-8.
  private static func texts(
    in bytes: ArraySlice<UInt8>, encoding: UInt8, skipping language: Int
  ) -> [String] {
    let isWide = encoding == 1 || encoding == 2
    var (texts, text) = ([String](), [UInt8]())
    var (isSwapped, high) = (false, UInt32(0))
    var next = bytes.startIndex + language
    while next + (isWide ? 1 : 0) < bytes.endIndex {
      var unit = UInt32(bytes[next])
      if isWide {
        let other = UInt32(bytes[next + 1])
        unit = isSwapped ? other << 8 | unit : unit << 8 | other
      }
      next += isWide ? 2 : 1
      switch unit {
      case 0:
        texts.append(String(decoding: text, as: UTF8.self))
        text = []
      case 0xFFFE: isSwapped.toggle()
      case 0xFEFF: continue
      case 0xD800...0xDBFF: high = unit
      case 0xDC00...0xDFFF:
        append(
          codePoint: high == 0 ? 0xFFFD : 0x10000 + (high & 0x3FF) << 10 + unit & 0x3FF, text: &text
        )
        high = 0
      default:
        if encoding == 3 { text.append(UInt8(unit)) } else { append(codePoint: unit, text: &text) }
      }
    }
    return texts + [String(decoding: text, as: UTF8.self)]
  }

  /// Appends a code point as UTF-8.
  private static func append(codePoint point: UInt32, text: inout [UInt8]) {
    if point < 0x80 { return text.append(UInt8(point)) }
    let count: UInt32 = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
    text.append(UInt8(truncatingIfNeeded: 0xF80 >> count) | UInt8(point >> (6 * count)))
    for index in stride(from: Int(count) - 1, through: 0, by: -1) {
      text.append(0x80 | UInt8(point >> UInt32(6 * index) & 0x3F))
    }
  }

  private static let manifestName = "AHA_PIECE"

  /// A tag of version 2.4 with libaha's frames, and all other frames of the former tag.
  static func tag(of tags: Tags, keeping former: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    for (tag, texts) in tags.joinedValues {
      // 3 is UTF-8; comments have a language and a name, the manifest has a name.
      var content: [UInt8] = [3]
      if tag == .description { content += [0x58, 0x58, 0x58, 0] }
      if tag == .manifest { content += manifestName.array + [0] }
      content += texts.map { $0.array }.joined(separator: [0])
      append(Frame(id: tag.id3.array, body: content), body: &body)
    }
    for (other, texts) in tags.joinedOthers { append(frame(of: other, texts: texts), body: &body) }
    for (name, text) in tags.freeTexts() {
      append(Frame(id: "TXXX".array, body: [3] + name.array + [0] + text.array), body: &body)
    }
    if !tags.cover.isEmpty {
      append(Frame(id: "APIC".array, body: Picture.frame(of: tags.cover)), body: &body)
    }
    if !tags.chapters.isEmpty { for frame in tags.chapterFrames { append(frame, body: &body) } }
    for frame in frames(in: former) where !isReplaced(frame, by: tags) {
      append(frame, body: &body)
    }
    return tag(of: body)
  }

  /// A tag of version 2.4. - Parameter frames: As bytes.
  static func tag(of frames: [UInt8]) -> [UInt8] {
    "ID3".array + [4, 0, 0] + synchsafe(frames.count) + frames
  }

  private static func frame(of other: OtherTag, texts: [String]) -> Frame {
    let joined = texts.map { $0.array }.joined(separator: [0])
    guard let code = other.code(in: .id3) else {
      return Frame(id: Tag.manifest.id3.array, body: [3] + other.name + [0] + joined)
    }
    let name: [UInt8] = code == lyrics.array ? [0x58, 0x58, 0x58, 0] : []
    return Frame(id: code, body: [3] + name + joined)
  }

  private static func isReplaced(_ frame: Frame, by tags: Tags) -> Bool {
    switch frame.id.text {
    case "APIC": return !tags.cover.isEmpty && Picture.isCover(frame: frame.body)
    case "CHAP", "CTOC": return !tags.chapters.isEmpty
    default: break
    }
    if let (name, _) = freeText(of: frame), tags.replaces(name) { return true }
    guard let tag = Tag(frame.id[...]), tags.replaces(tag) else { return false }
    return tag != .manifest && tag != .description || texts(of: frame) != nil
  }

  private static func append(_ frame: Frame, body: inout [UInt8]) { body += bytes(of: frame) }

  static func bytes(of frame: Frame) -> [UInt8] {
    frame.id + synchsafe(frame.body.count) + [0, 0] + frame.body
  }

  private static func synchsafe(_ count: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
  }
}
