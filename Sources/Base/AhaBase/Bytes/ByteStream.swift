/// Random-access bytes: a file, memory, or the host's functions.
///
/// Every call has an offset and the stream has no position, so any number of readers can share it.
/// Threads: any; an implementation that is not thread-safe underneath locks.
public protocol ByteStream: AnyObject {
  /// The name in error lines.
  var name: String { get }
  var canRead: Bool { get }
  var canWrite: Bool { get }
  /// Whether a call takes at most the time of a disk access (a file, memory). Other streams are
  /// called only on threads that may wait.
  var isQuick: Bool { get }

  func length() throws(AhaError) -> Int64

  /// Reads up to `bytes.count` bytes; fewer only at the end. Returns the count.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int

  /// Writes all of `bytes`, or throws.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError)

  /// The same bytes for one reader, whose waits end with `cancelled` on cancellation; other readers
  /// of the stream are not affected. Returns the stream itself if its waits cannot be cancelled.
  func reading(until cancellation: Cancellation) -> any ByteStream

  /// Of an endless stream, which has no length and no offsets; nil: another one.
  var live: (any LiveBytes)? { get }
}

extension ByteStream {
  public var isQuick: Bool { false }

  public var live: (any LiveBytes)? { nil }

  public func reading(until cancellation: Cancellation) -> any ByteStream { self }
}

/// The file of a take that is being recorded.
public protocol TakeStream: ByteStream {
  /// Waits until all written bytes are on the disk.
  func synchronize() throws(AhaError)

  func truncate(to length: Int64) throws(AhaError)

  /// Whether the path still leads to this file.
  func isAt(_ path: FilePath) -> Bool
}
