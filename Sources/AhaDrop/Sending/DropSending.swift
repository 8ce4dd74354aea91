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

  /// Ends it, and returns how many bytes of its body have left.
  func stop() -> Int64 {
    attempts.cancel()
    thread?.join()
    return attempts.bytesThatLeft
  }

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
