import AhaBase
import AhaCodec

/// The pages of an Ogg file with Vorbis or Opus.
/// Source: RFC 3533 (pages and their checksum), RFC 7845 section 5.2 (OpusTags), and Xiph's
/// "Vorbis I specification", section 4.2.
struct OggTags {
  private struct Page {
    let start: Int64
    let header: [UInt8]
    let bodySize: Int64
    var segments: ArraySlice<UInt8> { header[27...] }
    var serial: ArraySlice<UInt8> { header[14..<18] }
    var body: Int64 { start + Int64(header.count) }
    var end: Int64 { body + bodySize }
  }

  let source: TagBytes
  private let first: Page
  private let sampleRate: Int64
  /// Bytes before the comment in its packet.
  private let mark: [UInt8]
  private(set) var comment = VorbisComment()
  /// The packets after the comment that share its pages, and the end of those pages.
  private var setup: [[UInt8]] = []
  private var end: Int64 = 0
  private var pageCount: Int64 = 0

  init(from source: TagBytes) throws(AhaError) {
    self.source = source
    first = try OggTags.page(of: source, at: 0)
    let head = try source.read(at: first.body, count: min(first.bodySize, 8))
    let isOpus = head.text == "OpusHead"
    guard isOpus || head.prefix(7).text == "\u{1}vorbis" else {
      throw AhaError(.unsupported, "\(source.name) is Ogg with neither Vorbis nor Opus first")
    }
    // Opus counts in frames of 48 kHz.
    sampleRate = isOpus ? 48_000 : try source.number(at: first.body + 12, count: 4, isBig: false)
    mark = isOpus ? "OpusTags".array : [3] + "vorbis".array
    try readPackets(isOpus ? 1 : 2)
  }

  private static func page(of source: TagBytes, at start: Int64) throws(AhaError) -> Page {
    let fixed = try source.read(at: start, count: 27)
    guard fixed.prefix(4).text == "OggS", fixed[4] == 0 else {
      throw source.damaged("has no page at \(start)")
    }
    let header = fixed + (try source.read(at: start + 27, count: Int64(fixed[26])))
    let size = header[27...].reduce(0) { $0 + Int64($1) }
    guard size <= source.length - start - Int64(header.count) else {
      throw source.damaged("ends within its page at \(start)")
    }
    return Page(start: start, header: header, bodySize: size)
  }

  /// Reads the packets after the first page, up to the end of a page.
  private mutating func readPackets(_ count: Int) throws(AhaError) {
    var (packets, open) = ([[UInt8]](), [UInt8]())
    end = first.end
    while packets.count < count || !open.isEmpty {
      let page = try OggTags.page(of: source, at: end)
      guard page.serial == first.serial else {
        throw AhaError(.unsupported, "\(source.name) has several streams at its start")
      }
      var body = try source.read(at: page.body, count: page.bodySize)[...]
      for lace in page.segments {
        open += body.prefix(Int(lace))
        body = body.dropFirst(Int(lace))
        if lace == 255 { continue }
        packets.append(open)
        open = []
      }
      guard open.count <= TagBytes.largest else { throw source.damaged("has no end of its tags") }
      end = page.end
      pageCount += 1
    }
    guard packets.count == count, packets[0].starts(with: mark),
      let found = VorbisComment(packets[0][mark.count...])
    else { throw source.damaged("has no comment in its second packet") }
    comment = found
    setup = Array(packets[1...])
  }

  func read(into tags: inout Tags) {
    comment.read(into: &tags)
    tags.sampleRate = sampleRate
  }

  // MARK: Writing

  func write(_ tags: Tags, to writer: inout TagWriter) throws(AhaError) {
    var comment = comment
    comment.replace(tags, isOpus: setup.isEmpty, hasCover: true)
    // A Vorbis comment ends with a framing bit.
    let packet = mark + comment.bytes + (setup.isEmpty ? [] : [1])
    guard packet.count <= TagBytes.largest else {
      throw AhaError(.limit, "tags of \(packet.count) bytes are too long for \(source.name)")
    }
    try writer.copy(source, from: 0, to: first.end)
    let count = try put([packet] + setup, to: &writer)
    if count == pageCount { return try writer.copy(source, from: end, to: source.length) }
    var next = end
    while next < source.length {
      let page = try OggTags.page(of: source, at: next)
      if page.serial == first.serial {
        let number = Int64(page.header[18..<22].littleEndian) + count - pageCount
        try put(
          header: page.header, number: number,
          body: try source.read(at: page.body, count: page.bodySize),
          to: &writer)
      } else {
        try writer.copy(source, from: page.start, to: page.end)
      }
      next = page.end
    }
  }

  /// Writes packets as pages from number 1 on; returns the count of pages.
  private func put(_ packets: [[UInt8]], to writer: inout TagWriter) throws(AhaError) -> Int64 {
    var laces: [UInt8] = []
    for packet in packets {
      laces += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    let bytes = packets.flatMap { $0 }
    var (number, offset, lace) = (Int64(0), 0, 0)
    while lace < laces.count {
      let segments = laces[lace..<min(lace + 255, laces.count)]
      let size = segments.reduce(0) { $0 + Int($1) }
      // The flag marks a page that begins within a packet. Without a packet end the position is -1.
      let isContinued: UInt8 = lace > 0 && laces[lace - 1] == 255 ? 1 : 0
      let ends = segments.contains { $0 < 255 }
      let position = [UInt8](repeating: ends ? 0 : 255, count: 8)
      var header = "OggS".array + [0, isContinued] + position
      header += first.serial + littleBytes(0, count: 8)
      header += [UInt8(segments.count)] + segments
      number += 1
      try put(
        header: header, number: number, body: Array(bytes[offset..<(offset + size)]), to: &writer)
      (offset, lace) = (offset + size, lace + segments.count)
    }
    return number
  }

  private func put(
    header: [UInt8], number: Int64, body: [UInt8], to writer: inout TagWriter
  ) throws(AhaError) {
    var page = header + body
    page.replaceSubrange(18..<22, with: littleBytes(number))
    OggPage.seal(&page)
    try writer.put(page)
  }
}
