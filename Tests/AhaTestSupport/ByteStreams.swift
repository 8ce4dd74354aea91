import AhaBase

extension ByteStream {
  public func write(_ bytes: [UInt8], at offset: Int64 = 0) throws {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    try write(UnsafeRawBufferPointer(copy), at: offset)
  }

  /// Reads up to `count` bytes; nil: the stream wrote more than it reported.
  public func read(_ count: Int, at offset: Int64 = 0) throws -> [UInt8]? {
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 16, alignment: 1)
    defer { target.deallocate() }
    for index in target.indices { target[index] = 0xEE }
    let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<count]), at: offset)
    guard (0...count).contains(got), target[got...].allSatisfy({ $0 == 0xEE }) else { return nil }
    return Array(target[..<got])
  }
}
