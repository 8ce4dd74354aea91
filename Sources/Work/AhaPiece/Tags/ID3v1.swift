import AhaBase

/// An ID3v1 tag: the last 128 bytes of an MP3 file. Version 1.1 has a track number in its comment.
/// Source: id3.org, "ID3v1"; genres above 79 are those of Winamp.
enum ID3v1 {
  static let size: Int64 = 128

  /// Its texts as a tag of version 2.4; empty without a tag.
  static func tag(from bytes: [UInt8]) -> [UInt8] {
    guard bytes.count == size, bytes.starts(with: "TAG".array) else { return [] }
    let hasTrack = bytes[125] == 0 && bytes[126] > 0
    var frames: [UInt8] = []
    func add(_ id: StaticString, text: [UInt8], name: [UInt8] = []) {
      // 0 is Latin-1.
      if text.isEmpty { return }
      frames += ID3.bytes(of: ID3.Frame(id: id.array, body: [0] + name + text))
    }
    add("TIT2", text: text(bytes[3..<33]))
    add("TPE1", text: text(bytes[33..<63]))
    add("TALB", text: text(bytes[63..<93]))
    add("TDRC", text: text(bytes[93..<97]))
    add("COMM", text: text(bytes[97..<(hasTrack ? 125 : 127)]), name: "XXX".array + [0])
    if hasTrack { add("TRCK", text: "\(bytes[126])".array) }
    let genre = Int(bytes[127])
    if genre < genres.count { add("TCON", text: genres[genre].array) }
    return frames.isEmpty ? [] : ID3.tag(of: frames)
  }

  /// Fields end with NUL or spaces.
  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var text = field.prefix { $0 != 0 }
    while text.last == 0x20 { text.removeLast() }
    return Array(text)
  }

  private static let genres: [StaticString] = [
    "Blues", "Classic Rock", "Country", "Dance", "Disco", "Funk", "Grunge", "Hip-Hop", "Jazz",
    "Metal", "New Age", "Oldies", "Other", "Pop", "R&B", "Rap", "Reggae", "Rock", "Techno",
    "Industrial", "Alternative", "Ska", "Death Metal", "Pranks", "Soundtrack", "Euro-Techno",
    "Ambient", "Trip-Hop", "Vocal", "Jazz+Funk", "Fusion", "Trance", "Classical", "Instrumental",
    "Acid", "House", "Game", "Sound Clip", "Gospel", "Noise", "Alternative Rock", "Bass", "Soul",
    "Punk", "Space", "Meditative", "Instrumental Pop", "Instrumental Rock", "Ethnic", "Gothic",
    "Darkwave", "Techno-Industrial", "Electronic", "Pop-Folk", "Eurodance", "Dream",
    "Southern Rock", "Comedy", "Cult", "Gangsta", "Top 40", "Christian Rap", "Pop/Funk", "Jungle",
    "Native American", "Cabaret", "New Wave", "Psychedelic", "Rave", "Showtunes", "Trailer",
    "Lo-Fi", "Tribal", "Acid Punk", "Acid Jazz", "Polka", "Retro", "Musical", "Rock & Roll",
    "Hard Rock", "Folk", "Folk-Rock", "National Folk", "Swing", "Fast Fusion", "Bebop", "Latin",
    "Revival", "Celtic", "Bluegrass", "Avantgarde", "Gothic Rock", "Progressive Rock",
    "Psychedelic Rock", "Symphonic Rock", "Slow Rock", "Big Band", "Chorus", "Easy Listening",
    "Acoustic", "Humour", "Speech", "Chanson", "Opera", "Chamber Music", "Sonata", "Symphony",
    "Booty Bass", "Primus", "Porn Groove", "Satire", "Slow Jam", "Club", "Tango", "Samba",
    "Folklore", "Ballad", "Power Ballad", "Rhythmic Soul", "Freestyle", "Duet", "Punk Rock",
    "Drum Solo", "A Cappella", "Euro-House", "Dance Hall", "Goa", "Drum & Bass", "Club-House",
    "Hardcore", "Terror", "Indie", "BritPop", "Afro-Punk", "Polsk Punk", "Beat",
    "Christian Gangsta Rap", "Heavy Metal", "Black Metal", "Crossover", "Contemporary Christian",
    "Christian Rock", "Merengue", "Salsa", "Thrash Metal", "Anime", "JPop", "Synthpop",
  ]
}
