import AhaBase

/// Origin of a remote stream's blocks: its URL or redirect target, and its length and version after
/// the first reply.
///
/// Threads: any.
final class RemoteSource {
  let name: String
  private let transport: Transport
  private let location: URLParts
  private let ssrfGuard: SSRFGuard
  private let sign: RemoteStream.Sign?
  private let renew: RemoteStream.Renew?
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var lengthOrUnknown: Int64 = -1
  private var version = ""
  /// Target of a redirect. Later blocks ask it directly, because services count requests to the
  /// first URL; such targets stay valid for some time.
  private var direct: URLParts?
  private var isEnded = false

  /// Errors: `invalidArgument`.
  init(
    transport: Transport, url: String, ssrfGuard: SSRFGuard, sign: RemoteStream.Sign?,
    renew: RemoteStream.Renew?
  ) throws(AhaError) {
    (self.transport, self.ssrfGuard, self.sign, self.renew) = (transport, ssrfGuard, sign, renew)
    location = try URLParts.http(url)
    name = location.authority
    changed = Condition(lock)
  }

  /// Length in bytes; 0 before the first block.
  var length: Int64 { max(0, lock.locked { lengthOrUnknown }) }

  var isClosed: Bool { lock.locked { isEnded } }

  func close() {
    lock.locked {
      isEnded = true
      changed.signalAll()
    }
  }

  // MARK: One block

  /// Starts the request for a block. Errors: those of `sign` and of `Transport.start`.
  func start(at index: Int64, cancellation: Cancellation) throws(AhaError) -> RemoteRequest {
    let (direct, length) = lock.locked { (self.direct, lengthOrUnknown) }
    let target = direct ?? location
    var request = HTTPRequest("GET", target.url)
    let first = index * RemoteStream.blockBytes
    // A server may report any length: avoids an overflow.
    let last = first + min(RemoteStream.blockBytes - 1, Int64.max - first)
    request.range = (first, length < 0 ? last : min(last, length - 1))
    request.limits.body = RemoteStream.blockBytes
    request.ssrfGuard = ssrfGuard
    // A redirect target never gets the credential, also when asked directly.
    if target.isSameOrigin(as: location) { try sign?(&request, cancellation) }
    return RemoteRequest(request: request, transfer: try transport.start(request))
  }

  /// Renews the token if the server refused the one that `sent` carried. Returns false if the
  /// failure had another cause. Errors: those of `renew`.
  func renew(
    after sent: RemoteRequest, cancellation: Cancellation
  ) throws(AhaError) -> Bool {
    guard let renew, sent.request.credential != nil, sent.transfer.status == 401,
      sent.transfer.lastReply.isOf(sent.request)
    else { return false }
    try renew(sent.request, sent.transfer.lastReply, cancellation)
    return true
  }

  /// Bytes of a finished transfer. Errors: `unsupported`, `notFound`, `notSignedIn`, `refused`,
  /// `http`, `rateLimited`, `damaged`, and those of the transfer.
  func bytes(of transfer: Transfer, at index: Int64) throws(AhaError) -> [UInt8] {
    if isClosed { throw AhaError(.cancelled, "\(name) is closed") }
    let reply: HTTPResponse
    do throws(AhaError) {
      reply = try transfer.response()
    } catch {
      // A full reply (200) to a range request: the server does not support ranges.
      guard transfer.status == 200, error.code == .reply else { throw error }
      if transfer.lastReply.length == 0 {
        return try empty()
      }
      throw AhaError(.unsupported, "\(name) does not support ranges")
    }
    switch reply.status {
    case 206: return try part(of: reply, at: index)
    case 416 where index == 0 && reply.isOfNothing: return try empty()
    default: throw refusal(status: reply.status)
    }
  }

  private func part(of reply: HTTPResponse, at index: Int64) throws(AhaError) -> [UInt8] {
    guard let total = reply.contentRange?.total else {
      throw AhaError(.unsupported, "\(name) does not report its length")
    }
    try check(length: total, version: reply.version)
    let first = index * RemoteStream.blockBytes
    guard Int64(reply.body.count) == min(RemoteStream.blockBytes, total - first) else {
      throw AhaError(.network, "\(name): \(reply.body.count) bytes at \(first), which is too few")
    }
    remember(reply.url)
    return reply.body
  }

  private func empty() throws(AhaError) -> [UInt8] {
    try check(length: 0, version: "")
    return []
  }

  /// Errors: `damaged`.
  private func check(length: Int64, version: String) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if lengthOrUnknown < 0 { (lengthOrUnknown, self.version) = (length, version) }
    guard lengthOrUnknown == length, self.version.hasSameBytes(as: version) else {
      throw AhaError(.damaged, "\(name): the file has changed while it was read")
    }
  }

  private func remember(_ url: String) {
    guard !url.hasSameBytes(as: location.url) else { return }
    let led = URLParts(url)
    lock.locked { direct = led }
  }

  private func refusal(status: Int) -> AhaError {
    AhaError(ResultCode(refusal: status), "\(name): status \(status)")
  }

  // MARK: Retries

  /// Max attempts after this error. A retry can help after a lost connection, on a busy server, or
  /// when a redirect target has expired.
  func attempts(after error: AhaError) -> Int {
    switch error.code {
    // Cancelled: a block that no reader seemed to need any more.
    case .network, .http, .rateLimited, .cancelled: return RemoteStream.attempts
    // The reader has already waited for a full timeout.
    case .timeout: return 2
    case .notSignedIn, .refused, .notFound:
      return lock.locked {
        defer { direct = nil }
        return direct != nil ? RemoteStream.attempts : 0
      }
    default: return 0
    }
  }

  /// Errors: `cancelled` (the stream is closed, or the reader has cancelled).
  func check(_ cancellation: Cancellation) throws(AhaError) {
    if isClosed { throw AhaError(.cancelled, "\(name) is closed") }
    if cancellation.isWanted { throw AhaError(.cancelled, "the read of \(name) was cancelled") }
  }

  /// Backoff before the next attempt: 100 ms, doubled each time. Errors: `cancelled`.
  func rest(after attempt: Int, cancellation: Cancellation) throws(AhaError) {
    let deadline = Instant.after(milliseconds: 50 << Int64(attempt))
    while Instant.now() < deadline {
      try check(cancellation)
      lock.locked { _ = changed.wait(until: min(deadline, .after(milliseconds: 50))) }
    }
    try check(cancellation)
  }
}

/// A request in flight for a block.
final class RemoteRequest {
  let request: HTTPRequest
  let transfer: Transfer

  init(request: HTTPRequest, transfer: Transfer) {
    (self.request, self.transfer) = (request, transfer)
  }
}

extension HTTPResponse {
  /// Identifies the version of the file: ETag, else Last-Modified.
  fileprivate var version: String { header("ETag") ?? header("Last-Modified") ?? "" }

  fileprivate var isOfNothing: Bool { header("Content-Range") == "bytes */0" }
}
