import AhaBase

/// The offsets of the first and the last frame of a FLAC file, and the corrections of a header that
/// contradicts them.
///
/// libsndfile ends at the header's count of frames, and stops at bytes that stand between the
/// metadata and the first frame.
struct FlacProbe {
  private(set) var corrections: [(offset: Int64, bytes: [UInt8])] = []
  private(set) var stream: FlacStream
  private let source: HeaderBytes

  /// Nil without the block STREAMINFO.
  init?(_ source: HeaderBytes, start: [UInt8]) {
    guard let stream = FlacStream(start) else { return nil }
    (self.stream, self.source) = (stream, source)
    guard let last = lastBlock(), let first = firstFrame(after: last.end) else { return }
    if first.offset > last.end { skipJunk(last, upTo: first.offset) }
    self.stream.firstSample = first.frame.start
    guard let end = end(after: first) else { return }
    let frames = end - first.frame.start
    if frames > stream.frames, frames >> 36 == 0 { correct(frames) }
  }

  // MARK: Metadata

  private struct Block {
    let offset: Int64
    let type: UInt8
    let end: Int64
  }

  private func lastBlock() -> Block? {
    var next: Int64 = 4
    for _ in 0..<FlacProbe.maxBlocks {
      let head = source.read(at: next, count: 4)
      guard head.count == 4 else { return nil }
      let end = next + 4 + Int64(bigEndian(head, at: 1, count: 3))
      if head[0] & 0x80 != 0 { return Block(offset: next, type: head[0] & 0x7F, end: end) }
      next = end
    }
    return nil
  }

  private static let maxBlocks = 256

  /// Makes the bytes a part of the last block. A block of padding is skipped whatever it holds;
  /// STREAMINFO has to stay.
  private mutating func skipJunk(_ block: Block, upTo end: Int64) {
    let size = end - block.offset - 4
    guard size < 1 << 24 else { return }
    let type: UInt8 = block.type == 0 ? 0 : 1
    let bytes = (0..<3).map { UInt8(truncatingIfNeeded: size >> Int64(16 - 8 * $0)) }
    corrections.append((block.offset, [0x80 | type] + bytes))
  }

  private mutating func correct(_ frames: Int64) {
    let high = source.read(at: 21, count: 1)
    guard high.count == 1 else { return }
    let byte = high[0] & 0xF0 | UInt8(frames >> 32)
    corrections.append((21, [byte] + UInt32(truncatingIfNeeded: frames).bytes))
  }

  // MARK: Frames

  private func firstFrame(after start: Int64) -> (offset: Int64, frame: FlacFrame)? {
    var next = start
    while next < start + FlacProbe.maxJunk {
      let bytes = source.read(at: next, count: 65_536)
      let found = bytes.indices.first {
        bytes[$0] == 0xFF && isFirst(bytes, at: $0, offset: next, start: start)
      }
      if let found, let frame = FlacFrame(bytes, at: found, stream: stream) {
        return (next + Int64(found), frame)
      }
      guard bytes.count == 65_536 else { return nil }
      // The next read begins with the last bytes, where a header may begin.
      next += 65_536 - 16
    }
    return nil
  }

  /// A frame directly after the metadata may have any number, as in a cut file.
  private func isFirst(_ bytes: [UInt8], at index: Int, offset: Int64, start: Int64) -> Bool {
    guard let frame = FlacFrame(bytes, at: index, stream: stream) else { return false }
    return offset + Int64(index) == start || frame.start == 0
  }

  private static let maxJunk: Int64 = 1 << 20

  /// The end of the last frame whose header can be read and whose predecessor is whole.
  private func end(after first: (offset: Int64, frame: FlacFrame)) -> Int64? {
    let size = min(source.length - first.offset, Int64(stream.tailBytes))
    guard size > 0 else { return nil }
    let offset = source.length - size
    let bytes = source.read(at: offset, count: Int(size))
    var later: [(index: Int, frame: FlacFrame)] = []
    for index in bytes.indices.reversed() where bytes[index] == 0xFF {
      guard let frame = FlacFrame(bytes, at: index, stream: stream) else { continue }
      let next = later.last {
        $0.frame.follows(frame) && FlacFrame.isWhole(bytes[index..<$0.index])
      }
      if let next { return frame.end + next.frame.samples }
      if offset + Int64(index) == first.offset { return frame.end }
      if later.count == FlacProbe.maxCandidates { return nil }
      later.append((index, frame))
    }
    return nil
  }

  private static let maxCandidates = 64
}
