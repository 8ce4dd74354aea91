/// Bytes at offsets: a file, memory, or the host's functions.
///
/// Every call names its offset, so any number of readers share one stream without sharing a
/// position.
/// Threads: any; implementations that are not free-threaded underneath lock themselves.
public protocol ByteStream: AnyObject {
  /// What to call it in an error line.
  var name: String { get }
  var canRead: Bool { get }
  var canWrite: Bool { get }
  /// A call takes no longer than a disk does: a file, memory. Others are called on threads that may
  /// wait.
  var isQuick: Bool { get }
  /// Under which it is decoded.
  var rules: DecodeRules { get }

  func length() throws(AhaError) -> Int64

  /// Reads up to `bytes.count` bytes; fewer only at the end. Returns how many.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int

  /// Writes all of `bytes`, or throws.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError)

  /// The same bytes for one reader, who gives up waiting for them, with `cancelled`, when that is
  /// wanted; others of the stream read on. Itself, where waiting cannot be ended.
  func reading(until cancellation: Cancellation) -> any ByteStream
}

extension ByteStream {
  public var isQuick: Bool { false }
  public var rules: DecodeRules { DecodeRules() }

  public func reading(until cancellation: Cancellation) -> any ByteStream { self }
}

/// The file of a take that is being recorded.
public protocol TakeStream: ByteStream {
  /// Waits until all that was written is on the disk.
  func synchronize() throws(AhaError)

  func truncate(to length: Int64) throws(AhaError)

  /// The file is still what the path leads to.
  func isAt(_ path: FilePath) -> Bool
}
