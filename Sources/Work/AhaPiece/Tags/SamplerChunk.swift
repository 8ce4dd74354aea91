import AhaCodec

/// The "smpl" chunk of a WAV: root note and loops for samplers.
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0": smpl.
enum SamplerChunk {
  /// Offset of the loops, each 24 bytes.
  private static let head = 36

  /// Offset after the loops.
  private static func end(of bytes: [UInt8]) -> Int {
    guard bytes.count >= head else { return head }
    return head + min(Int(bytes[28..<32].littleEndian), (bytes.count - head) / 24) * 24
  }

  /// Its loops: kind, first frame, last frame, fraction and count of plays (0: endless) of each. A
  /// backward loop is read as a forward one.
  static func loops(in bytes: [UInt8]) -> [FileLoop] {
    stride(from: head, to: end(of: bytes), by: 24).compactMap { offset in
      func word(_ index: Int) -> Int64 {
        Int64(bytes[(offset + 4 * index)..<(offset + 4 * index + 4)].littleEndian)
      }
      guard word(2) <= word(3), word(5) != 1 else { return nil }
      return FileLoop(
        begin: word(2), end: word(3) + 1,
        count: word(5) == 0 ? FileLoop.forever : UInt32(word(5) - 1), isPingPong: word(1) == 1)
    }
  }

  /// The chunk with its first loop replaced; nil removes all loops. Everything else is kept. Empty
  /// if nothing but defaults remains.
  static func bytes(_ former: [UInt8], with loop: Range<Int64>?, sampleRate: Int64) -> [UInt8] {
    let period = sampleRate > 0 ? 1_000_000_000 / sampleRate : 0
    // No manufacturer; root note middle C.
    let plain = [0, 0, period, 60, 0, 0, 0, 0, 0].flatMap { littleBytes($0) }
    let body = former.count < head ? plain : former
    let end = end(of: body)
    var loops: [UInt8] = []
    if let loop {
      // A new loop has the play count 0: endless.
      loops = end > head ? Array(body[head..<end]) : [UInt8](repeating: 0, count: 24)
      let bounds = littleBytes(loop.lowerBound) + littleBytes(loop.upperBound - 1)
      for index in 0..<8 { loops[8 + index] = bounds[index] }
    }
    var bytes = Array(body[..<28]) + littleBytes(Int64(loops.count / 24))
    bytes += body[32..<head]
    bytes += loops
    bytes += body[end...]
    return loops.isEmpty && bytes.elementsEqual(plain) ? [] : bytes
  }
}
