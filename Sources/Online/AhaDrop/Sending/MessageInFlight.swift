import AhaBase
import AhaNet
import Synchronization

/// A message in flight on its own thread. Releasing it cancels the message.
public final class MessageInFlight {
  private let attempts: DropAttempts
  private let end = MessageResult()
  private var thread: Thread?

  init(call: DropCall, attempts: DropAttempts) throws(AhaError) {
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

  /// Waits until the last byte of the body is sent. Returns false if the message ended before that.
  public func waitForHandover() -> Bool { attempts.waitForHandover() }

  /// Cancels it, and returns the count of body bytes sent.
  public func stop() -> Int64 {
    attempts.cancel()
    thread?.join()
    return attempts.bytesThatLeft
  }

  /// Waits for the reply; from now on it reports the drop's progress. Call it once.
  public func reply() throws(AhaError) -> HTTPResponse {
    attempts.tellsProgress.store(true, ordering: .relaxed)
    thread?.join()
    return try end.reply.get()
  }
}

/// Result of a message; written before its thread ends and read after that.
private final class MessageResult: @unchecked Sendable {
  var reply = Result<HTTPResponse, AhaError>.success(HTTPResponse())
}
