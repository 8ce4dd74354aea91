import AhaBase

/// One connection of a live stream: its head, then its bytes.
///
/// Threads: any; the functions of an observer on the network thread.
final class LiveConnection: TransferObserver {
  private static let capacity = 128 << 10

  let begun = Instant.now()
  private let pipe: DataPipe
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var transfer: Transfer?
  private var head: HTTPResponse?
  private var isOver = false

  init(name: String) {
    pipe = DataPipe(name: name, capacity: LiveConnection.capacity)
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

  /// Waits for the reply's head. Only the connection of a success stays open. Errors: those of the
  /// transfer, `cancelled`, `timeout`.
  func reply(
    within milliseconds: Int64, isCancelled: () -> Bool
  ) throws(AhaError) -> HTTPResponse {
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    while head == nil, !isOver, !isCancelled(), Instant.now() < deadline {
      _ = changed.wait(until: .after(milliseconds: 50))
    }
    let (head, isOver, transfer) = (head, isOver, transfer)
    lock.unlock()
    if let head, (200..<300).contains(head.status) { return head }
    // The page of a refusal may take forever.
    defer { close() }
    if let head { return head }
    if isOver, let transfer { return try transfer.response() }
    throw unfinished(isCancelled: isCancelled(), milliseconds: milliseconds)
  }

  /// Reads a whole body, and closes the connection. Errors: those of the transfer, `cancelled`,
  /// `timeout`, `reply` (over `maxBytes`).
  func content(
    upTo maxBytes: Int, within milliseconds: Int64, isCancelled: () -> Bool
  ) throws(AhaError) -> [UInt8] {
    defer { close() }
    let deadline = Instant.after(milliseconds: milliseconds)
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while content.count <= maxBytes {
      let got = part.withUnsafeMutableBytes { bytes in
        read(into: bytes) { isCancelled() || deadline <= Instant.now() }
      }
      if got == 0 {
        if let failure { throw failure }
        if lock.locked({ isOver }) { return content }
        throw unfinished(isCancelled: isCancelled(), milliseconds: milliseconds)
      }
      content += part[..<got]
    }
    throw AhaError(.reply, "\(pipe.name) sends a playlist of over \(maxBytes) bytes")
  }

  private func unfinished(isCancelled: Bool, milliseconds: Int64) -> AhaError {
    isCancelled
      ? AhaError(.cancelled, "\(pipe.name) is closed")
      : AhaError(.timeout, "\(pipe.name): no whole answer within \(milliseconds) ms")
  }

  /// Returns 0 at the end.
  func read(into bytes: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) -> Int {
    pipe.read(into: bytes, isCancelled: isCancelled)
  }

  /// Why the transfer ended; nil: the server ended it.
  var failure: AhaError? { lock.locked { transfer }?.error }

  func close() {
    pipe.abandon()
    // A further write fails, so that the transfer ends.
    pipe.end()
    lock.locked { transfer }?.cancel()
  }

  override func headArrived(_ transfer: Transfer, response: HTTPResponse) {
    lock.locked {
      head = response
      changed.signalAll()
    }
  }

  override func ended(_ transfer: Transfer) {
    lock.locked {
      isOver = true
      changed.signalAll()
    }
    pipe.end()
  }
}
