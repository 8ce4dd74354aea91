/// Changes to the bytes of a stream, applied while reading, so that libsndfile reads it correctly.
struct Repair {
  /// Replacement bytes at offsets of the stream.
  var corrections: [(offset: Int64, bytes: [UInt8])] = []
  /// Replaces the first `replaced` bytes of the stream.
  var prefix: [UInt8] = []
  var replaced: Int64 = 0

  init(_ corrections: [(offset: Int64, bytes: [UInt8])] = []) { self.corrections = corrections }

  var isEmpty: Bool { corrections.isEmpty && prefix.isEmpty && replaced == 0 }

  /// Growth of the stream in bytes.
  var shift: Int64 { Int64(prefix.count) - replaced }

  /// Applies the corrections to bytes read at an offset of the stream.
  func correct(_ read: UnsafeMutableRawBufferPointer, at start: Int64) {
    for (offset, bytes) in corrections {
      for (index, byte) in bytes.enumerated() {
        let target = offset + Int64(index) - start
        if (0..<Int64(read.count)).contains(target) { read[Int(target)] = byte }
      }
    }
  }
}
