import AhaBase
import AhaNet
import Synchronization

/// A message that is being sent by a thread of its own. Let go of, it is cancelled.
final class DropSending {
  private let attempts: DropAttempts
  private let end = DropEnd()
  private var thread: Thread?

  init(_ call: DropCall, _ attempts: DropAttempts) throws(AhaError) {
    self.attempts = attempts
    let end = end
    thread = try Thread(name: "aha-drop-send") {
      do throws(AhaError) { end.reply = .success(try call.run(attempts)) } catch {
        end.reply = .failure(error)
      }
      attempts.note(isOver: true)
    }
  }

  deinit {
    attempts.cancel()
    thread?.join()
  }

  /// Waits until the last byte of the body has left. Returns false when it ended before.
  func waitForHandover() -> Bool { attempts.waitForHandover() }

  /// Waits for the reply; its progress is the drop's from now on. Call it once.
  func reply() throws(AhaError) -> HTTPResponse {
    attempts.tellsProgress.store(true, ordering: .relaxed)
    thread?.join()
    return try end.reply.get()
  }
}

/// What came of a message; written before its thread ends, and read after.
private final class DropEnd: @unchecked Sendable {
  var reply = Result<HTTPResponse, AhaError>.success(HTTPResponse())
}

/// Chunks on their way: the next one leaves while the one before it is being stored.
final class SendingAhead {
  private var next: DropSending?

  /// Sends a chunk, unless it has left already, and the one behind it.
  /// - Parameters:
  ///   - begin: Begins to send the chunk of a number.
  ///   - take: Takes the reply in.
  func send(
    _ number: Int64, hasMore: Bool, _ begin: (Int64) throws(AhaError) -> DropSending,
    _ take: (HTTPResponse) throws(AhaError) -> UploadStep
  ) throws(AhaError) -> UploadStep {
    let chunk: DropSending
    if let next { chunk = next } else { chunk = try begin(number) }
    next = nil
    let following = chunk.waitForHandover() && hasMore ? try begin(number + 1) : nil
    let step = try take(chunk.reply())
    if case .sent = step { next = following }
    return step
  }
}
