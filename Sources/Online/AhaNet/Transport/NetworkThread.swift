import AhaBase
import AhaHash
import CCurl
import CShims

/// The one thread for all transfers of a transport; starts with the first transfer.
///
/// Only this thread calls libcurl. Other threads put exchanges in the inbox and wake it.
final class NetworkThread {
  /// Rare enough to cost nothing.
  private static let idleMilliseconds: Int64 = 60_000

  let context: TransportContext
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var thread: Thread?
  private var multi: CurlMulti?
  private var inbox: [Exchange] = []
  private var isClosed = false
  // Used on the network thread only.
  private var exchanges: [Exchange] = []
  var sending: RateLimit
  var receiving: RateLimit
  /// Where `resumeThrottled` begins, so that each exchange is the first in its turn.
  private var firstResumed = 0

  init(context: TransportContext) {
    self.context = context
    sending = RateLimit(bytesPerSecond: context.settings.bytesPerSecond)
    receiving = sending
  }

  // MARK: From any thread

  /// Adds an exchange. Errors: `state` (closed), `outOfMemory`, `system`.
  func start(_ exchange: Exchange) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { throw AhaError(.state, "the transport is closed") }
    if thread == nil {
      let multi = try CurlMulti(connectionsPerHost: context.settings.connectionsPerHost)
      thread = try Thread(name: "aha-net") { [self] in run(on: multi) }
      self.multi = multi
    }
    exchange.transfer.begin(exchange)
    inbox.append(exchange)
    multi?.wake()
  }

  /// Asks the thread to look at an exchange that has changed.
  func attend(_ exchange: Exchange) {
    lock.locked {
      if multi == nil { return }
      inbox.append(exchange)
      multi?.wake()
    }
  }

  /// Ends running transfers with `cancelled`, then the thread.
  func close() {
    let thread = lock.locked {
      isClosed = true
      multi?.wake()
      let thread = self.thread
      self.thread = nil
      return thread
    }
    thread?.leave()
  }

  // MARK: The thread

  private func run(on multi: CurlMulti) {
    while true {
      let (exchanges, isClosing) = removeInbox()
      for exchange in exchanges { look(at: exchange, in: multi) }
      if isClosing { break }
      resumeThrottled()
      multi.perform()
      while let (ended, result) = multi.nextEnded() {
        if let exchange = running(ended: ended) {
          hopEnded(of: exchange, result: result, in: multi)
        }
      }
      multi.poll(milliseconds: Int32(clamping: expire(in: multi)))
    }
    while let exchange = exchanges.last {
      end(
        exchange, with: exchange.error(code: .cancelled, text: "the transport was closed"),
        in: multi)
    }
    lock.locked {
      self.multi = nil
      inbox.removeAll()
    }
  }

  private func running(ended: CurlExchange) -> Exchange? {
    for exchange in exchanges where exchange === ended { return exchange }
    return nil
  }

  private func removeInbox() -> ([Exchange], Bool) {
    lock.locked {
      let exchanges = inbox
      inbox.removeAll(keepingCapacity: true)
      return (exchanges, isClosed)
    }
  }

  private func look(at exchange: Exchange, in multi: CurlMulti) {
    if exchange.phase == .ended { return }
    if exchange.phase == .new { exchanges.append(exchange) }
    if exchange.transfer.isCancelled {
      return end(exchange, with: exchange.error(code: .cancelled, text: "cancelled"), in: multi)
    }
    switch exchange.phase {
    case .new: begin(exchange, in: multi)
    case .running: exchange.resumeIfPaused()
    case .draining: drain(exchange, in: multi)
    case .ended: break
    }
  }

  /// Sends a request: the first, or one after a redirect.
  private func begin(_ exchange: Exchange, in multi: CurlMulti) {
    do throws(AhaError) {
      try exchange.prepareHop()
      exchange.logStart()
      try multi.add(exchange)
    } catch {
      end(exchange, with: error, in: nil)
    }
  }

  private func hopEnded(of exchange: Exchange, result: CurlResult, in multi: CurlMulti) {
    let failure = exchange.failure(of: result)
    leave(exchange, in: multi)
    if let failure { return end(exchange, with: failure, in: nil) }
    do throws(AhaError) {
      if try exchange.advance() { return begin(exchange, in: multi) }
    } catch {
      return end(exchange, with: error, in: nil)
    }
    exchange.phase = .draining
    exchange.sinkPipe?.close()
    drain(exchange, in: multi)
  }

  /// Ends an exchange once its sink has all bytes.
  private func drain(_ exchange: Exchange, in multi: CurlMulti) {
    guard let pipe = exchange.sinkPipe else { return end(exchange, with: nil, in: nil) }
    if let failure = pipe.failure { return end(exchange, with: failure, in: nil) }
    if pipe.isDrained { end(exchange, with: nil, in: nil) }
  }

  private func leave(_ exchange: Exchange, in multi: CurlMulti) {
    if exchange.hasSent { exchange.transfer.noteSent() }
    multi.remove(exchange)
  }

  /// - Parameter multi: Nil if the exchange is not in it any more.
  private func end(_ exchange: Exchange, with failure: AhaError?, in multi: CurlMulti?) {
    if let multi, exchange.phase == .running { leave(exchange, in: multi) }
    exchange.phase = .ended
    exchange.logEnd(with: failure)
    exchange.endPipes()
    exchange.discard()
    for index in exchanges.indices where exchanges[index] === exchange {
      exchanges.swapAt(index, exchanges.count - 1)
      exchanges.removeLast()
      break
    }
    exchange.transfer.end(with: failure, exchange: exchange, observer: exchange.observer)
  }

  // MARK: The rate limit

  /// Nil if the exchange does not wait for a limit.
  private func throttleMilliseconds(of exchange: Exchange) -> Int64? {
    guard exchange.phase == .running else { return nil }
    return switch exchange.throttled {
    case nil: nil
    case .sending: sending.waitMilliseconds()
    case .receiving: receiving.waitMilliseconds()
    }
  }

  private func resumeThrottled() {
    firstResumed = exchanges.isEmpty ? 0 : (firstResumed + 1) % exchanges.count
    for step in exchanges.indices {
      let exchange = exchanges[(firstResumed + step) % exchanges.count]
      if throttleMilliseconds(of: exchange) == 0 { exchange.resumeIfPaused() }
    }
  }

  /// Ends exchanges past their deadline; returns the milliseconds until the next deadline.
  private func expire(in multi: CurlMulti) -> Int64 {
    let now = Instant.now()
    var next = now.nanoseconds + NetworkThread.idleMilliseconds * 1_000_000
    for exchange in exchanges {
      if let wait = throttleMilliseconds(of: exchange) {
        next = min(next, now.nanoseconds + wait * 1_000_000)
      }
      guard let deadline = exchange.deadline else { continue }
      if deadline <= now {
        end(exchange, with: exchange.lateness(at: now), in: multi)
      } else {
        next = min(next, deadline.nanoseconds)
      }
    }
    return (next - now.nanoseconds) / 1_000_000 + 1
  }
}

/// libcurl's multi handle: the concurrent exchanges and their shared connections.
///
/// Threads: `wake` on any; everything else on one thread.
final class CurlMulti {
  private let multi: UnsafeMutableRawPointer

  /// Errors: `outOfMemory`, `system`, `unsupported` (libcurl is not installed).
  init(connectionsPerHost: Int) throws(AhaError) {
    // Before libcurl initializes OpenSSL: see crypto_late.c. libcurl may use another TLS library.
    try? Crypto.load()
    try LateLibrary.load(late_load_curl)
    guard let made = curl_multi_init() else {
      throw AhaError(.outOfMemory, "no memory for libcurl")
    }
    multi = made
    // Without an eventfd libcurl works, but no thread could wake it and requests would hang.
    guard curl_multi_wakeup(multi) == CURLM_OK else {
      throw AhaError(.system, "no file descriptor is free for the network thread")
    }
    aha_curl_set_multi_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    aha_curl_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    // Keeps idle connections for later requests. libcurl's default shrinks with the count of
    // requests.
    aha_curl_set_multi_number(multi, CURLMOPT_MAXCONNECTS, 4 * connectionsPerHost)
  }

  /// Invariant: all exchanges have been removed.
  deinit { curl_multi_cleanup(multi) }

  func add(_ exchange: CurlExchange) throws(AhaError) {
    let result = curl_multi_add_handle(multi, exchange.easy)
    guard result == CURLM_OK else {
      throw AhaError(.outOfMemory, "libcurl takes no exchange: error \(Int(result.rawValue))")
    }
  }

  func remove(_ exchange: CurlExchange) { curl_multi_remove_handle(multi, exchange.easy) }

  /// Does all work that needs no wait.
  func perform() {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
  }

  /// Waits for network activity, a wake-up or the timeout.
  func poll(milliseconds: Int32) {
    shim_begin_wait()
    curl_multi_poll(multi, nil, 0, milliseconds, nil)
    shim_end_wait()
  }

  /// Ends the current or the next `poll`.
  func wake() { curl_multi_wakeup(multi) }

  /// The next ended exchange, with its result.
  func nextEnded() -> (CurlExchange, CurlResult)? {
    var result = CURLE_OK
    return aha_curl_next_ended(multi, &result).map { (CurlExchange.of(context: $0), result) }
  }
}
