import AhaBase

/// Reads numbers and chunks of a file's header. Missing bytes end the header.
struct HeaderBytes {
  private let cursor: Cursor

  init(_ cursor: Cursor) { self.cursor = cursor }

  /// Whether the whole file can be read for its header.
  var isQuick: Bool { cursor.stream.isQuick }

  /// Length of the whole file.
  var length: Int64 { cursor.length }

  /// Up to `count` bytes at an offset.
  func read(at offset: Int64, count: Int) -> [UInt8] {
    guard cursor.seek(offset, from: 0) == offset else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { cursor.read($0.baseAddress!, count: $0.count) }
    return Array(bytes.prefix(got))
  }

  /// A little-endian number of `count` bytes.
  func number(at offset: Int64, count: Int) -> UInt64? {
    let bytes = read(at: offset, count: count)
    return bytes.count == count ? littleEndian(bytes, at: 0, count: count) : nil
  }

  /// A big-endian number of four bytes.
  func bigEndianWord(at offset: Int64) -> UInt32? {
    guard cursor.seek(offset, from: 0) == offset else { return nil }
    var word: UInt32 = 0
    let got = withUnsafeMutableBytes(of: &word) { cursor.read($0.baseAddress!, count: 4) }
    return got == 4 ? UInt32(bigEndian: word) : nil
  }

  /// Layout of the chunks in a family of formats.
  enum Family {
    case riff, aiff, caf, wave64
  }

  struct Chunk {
    let id: String
    /// Offset and length of its content.
    let body: Int64
    let size: UInt64
  }

  /// Calls `visit` for each chunk until it returns false.
  func forEachChunk(from start: Int64, family: Family, _ visit: (Chunk) -> Bool) {
    var next = start
    for _ in 0..<HeaderBytes.maxChunks {
      guard let chunk = chunk(at: next, family: family), visit(chunk) else { return }
      let size = Int64(clamping: chunk.size)
      let (end, overflow) = chunk.body.addingReportingOverflow(size)
      guard !overflow, end < cursor.length else { return }
      // An overflow makes a negative offset, where no chunk can be read.
      next = (end &+ family.padding) / (family.padding + 1) * (family.padding + 1)
    }
  }

  /// Whether a RIFF chunk that fits into the file starts at an offset.
  func isChunk(at offset: Int64) -> Bool {
    let bytes = read(at: offset, count: 8)
    guard bytes.count == 8, bytes[..<4].allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return false
    }
    return Int64(littleEndian(bytes, at: 4, count: 4)) <= length - offset - 8
  }

  /// Max chunks to read in a header.
  private static let maxChunks = 256

  private func chunk(at offset: Int64, family: Family) -> Chunk? {
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

  /// Chunks start at multiples of this value plus one.
  fileprivate var padding: Int64 {
    switch self {
    case .riff, .aiff: 1
    case .caf: 0
    case .wave64: 7
    }
  }
}
