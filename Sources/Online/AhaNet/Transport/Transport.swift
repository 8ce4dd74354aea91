import AhaBase

/// HTTP and HTTPS client: reused connections, one thread for all transfers, certificates always
/// checked.
///
/// Redirects are followed here and not by libcurl: another origin gets no credential, cookie or
/// body, and https never leads to http.
/// Threads: any.
public final class Transport {
  private let network: NetworkThread

  /// Errors: `invalidArgument`.
  public init(_ settings: TransportSettings = TransportSettings()) throws(AhaError) {
    network = NetworkThread(try TransportContext(settings))
  }

  /// Cancels running transfers.
  deinit { network.close() }

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
