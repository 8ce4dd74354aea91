import AhaBase
import AhaNet

/// Common part of downloads into files and streams.
class AssetFetch: TransferObserver {
  let opened: OpenedPiece
  let asset: OpenedAsset
  let job: Job
  let limit: Int64
  /// URL from the service; nil after it has expired.
  private var url: String?
  /// Max restarts after a change of version.
  private static let maxRestarts = 3
  private var wasMoved = false
  /// The last signed request.
  private var signed: HTTPRequest?

  /// Result of one attempt.
  enum Outcome {
    case whole
    /// The partial data belongs to another or an unknown version.
    case stale
    /// The URL has expired; ask the service for a new one.
    case moved
    case failed(AhaError, HTTPResponse?)
  }

  var loader: PieceLoader { opened.loader }

  /// Errors: `limit`.
  init(opened: OpenedPiece, asset: OpenedAsset, job: Job) throws(AhaError) {
    (self.opened, self.asset, self.job) = (opened, asset, job)
    limit = try asset.limit(audio: opened.loader.settings.audioLimit)
    super.init()
  }

  /// A request for the bytes from `offset`. Errors: those of `MadePiece.readyURL`.
  func request(
    into stream: any ByteStream, from offset: Int64
  ) throws(AhaError) -> HTTPRequest {
    let address: String
    switch asset.location {
    case .web(let known): address = known
    case .signed(let file): address = file.url
    case .made(let piece):
      if url == nil { url = try piece.readyURL(of: asset, job: job) }
      address = url ?? ""
    case .file: throw AhaError(.state, "\(asset.name) is a file")
    }
    let location: URLParts
    do throws(AhaError) { location = try URLParts.http(address) } catch {
      throw AhaError(.reply, "\(asset.name) is at \(error.line)")
    }
    var request = HTTPRequest("GET", location.url)
    request.ssrfGuard = opened.ssrfGuard
    request.sink = .stream(stream, offset: offset)
    request.limits.body = limit - offset
    if offset > 0 { request.range = (offset, nil) }
    if case .signed(let file) = asset.location {
      try file.sign(&request, job.cancellation)
      signed = request
    }
    return request
  }

  /// Result of a failed reply. A service's presigned URLs expire.
  func outcome(of reply: HTTPResponse) -> Outcome {
    if case .made = asset.location, !wasMoved, [401, 403, 404, 410].contains(reply.status) {
      (url, wasMoved) = (nil, true)
      return .moved
    }
    if case .signed(let file) = asset.location, !wasMoved, reply.status == 401, let signed {
      wasMoved = true
      do throws(AhaError) {
        try file.renew(signed, reply, job.cancellation)
        return .moved
      } catch { return .failed(error, nil) }
    }
    return .failed(HTTPResponse.refusal(reply.status, of: asset.name), reply)
  }

  /// Errors: `verify`.
  func checkLength(_ length: Int64) throws(AhaError) {
    if asset.bytes < 0 || length == asset.bytes { return }
    throw AhaError(.verify, "\(asset.name) has \(length) bytes, not the declared \(asset.bytes)")
  }

  /// Waits for a transfer, and cancels it with the job. Errors: those of `body`.
  func wait(
    for transfer: Transfer, from offset: Int64, _ body: () throws(AhaError) -> Bool
  ) throws(AhaError) {
    var isBusy = false
    while !transfer.wait(milliseconds: isBusy ? 1 : 50) {
      if job.isCancelled { transfer.cancel() }
      do throws(AhaError) {
        isBusy = try body()
      } catch {
        transfer.cancel()
        transfer.wait(milliseconds: -1)
        throw error
      }
      // A server may report any length.
      let declared = min(transfer.bytesToReceive, limit - offset)
      let total = max(asset.bytes, declared > 0 ? offset + declared : 0)
      job.report(bytes: offset + transfer.bytesReceived, of: max(0, total))
    }
    try job.throwIfCancelled()
    _ = try body()
  }

  /// Repeats attempts until one is complete. Errors: that of the last attempt, `cancelled`.
  func run(
    attempt: () throws(AhaError) -> Outcome, onRestart: () throws(AhaError) -> Void,
    length: () throws(AhaError) -> Int64
  ) throws(AhaError) {
    var (retries, restarts) = (RetryCounter(settings: loader.settings), 0)
    while true {
      try job.throwIfCancelled()
      job.enter(.receiving)
      let before = try length()
      switch try attempt() {
      case .whole: return
      case .stale:
        restarts += 1
        guard restarts <= AssetFetch.maxRestarts else {
          throw AhaError(
            .verify, "\(asset.name) keeps changing: the download was restarted \(restarts) times")
        }
        try onRestart()
      case .moved: break
      case .failed(let error, let reply):
        if try length() > before { retries.succeed() }
        let isPassing =
          reply.map { retries.mayRepeat(after: $0) } ?? retries.mayRepeat(after: error)
        guard isPassing else { throw error }
        try retries.rest(after: reply, job: job)
      }
    }
  }
}

/// Retry counter for temporary failures.
struct RetryCounter {
  private let retries: Int
  private var made = 0

  init(settings: OpenSettings) { retries = settings.retries }

  /// Resets the counter after progress.
  mutating func succeed() { made = 0 }

  func mayRepeat(after error: AhaError) -> Bool { made < retries && RetryPolicy.isPassing(error) }

  func mayRepeat(after reply: HTTPResponse) -> Bool {
    made < retries && RetryPolicy.isPassing(status: reply.status)
  }

  /// Waits before the next attempt: the server's requested delay, or the backoff.
  /// Errors: `cancelled`, `rateLimited` (the requested delay is over the limit).
  mutating func rest(after reply: HTTPResponse?, job: Job) throws(AhaError) {
    let wanted = reply.flatMap { RetryPolicy.wait(after: $0) }
    if let wanted, wanted > RetryPolicy.maxWaitMilliseconds {
      throw AhaError(.rateLimited, "the server asks to wait \(wanted / 1000) s")
    }
    let wait = wanted ?? RetryPolicy.backoff(after: made, random: UInt64.random(in: .min ... .max))
    made += 1
    try job.rest(milliseconds: wait)
  }
}

extension Job {
  /// Waits. Errors: `cancelled`.
  public func rest(milliseconds: Int64) throws(AhaError) {
    let end = Instant.after(milliseconds: milliseconds)
    while true {
      try throwIfCancelled()
      let left = (end.nanoseconds - Instant.now().nanoseconds) / 1_000_000
      if left <= 0 { return }
      Instant.pause(milliseconds: min(left, 20))
    }
  }
}
