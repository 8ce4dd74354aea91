import AhaBase

extension Piece {
  public static let maxCoverBytes = 1 << 24

  /// - Parameter bytes: JPEG or PNG as a file; empty for none.
  /// Errors: `limit`, `unknownFormat`, `outOfMemory`.
  public mutating func setCover(_ bytes: UnsafeRawBufferPointer) throws(AhaError) {
    guard bytes.count <= Piece.maxCoverBytes else {
      throw AhaError(.limit, "a cover of \(bytes.count) bytes is over 16 MiB")
    }
    let starts: [[UInt8]] = [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47]]
    guard bytes.isEmpty || starts.contains(where: { bytes.starts(with: $0) }) else {
      throw AhaError(.unknownFormat, "the cover is neither JPEG nor PNG")
    }
    try requireMemory(bytes: bytes.count)
    cover = Array(bytes)
  }
}
