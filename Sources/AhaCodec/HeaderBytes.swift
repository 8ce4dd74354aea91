import AhaBase

/// A file's header as numbers and chunks; bytes that are not there end it.
struct HeaderBytes {
  private let cursor: Cursor

  init(_ cursor: Cursor) { self.cursor = cursor }

  /// Of the whole file.
  var length: Int64 { cursor.length }

  /// Up to `count` bytes at an offset.
  func read(at offset: Int64, count: Int) -> [UInt8] {
    guard cursor.seek(offset, from: 0) == offset else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { cursor.read($0.baseAddress!, $0.count) }
    return Array(bytes.prefix(got))
  }

  /// The number in `count` bytes, lowest first.
  func number(at offset: Int64, count: Int) -> UInt64? {
    let bytes = read(at: offset, count: count)
    return bytes.count == count ? littleEndian(bytes, at: 0, count: count) : nil
  }

  /// Four bytes, highest first.
  func bigEndianWord(at offset: Int64) -> UInt32? {
    guard cursor.seek(offset, from: 0) == offset else { return nil }
    var word: UInt32 = 0
    let got = withUnsafeMutableBytes(of: &word) { cursor.read($0.baseAddress!, 4) }
    return got == 4 ? UInt32(bigEndian: word) : nil
  }

  /// How a family of formats writes its chunks.
  enum Family {
    case riff, aiff, caf, wave64
  }

  struct Chunk {
    let id: String
    /// Where its content starts, and how long that is.
    let body: Int64
    let size: UInt64
  }

  /// Calls `visit` for each chunk until it returns false.
  func forEachChunk(from start: Int64, _ family: Family, _ visit: (Chunk) -> Bool) {
    var next = start
    for _ in 0..<HeaderBytes.mostChunks {
      guard let chunk = chunk(at: next, family), visit(chunk) else { return }
      let size = Int64(clamping: chunk.size)
      let (end, overflow) = chunk.body.addingReportingOverflow(size)
      guard !overflow, end < cursor.length else { return }
      // An overflow gives an offset before the start, where there is nothing.
      next = (end &+ family.padding) / (family.padding + 1) * (family.padding + 1)
    }
  }

  /// Whether a RIFF chunk that fits into the file starts there.
  func isChunk(at offset: Int64) -> Bool {
    let bytes = read(at: offset, count: 8)
    guard bytes.count == 8, bytes[..<4].allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return false
    }
    return Int64(littleEndian(bytes, at: 4, count: 4)) <= length - offset - 8
  }

  /// A header with more than this is not worth the reading.
  private static let mostChunks = 256

  private func chunk(at offset: Int64, _ family: Family) -> Chunk? {
    let bytes = read(at: offset, count: family.headerSize)
    guard bytes.count == family.headerSize else { return nil }
    let id = bytes[0..<4].text
    let size: UInt64
    switch family {
    case .riff: size = littleEndian(bytes, at: 4, count: 4)
    case .aiff: size = bigEndian(bytes, at: 4, count: 4)
    case .caf: size = bigEndian(bytes, at: 4, count: 8)
    case .wave64:
      // The size counts the header too.
      let whole = littleEndian(bytes, at: 16, count: 8)
      guard whole >= 24 else { return nil }
      size = whole - 24
    }
    return Chunk(id: id, body: offset + Int64(family.headerSize), size: size)
  }
}

extension HeaderBytes.Family {
  fileprivate var headerSize: Int {
    switch self {
    case .riff, .aiff: 8
    case .caf: 12
    case .wave64: 24
    }
  }

  /// Chunks start at multiples of this plus one.
  fileprivate var padding: Int64 {
    switch self {
    case .riff, .aiff: 1
    case .caf: 0
    case .wave64: 7
    }
  }
}
