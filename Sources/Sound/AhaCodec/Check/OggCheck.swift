import AhaBase
import CShims

/// Checks the pages of an Ogg stream, or of a chain of them, while a decoder reads them: checksums,
/// sequence numbers, and the granule positions of Opus.
///
/// libsndfile skips a page with a wrong checksum, and plays the pages around a missing one without
/// a pause. Both have seen the same bytes when libsndfile decodes a page, so a mark is set before
/// the first wrong frame is decoded.
///
/// Invariant: buffers one page at most. After a jump the check begins at the next correct page.
/// Threads: one at a time.
/// Source: RFC 3533, section 6; RFC 7845, section 4.
final class OggCheck {
  /// Granule positions before which the sound is correct and after which it is damaged, in the
  /// order of discovery. In a chain they count on from the end of the stream before.
  private(set) var marks: [Int64] = []
  let probe: OggProbe
  /// The decoder reads all streams of a chain.
  let isChain: Bool
  private var serial: UInt32
  /// The streams that were seen, by their serial numbers.
  private var links: [UInt32: Link]
  /// Bytes that do not complete a page yet.
  private let memory: Buffer<UInt8>
  private var count = 0
  /// The offset that continues the bytes seen so far.
  private var next: Int64 = -1
  /// A page begins at the first buffered byte, because a correct page ended there.
  private var isSynchronized = false
  /// Other bytes than pages followed the last correct page.
  private var hasGap = false
  /// Of the last correct page of the stream; nil after a jump.
  private var sequence: UInt32?
  private var granule: Int64?
  /// Another stream with the same serial number follows.
  private var isFinished = false

  private static let capacity = 1 << 17
  private static let maxMarks = 256

  private struct Link {
    /// Samples of the streams before.
    let before: Int64
    /// The granule position at its first sample.
    let begin: Int64
  }

  /// Errors: `outOfMemory`.
  init(_ probe: OggProbe, isChain: Bool) throws(AhaError) {
    (self.probe, self.isChain, serial) = (probe, isChain, probe.serial)
    links = [probe.serial: Link(before: probe.begin, begin: probe.begin)]
    memory = try claimMemory(OggCheck.capacity, of: "bytes of a page")
  }

  deinit { free(memory.base) }

  /// Checks the bytes at an offset of the file.
  func see(_ bytes: UnsafeRawBufferPointer, at offset: Int64, of length: Int64) {
    if offset != next { restart(at: offset) }
    next = offset + Int64(bytes.count)
    var done = 0
    while done < bytes.count, !isFinished {
      let size = min(bytes.count - done, OggCheck.capacity - count)
      UnsafeMutableRawPointer((memory + count).base).copyMemory(
        from: bytes.baseAddress! + done, byteCount: size)
      (count, done) = (count + size, done + size)
      let used = scan(UnsafeRawBufferPointer(start: memory.base, count: count))
      count -= used
      memmove(memory.base, (memory + used).base, count)
    }
    guard next == length, isSynchronized, !isFinished else { return }
    if hasPage(UnsafeRawBufferPointer(start: memory.base, count: count)) { mark() }
  }

  /// Whether a correct page stands in another one that does not end, because its size is damaged.
  private func hasPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.indices.dropFirst().contains { index in
      OggCheck.page(UnsafeRawBufferPointer(rebasing: bytes[index...])) != nil
    }
  }

  /// The correct page at the beginning of bytes.
  static func page(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard bytes.count >= OggPage.headerSize, isPage(bytes), let size = OggPage.size(bytes),
      size <= bytes.count
    else { return nil }
    let page = UnsafeRawBufferPointer(rebasing: bytes[..<size])
    return OggPage.isCorrect(page) ? page : nil
  }

  private func restart(at offset: Int64) {
    count = 0
    isSynchronized = offset == 0
    (hasGap, isFinished, sequence, granule) = (false, false, nil, nil)
  }

  /// Checks all complete pages; returns the count of bytes that are no longer needed.
  private func scan(_ bytes: UnsafeRawBufferPointer) -> Int {
    var start = 0
    while start + OggPage.headerSize <= bytes.count, !isFinished {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      guard OggCheck.isPage(rest) else {
        start += passGap(rest)
        continue
      }
      guard let size = OggPage.size(rest), size <= rest.count else { break }
      let page = UnsafeRawBufferPointer(rebasing: rest[..<size])
      if OggPage.isCorrect(page) {
        pass(OggPageHead(page), page: page)
        start += size
      } else {
        // Its end is unknown: the search continues within it, as that of libogg.
        if isSynchronized { mark() }
        start += passGap(rest)
      }
    }
    return start
  }

  private static func isPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes[0] == 0x4F && bytes[1] == 0x67 && bytes[2] == 0x67 && bytes[3] == 0x53
  }

  /// Searches the next page; returns the count of bytes before it.
  private func passGap(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isSynchronized {
      // The expected page, whose first bytes are damaged.
      let head = OggPageHead(bytes)
      if head.serial == serial, let sequence, head.sequence == sequence &+ 1 { mark() }
      hasGap = true
    }
    isSynchronized = false
    return bytes.dropFirst().firstIndex(of: 0x4F) ?? bytes.count
  }

  /// A correct page.
  private func pass(_ head: OggPageHead, page: UnsafeRawBufferPointer) {
    isSynchronized = true
    if head.serial != serial { follow(head, page: page) }
    guard head.serial == serial else { return }
    if head.isFirst, let granule, granule > 0 {
      isFinished = true
      return
    }
    if hasGap || isHole(head, page: page) { mark() }
    hasGap = false
    sequence = head.sequence
    if head.granule >= 0 { granule = head.granule }
  }

  /// Goes to the next stream of a chain, whose first page this is, or after a jump to one that was
  /// seen before.
  private func follow(_ head: OggPageHead, page: UnsafeRawBufferPointer) {
    guard isChain else { return }
    if sequence == nil, links[head.serial] != nil {
      serial = head.serial
    } else if head.isFirst, let end = granule, end > 0, let link = links[serial],
      let begin = begin(of: page)
    {
      links[head.serial] = Link(before: link.before + end - link.begin, begin: begin)
      (serial, sequence, granule) = (head.serial, nil, nil)
    }
  }

  /// Nil for the first page of a stream of another kind.
  private func begin(of page: UnsafeRawBufferPointer) -> Int64? {
    let packet = page.dropFirst(OggPage.headerSize + 1)
    if probe.isVorbis { return packet.dropFirst().prefix(6).elementsEqual("vorbis".utf8) ? 0 : nil }
    guard probe.isOpus, packet.starts(with: "OpusHead".utf8), page.count >= 40 else { return nil }
    return Int64(page[38]) | Int64(page[39]) << 8
  }

  /// Whether pages or packets are missing before a page. A recorded live stream may begin at any
  /// page after its header.
  private func isHole(_ head: OggPageHead, page: UnsafeRawBufferPointer) -> Bool {
    guard let sequence, let granule, granule > 0 else { return false }
    if head.sequence != sequence &+ 1 { return true }
    guard probe.isOpus, !head.isContinued, head.granule > granule else { return false }
    guard let samples = OpusPackets.samples(page) else { return false }
    return head.granule - granule > samples
  }

  private func mark() {
    guard let granule, let link = links[serial], marks.count < OggCheck.maxMarks else { return }
    let mark = link.before + max(0, granule - link.begin)
    if !marks.contains(mark) { marks.append(mark) }
  }
}

extension OggCheck {
  /// Frames that libsndfile decodes before the first one of a stream that starts late.
  func droppedFrames(sampleRate: Int32) -> Int64 {
    sampleRate > 0 ? probe.dropped * Int64(sampleRate) / 48_000 : 0
  }

  /// The frames at the marks. Vorbis may start late too: libsndfile's length tells it.
  func frames(of info: SourceInfo) -> [Int64] {
    let step = probe.isOpus ? max(1, 48_000 / Int64(info.sampleRate)) : 1
    return marks.map { mark in
      if probe.isVorbis, !isChain, info.frames > 0, let end = probe.end {
        return max(0, info.frames - max(0, end - mark))
      }
      return max(0, mark - probe.begin) / step
    }
  }
}

/// The numbers in a page's header.
struct OggPageHead {
  let isContinued: Bool
  let isFirst: Bool
  let isLast: Bool
  /// -1: no packet ends on the page.
  let granule: Int64
  let serial: UInt32
  let sequence: UInt32

  /// - Parameter bytes: At least the 27 bytes of a header.
  init(_ bytes: UnsafeRawBufferPointer) {
    isContinued = bytes[5] & 1 != 0
    isFirst = bytes[5] & 2 != 0
    isLast = bytes[5] & 4 != 0
    granule = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 6, as: Int64.self))
    serial = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 14, as: UInt32.self))
    sequence = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 18, as: UInt32.self))
  }
}
