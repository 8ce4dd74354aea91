import AhaBase
import Synchronization

/// What watches a transfer: a class to override. Everything is called on the network thread, which
/// carries all other transfers too: take note and return; wait for nothing.
open class TransferObserver {
  public init() {}

  /// The head of the last reply is there; `response` has no body yet.
  open func headArrived(_ transfer: Transfer, _ response: HTTPResponse) {}
  /// Bytes of a successful reply's body, on their way to its sink.
  open func bodyArrived(_ transfer: Transfer, _ bytes: UnsafeRawBufferPointer) {}
  /// The numbers of `transfer` have changed.
  open func moved(_ transfer: Transfer) {}
  /// It is over, and what came of it can be asked. Whoever waits goes on after this.
  open func ended(_ transfer: Transfer) {}
}

/// A request on its way. It goes on when nobody holds it.
///
/// Threads: any.
public final class Transfer {
  /// "GET example.com", for lines that tell of it.
  public let label: String
  /// Of the body of the request: how much is to be sent.
  public let bytesToSend: Int64
  private let network: NetworkThread
  private let sentCount = Atomic<Int64>(0)
  private let receivedCount = Atomic<Int64>(0)
  private let expectedCount = Atomic<Int64>(-1)
  private let statusNumber = Atomic<Int>(0)
  private let hasSent = Atomic<Bool>(false)
  private let cancelWanted = Atomic<Bool>(false)
  private let lock = Lock()
  private let changed: Condition
  // Under the lock:
  private var exchange: Exchange?
  private var hasEnded = false
  private var failure: AhaError?
  private var reply = HTTPResponse()

  init(_ network: NetworkThread, label: String, bytesToSend: Int64) {
    (self.network, self.label, self.bytesToSend) = (network, label, bytesToSend)
    changed = Condition(lock)
  }

  // MARK: How far it is

  public var bytesSent: Int64 { sentCount.load(ordering: .relaxed) }
  public var bytesReceived: Int64 { receivedCount.load(ordering: .relaxed) }
  /// How long the reply's body will be; -1 while nobody knows.
  public var bytesToReceive: Int64 { expectedCount.load(ordering: .relaxed) }
  /// Of the last reply; 0 before there is one. It is there after a failure, too.
  public var status: Int { statusNumber.load(ordering: .acquiring) }
  /// Something of the request has left: a server may have acted on it.
  public var wasSent: Bool { hasSent.load(ordering: .acquiring) }
  public var isOver: Bool { lock.locked { hasEnded } }

  // MARK: Waiting and ending

  /// Ends it with `cancelled`, unless it is over; it takes effect within 100 ms.
  public func cancel() {
    cancelWanted.store(true, ordering: .releasing)
    if let exchange = lock.locked({ exchange }) { network.attend(exchange) }
  }

  public var isCancelled: Bool { cancelWanted.load(ordering: .acquiring) }

  /// Waits for the end; negative waits for ever. Returns false when the time is up.
  @discardableResult
  public func wait(milliseconds: Int64) -> Bool {
    let deadline = milliseconds < 0 ? nil : Instant.after(milliseconds: milliseconds)
    lock.lock()
    defer { lock.unlock() }
    while !hasEnded {
      guard let deadline else {
        changed.wait()
        continue
      }
      if !changed.wait(until: deadline) { break }
    }
    return hasEnded
  }

  /// The reply, whatever its status. Errors: `state` (not over), `cancelled`, `network`, `timeout`,
  /// `tls`, `reply`, `limit`, `outOfMemory`, and those of the streams.
  public func response() throws(AhaError) -> HTTPResponse {
    lock.lock()
    defer { lock.unlock() }
    if let failure { throw failure }
    guard hasEnded || exchange == nil else { throw AhaError(.state, "\(label) is not over") }
    return reply
  }

  /// As `response`, which has no reply any more then: for whoever wipes it.
  func takeResponse() throws(AhaError) -> HTTPResponse {
    let reply = try response()
    lock.locked { self.reply = HTTPResponse() }
    return reply
  }

  /// The last head that came, also when the transfer failed after it.
  var lastReply: HTTPResponse { lock.locked { reply } }

  /// Why it failed; nil when it did not, or is not over.
  public var error: AhaError? { lock.locked { failure } }

  // MARK: For the network thread

  /// The exchange is let go when it ends.
  func begin(_ exchange: Exchange) { lock.locked { self.exchange = exchange } }

  func note(status: Int) { statusNumber.store(status, ordering: .releasing) }

  func noteSent() { hasSent.store(true, ordering: .releasing) }

  /// Whether something is new.
  func note(received: Int64, of total: Int64, sent: Int64) -> Bool {
    let before = (bytesReceived, bytesSent)
    if before == (received, sent) { return false }
    receivedCount.store(received, ordering: .relaxed)
    if total > 0 { expectedCount.store(total, ordering: .relaxed) }
    sentCount.store(sent, ordering: .relaxed)
    return true
  }

  /// Takes the reply over: what is left in the exchange is no copy of it.
  func end(_ failure: AhaError?, _ exchange: Exchange, _ observer: TransferObserver?) {
    lock.locked {
      self.exchange = nil
      self.failure = failure
      swap(&reply, &exchange.response)
    }
    observer?.ended(self)
    lock.locked {
      hasEnded = true
      changed.signalAll()
    }
  }
}
