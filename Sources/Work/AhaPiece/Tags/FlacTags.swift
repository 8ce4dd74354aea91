import AhaBase

/// The metadata blocks of a FLAC file. Source: RFC 9639, section 8.
struct FlacTags {
  let source: TagBytes
  /// Each block with the offset of its header and the size of its content.
  private var blocks: [(kind: UInt8, start: Int64, size: Int64)] = []
  private var audio: Int64 = 4
  private var comment = VorbisComment()
  private var sampleRate: Int64 = 0

  private static let commentKind: UInt8 = 4
  private static let pictureKind: UInt8 = 6
  /// Max size of a block: 24 bits.
  private static let largest = 0xFF_FFFF

  init(from source: TagBytes) throws(AhaError) {
    self.source = source
    var isLast = false
    while !isLast {
      let header = try source.read(at: audio, count: 4)
      let size = Int64(header[1...].bigEndian)
      isLast = header[0] & 0x80 != 0
      let kind = header[0] & 0x7F
      if kind == FlacTags.commentKind {
        let bytes = try source.read(at: audio + 4, count: size)
        if let found = VorbisComment(bytes[...]) { comment = found }
      } else {
        // STREAMINFO: the rate has 20 bits.
        if kind == 0 {
          sampleRate = try source.number(at: audio + 14, count: 3, isBig: true) >> 4
        }
        blocks.append((kind, audio, size))
      }
      audio += 4 + size
      if audio > source.length || blocks.count > 10_000 {
        throw source.damaged("ends within its metadata")
      }
    }
  }

  /// Whether a picture or chapters are in the file.
  var hasNotes: Bool { comment.hasNotes || blocks.contains { $0.kind == FlacTags.pictureKind } }

  func read(into tags: inout Tags) {
    comment.read(into: &tags)
    tags.sampleRate = sampleRate
  }

  /// Whether a block is the cover. Errors: those of reading.
  private func isCover(kind: UInt8, at start: Int64, size: Int64) throws(AhaError) -> Bool {
    guard kind == FlacTags.pictureKind, size >= 4 else { return false }
    return Picture.isCover(kind: try source.read(at: start + 4, count: 4).bigEndian)
  }

  /// Writes the comment and the cover after the first block, which is STREAMINFO.
  func write(_ tags: Tags, to writer: inout TagWriter) throws(AhaError) {
    var comment = comment
    comment.replace(tags, hasCover: false)
    var new: [(kind: UInt8, body: [UInt8])] = [(FlacTags.commentKind, comment.bytes)]
    if !tags.cover.isEmpty { new.append((FlacTags.pictureKind, Picture.block(tags.cover))) }
    for (_, body) in new where body.count > FlacTags.largest {
      throw AhaError(.limit, "tags of \(body.count) bytes are too long for \(source.name)")
    }
    try writer.put("fLaC".array)
    var last = (kind: UInt8(0), start: writer.position)
    for (index, block) in blocks.enumerated() {
      if !tags.cover.isEmpty, try isCover(kind: block.kind, at: block.start, size: block.size) {
        continue
      }
      last = (block.kind, writer.position)
      try writer.put([block.kind] + bigBytes(block.size, count: 3))
      try writer.copy(source, from: block.start + 4, to: block.start + 4 + block.size)
      if index > 0 { continue }
      for (kind, body) in new {
        last = (kind, writer.position)
        try writer.put([kind] + bigBytes(Int64(body.count), count: 3) + body)
      }
    }
    try writer.patch([last.kind | 0x80], at: last.start)
    try writer.copy(source, from: audio, to: source.length)
  }
}
