import AhaBase
import AhaCodec

/// The chunks of a WAV, RF64 or AIFF file.
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0" (smpl,
/// cue, LIST INFO); EBU Tech 3306 (RF64).
struct ChunkTags {
  private struct Chunk {
    let id: String
    /// Offset of its content.
    let body: Int64
    let size: Int64
    var end: Int64 { body + size + size & 1 }
  }

  private let source: TagBytes
  private let isAiff: Bool
  private let isLong: Bool
  private var chunks: [Chunk] = []
  private var sampleRate: Int64 = 0
  /// Frames of the sound.
  private var frames: Int64 = 0
  /// Content of the "smpl" chunk.
  private var sampler: [UInt8] = []
  /// Of an AIFF.
  private var instrument = InstrumentChunks(marks: [], instrument: [])
  /// By an "acid" chunk: the whole sound loops.
  private var isWholeLoop = false

  init(from source: TagBytes, head: [UInt8]) throws(AhaError) {
    self.source = source
    isAiff = head[..<4].text == "FORM"
    isLong = head[..<4].text == "RF64"
    var next: Int64 = 12
    var longSize: Int64?
    var blockSize: Int64 = 0
    while next + 8 <= source.length, chunks.count < 10_000 {
      let id = try source.read(at: next, count: 4).text
      var size = try source.number(at: next + 4, count: 4, isBig: isAiff)
      if id == "ds64" { longSize = try source.number(at: next + 16, count: 8, isBig: false) }
      if id == "data", isLong, size == Int64(UInt32.max), let longSize { size = longSize }
      let chunk = Chunk(id: id, body: next + 8, size: size)
      // Also refuses an interrupted recording, whose data chunk is longer than the file.
      guard size <= source.length - chunk.body else {
        throw source.damaged("ends within its chunk \"\(id)\" of \(size) bytes")
      }
      if id == "fmt " {
        sampleRate = try source.number(at: chunk.body + 4, count: 4, isBig: false)
        blockSize = try source.number(at: chunk.body + 12, count: 2, isBig: false)
      }
      // In a compressed WAV a block has several frames; the chunk "fact" has their count.
      if id == "data", blockSize > 0 { frames = max(frames, size / blockSize) }
      if id == "fact", !isLong {
        frames = max(frames, try source.number(at: chunk.body, count: 4, isBig: false))
      }
      if id == "smpl" { sampler = try source.read(at: chunk.body, count: size) }
      // Flag 0 is a one-shot.
      if id == "acid", size >= 4, !isAiff {
        isWholeLoop = try source.read(at: chunk.body, count: 4)[0] & 1 == 0
      }
      if id == "COMM", isAiff { try readCommon(at: chunk.body) }
      chunks.append(chunk)
      next = chunk.end
    }
    if isAiff {
      instrument = InstrumentChunks(
        marks: try content(of: "MARK") ?? [], instrument: try content(of: "INST") ?? [])
    }
    // Writing would lose chunks that were not read.
    if next + 8 <= source.length { throw source.damaged("has over 10000 chunks") }
    if isLong, chunks.first?.id != "ds64" { throw source.damaged("is RF64 without its sizes") }
  }

  /// Count of frames, and the rate, an 80-bit number.
  private mutating func readCommon(at body: Int64) throws(AhaError) {
    let bytes = try source.read(at: body, count: 18)
    frames = Int64(bytes[2..<6].bigEndian)
    let exponent = Int(bytes[8..<10].bigEndian & 0x7FFF) - 16_383
    guard (0...31).contains(exponent) else { return }
    sampleRate = Int64(bytes[10..<18].bigEndian >> UInt64(63 - exponent))
  }

  /// The loops of the file.
  var loops: [FileLoop] {
    if isAiff { return instrument.loops }
    let loops = SamplerChunk.loops(in: sampler)
    return loops.isEmpty && isWholeLoop ? [FileLoop(begin: 0)] : loops
  }

  private func content(of id: String) throws(AhaError) -> [UInt8]? {
    guard let chunk = chunks.first(where: { $0.id == id }) else { return nil }
    return try source.read(at: chunk.body, count: chunk.size)
  }

  private func tagContent() throws(AhaError) -> [UInt8] {
    for id in ["id3 ", "ID3 "] as [String] { if let found = try content(of: id) { return found } }
    return []
  }

  // MARK: Reading

  func read(into tags: inout Tags) throws(AhaError) {
    ID3.read(try tagContent(), into: &tags)
    tags.sampleRate = sampleRate
    tags.loops = isAiff ? instrument.loops : SamplerChunk.loops(in: sampler)
    if isAiff { return try readTexts(into: &tags) }
    let inID3 = tags.others.map { $0.name }
    // LIST INFO has all artists of ID3 in one text.
    let hasArtist = tags[.artist] != nil
    for chunk in chunks where chunk.id == "LIST" && chunk.size <= TagBytes.largest {
      for (id, bytes) in try entries(of: chunk) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let tag = Tag(id[...]), tag != .artist || !hasArtist { tags.add(tag, text: text) }
        guard let other = OtherTag(code: id, in: .info, text: text), !inID3.contains(other.name)
        else { continue }
        tags.add(other)
      }
    }
  }

  /// Reads the text chunks of an AIFF, and its first comment, where SoX writes lines in the format
  /// of Vorbis comments.
  private func readTexts(into tags: inout Tags) throws(AhaError) {
    for chunk in chunks where chunk.size <= TagBytes.largest {
      if chunk.id == "COMT", chunk.size > 10 {
        let bytes = try source.read(at: chunk.body + 8, count: chunk.size - 8)
        var line: [UInt8] = []
        for byte in Array(bytes[2...].prefix(Int(bytes[..<2].bigEndian))) + [0x0A] {
          if byte != 0x0A { line.append(byte) }
          if byte == 0x0A { VorbisComment.read(line, into: &tags) }
          if byte == 0x0A { line = [] }
        }
      }
      guard let tag = ChunkTags.text(of: chunk.id) else { continue }
      let text = try source.read(at: chunk.body, count: chunk.size).prefix { $0 != 0 }
      tags.add(tag, text: String(decoding: text, as: UTF8.self))
    }
  }

  private static func text(of id: String) -> Tag? {
    switch id {
    case "NAME": .title
    case "AUTH": .artist
    case "ANNO": .description
    default: nil
    }
  }

  /// The entries of a LIST INFO chunk without trailing NULs; empty for another list.
  private func entries(of chunk: Chunk) throws(AhaError) -> [([UInt8], ArraySlice<UInt8>)] {
    let bytes = try source.read(at: chunk.body, count: chunk.size)
    guard bytes.prefix(4).text == "INFO" else { return [] }
    var entries: [([UInt8], ArraySlice<UInt8>)] = []
    var next = 4
    while next + 8 <= bytes.count {
      let size = Int(bytes[(next + 4)..<(next + 8)].littleEndian)
      guard size <= bytes.count - next - 8 else { break }
      let text = bytes[(next + 8)..<(next + 8 + size)].prefix { $0 != 0 }
      entries.append((Array(bytes[next..<(next + 4)]), text))
      next += 8 + size + size & 1
    }
    return entries
  }

  // MARK: Writing

  /// Copies all other chunks, then writes libaha's at the end.
  func write(_ tags: Tags, to writer: inout TagWriter) throws(AhaError) {
    let former = try tagContent()
    if tags.isPartial { return try write(ID3.tag(of: tags, keeping: former), to: &writer) }
    var info: [UInt8] = []
    for (tag, texts) in tags.joinedValues where tag.info.utf8CodeUnitCount > 0 {
      info += ChunkTags.chunk(named: tag.info, body: Tags.line(of: texts).array + [0])
    }
    for (other, texts) in tags.joinedOthers {
      guard let code = other.code(in: .info) else { continue }
      info += ChunkTags.chunk(named: code, body: Tags.line(of: texts).array + [0])
    }
    try writer.copy(source, from: 0, to: 12)
    for chunk in chunks {
      if try isReplaced(chunk, info: &info) { continue }
      try writer.copy(source, from: chunk.body - 8, to: min(chunk.end, source.length))
      if writer.position & 1 == 1 { try writer.put([0]) }
    }
    // A loop that ends after the sound is only in the manifest.
    let loop = tags.loop.flatMap { $0.upperBound <= frames ? $0 : nil }
    var texts = tags
    texts.loop = nil
    let tag = ID3.tag(of: texts, keeping: former)
    if isAiff {
      try putInstrument(loop: loop, to: &writer)
      try put(tag, to: &writer)
    } else {
      try writer.put(ChunkTags.chunk(named: "LIST", body: "INFO".array + info))
      try put(tag, to: &writer)
      let sampler = SamplerChunk.bytes(sampler, with: loop, sampleRate: sampleRate)
      if !sampler.isEmpty { try writer.put(ChunkTags.chunk(named: "smpl", body: sampler)) }
      if let loop { try writer.put(cues(for: loop)) }
    }
    try patchSize(in: writer)
  }

  private func putInstrument(loop: Range<Int64>?, to writer: inout TagWriter) throws(AhaError) {
    var instrument = instrument
    instrument.set(loop: loop)
    for (id, body) in [
      ("MARK" as StaticString, instrument.markBytes), ("INST", instrument.instrumentBytes),
    ] {
      if body.count <= 2 { continue }
      try put(id, body: body, to: &writer)
    }
  }

  /// Replaces the ID3 tag alone.
  private func write(_ tag: [UInt8], to writer: inout TagWriter) throws(AhaError) {
    try writer.copy(source, from: 0, to: 12)
    for chunk in chunks where chunk.id != "id3 " && chunk.id != "ID3 " {
      try writer.copy(source, from: chunk.body - 8, to: min(chunk.end, source.length))
      if writer.position & 1 == 1 { try writer.put([0]) }
    }
    try put(tag, to: &writer)
    try patchSize(in: writer)
  }

  /// Writes the chunk of an ID3 tag.
  private func put(_ tag: [UInt8], to writer: inout TagWriter) throws(AhaError) {
    if !isAiff { return try writer.put(ChunkTags.chunk(named: "id3 ", body: tag)) }
    try put("ID3 ", body: tag, to: &writer)
  }

  /// Writes a chunk of an AIFF.
  private func put(
    _ id: StaticString, body: [UInt8], to writer: inout TagWriter
  ) throws(AhaError) {
    try writer.put(id.array + bigBytes(Int64(body.count)) + body)
    if body.count & 1 == 1 { try writer.put([0]) }
  }

  /// Whether libaha writes or replaces this chunk. Adds the other entries of a LIST INFO to `info`.
  private func isReplaced(_ chunk: Chunk, info: inout [UInt8]) throws(AhaError) -> Bool {
    switch chunk.id {
    case "id3 ", "ID3 ": return true
    case "MARK" where isAiff, "INST" where isAiff: return true
    case _ where isAiff: return ChunkTags.text(of: chunk.id) != nil
    case "smpl": return true
    case "cue ":
      let bytes = try source.read(at: chunk.body, count: min(chunk.size, 8))
      return bytes.count == 8 && bytes[4...].elementsEqual(ChunkTags.cueName.array)
    case "LIST":
      guard chunk.size <= TagBytes.largest, chunk.size >= 4 else { return false }
      let kind = try source.read(at: chunk.body, count: 4)
      guard kind.text == "INFO" else { return false }
      for (id, text) in try entries(of: chunk) where Tag(id[...]) == nil {
        info += ChunkTags.chunk(named: id, body: Array(text) + [0])
      }
      return true
    default: return false
    }
  }

  /// A cue point at both ends of the loop; empty if the file has its own cue points.
  private func cues(for loop: Range<Int64>) -> [UInt8] {
    guard !chunks.contains(where: { $0.id == "cue " && !isOurs($0) }) else { return [] }
    var cue = littleBytes(2)
    for (name, frame) in [(ChunkTags.cueName, loop.lowerBound), ("ahaE", loop.upperBound)] {
      cue += name.array + littleBytes(frame)
      cue += "data".array + littleBytes(0, count: 8)
      cue += littleBytes(frame)
    }
    return ChunkTags.chunk(named: "cue ", body: cue)
  }

  private func isOurs(_ cue: Chunk) -> Bool {
    do throws(AhaError) {
      return try source.read(at: cue.body + 4, count: 4) == ChunkTags.cueName.array
    } catch {
      return false
    }
  }

  private static let cueName: StaticString = "ahaB"

  private static func chunk(named id: StaticString, body: [UInt8]) -> [UInt8] {
    chunk(named: id.array, body: body)
  }

  private static func chunk(named id: [UInt8], body: [UInt8]) -> [UInt8] {
    let pad: [UInt8] = body.count & 1 == 1 ? [0] : []
    return id + littleBytes(Int64(body.count)) + body + pad
  }

  private func patchSize(in writer: TagWriter) throws(AhaError) {
    let size = writer.position - 8
    if isLong { return try writer.patch(littleBytes(size, count: 8), at: 20) }
    guard size < Int64(UInt32.max) else {
      throw AhaError(.formatLimit, "\(source.name) grows to \(size) bytes, over 4 GiB")
    }
    try writer.patch(isAiff ? bigBytes(size) : littleBytes(size), at: 4)
  }
}
