import AhaBase

/// Bytes in memory that fail, lie or count on demand.
public final class FaultyStream: ByteStream {
  public let name: String
  public var canRead = true
  public var canWrite = true
  public var isQuick = false
  public var bytes: [UInt8]
  /// Reading a byte at or past this offset fails with `readError`.
  public var failsReadingAt: Int64?
  /// Writing a byte at or past this offset fails with `diskFull`.
  public var failsWritingAt: Int64?
  /// Length that `length` reports instead of the real one.
  public var claimedLength: Int64?
  public private(set) var readCalls = 0
  public private(set) var writeCalls = 0

  public static let readError = AhaError(.io, "faulty: read error")
  public static let writeError = AhaError(.diskFull, "faulty: no space left")

  public init(_ bytes: [UInt8] = [], name: String = "faulty") {
    self.bytes = bytes
    self.name = name
  }

  public func length() throws(AhaError) -> Int64 { claimedLength ?? Int64(bytes.count) }

  public func read(
    into target: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    readCalls += 1
    guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
    let size = min(target.count, bytes.count - Int(offset))
    if let limit = failsReadingAt, offset + Int64(size) > limit { throw FaultyStream.readError }
    bytes.withUnsafeBytes { source in
      target.copyMemory(from: .init(rebasing: source[Int(offset)...].prefix(size)))
    }
    return size
  }

  public func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    writeCalls += 1
    let end = offset + Int64(source.count)
    if let limit = failsWritingAt, end > limit { throw FaultyStream.writeError }
    if end > Int64(bytes.count) {
      bytes.append(contentsOf: repeatElement(0, count: Int(end) - bytes.count))
    }
    bytes.withUnsafeMutableBytes { target in
      let place = UnsafeMutableRawBufferPointer(rebasing: target[Int(offset)..<Int(end)])
      place.copyMemory(from: source)
    }
  }
}
