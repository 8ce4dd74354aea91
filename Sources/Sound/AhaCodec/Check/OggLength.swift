import AhaBase

/// The exact length of a Vorbis or Opus stream by its first and last pages, without decoding.
///
/// Nil if the pages leave a doubt: damaged, missing or foreign pages among the last ones, bytes
/// behind them, no mark of the last page, or a granule position that differs from the lengths of
/// the packets. Only decoding tells the length of such a file.
/// Source: RFC 3533, section 6; RFC 7845, section 4; Vorbis I, sections 4.2 and A.2.
struct OggLength {
  /// The offset of the first page with sound.
  private let offset: Int64
  /// Before that page.
  private let packets: OggPackets
  private let serial: UInt32

  /// Reads the pages of the headers and the first page with sound; they are in the first bytes of
  /// most files.
  /// - Parameter first: The first page.
  init?(_ source: HeaderBytes, first: [UInt8]) {
    let isVorbis = first.count == 58 && first[29..<35].text == "vorbis"
    guard isVorbis || first.count >= 44 && first[28..<36].text == "OpusHead" else { return nil }
    serial = first.withUnsafeBytes { OggPageHead($0).serial }
    var pages = PageWalk(source, offset: Int64(first.count), serial: serial)
    var headers = HeaderPackets(count: isVorbis ? 2 : 1)
    while !headers.isComplete {
      guard let page = pages.next(), headers.add(page) else { return nil }
    }
    offset = pages.offset
    if isVorbis {
      guard let sizes = VorbisBlocks(identification: first[28...], setup: headers.last) else {
        return nil
      }
      packets = OggPackets(sizes)
    } else {
      packets = OggPackets(nil)
    }
    // Its position proves that the stream starts at 0 and that the block sizes are right.
    guard let page = pages.next() else { return nil }
    var packets = packets
    let isExact = page.withUnsafeBytes { page in
      let head = OggPageHead(page)
      let sum = packets.samples(page)
      return head.isLast || head.granule == sum || head.granule == -1 && sum == 0
    }
    guard isExact else { return nil }
  }

  /// The granule position at the end of the sound.
  /// - Parameters:
  ///   - pages: The correct pages in `bytes`.
  ///   - start: The offset of `bytes`, which are the last ones of the file.
  func end(
    _ bytes: UnsafeRawBufferPointer, pages: [(range: Range<Int>, head: OggPageHead)],
    start: Int64
  ) -> Int64? {
    let isWhole = start <= offset
    var packets = isWhole ? packets : packets.unsynchronized
    var (granule, sequence): (Int64?, UInt32?) = (isWhole ? 0 : nil, nil)
    var next = isWhole ? Int(offset - start) : pages.first?.range.lowerBound
    for (range, head) in pages where range.lowerBound >= next ?? 0 {
      guard range.lowerBound == next, head.serial == serial, !head.isFirst,
        sequence.map({ head.sequence == $0 &+ 1 }) ?? true,
        head.isLast == (range.upperBound == bytes.count)
      else { return nil }
      let sum = packets.samples(UnsafeRawBufferPointer(rebasing: bytes[range]))
      (next, sequence) = (range.upperBound, head.sequence)
      if head.isLast {
        guard let sum, let granule, head.granule > granule, head.granule - granule <= sum else {
          return nil
        }
        return head.granule
      }
      if head.granule == -1 { continue }
      if let sum, let granule, head.granule &- granule != sum { return nil }
      granule = head.granule >= 0 ? head.granule : nil
    }
    return nil
  }
}

/// Successive correct pages of one stream, without others between them.
private struct PageWalk {
  private let source: HeaderBytes
  private let serial: UInt32
  private(set) var offset: Int64
  private var sequence: UInt32 = 0
  private var left = 512

  init(_ source: HeaderBytes, offset: Int64, serial: UInt32) {
    (self.source, self.offset, self.serial) = (source, offset, serial)
  }

  mutating func next() -> [UInt8]? {
    // Every part of a slow stream is a request: the first bytes are there already.
    guard left > 0, source.isQuick || offset < OggPage.largest,
      let page = OggChain.page(source, at: offset)
    else { return nil }
    let head = page.withUnsafeBytes { OggPage.isCorrect($0) ? OggPageHead($0) : nil }
    guard let head, head.serial == serial, !head.isFirst, head.sequence == sequence &+ 1 else {
      return nil
    }
    (offset, sequence, left) = (offset + Int64(page.count), head.sequence, left - 1)
    return page
  }
}

/// The packets of the headers after the first.
private struct HeaderPackets {
  /// The bytes of the current packet, which is the last one at the end.
  private(set) var last: [UInt8] = []
  private var left: Int
  private var isOpen = false

  init(count: Int) { left = count }

  var isComplete: Bool { left == 0 }

  /// Returns false if sound follows on the same page.
  mutating func add(_ page: [UInt8]) -> Bool {
    var start = OggPage.headerSize + Int(page[26])
    for lacing in page[OggPage.headerSize..<start] {
      if left == 0 { return false }
      if !isOpen { last.removeAll(keepingCapacity: true) }
      // The comments may have a cover.
      if left == 1 { last += page[start..<(start + Int(lacing))] }
      start += Int(lacing)
      isOpen = lacing == 255
      if !isOpen { left -= 1 }
    }
    return true
  }
}
