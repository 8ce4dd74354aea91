import AhaBase

/// The first pages and the last page of an Ogg file, and the corrections of libsndfile's view.
/// Source: RFC 3533, section 6; RFC 7845, sections 4 and 5.
struct OggProbe {
  private(set) var channels: Int?
  private(set) var sampleRate: Double?
  /// An Ogg of several streams, of which libsndfile reads the first.
  private(set) var isChained = false
  /// New serial numbers for a chain whose streams have the same one, which FFmpeg would read as one
  /// stream.
  private(set) var serials: [(offset: Int64, bytes: [UInt8])] = []
  private(set) var corrections: [(offset: Int64, bytes: [UInt8])] = []
  let serial: UInt32
  private(set) var isOpus = false
  private(set) var isVorbis = false
  /// Samples at 48 kHz to drop at the start of an Opus stream, beyond those that libsndfile drops.
  private(set) var dropped: Int64 = 0
  /// The granule positions at the first frame, if the stream starts at 0 or has Opus, and at the
  /// end.
  private(set) var begin: Int64 = 0
  private(set) var end: Int64?
  /// The same, if the pages prove that all samples from 0 to it can be decoded.
  private(set) var exactEnd: Int64?

  /// Nil without a complete first page.
  init?(_ source: HeaderBytes) {
    guard let first = OggChain.page(source, at: 0) else { return nil }
    serial = first.withUnsafeBytes { OggPageHead($0).serial }
    // Before the last pages: the first ones are in the buffer.
    readTail(source, length: OggLength(source, first: first))
    if !isChained, let chain = OggChain(source, serial: serial) {
      (isChained, exactEnd) = (true, nil)
      serials = chain.corrections
    }
    // The header of the first page has 28 bytes: one packet, one segment.
    guard first.count >= 44 else { return }
    if first[29..<35].text == "vorbis" {
      isVorbis = true
      channels = Int(first[39])
      sampleRate = Double(littleEndian(first, at: 40, count: 4))
    } else if first[28..<36].text == "OpusHead" {
      isOpus = true
      channels = Int(first[37])
      correctOpus(first, source: source)
    }
  }

  /// The exact length at a rate of decoding; nil if only decoding tells it.
  func exactFrames(sampleRate: Int) -> Int64? {
    guard let exactEnd, corrections.isEmpty, exactEnd > begin else { return nil }
    return isOpus ? (exactEnd - begin) * Int64(sampleRate) / 48_000 : exactEnd
  }

  // MARK: Opus

  private mutating func correctOpus(_ first: [UInt8], source: HeaderBytes) {
    var page = first
    // libsndfile decodes at the next rate above that of the encoder's input: 8 kHz for an unknown
    // one.
    let rate = littleEndian(page, at: 40, count: 4)
    if rate == 0 || rate > UInt64(Int32.max) {
      page.replaceSubrange(40..<44, with: [0x80, 0xBB, 0, 0])
    }
    let skip = Int64(littleEndian(page, at: 38, count: 2))
    let start = firstSample(source, after: Int64(first.count))
    begin = start + skip
    // libsndfile drops the samples before the pre-skip's granule position, which such a stream does
    // not have.
    if start > 0 {
      dropped = skip
      page.replaceSubrange(38..<40, with: [0, 0])
    }
    guard page != first else { return }
    OggPage.seal(&page)
    corrections.append((0, page))
  }

  /// The granule position where the first packet starts: above 0 in a recorded live stream.
  private func firstSample(_ source: HeaderBytes, after start: Int64) -> Int64 {
    var offset = start
    for _ in 0..<OggProbe.maxHeaderPages {
      guard let page = OggChain.page(source, at: offset) else { return 0 }
      let (head, samples) = page.withUnsafeBytes {
        let head = OggPageHead($0)
        return (head, head.granule > 0 ? OpusPackets.samples($0) : nil)
      }
      if head.serial == serial, head.granule != 0, head.granule != -1 {
        guard let samples, !head.isContinued, !head.isLast else { return 0 }
        return max(0, head.granule - samples)
      }
      offset += Int64(page.count)
    }
    return 0
  }

  /// A comment with a cover has some megabytes.
  private static let maxHeaderPages = 512

  // MARK: The last page

  private mutating func readTail(_ source: HeaderBytes, length: OggLength?) {
    let size = min(source.length, 3 * OggPage.largest)
    let start = source.length - size
    let bytes = source.read(at: start, count: Int(size))
    let pages = bytes.withUnsafeBytes { OggProbe.pages($0) }
    guard let (range, last) = pages.last else { return }
    exactEnd = bytes.withUnsafeBytes { length?.end($0, pages: pages, start: start) }
    isChained = last.serial != serial
    end = pages.last { $0.head.serial == serial && $0.head.granule >= 0 }?.head.granule
    // Without the mark of its last page, libsndfile loses the last packet of Opus.
    guard last.serial == serial, !last.isLast else { return }
    var page = Array(bytes[range])
    page[5] |= 4
    OggPage.seal(&page)
    corrections.append((start + Int64(range.lowerBound), Array(page[..<26])))
  }

  /// The correct pages.
  private static func pages(
    _ bytes: UnsafeRawBufferPointer
  ) -> [(range: Range<Int>, head: OggPageHead)] {
    var found: [(range: Range<Int>, head: OggPageHead)] = []
    var next = 0
    while let start = bytes[next...].firstIndex(of: 0x4F) {
      next = start + 1
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      guard let page = OggCheck.page(rest) else { continue }
      next = start + page.count
      found.append((range: start..<next, head: OggPageHead(page)))
    }
    return found
  }
}
