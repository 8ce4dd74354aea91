import AhaBase
import AhaHash
import CCurl
import CShims

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
    return aha_curl_next_ended(multi, &result).map { (CurlExchange.of($0), result) }
  }
}
