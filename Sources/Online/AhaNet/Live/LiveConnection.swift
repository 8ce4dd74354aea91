import AhaBase

/// One connection of a live stream: its head, then its bytes.
///
/// Threads: any; the functions of an observer on the network thread.
final class LiveConnection: TransferObserver {
  let begun = Instant.now()
  private let pipe: LivePipe
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var transfer: Transfer?
  private var head: HTTPResponse?
  private var isOver = false

  init(name: String) {
    pipe = LivePipe(name: name)
    changed = Condition(lock)
    super.init()
  }

  deinit { close() }

  /// Errors: those of `Transport.start`.
  func start(_ request: HTTPRequest, on transport: Transport) throws(AhaError) {
    var request = request
    request.sink = .stream(pipe, offset: 0)
    let started = try transport.start(request, observer: self)
    lock.locked { transfer = started }
  }

  /// Waits for the reply's head, or the whole reply if it failed. Errors: those of the transfer,
  /// `cancelled`.
  func reply(isCancelled: () -> Bool) throws(AhaError) -> HTTPResponse {
    lock.lock()
    while head == nil, !isOver, !isCancelled() {
      _ = changed.wait(until: .after(milliseconds: 50))
    }
    let (head, isOver, transfer) = (head, isOver, transfer)
    lock.unlock()
    if let head, (200..<300).contains(head.status) { return head }
    guard isOver || head != nil, let transfer else {
      throw AhaError(.cancelled, "\(pipe.name) is closed")
    }
    while !transfer.wait(milliseconds: 50) { if isCancelled() { transfer.cancel() } }
    return try transfer.response()
  }

  /// Returns 0 at the end.
  func read(into bytes: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) -> Int {
    pipe.read(into: bytes, isCancelled: isCancelled)
  }

  /// Why the transfer ended; nil: the server ended it.
  var failure: AhaError? { lock.locked { transfer }?.error }

  func close() {
    pipe.abandon()
    lock.locked { transfer }?.cancel()
  }

  override func headArrived(_ transfer: Transfer, response: HTTPResponse) {
    lock.locked {
      head = response
      changed.signalAll()
    }
  }

  override func ended(_ transfer: Transfer) {
    pipe.end()
    lock.locked {
      isOver = true
      changed.signalAll()
    }
  }
}
