import AhaBase
import CShims

/// Checks the order of FLAC frames while a decoder reads them.
///
/// libFLAC compares the checksum of each frame, but plays silence or nothing for a frame that is
/// missing, without an error.
///
/// Invariant: a mark needs two frames in order before it and two after it, because the header of a
/// frame can also stand in its samples by chance. After a jump the check begins anew.
/// Threads: one at a time.
struct FlacCheck {
  let stream: FlacStream
  /// Frames of the sound before which others are missing, in the order of discovery.
  private(set) var marks: [Int64] = []
  /// The offset that continues the bytes seen so far.
  private var next: Int64 = -1
  /// The last bytes seen, which may be the beginning of a header.
  private var rest: [UInt8] = []
  /// The last frame in order, and whether its predecessor was in order too.
  private var last: FlacFrame?
  private var isSure = false
  /// A frame out of order.
  private var other: FlacFrame?

  private static let longestHeader = 16
  private static let maxMarks = 256

  init(_ stream: FlacStream) { self.stream = stream }

  /// Checks the bytes at an offset of the file.
  mutating func see(_ bytes: UnsafeRawBufferPointer, at offset: Int64, of length: Int64) {
    if offset != next { (rest, last, isSure, other) = ([], nil, false, nil) }
    next = offset + Int64(bytes.count)
    let known = rest.count
    if known > 0 {
      rest.append(contentsOf: bytes.prefix(FlacCheck.longestHeader))
      for index in 0..<known { find(rest, at: index) }
    }
    search(bytes)
    // The last frame has none after it.
    if next == length, isSure, let other, let last {
      if other.end(in: last) - stream.firstSample == stream.frames { mark() }
    }
    rest = Array(bytes.suffix(FlacCheck.longestHeader - 1))
  }

  /// Finds all headers except those that may be incomplete.
  private mutating func search(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let end = bytes.count - FlacCheck.longestHeader + 1
    var index = 0
    while index < end, let found = memchr(start + index, 0xFF, end - index) {
      index = UnsafeRawPointer(found) - start
      if bytes[index + 1] & 0xFE == 0xF8 {
        find(Array(bytes[index..<(index + FlacCheck.longestHeader)]), at: 0)
      }
      index += 1
    }
  }

  private mutating func find(_ bytes: [UInt8], at index: Int) {
    guard let frame = FlacFrame(bytes, at: index, stream: stream) else { return }
    guard let last else {
      self.last = frame
      return
    }
    if frame.follows(last) {
      (self.last, isSure, other) = (frame, true, nil)
    } else if let other, frame.follows(other) {
      if isSure { mark() }
      (self.last, isSure, self.other) = (frame, true, nil)
    } else if isSure, frame.repeats(last) {
      mark()
    } else {
      other = frame
    }
  }

  private mutating func mark() {
    guard let last, marks.count < FlacCheck.maxMarks else { return }
    let frame = last.end - stream.firstSample
    if frame >= 0, !marks.contains(frame) { marks.append(frame) }
  }
}
