/// What is read in place of what a stream has, so that libsndfile takes it for what it is.
struct Repair {
  /// Bytes at offsets of the stream.
  var corrections: [(offset: Int64, bytes: [UInt8])] = []
  /// Bytes in place of its first `replaced`.
  var prefix: [UInt8] = []
  var replaced: Int64 = 0

  /// How much longer the stream becomes.
  var shift: Int64 { Int64(prefix.count) - replaced }

  /// Corrects bytes that were read at an offset of the stream.
  func correct(_ read: UnsafeMutableRawBufferPointer, at start: Int64) {
    for (offset, bytes) in corrections {
      for (index, byte) in bytes.enumerated() {
        let place = offset + Int64(index) - start
        if (0..<Int64(read.count)).contains(place) { read[Int(place)] = byte }
      }
    }
  }
}
