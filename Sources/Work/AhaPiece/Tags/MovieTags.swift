import AhaBase

/// The tags of an MP4 or M4A file, in its list `moov/udta/meta/ilst`.
/// Source: ISO/IEC 14496-12, section 4.2; QuickTime File Format, "Metadata".
struct MovieTags {
  let source: TagBytes

  init(from source: TagBytes) { self.source = source }

  var name: String { source.name }

  /// A file without the list has no tags. Errors: those of reading, `damaged`.
  func read(into tags: inout Tags) throws(AhaError) {
    guard let movie = try atoms(in: 0..<source.length).first(where: { $0.name == "moov" }) else {
      return
    }
    tags.sampleRate = try sampleRate(in: movie)
    var range = movie.body
    for name in ["udta", "meta", "ilst"] {
      guard let found = try atoms(in: range).first(where: { $0.name == name }) else { return }
      range = found.body
      // Its flags; the atoms of QuickTime's own `meta` follow at once.
      if name == "meta" { range = min(range.lowerBound + 4, range.upperBound)..<range.upperBound }
    }
    for item in try atoms(in: range) {
      guard let name = try freeName(of: item) else {
        try read(from: item, into: &tags)
        continue
      }
      let value = try text(of: item) ?? ""
      if let tag = Tag(name[...]) { tags.add(tag, text: value) }
      tags.add(OtherTag(name, text: value))
      tags.read(name, text: value)
    }
  }

  /// The unit of time of the first track with sound; 0 without one.
  private func sampleRate(in movie: Atom) throws(AhaError) -> Int64 {
    for track in try atoms(in: movie.body) where track.name == "trak" {
      guard let media = try atoms(in: track.body).first(where: { $0.name == "mdia" }) else {
        continue
      }
      var (unit, isSound) = (Int64(0), false)
      for atom in try atoms(in: media.body) where atom.body.count >= 24 {
        let head = try source.read(at: atom.body.lowerBound, count: 24)
        if atom.name == "hdlr" { isSound = head[8..<12].text == "soun" }
        // Version 1 has longer times before the unit.
        let offset = head[0] == 1 ? 20 : 12
        if atom.name == "mdhd" { unit = Int64(head[offset..<(offset + 4)].bigEndian) }
      }
      if isSound { return unit }
    }
    return 0
  }

  struct Atom {
    /// Latin-1: a name may begin with the copyright sign.
    let name: String
    let start: Int64
    let body: Range<Int64>
  }

  private static let maxAtoms = 10_000
  /// Bytes of a text with its header.
  private static let maxText = 1 << 20

  func atoms(in range: Range<Int64>) throws(AhaError) -> [Atom] {
    var atoms: [Atom] = []
    var next = range.lowerBound
    while next <= range.upperBound - 8, atoms.count < MovieTags.maxAtoms {
      let head = try source.read(at: next, count: 8)
      var (size, header) = (Int64(clamping: head[..<4].bigEndian), Int64(8))
      if size == 1, next <= range.upperBound - 16 {
        size = try source.number(at: next + 8, count: 8, isBig: true)
        header = 16
      }
      if size == 0 { size = range.upperBound - next }
      guard size >= header, size <= range.upperBound - next else { break }
      let name = head[4...].map { $0 == 0xA9 ? UInt8(ascii: "@") : $0 }.text
      atoms.append(Atom(name: name, start: next, body: next + header..<next + size))
      next += size
    }
    return atoms
  }

  private func read(from item: Atom, into tags: inout Tags) throws(AhaError) {
    switch item.name {
    case "@nam": tags.add(.title, text: try text(of: item) ?? "")
    case "@ART":
      for value in try values(of: item) { tags.add(.artist, text: value.text) }
    case "@cmt", "desc": tags.add(.description, text: try text(of: item) ?? "")
    case "tmpo":
      guard let bytes = try data(of: item), bytes.count == 2, bytes.bigEndian > 0 else { return }
      tags.add(.tempo, text: "\(bytes.bigEndian)")
    case "trkn", "disk":
      guard let bytes = try data(of: item), bytes.count >= 6 else { return }
      let (number, count) = (bytes[2..<4].bigEndian, bytes[4..<6].bigEndian)
      let text = count > 0 ? "\(number)/\(count)" : number > 0 ? "\(number)" : ""
      tags.add(OtherTag(code: item.name.array, in: .movie, text: text))
    default:
      guard item.body.count <= MovieTags.maxText else { return }
      tags.add(OtherTag(code: item.name.array, in: .movie, text: try text(of: item) ?? ""))
    }
  }

  /// A name that another program has chosen, as in "initialkey".
  func freeName(of item: Atom) throws(AhaError) -> [UInt8]? {
    guard item.name == "----",
      let name = try atoms(in: item.body).first(where: { $0.name == "name" }),
      name.body.count > 4, name.body.count < 260
    else { return nil }
    return try source.read(at: name.body.lowerBound + 4, count: Int64(name.body.count) - 4)
  }

  private func text(of item: Atom) throws(AhaError) -> String? {
    try data(of: item).map { String(decoding: $0, as: UTF8.self) }
  }

  private func data(of item: Atom) throws(AhaError) -> [UInt8]? {
    try values(of: item, max: 1).first
  }

  /// The first values. Each follows its type and its language.
  private func values(of item: Atom, max count: Int = 100) throws(AhaError) -> [[UInt8]] {
    var values: [[UInt8]] = []
    for data in try atoms(in: item.body).filter({ $0.name == "data" }).prefix(count) {
      guard data.body.count >= 8 else { break }
      values.append(
        try source.read(at: data.body.lowerBound + 8, count: Int64(data.body.count) - 8))
    }
    return values
  }
}
