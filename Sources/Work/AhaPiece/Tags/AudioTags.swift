import AhaBase
import AhaCodec

/// The tags of an audio file of any supported format.
enum AudioTags {
  case chunks(ChunkTags)
  case flac(FlacTags)
  case ogg(OggTags)
  /// An MPEG stream after an ID3 tag of `tag` bytes.
  case mpeg(TagBytes, tag: Int64)
  /// MP4 and M4A.
  case movie(MovieTags)
  /// A format that the module reads; read only.
  case foreign(TagBytes, StaticString)

  /// Errors: `unknownFormat`, `unsupported`, `damaged`.
  init(from source: TagBytes) throws(AhaError) {
    let head = try source.read(at: 0, count: min(12, source.length))
    let start = head.prefix(4).text
    let kind = head.dropFirst(8).text
    if (start == "RIFF" || start == "RF64") && kind == "WAVE"
      || start == "FORM" && (kind == "AIFF" || kind == "AIFC")
    {
      self = .chunks(try ChunkTags(from: source, head: head))
    } else if start == "fLaC" {
      self = .flac(try FlacTags(from: source))
    } else if head.count >= 8, head[4..<8].text == "ftyp" {
      self = .movie(MovieTags(from: source))
    } else if start == "OggS" {
      self = .ogg(try OggTags(from: source))
    } else if ID3.size(in: head) > 0 || head.count > 2 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2
    {
      self = .mpeg(source, tag: ID3.size(in: head))
    } else if let kind = FileNotes.kind(head) {
      self = .foreign(source, kind)
    } else if start == "ID3\u{2}" {
      throw AhaError(.unsupported, "\(source.name) has an ID3 tag of version 2.2")
    } else {
      throw AhaError(
        .unknownFormat,
        "\(source.name) is not WAV, AIFF, FLAC, Ogg, MP3 or M4A. "
          + "libaha reads tags of these formats")
    }
  }

  func read() throws(AhaError) -> Tags {
    var tags = Tags()
    switch self {
    case .chunks(let file): try file.read(into: &tags)
    case .flac(let file):
      file.read(into: &tags)
      if file.hasNotes { tags.addNotes(of: file.source) }
    case .ogg(let file):
      file.read(into: &tags)
      if file.comment.hasNotes { tags.addNotes(of: file.source) }
    case .movie(let file):
      try file.read(into: &tags)
      tags.addNotes(of: file.source)
    case .foreign(let source, _): tags.merge(try FileNotes(source.source), texts: true)
    case .mpeg(let source, let size):
      let tag = try AudioTags.mpegTag(of: source, size: size)
      ID3.read(tag, into: &tags)
      tags.sampleRate = try AudioTags.mpegRate(of: source, after: size)
      if ID3.hasNotes(in: tag) { tags.addNotes(of: source) }
    }
    tags.adoptLoopComment()
    return tags
  }

  /// The loops of a file; none in a format without them, and in a damaged one.
  static func loops(in stream: any ByteStream) -> [FileLoop] {
    var tags = Tags()
    do throws(AhaError) {
      switch try AudioTags(from: TagBytes(stream)) {
      case .chunks(let file):
        try file.read(into: &tags)
        tags.loops = file.loops
      case .flac(let file): file.read(into: &tags)
      case .ogg(let file): file.read(into: &tags)
      case .movie(let file): try file.read(into: &tags)
      case .mpeg(let source, let size): ID3.read(try source.read(at: 0, count: size), into: &tags)
      case .foreign: break
      }
    } catch { return [] }
    tags.adoptLoopComment()
    return tags.loops
  }

  /// The tag at the start of an MPEG stream; without one, the texts of that at its end.
  private static func mpegTag(of source: TagBytes, size: Int64) throws(AhaError) -> [UInt8] {
    if size > 0 { return try source.read(at: 0, count: size) }
    let end = source.length - ID3v1.size
    return end < 0 ? [] : ID3v1.tag(from: try source.read(at: end, count: ID3v1.size))
  }

  /// By the first header of a frame; 0 without one. Source: ISO/IEC 11172-3 and 13818-3, 2.4.1.3.
  private static func mpegRate(of source: TagBytes, after tag: Int64) throws(AhaError) -> Int64 {
    let bytes = try source.read(at: tag, count: min(4096, source.length - tag))
    for index in bytes.indices.dropLast(2)
    where bytes[index] == 0xFF && bytes[index + 1] & 0xE0 == 0xE0 {
      let (version, rate) = (bytes[index + 1] >> 3 & 3, bytes[index + 2] >> 2 & 3)
      if version == 1 || rate == 3 { continue }
      let base: Int64 = [44_100, 48_000, 32_000][Int(rate)]
      return version == 3 ? base : version == 2 ? base / 2 : base / 4
    }
    return 0
  }

  func write(_ tags: Tags, to writer: inout TagWriter) throws(AhaError) {
    switch self {
    case .chunks(let file): try file.write(tags, to: &writer)
    case .flac(let file): try file.write(tags, to: &writer)
    case .ogg(let file): try file.write(tags, to: &writer)
    case .movie(let file): try file.write(tags, to: &writer)
    case .foreign(let source, let kind):
      throw AhaError(
        .unsupported, "\(source.name): libaha does not write the tags of \(kind.text)")
    case .mpeg(let source, let size):
      let former = try AudioTags.mpegTag(of: source, size: size)
      try writer.put(ID3.tag(of: tags, keeping: former))
      try writer.copy(source, from: size, to: source.length)
    }
  }
}

extension Tags {
  /// Loops of chunks are before those of texts.
  fileprivate mutating func adoptLoopComment() {
    if loops.isEmpty, let loop = loopComment.loop { loops = [loop] }
  }

  /// Chapters and the cover; none without the module.
  fileprivate mutating func addNotes(of source: TagBytes) {
    do throws(AhaError) { merge(try FileNotes(source.source), texts: false) } catch {}
  }

  fileprivate mutating func merge(_ notes: FileNotes, texts: Bool) {
    for (name, value) in notes.texts where texts {
      if let tag = Tag(name[...]) { add(tag, text: value) }
      add(OtherTag(name, text: value))
    }
    chapters = notes.chapters.filter { $0.begin >= 0 }.map {
      Piece.Chapter(start: $0.begin, end: $0.end > $0.begin ? $0.end : 0, title: $0.title)
    }
    cover = notes.cover
  }
}

extension Piece {
  /// The loops of an audio file, of any program.
  public static func loops(in stream: any ByteStream) -> [FileLoop] { AudioTags.loops(in: stream) }

  /// Reads a piece from an audio file: the embedded manifest, and the tags of any program.
  /// Errors: `unknownFormat`, `unsupported`, `damaged`, those of reading and of manifests.
  public init(taggedAt path: FilePath) throws(AhaError) {
    try self.init(taggedIn: FileStream(reading: path))
  }

  /// The same for an open file.
  public init(taggedIn stream: FileStream) throws(AhaError) {
    try self.init(AudioTags(from: TagBytes(stream)).read(), named: stream.name)
  }

  /// Writes the piece into an audio file: its manifest, the tags that other programs read, its
  /// loop, cover and chapters. Everything else in the file is kept. The file is replaced
  /// atomically.
  /// Errors: the first of `problems`, those of reading and writing.
  public func embed(in path: FilePath) throws(AhaError) {
    try AudioTags.change(path) { (present) throws(AhaError) in
      var tags = try tags(sampleRate: present.sampleRate)
      // What the file has stays as it is stored, with all that libaha does not read.
      tags.keepArtists(of: present)
      if tags.cover == present.cover { tags.cover = [] }
      if tags.chapters == present.chapters { tags.chapters = [] }
      return tags
    }
  }

  /// Writes chapters into an audio file, and a title unless it is empty. All other tags are kept.
  /// - Parameter length: Of the sound, in microseconds.
  /// Errors: `unknownFormat`, those of reading and writing.
  public static func write(
    _ chapters: [Chapter], title: String, length: Int64, to path: FilePath
  ) throws(AhaError) {
    try AudioTags.change(path) { _ in
      var tags = Tags()
      tags.isPartial = true
      tags.add(.title, text: title)
      (tags.chapters, tags.length) = (chapters, length)
      return tags
    }
  }
}

extension PlaybackGain {
  /// Writes the gain into an audio file. All other tags are kept.
  /// Errors: `unknownFormat`, those of reading and writing.
  public func write(to path: FilePath) throws(AhaError) {
    try AudioTags.change(path) { _ in
      var tags = Tags()
      tags.isPartial = true
      tags.gain = self
      return tags
    }
  }
}

extension AudioTags {
  /// Replaces the tags of a file atomically.
  /// - Parameter body: Makes the new tags from the present ones.
  fileprivate static func change(
    _ path: FilePath, body: (Tags) throws(AhaError) -> Tags
  ) throws(AhaError) {
    let audio = try AudioTags(from: TagBytes(FileStream(reading: path)))
    let tags = try body(audio.read())
    let file = try ReplacementFile(for: path)
    var writer = TagWriter(file.stream)
    try audio.write(tags, to: &writer)
    try file.commit()
  }
}
