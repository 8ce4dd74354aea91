import AhaBase
import CCurl
import CShims

/// Result of a libcurl callback.
enum CurlAnswer {
  case done(Int)
  /// No data or room now; `resume` continues.
  case pause
  /// Ends the exchange.
  case stop
}

/// One request and its reply over libcurl. Subclasses supply the body and receive the reply.
///
/// Threads: one at a time; the functions to override are called inside `CurlMulti.perform`.
class CurlExchange {
  fileprivate(set) final var easy: UnsafeMutableRawPointer?
  private final var lines: UnsafeMutablePointer<curl_slist>?
  /// Buffer for libcurl's error message.
  private let reason: UnsafeMutablePointer<CChar>
  private final var isOutOfMemory = false
  /// SSRF guard: the min distance of a host. libcurl's callback records a violation there.
  private let fence: UnsafeMutablePointer<aha_curl_fence>
  /// Distance by host name for a request through a proxy, whose own address says nothing about the
  /// host.
  private final var distanceByName: HTTPDistance?

  init() {
    fence = .allocate(capacity: 1)
    fence.initialize(to: aha_curl_fence())
    reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    discard()
    reason.deallocate()
    fence.deallocate()
  }

  // MARK: To override

  /// A header or trailer line with its line end; false ends the exchange.
  func lineArrived(_ line: UnsafeRawBufferPointer) -> Bool { true }
  func bodyArrived(_ bytes: UnsafeRawBufferPointer) -> CurlAnswer { .done(bytes.count) }
  func bodyWanted(_ bytes: UnsafeMutableRawBufferPointer) -> CurlAnswer { .done(0) }
  /// Restarts the body at `offset`.
  func bodyRewinds(to offset: Int64) -> Bool { false }
  func moved(received: Int64, of total: Int64, sent: Int64) {}
  /// The connection is open and the request is about to be sent; false ends the exchange.
  /// - Parameter distance: Distance of the host.
  func isReadyToSend(at distance: HTTPDistance) -> Bool { true }

  // MARK: Before it is added to a CurlMulti

  /// Resets the exchange for a new request.
  /// - Parameter least: Min distance of the host.
  /// Errors: `outOfMemory`, `unsupported`.
  final func prepare(
    _ method: String, url: URLParts, bodyCount: Int64?, context: TransportContext,
    least: HTTPDistance
  ) throws(AhaError) {
    discard()

    guard let easy = curl_easy_init() else { throw CurlExchange.outOfMemory }
    self.easy = easy
    let me = Unmanaged.passUnretained(self).toOpaque()
    let basics = aha_curl_set_basics(easy, me, reason)
    if basics == CURLE_OUT_OF_MEMORY { throw CurlExchange.outOfMemory }
    guard basics == CURLE_OK else { throw AhaError(.unsupported, "this libcurl has no TLS") }
    aha_curl_set_functions(
      easy, me, headerArrived, dataArrived, dataWanted, dataRewinds, progressMade, willSend)
    set(CURLOPT_URL, to: url.url)
    set(CURLOPT_USERAGENT, to: context.settings.userAgent)
    set(CURLOPT_PROXY, to: context.proxy(for: url))
    // A host that is reached without the proxy is in the local network.
    set(CURLOPT_NOPROXY, to: least == .public ? "" : context.directHosts)
    let hasProxy = !context.proxy(for: url).isEmpty
    distanceByName = hasProxy ? url.distance : nil
    fence.pointee = aha_curl_fence(least: least.rawValue, refused: 0)
    if least != .here && !hasProxy { aha_curl_set_fence(easy, fence) }
    if let file = context.caFile { note(aha_curl_set_authorities(easy, file)) }
    set(CURLOPT_CONNECTTIMEOUT_MS, to: context.settings.connectMilliseconds)
    setMethod(method, bodyCount: bodyCount)
  }

  private final func setMethod(_ method: String, bodyCount: Int64?) {
    if let bodyCount {
      set(CURLOPT_UPLOAD, to: 1)
      set(CURLOPT_INFILESIZE_LARGE, to: bodyCount)
      set(CURLOPT_UPLOAD_BUFFERSIZE, to: min(max(bodyCount, 1 << 14), CurlExchange.bufferBytes))
    }
    if method == "HEAD" { set(CURLOPT_NOBODY, to: 1) }
    set(CURLOPT_CUSTOMREQUEST, to: method)
  }

  /// For bodies that go to a stream: fewer, larger reads from the network.
  /// - Parameter bytesPerSecond: The limit, at which reads take a tenth of a second; 0: none.
  final func expectMuch(bytesPerSecond: Int64) {
    let even = bytesPerSecond > 0 ? max(1024, bytesPerSecond / 10) : CurlExchange.bufferBytes
    set(CURLOPT_BUFFERSIZE, to: min(even, CurlExchange.bufferBytes))
  }

  /// A larger buffer leaves the processor's cache: 256 KiB take up to twice the time on loopback.
  private static var bufferBytes: Int64 { 100 << 10 }

  /// Requests a compressed body and decompresses it.
  final func acceptCompressed() { set(CURLOPT_ACCEPT_ENCODING, to: "") }

  /// Builds the line in memory that is wiped; `discard` wipes libcurl's copy.
  final func add(_ header: HTTPHeader) {
    var line = header.name.array
    line.reserveCapacity(line.count + header.valueCount + 3)
    line += header.valueCount == 0 ? [0x3B] : [0x3A, 0x20]
    header.append(to: &line)
    line.append(0)
    addLine(line)
    line.wipe()
  }

  /// Errors: `outOfMemory`.
  final func addHeadersEnd() throws(AhaError) {
    // No wait for "100 Continue": a server that rejects the body closes the connection.
    addLine(Array("Expect:\0".utf8))
    if isOutOfMemory || aha_curl_set_headers(easy, lines) != CURLE_OK {
      throw CurlExchange.outOfMemory
    }
  }

  /// - Parameter line: Ends with a 0 byte.
  private final func addLine(_ line: [UInt8]) {
    let longer = line.withUnsafeBytes {
      curl_slist_append(lines, $0.bindMemory(to: CChar.self).baseAddress!)
    }
    if longer == nil { isOutOfMemory = true } else { lines = longer }
  }

  private final func set(_ option: CURLoption, to text: String) {
    note(text.withCString { aha_curl_set_text(easy, option, $0) })
  }

  /// Reported by `addHeadersEnd`, for a result that can only be a lack of memory.
  final func note(_ result: CurlResult) {
    if result == CURLE_OUT_OF_MEMORY { isOutOfMemory = true }
  }

  /// Ignores options that the installed libcurl does not know.
  private final func set(_ option: CURLoption, to value: Int64) {
    aha_curl_set_number(easy, option, value)
  }

  private static var outOfMemory: AhaError { AhaError(.outOfMemory, "no memory for a request") }

  // MARK: While it runs, and after

  /// The SSRF guard stopped the request: the host is nearer than allowed.
  final var isRefused: Bool { fence.pointee.refused != 0 }

  /// Also runs for a reused connection, which another request may have opened.
  fileprivate final func isReady(at address: UnsafePointer<CChar>?) -> Bool {
    let distance = distanceByName ?? address.map { HTTPDistance(aha_curl_distance($0)) } ?? .here
    fence.pointee.refused = distance.rawValue < fence.pointee.least ? 1 : 0
    return !isRefused && isReadyToSend(at: distance)
  }

  /// Continues after a pause; may call the functions above.
  final func resume() { curl_easy_pause(easy, CURLPAUSE_CONT) }

  /// True if part of the request was sent.
  final var hasSent: Bool { easy != nil && aha_curl_info(easy, CURLINFO_REQUEST_SIZE) > 0 }

  /// Frees libcurl's handle and wipes the headers. It must not be in a CurlMulti.
  final func discard() {
    if let easy { curl_easy_cleanup(easy) }
    aha_curl_wipe(lines)
    (easy, lines, isOutOfMemory) = (nil, nil, false)
    reason.pointee = 0
  }

  /// libcurl's message for a failure. It names hosts; the only URLs in it are those of proxies.
  final func reasonText(for result: CurlResult) -> String {
    let text = String(cString: reason)
    // A proxy's URL may contain a password.
    let tellsProxy = text.begins(with: "Unsupported proxy")
    if tellsProxy { return "the proxy's URL cannot be used" }
    if text.begins(with: "Received HTTP/0.9") { return "the server's reply is not HTTP" }
    if result.cannotRewind { return "the connection ended, and the body cannot be sent again" }
    return text.isEmpty ? String(cString: curl_easy_strerror(result)) : text
  }

  static func of(context: UnsafeMutableRawPointer) -> CurlExchange {
    Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
  }
}

// MARK: libcurl's callbacks

private func headerArrived(
  _ data: UnsafeMutablePointer<CChar>?, size: Int, count: Int,
  context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: data, count: size &* count)
  return CurlExchange.of(context: context!).lineArrived(line) ? line.count : refuses(line.count)
}

/// Any value but the byte count ends the exchange.
private func refuses(_ count: Int) -> Int { count == 0 ? 1 : 0 }

private func dataArrived(
  _ data: UnsafeMutablePointer<CChar>?, size: Int, count: Int,
  context: UnsafeMutableRawPointer?
) -> Int {
  let bytes = UnsafeRawBufferPointer(start: data, count: size &* count)
  switch CurlExchange.of(context: context!).bodyArrived(bytes) {
  case .done: return bytes.count
  case .pause: return Int(CURL_WRITEFUNC_PAUSE)
  case .stop: return refuses(bytes.count)
  }
}

private func dataWanted(
  _ data: UnsafeMutablePointer<CChar>?, size: Int, count: Int,
  context: UnsafeMutableRawPointer?
) -> Int {
  let bytes = UnsafeMutableRawBufferPointer(start: data, count: size &* count)
  switch CurlExchange.of(context: context!).bodyWanted(bytes) {
  case .done(let count): return count
  case .pause: return Int(CURL_READFUNC_PAUSE)
  case .stop: return Int(CURL_READFUNC_ABORT)
  }
}

private func dataRewinds(
  context: UnsafeMutableRawPointer?, offset: curl_off_t, origin: Int32
) -> Int32 {
  let isDone =
    origin == SEEK_SET && CurlExchange.of(context: context!).bodyRewinds(to: Int64(offset))
  return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

private func progressMade(
  context: UnsafeMutableRawPointer?, toReceive: curl_off_t, received: curl_off_t,
  toSend: curl_off_t, sent: curl_off_t
) -> Int32 {
  CurlExchange.of(context: context!).moved(
    received: Int64(received), of: Int64(toReceive), sent: Int64(sent))
  return 0
}

private func willSend(
  context: UnsafeMutableRawPointer?, remote: UnsafeMutablePointer<CChar>?,
  local: UnsafeMutablePointer<CChar>?, remotePort: Int32, localPort: Int32
) -> Int32 {
  CurlExchange.of(context: context!).isReady(at: remote)
    ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// Result of a libcurl exchange.
typealias CurlResult = CURLcode

extension CurlResult {
  /// Maps libcurl's result to libaha's code.
  var code: ResultCode {
    switch self {
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE:
      .tls
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL: .reply
    case CURLE_URL_MALFORMAT: .invalidArgument
    case CURLE_OUT_OF_MEMORY: .outOfMemory
    case CURLE_FILESIZE_EXCEEDED, CURLcode(rawValue: tooLarge): .limit
    default: .network
    }
  }

  var isSuccess: Bool { self == CURLE_OK }
  var isMemory: Bool { self == CURLE_OUT_OF_MEMORY }
  var cannotRewind: Bool { self == CURLE_SEND_FAIL_REWIND }
}

/// CURLE_TOO_LARGE, named in the headers since libcurl 8.6.
private let tooLarge: UInt32 = 100
