import AhaBase
import AhaCodec

// Writes the tags of an M4A file. All other atoms are kept. The new `moov` is at the end, so that
// no offset in the file changes; the space of a former one at the start becomes `free`.
extension MovieTags {
  /// Errors: `unsupported` (a movie in fragments, or without a length), those of files.
  func write(_ tags: Tags, to writer: inout TagWriter) throws(AhaError) {
    let all = try atoms(in: 0..<source.length)
    guard let movie = all.first(where: { $0.name == "moov" }),
      all.last?.body.upperBound == source.length
    else { throw source.damaged("has no whole box \"moov\"") }
    guard !all.contains(where: { $0.name == "moof" }), try !isEndless(all[all.count - 1]) else {
      throw AhaError(
        .unsupported,
        "\(name) is an MP4 in fragments, whose tags libaha does not write. "
          + "An interrupted recording is completed by \"aha recover\"")
    }
    for atom in all {
      let isMovie = atom.start == movie.start
      if isMovie, atom.body.upperBound == source.length { continue }
      let size = Int64(atom.body.upperBound - atom.start)
      if isMovie { try writer.put(bigBytes(size) + "free".array) }
      try writer.copy(source, from: atom.start + (isMovie ? 8 : 0), to: atom.body.upperBound)
    }
    try put(movie, userData: try userData(for: tags, in: movie), to: &writer)
  }

  private func isEndless(_ atom: Atom) throws(AhaError) -> Bool {
    try source.number(at: atom.start, count: 4, isBig: true) == 0
  }

  /// Writes a movie with other user data.
  private func put(
    _ movie: Atom, userData: [UInt8], to writer: inout TagWriter
  ) throws(AhaError) {
    let others = try atoms(in: movie.body).filter { $0.name != "udta" }
    let size = others.reduce(Int64(8 + userData.count)) { $0 + $1.body.upperBound - $1.start }
    guard size < Int64(UInt32.max) else {
      throw AhaError(.limit, "the tags are too long for \(name)")
    }
    try writer.put(bigBytes(size) + "moov".array)
    for atom in others { try writer.copy(source, from: atom.start, to: atom.body.upperBound) }
    try writer.put(userData)
  }

  /// The box `udta` with the tags in its list.
  private func userData(for tags: Tags, in movie: Atom) throws(AhaError) -> [UInt8] {
    let old = try atoms(in: movie.body).first { $0.name == "udta" }
    var (body, list) = ([UInt8](), [UInt8]())
    var handler = MovieBox.tagHandler
    for atom in try old.map({ (old) throws(AhaError) in try atoms(in: old.body) }) ?? [] {
      if atom.name == "chpl", !tags.chapters.isEmpty { continue }
      guard atom.name == "meta", atom.body.count >= 4 else {
        body += try bytes(of: atom)
        continue
      }
      handler = []
      for child in try atoms(in: atom.body.lowerBound + 4..<atom.body.upperBound) {
        if child.name == "ilst" { list += try otherItems(in: child, for: tags) }
        if child.name != "ilst", child.name != "free" { handler += try bytes(of: child) }
      }
    }
    list = items(for: tags) + list
    if !tags.chapters.isEmpty { body += tags.chapterBox }
    let meta = MovieBox.make("meta", MovieBox.zeros(4), handler, MovieBox.make("ilst", list))
    return MovieBox.make("udta", body, meta)
  }

  /// The items of a list that stay.
  private func otherItems(in list: Atom, for tags: Tags) throws(AhaError) -> [UInt8] {
    var others: [UInt8] = []
    for item in try atoms(in: list.body) {
      let name = try freeName(of: item)
      let isReplaced: Bool
      switch (item.name, name) {
      case ("covr", _): isReplaced = !tags.cover.isEmpty
      case (_, let name?) where tags.replaces(name): isReplaced = true
      default:
        let tag = name.map { Tag($0[...]) } ?? MovieTags.tag(ofItem: item.name)
        isReplaced = tag.map { tags.replaces($0) } ?? false
      }
      if !isReplaced { others += try bytes(of: item) }
    }
    return others
  }

  private static func tag(ofItem item: String) -> Tag? {
    switch item {
    case "@nam": .title
    case "@ART": .artist
    case "@cmt", "desc": .description
    case "tmpo": .tempo
    default: nil
    }
  }

  private func bytes(of atom: Atom) throws(AhaError) -> [UInt8] {
    try source.read(at: atom.start, count: atom.body.upperBound - atom.start)
  }

  // MARK: Items

  private func items(for tags: Tags) -> [UInt8] {
    var items: [UInt8] = []
    for (tag, texts) in tags.joinedValues {
      let text = texts[0]
      switch tag {
      case .title: items += MovieTags.item(named: [0xA9] + "nam".array, text: text)
      case .artist: items += MovieTags.item(named: [0xA9] + "ART".array, texts: texts)
      case .description: items += MovieTags.item(named: [0xA9] + "cmt".array, text: text)
      case .tempo:
        items += tempo(from: text) + MovieBox.freeTag(tag.comment, text: text)
      case .key, .manifest: items += MovieBox.freeTag(tag.comment, text: text)
      }
    }
    for (other, texts) in tags.joinedOthers { items += MovieTags.item(of: other, texts: texts) }
    if !tags.cover.isEmpty { items += MovieTags.picture(of: tags.cover) }
    for (name, text) in tags.freeTexts() { items += MovieBox.freeTag(name, text: text) }
    return items
  }

  private static func item(of other: OtherTag, texts: [String]) -> [UInt8] {
    guard let code = other.code(in: .movie) else {
      return MovieBox.freeTag(other.name, text: Tags.line(of: texts))
    }
    guard ["trkn", "disk"].contains(code.text) else {
      return item(named: code.map { $0 == 0x40 ? 0xA9 : $0 }, text: Tags.line(of: texts))
    }
    // As in 3 or 3/12.
    let numbers = texts[0].array.split(separator: 0x2F).map { Int64(Piece.tempo(of: $0.text) ?? 0) }
    let pair = [numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 0].map { min($0, 65_535) }
    let data = MovieBox.zeros(2) + pair.flatMap { bigBytes($0, count: 2) } + MovieBox.zeros(2)
    let body = bigBytes(Int64(data.count + 16)) + "data".array + MovieBox.zeros(8) + data
    return bigBytes(Int64(body.count + 8)) + code + body
  }

  /// The tempo that other programs show, which is a whole number.
  private func tempo(from text: String) -> [UInt8] {
    let beats = Int64((Piece.tempo(of: text) ?? 0).rounded())
    guard (1...65_535).contains(beats) else { return [] }
    return MovieBox.make(
      "tmpo",
      MovieBox.make(
        "data", MovieBox.big(21, count: 4), MovieBox.zeros(4), MovieBox.big(beats, count: 2)))
  }

  /// Types 13 and 14 are JPEG and PNG.
  private static func picture(of cover: [UInt8]) -> [UInt8] {
    let type = MovieBox.big(cover.starts(with: [0xFF, 0xD8]) ? 13 : 14, count: 4)
    return MovieBox.make("covr", MovieBox.make("data", type, MovieBox.zeros(4), cover))
  }

  private static func item(named name: [UInt8], text: String) -> [UInt8] {
    item(named: name, texts: [text])
  }

  private static func item(named name: [UInt8], texts: [String]) -> [UInt8] {
    let data = texts.flatMap { text in
      MovieBox.make("data", MovieBox.big(1, count: 4), MovieBox.zeros(4), text.array)
    }
    return bigBytes(Int64(data.count + 8)) + name + data
  }
}
