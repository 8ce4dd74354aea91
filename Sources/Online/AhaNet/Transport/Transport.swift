import AhaBase
import Synchronization

/// HTTP and HTTPS client: reused connections, one thread for all transfers, certificates always
/// checked.
///
/// Redirects are followed here and not by libcurl: another origin gets no credential, cookie or
/// body, and https never leads to http.
/// Threads: any.
public final class Transport {
  private let network: NetworkThread

  /// Errors: `invalidArgument`.
  public init(settings: TransportSettings = TransportSettings()) throws(AhaError) {
    network = NetworkThread(context: try TransportContext(settings: settings))
  }

  /// Cancels running transfers.
  deinit { network.close() }

  var settings: TransportSettings { network.context.settings }

  /// Sends a request. Errors: `invalidArgument`, `state` (closed), `outOfMemory`, `system`, and
  /// those of a body stream's `length`. All other errors are the transfer's.
  public func start(
    _ request: HTTPRequest, observer: TransferObserver? = nil
  ) throws(AhaError) -> Transfer {
    let exchange = try Exchange(request: request, network: network, observer: observer)
    try network.start(exchange)
    return exchange.transfer
  }

  /// Sends a request and waits for the reply, whatever its status.
  /// - Parameter isCancelled: Polled every 50 ms.
  /// Errors: as `start` and `Transfer.response`. Threads: any but an observer's.
  public func send(
    _ request: HTTPRequest, isCancelled: (() -> Bool)? = nil
  ) throws(AhaError) -> HTTPResponse {
    let transfer = try start(request)
    guard let isCancelled else {
      transfer.wait(milliseconds: -1)
      return try transfer.removeResponse()
    }
    while !transfer.wait(milliseconds: 50) { if isCancelled() { transfer.cancel() } }
    return try transfer.removeResponse()
  }

  /// Ends all transfers with `cancelled`, and the network thread; `start` fails from now on.
  public func close() { network.close() }
}

/// Observes a transfer: a class to override. Every function is called on the network thread, which
/// carries all other transfers too: record the change and return, never block.
open class TransferObserver {
  public init() {}

  /// The head of the last reply has arrived; `response` has no body yet.
  open func headArrived(_ transfer: Transfer, response: HTTPResponse) {}
  /// Body bytes of a successful reply, before they reach the sink.
  open func bodyArrived(_ transfer: Transfer, bytes: UnsafeRawBufferPointer) {}
  /// The byte counts of `transfer` have changed.
  open func moved(_ transfer: Transfer) {}
  /// The transfer has ended and its result is available. Waiting threads continue after this call.
  open func ended(_ transfer: Transfer) {}
}

/// A request in flight. It continues when no reference to it is left.
///
/// Threads: any.
public final class Transfer {
  /// "GET example.com", for log and error lines.
  public let label: String
  /// Length of the request's body.
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
  // Invariant: the properties below are read and written under `lock`.
  private var exchange: Exchange?
  private var hasEnded = false
  private var failure: AhaError?
  private var reply = HTTPResponse()

  init(network: NetworkThread, label: String, bytesToSend: Int64) {
    (self.network, self.label, self.bytesToSend) = (network, label, bytesToSend)
    changed = Condition(lock)
  }

  // MARK: Progress

  public var bytesSent: Int64 { sentCount.load(ordering: .relaxed) }
  public var bytesReceived: Int64 { receivedCount.load(ordering: .relaxed) }
  /// Length of the reply's body; -1 while unknown.
  public var bytesToReceive: Int64 { expectedCount.load(ordering: .relaxed) }
  /// Status of the last reply, also after a failure; 0 before a reply.
  public var status: Int { statusNumber.load(ordering: .acquiring) }
  /// True if part of the request was sent: a server may have acted on it.
  public var wasSent: Bool { hasSent.load(ordering: .acquiring) }
  public var isOver: Bool { lock.locked { hasEnded } }

  // MARK: Waiting and ending

  /// Ends the transfer with `cancelled`, within 100 ms, unless it has ended.
  public func cancel() {
    cancelWanted.store(true, ordering: .releasing)
    if let exchange = lock.locked({ exchange }) { network.attend(exchange) }
  }

  public var isCancelled: Bool { cancelWanted.load(ordering: .acquiring) }

  /// Waits for the end; a negative time waits forever. Returns false on timeout.
  @discardableResult
  public func wait(milliseconds: Int64) -> Bool {
    let deadline = milliseconds < 0 ? nil : Instant.after(milliseconds: milliseconds)
    lock.lock()
    defer { lock.unlock() }
    while !hasEnded { if !changed.waitUnlessEnding(until: deadline) { break } }
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

  /// Like `response`, but moves the reply out, for a caller that wipes it.
  func removeResponse() throws(AhaError) -> HTTPResponse {
    let reply = try response()
    lock.locked { self.reply = HTTPResponse() }
    return reply
  }

  /// Last head received, also if the transfer failed after it.
  var lastReply: HTTPResponse { lock.locked { reply } }

  /// Why the transfer failed; nil if it succeeded or runs.
  public var error: AhaError? { lock.locked { failure } }

  // MARK: For the network thread

  /// Keeps the exchange until it ends.
  func begin(_ exchange: Exchange) { lock.locked { self.exchange = exchange } }

  func note(status: Int) { statusNumber.store(status, ordering: .releasing) }

  func noteSent() { hasSent.store(true, ordering: .releasing) }

  /// Records the counts; returns whether one changed.
  func note(received: Int64, of total: Int64, sent: Int64) -> Bool {
    let before = (bytesReceived, bytesSent)
    if before == (received, sent) { return false }
    receivedCount.store(received, ordering: .relaxed)
    if total > 0 { expectedCount.store(total, ordering: .relaxed) }
    sentCount.store(sent, ordering: .relaxed)
    return true
  }

  /// Moves the reply out of the exchange, so that no copy stays there.
  func end(with failure: AhaError?, exchange: Exchange, observer: TransferObserver?) {
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
