import AhaBase

/// Reads a file that contains tags.
struct TagBytes {
  let source: any ByteStream
  let length: Int64

  init(_ source: any ByteStream) throws(AhaError) {
    self.source = source
    length = try source.length()
  }

  var name: String { source.name }

  /// Max bytes of a part; a larger one is damaged or no tag.
  static let largest: Int64 = 1 << 24

  /// Reads exactly `count` bytes. Errors: `damaged` (the file ends before, or it is over 16 MiB).
  func read(at offset: Int64, count: Int64) throws(AhaError) -> [UInt8] {
    guard offset >= 0, count >= 0, count <= TagBytes.largest, offset <= length - count else {
      throw damaged("ends within a part of \(count) bytes at \(offset)")
    }
    try requireMemory(bytes: Int(count))
    var bytes = [UInt8](repeating: 0, count: Int(count))
    try source.fill(&bytes, at: offset)
    return bytes
  }

  func damaged(_ what: String) -> AhaError { AhaError(.damaged, "\(name) \(what)") }

  func number(at offset: Int64, count: Int64, isBig: Bool) throws(AhaError) -> Int64 {
    let bytes = try read(at: offset, count: count)
    return Int64(clamping: isBig ? bytes.bigEndian : bytes.littleEndian)
  }
}

/// Writes a new file sequentially.
struct TagWriter {
  private let target: any ByteStream
  private(set) var position: Int64 = 0

  /// Bytes per copy: the allocation of a Swift array of 64 KiB or more could fail.
  private static let block: Int64 = 1 << 15

  init(_ target: any ByteStream) { self.target = target }

  mutating func put(_ bytes: [UInt8]) throws(AhaError) {
    try target.put(bytes, at: position)
    position += Int64(bytes.count)
  }

  /// Copies a part of the former file.
  mutating func copy(_ source: TagBytes, from start: Int64, to end: Int64) throws(AhaError) {
    var next = start
    while next < end {
      let bytes = try source.read(at: next, count: min(TagWriter.block, end - next))
      try put(bytes)
      next += Int64(bytes.count)
    }
  }

  /// Overwrites written bytes.
  func patch(_ bytes: [UInt8], at offset: Int64) throws(AhaError) {
    try target.put(bytes, at: offset)
  }
}

extension ByteStream {
  /// Errors: `damaged` (the file ends before).
  fileprivate func fill(_ bytes: inout [UInt8], at offset: Int64) throws(AhaError) {
    var (got, failure) = (0, AhaError?.none)
    bytes.withUnsafeMutableBytes { bytes in
      do throws(AhaError) { got = try read(into: bytes, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
    if got < bytes.count { throw AhaError(.damaged, "\(name) ends at \(offset + Int64(got))") }
  }

  func put(_ bytes: [UInt8], at offset: Int64) throws(AhaError) {
    var failure: AhaError?
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) { try write(bytes, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

extension Sequence<UInt8> {
  var littleEndian: UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    for byte in self {
      value |= UInt64(byte) << shift
      shift += 8
    }
    return value
  }

  var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A number as `count` bytes, little-endian.
func littleBytes(_ value: Int64, count: Int = 4) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
}

/// A number as `count` bytes, big-endian.
func bigBytes(_ value: Int64, count: Int = 4) -> [UInt8] {
  littleBytes(value, count: count).reversed()
}
