/// The bytes of an endless stream, read in order by one reader.
///
/// Threads: one reader's; `close` and `report` on any.
public protocol LiveBytes: AnyObject {
  /// The name in error lines.
  var name: String { get }

  /// "" if the server sends none.
  func text(_ kind: LiveText) -> String

  /// Why the last connection ended; nil: it has not.
  var failure: AhaError? { get }

  /// Makes the caller the only reader. Until `settle`, reads end on cancellation. Errors: `state`
  /// (there was a reader).
  func claim(until cancellation: Cancellation) throws(AhaError)
  func settle()

  /// Connects again, and waits between attempts. Errors: `cancelled` (closed), and failures after
  /// which no attempt can succeed.
  func connect() throws(AhaError)

  /// Reads up to `bytes.count` bytes, and waits for the first one. Returns 0 when the connection
  /// has ended.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Int

  /// The decoder has reached an end, perhaps before that of the connection.
  func soundEnded()

  /// The bytes of this connection cannot be decoded.
  func refuse(_ error: AhaError)

  /// Ends the connection; `connect` makes a new one at once.
  func disconnect()

  /// Ends all waits, and every use.
  func close()

  /// The reader waits for frames, or has enough of them again.
  func report(isBuffering: Bool)
}

/// A text of a server about its stream. The numbers are those of aha/stream.h.
public enum LiveText: UInt32, CaseIterable, Sendable {
  case title = 0
  case name, genre, description, homepage, bitrate, type
}
