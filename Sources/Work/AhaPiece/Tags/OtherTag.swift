import AhaBase

/// A text of a file that is no field of a piece, as the album.
struct OtherTag {
  /// Name of the Vorbis comment, in upper case.
  let name: [UInt8]
  let text: String

  /// Names in Vorbis comments, ID3 frames, LIST INFO entries and items of M4A; "" where a format
  /// has none. In ID3 and M4A such a tag has a frame or item with a free name.
  /// Source: wiki.hydrogenaud.io, "Tag Mapping"; exiftool.org, "RIFF Info Tags".
  private static let names: [(StaticString, StaticString, StaticString, StaticString)] = [
    ("ALBUM", "TALB", "IPRD", "@alb"), ("ALBUMARTIST", "TPE2", "", "aART"),
    ("TRACKNUMBER", "TRCK", "ITRK", "trkn"), ("DISCNUMBER", "TPOS", "", "disk"),
    ("DATE", "TDRC", "ICRD", "@day"), ("GENRE", "TCON", "IGNR", "@gen"),
    ("COMPOSER", "TCOM", "IMUS", "@wrt"), ("COPYRIGHT", "TCOP", "ICOP", "cprt"),
    ("GROUPING", "TIT1", "", "@grp"), ("SUBTITLE", "TIT3", "", ""), ("CONDUCTOR", "TPE3", "", ""),
    ("LYRICIST", "TEXT", "IWRI", ""), ("ORGANIZATION", "TPUB", "", ""), ("ISRC", "TSRC", "", ""),
    ("LANGUAGE", "TLAN", "ILNG", ""), ("ENCODEDBY", "TENC", "ITCH", ""), ("MOOD", "TMOO", "", ""),
    ("ALBUMSORT", "TSOA", "", "soal"), ("ARTISTSORT", "TSOP", "", "soar"),
    ("TITLESORT", "TSOT", "", "sonm"), ("LYRICS", "USLT", "", "@lyr"),
  ]

  /// Names that other formats use in their own way, and those of FFmpeg and ID3 2.3.
  private static let aliases: [(StaticString, StaticString)] = [
    ("ALBUM_ARTIST", "ALBUMARTIST"), ("ALBUM ARTIST", "ALBUMARTIST"), ("TRACK", "TRACKNUMBER"),
    ("DISC", "DISCNUMBER"), ("YEAR", "DATE"), ("TYER", "DATE"), ("IALB", "ALBUM"),
    ("IPRT", "TRACKNUMBER"), ("PUBLISHER", "ORGANIZATION"),
  ]

  /// Beginnings of names of pictures, chapters, loops and encoders: they are read elsewhere, or do
  /// not describe the sound.
  private static let ignored: [StaticString] = [
    "METADATA_BLOCK", "COVERART", "CHAPTER", "LOOP", "ENCODER", "ENCODING", "WAVEFORMAT", "ITUN",
    "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS", "DURATION", "CREATION_TIME", "TIME_",
  ]

  /// Beginnings of names of levels: gains and peaks of the sound.
  private static let levels: [StaticString] = ["REPLAYGAIN_", "R128_"]

  /// By a free name; nil for a field of a piece, and for a name that is ignored.
  init?(_ name: some Collection<UInt8>, text: String) {
    let upper = name.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
    guard !upper.isEmpty, upper.count < 256, !text.isEmpty, Tag(upper[...]) == nil,
      upper.allSatisfy({ (0x20...0x7D).contains($0) && $0 != 0x3D }),
      !OtherTag.ignored.contains(where: { upper.starts(with: $0.array) })
    else { return nil }
    let alias = OtherTag.aliases.first { upper == $0.0.array }?.1
    (self.name, self.text) = (alias?.array ?? upper, text)
  }

  enum Format { case id3, info, movie }

  /// By the code of a frame, entry or item; nil for an unknown one.
  init?(code: [UInt8], in format: Format, text: String) {
    let known = OtherTag.names.first { !code.isEmpty && OtherTag.code($0, in: format) == code }?.0
    guard let known = known ?? OtherTag.aliases.first(where: { $0.0.array == code })?.1,
      !text.isEmpty
    else { return nil }
    (name, self.text) = (known.array, text)
  }

  /// Nil for a tag with a free name.
  func code(in format: Format) -> [UInt8]? {
    let row = OtherTag.names.first { $0.0.array == name }
    return row.map { OtherTag.code($0, in: format) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func code(
    _ row: (StaticString, StaticString, StaticString, StaticString), in format: Format
  ) -> [UInt8] {
    switch format {
    case .id3: row.1.array
    case .info: row.2.array
    case .movie: row.3.array
    }
  }

  /// As an entry of Vorbis comments. No name has "=".
  var entry: [UInt8] { name + [0x3D] + text.array }

  var isLevel: Bool { OtherTag.levels.contains { name.starts(with: $0.array) } }
}

extension Tags {
  /// Adds a text once: WAV repeats those of ID3 in LIST INFO.
  mutating func add(_ other: OtherTag?) {
    guard let other else { return }
    if knownOthers.insert(other.entry).inserted { others.append(other) }
  }

  /// For formats with one text of a name.
  static func line(of texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") { $0 + "; " + $1 }
  }

  /// Each name once, with all its texts.
  var joinedOthers: [(tag: OtherTag, texts: [String])] {
    var joined: [(tag: OtherTag, texts: [String])] = []
    var indices: [[UInt8]: Int] = [:]
    for other in others {
      if let index = indices[other.name] {
        joined[index].texts.append(other.text)
      } else {
        indices[other.name] = joined.count
        joined.append((other, [other.text]))
      }
    }
    return joined
  }
}
