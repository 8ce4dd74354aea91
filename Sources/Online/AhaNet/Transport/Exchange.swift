import AhaBase

/// A transfer on the network thread: one request and reply, repeated for each redirect.
///
/// Threads: created on any thread, then used on the network thread only.
final class Exchange: CurlExchange {
  enum Phase { case new, running, draining, ended }
  enum Direction { case sending, receiving }

  let transfer: Transfer
  let observer: TransferObserver?
  let request: HTTPRequest
  let context: TransportContext
  let network: NetworkThread
  var phase = Phase.new

  // Current target, after redirects.
  private(set) var url: URLParts
  private(set) var method: String
  private var hopsLeft: Int
  private(set) var hasCrossed = false
  /// Distance of the current host.
  private(set) var distance = HTTPDistance.here

  // Request body.
  private var source: BodySource?
  private(set) var sourceOffset: Int64 = 0
  private var sourcePipe: BytePipe?
  private var timesReady = 0

  // Reply; see Exchange+Reply.swift.
  var response = HTTPResponse()
  var headBytes = 0
  var isHeadComplete = false
  /// libcurl may send the request again within the exchange, with a user and a password.
  var answersChallenges = false
  var discarded = 0
  var hasEnough = false
  var stored: Int64 = 0
  /// Expected bytes of the range.
  var rangeCount: Int64?
  var sinkPipe: BytePipe?
  /// Error that made libaha end the exchange.
  var failure: AhaError?

  let begun = Instant.now()
  private var timeouts: ExchangeTimeouts
  private var isPaused = false
  /// The rate limit that paused it.
  private(set) var throttled: Direction?

  /// Errors: `invalidArgument`, those of the body's streams.
  init(
    request: HTTPRequest, network: NetworkThread, observer: TransferObserver?
  ) throws(AhaError) {
    try request.check()
    (self.request, self.network, self.observer) = (request, network, observer)
    (context, method, hopsLeft) = (network.context, request.method, request.limits.redirects)
    url = try URLParts.http(request.url)
    source = try Exchange.source(of: request)
    transfer = Transfer(
      network: network, label: "\(request.method) \(url.authority)", bytesToSend: source?.count ?? 0
    )
    timeouts = ExchangeTimeouts(request.limits, settings: context.settings)
    super.init()
  }

  private static func source(of request: HTTPRequest) throws(AhaError) -> BodySource? {
    guard case .none = request.body else { return try BodySource(request.body) }
    // An empty body sends `Content-Length: 0`, which servers require for these methods.
    return ["POST", "PUT", "PATCH"].contains(request.method) ? try BodySource(.none) : nil
  }

  /// An error with the method and the current host.
  func error(code: ResultCode, text: String) -> AhaError {
    AhaError(code, "\(method) \(url.authority): \(text)")
  }

  // MARK: One request

  /// Configures libcurl for the next request. Errors: `outOfMemory`, `unsupported`, `refused`.
  func prepareHop() throws(AhaError) {
    let least = leastDistance
    if least != .here, url.distance < least { throw nearer }
    try prepare(method, url: url, bodyCount: source?.count, context: context, least: least)
    var isStream = false
    if case .stream = request.sink { isStream = true }
    if isStream { expectMuch(bytesPerSecond: context.settings.bytesPerSecond) }
    if request.range == nil, !isStream || request.mayBeCompressed { acceptCompressed() }
    for header in request.headers where goesAlong(header) { add(header) }
    if let type = source?.type { add(HTTPHeader("Content-Type", type)) }
    if let range = request.range {
      let last = range.last.map { "\($0)" } ?? ""
      add(HTTPHeader("Range", "bytes=\(range.first)-\(last)"))
    }
    authenticate()
    try addHeadersEnd()
    sourceOffset = 0
    (timesReady, headBytes, isHeadComplete, discarded) = (0, 0, false, 0)
    hasEnough = false
    timeouts.suspend()
    (isPaused, throttled) = (false, nil)
    (response, phase) = (HTTPResponse(), .running)
  }

  private var leastDistance: HTTPDistance {
    switch request.ssrfGuard {
    case .any: .here
    case .notNearerThanBefore: distance
    case .notNearer(let than): than
    }
  }

  private func goesAlong(_ header: HTTPHeader) -> Bool {
    if hasCrossed { return header.mayCross }
    return source != nil || !header.isOfBody || request.body.isNone
  }

  /// Follows a redirect; returns false if the reply is not a redirect. Errors: `reply`, `limit`.
  func advance() throws(AhaError) -> Bool {
    guard request.limits.redirects > 0, let location = response.redirectLocation else {
      return false
    }
    guard hopsLeft > 0 else {
      throw AhaError(
        .limit,
        "\(transfer.label): more than \(request.limits.redirects) redirects, now at "
          + url.authority)
    }
    hopsLeft -= 1
    let redirect = try Redirect(
      status: response.status, location: location, from: url, method: method,
      hasBody: source != nil)
    (url, method) = (redirect.url, redirect.method)
    if redirect.crosses { hasCrossed = true }
    if !redirect.keepsBody { source = nil }
    endSourcePipe()
    return true
  }

  /// libcurl sends again when a reused connection turns out to be closed. Prevents that if
  /// repeating the request is unsafe.
  override func isReadyToSend(at distance: HTTPDistance) -> Bool {
    self.distance = distance
    timesReady += 1
    timeouts.restart()
    if timesReady > 1 && hasSent && !request.isIdempotent && !isHeadComplete {
      failure = error(code: .network, text: "the connection was closed before a reply came")
      return false
    }
    return true
  }

  // MARK: Request body

  override func bodyWanted(_ bytes: UnsafeMutableRawBufferPointer) -> CurlAnswer {
    guard let source else { return .done(0) }
    let allowed = network.sending.allowance(for: bytes.count)
    if allowed == 0 { return pause(.sending) }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<allowed])
    do throws(AhaError) {
      guard let got = try wanted(from: source, into: bytes) else { return pause() }
      network.sending.spend(got)
      sourceOffset += Int64(got)
      return .done(got)
    } catch {
      failure = error
      return .stop
    }
  }

  /// Nil if no bytes are available yet.
  private func wanted(
    from source: BodySource, into bytes: UnsafeMutableRawBufferPointer
  ) throws(AhaError) -> Int? {
    guard let paced = source.paced else {
      return try source.isQuick
        ? source.read(into: bytes, at: sourceOffset) : readAhead(from: source, into: bytes)
    }
    return try source.read(from: paced, into: bytes, at: sourceOffset) { [self] in
      network.attend(self)
    }
  }

  private func readAhead(
    from source: BodySource, into bytes: UnsafeMutableRawBufferPointer
  ) throws(AhaError) -> Int? {
    if sourcePipe == nil {
      sourcePipe = try BytePipe.reading(source, at: sourceOffset) { [self] in
        network.attend(self)
      }
    }
    let got = sourcePipe?.read(into: bytes)
    if got == 0, let failure = sourcePipe?.failure { throw failure }
    return got
  }

  override func bodyRewinds(to offset: Int64) -> Bool {
    endSourcePipe()
    sourceOffset = offset
    return offset >= 0
  }

  private func pause(_ limit: Direction? = nil) -> CurlAnswer {
    (isPaused, throttled) = (true, limit ?? throttled)
    return .pause
  }

  /// Continues after a pause, if paused.
  func resumeIfPaused() {
    guard isPaused else { return }
    (isPaused, throttled) = (false, nil)
    timeouts.restart()
    resume()
  }

  // MARK: Reply

  override func lineArrived(_ line: UnsafeRawBufferPointer) -> Bool {
    do throws(AhaError) {
      try receive(line: line)
      return true
    } catch {
      failure = error
      return false
    }
  }

  override func bodyArrived(_ bytes: UnsafeRawBufferPointer) -> CurlAnswer {
    if !bytes.isEmpty, network.receiving.allowance(for: 1) == 0 { return pause(.receiving) }
    do throws(AhaError) {
      guard try receive(body: bytes) else { return pause() }
      network.receiving.spend(bytes.count)
      return hasEnough ? .stop : .done(bytes.count)
    } catch {
      failure = error
      return .stop
    }
  }

  // MARK: Time

  override func moved(received: Int64, of total: Int64, sent: Int64) {
    guard transfer.note(received: received, of: total, sent: sent) else { return }
    timeouts.note()
    observer?.moved(transfer)
  }

  /// Next stall or total deadline; nil if there is no limit.
  var deadline: Instant? {
    timeouts.deadline(isMoving: phase == .running && !isPaused, isUnanswered: isUnanswered)
  }

  /// The request is sent completely; no reply has begun.
  private var isUnanswered: Bool {
    !isHeadComplete && hasSent && transfer.bytesSent >= source?.count ?? 0
  }

  /// The error for a missed deadline.
  func lateness(at now: Instant) -> AhaError {
    error(code: .timeout, text: timeouts.reason(at: now, isUnanswered: isUnanswered))
  }

  // MARK: Its end

  /// Maps libcurl's result to an error; nil for a usable reply.
  func failure(of result: CurlResult) -> AhaError? {
    if let failure { return failure }
    if !result.isSuccess && isRefused { return nearer }
    if result.isSuccess && !isHeadComplete { return endless }
    if result.isSuccess || hasEnough { return incompleteness }
    if result.isMemory && hasSent && !isHeadComplete {
      // libcurl's result for a header or status line over its limit.
      return error(code: .limit, text: "a header is too long")
    }
    // If a redirect named the bad host, the server is at fault, not the caller.
    let isLed = hopsLeft < request.limits.redirects
    let code = isLed && result.code == .invalidArgument ? .reply : result.code
    return error(code: code, text: reasonText(for: result))
  }

  private var nearer: AhaError {
    error(
      code: .refused,
      text: leastDistance == .near
        ? "it is on this machine" : "it is on this machine or in the network around it")
  }

  func endPipes() {
    endSourcePipe()
    sinkPipe?.abandon()
    sinkPipe = nil
  }

  private func endSourcePipe() {
    sourcePipe?.abandon()
    sourcePipe = nil
  }
}
