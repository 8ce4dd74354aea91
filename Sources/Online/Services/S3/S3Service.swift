import AhaBase
import AhaDrop
import AhaHash
import AhaNet

/// Client of a bucket: builds and signs messages, interprets replies.
///
/// Source: "Amazon S3 API Reference", Common error responses.
/// Threads: any.
public final class S3Service {
  public let settings: S3Settings
  let clock: S3Clock

  init(settings: S3Settings, clock: S3Clock = S3Clock()) {
    (self.settings, self.clock) = (settings, clock)
  }

  /// Options of a message.
  public struct Sending {
    /// SHA-256 of the body in hexadecimal.
    var sha256 = S3Service.sha256OfNothing
    /// The service's error codes that the caller handles.
    var passes: [String] = []
    /// Error statuses that the caller handles.
    public var accepts: [Int] = []
    var isAsset = false
    /// A 200 reply may contain an error document.
    var mayFailLate = false
    /// As of `DropCall.Options`.
    var isSlow = false
    var hasArrived: DropCall.Question?

    public init() {}
  }

  static let sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  // MARK: Messages

  /// - Parameter query: Encoded names and values.
  public func message(method: String, key: String, query: String = "") -> HTTPRequest {
    let path = settings.bucketURL + Percent.encoded(path: key)
    var message = HTTPRequest(method, query.isEmpty ? path : "\(path)?\(query)")
    message.limits.redirects = 0
    message.limits.errorBody = 16 << 10
    message.limits.body = 8 << 20
    return message
  }

  /// Adds the headers of a new object.
  func creating(_ message: HTTPRequest, type: String) -> HTTPRequest {
    var message = message
    message.headers.append(HTTPHeader("Content-Type", type))
    if !settings.acl.isEmpty { message.headers.append(HTTPHeader("x-amz-acl", settings.acl)) }
    return message
  }

  /// Uploads a small object. Errors: those of `send`.
  func put(
    _ bytes: [UInt8], key: String, type: String, via call: DropCall
  ) throws(AhaError) {
    var message = creating(message(method: "PUT", key: key), type: type)
    message.body = .bytes(bytes)
    var sending = Sending()
    sending.sha256 = Sha256.hexadecimal(try Sha256.digest(of: bytes))
    _ = try send(message, sending: sending, via: call)
  }

  /// Uploads a small object if a condition holds; returns whether it held. A service without
  /// conditional writes ignores it.
  ///
  /// Source: "Conditional writes", Amazon S3 User Guide.
  func put(
    _ bytes: [UInt8], key: String, type: String, if condition: HTTPHeader?, via call: DropCall
  ) throws(AhaError) -> Bool {
    guard let condition else {
      try put(bytes, key: key, type: type, via: call)
      return true
    }
    var message = creating(message(method: "PUT", key: key), type: type)
    message.headers.append(condition)
    message.body = .bytes(bytes)
    var sending = Sending()
    sending.sha256 = Sha256.hexadecimal(try Sha256.digest(of: bytes))
    sending.accepts = [409, 412, 501]
    sending.passes = ["PreconditionFailed", "ConditionalRequestConflict", "NotImplemented"]
    let status = try send(message, sending: sending, via: call).status
    if status != 501 { return status < 300 }
    try put(bytes, key: key, type: type, via: call)
    return true
  }

  /// The reply with a small object; nil if it does not exist.
  func contents(of key: String, via call: DropCall) throws(AhaError) -> HTTPResponse? {
    var message = message(method: "GET", key: key)
    message.limits.body = Int64(RemoteFeed.maxBytes)
    message.headers.append(HTTPHeader("Accept-Encoding", "identity"))
    var sending = Sending()
    sending.accepts = [404]
    sending.passes = ["NoSuchKey"]
    let reply = try send(message, sending: sending, via: call)
    return reply.status == 404 ? nil : reply
  }

  /// Deletes an object if it exists.
  func delete(key: String, via call: DropCall) throws(AhaError) {
    var sending = Sending()
    sending.accepts = [404]
    _ = try send(message(method: "DELETE", key: key), sending: sending, via: call)
  }

  /// Length of an object; nil if it does not exist.
  func size(of key: String, via call: DropCall) throws(AhaError) -> Int64? {
    var message = message(method: "HEAD", key: key)
    // Prevents compression, which changes the length.
    message.headers.append(HTTPHeader("Accept-Encoding", "identity"))
    var sending = Sending()
    sending.accepts = [404]
    let reply = try send(message, sending: sending, via: call)
    if reply.status == 404 { return nil }
    guard let size = reply.length else {
      throw AhaError(.reply, "HEAD of \(key.cut): no Content-Length")
    }
    return size
  }

  // MARK: Sending

  /// Errors: `access`, `notFound`, `notSignedIn`, `refused`, `diskFull`, `limit`,
  /// `invalidArgument`, and those of `DropCall.send`.
  public func send(
    _ message: HTTPRequest, sending: Sending, via call: DropCall
  ) throws(AhaError) -> HTTPResponse {
    let (message, options) = prepared(message, sending: sending)
    return try call.send(message, options: options)
  }

  /// Like `send`, on a thread of its own.
  func begin(
    _ message: HTTPRequest, sending: Sending, via call: DropCall
  ) throws(AhaError) -> MessageInFlight {
    let (message, options) = prepared(message, sending: sending)
    return try call.begin(message, options: options)
  }

  /// Signs a message without a body that the caller sends. Errors: those of `S3Signer`.
  public func authorize(_ message: inout HTTPRequest) throws(AhaError) {
    message.limits.redirects = 0
    addHeaders(to: &message, sha256: S3Service.sha256OfNothing)
    try sign(&message, payload: S3Service.sha256OfNothing)
  }

  /// Query that permits everyone to download an object for `S3Settings.linkSeconds`.
  /// Errors: those of `S3Signer`.
  func link(to key: String) throws(AhaError) -> String {
    try signer.link(
      method: "GET", url: settings.bucketURL + Percent.encoded(path: key),
      token: settings.sessionToken,
      seconds: S3Settings.linkSeconds, at: S3Time(seconds: clock.now()))
  }

  private var signer: S3Signer {
    S3Signer(
      keyID: settings.keyID, secret: settings.secret ?? Secret(""), region: settings.region)
  }

  private func addHeaders(to message: inout HTTPRequest, sha256: String) {
    message.headers.append(HTTPHeader("x-amz-content-sha256", sha256))
    if let token = settings.sessionToken {
      message.headers.append(HTTPHeader("x-amz-security-token", token))
    }
  }

  private func prepared(
    _ message: HTTPRequest, sending: Sending
  ) -> (HTTPRequest, DropCall.Options) {
    var message = message
    addHeaders(to: &message, sha256: sending.sha256)
    var options = DropCall.Options()
    (options.accepts, options.isAsset) = (sending.accepts, sending.isAsset)
    (options.isSlow, options.hasArrived) = (sending.isSlow, sending.hasArrived)
    options.sign = { [self] (message) throws(AhaError) in
      try sign(&message, payload: sending.sha256)
    }
    let label = "\(message.method) \(settings.bucket)"
    options.judge = { [self] (reply) throws(AhaError) in
      verdict(on: reply, sending: sending, label: label)
    }
    return (message, options)
  }

  private func sign(_ message: inout HTTPRequest, payload: String) throws(AhaError) {
    let time = S3Time(seconds: clock.now())
    message.headers.append(HTTPHeader("x-amz-date", time.text))
    // Not signed: a proxy may change Accept-Encoding.
    let all = message.headers
    message.headers = all.filter { $0.name != "Accept-Encoding" }
    try signer.sign(&message, payload: payload, at: time)
    message.headers = all
  }

  // MARK: Replies

  private func verdict(
    on reply: HTTPResponse, sending: Sending, label: String
  ) -> Attempts.Verdict? {
    let isSuccess = (200..<300).contains(reply.status)
    if isSuccess && !sending.mayFailLate { return nil }
    guard let fault = S3Fault(body: reply.body) else {
      return isSuccess ? nil : verdict(of: reply, label: label)
    }
    if sending.passes.contains(fault.code) { return .success }
    let error = AhaError(
      code(of: fault, status: reply.status), line(for: fault, reply: reply, label: label))
    if has(fault, codes: ["RequestTimeTooSkewed"]) {
      let isCorrected = reply.header("Date").map { clock.correct(to: $0) } ?? false
      return isCorrected ? .again(error, milliseconds: 1) : .failure(error)
    }
    let isPassing = has(
      fault,
      codes: [
        "InternalError", "SlowDown", "ServiceUnavailable", "RequestTimeout", "OperationAborted",
        "BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody", "Throttling",
      ])
    // Nil: uses the delay that the reply requests.
    if isPassing { return reply.status == 429 || reply.status == 503 ? nil : .again(error) }
    if error.code == .http && !isSuccess { return nil }
    return .failure(error)
  }

  /// Of a reply without an error document.
  private func verdict(of reply: HTTPResponse, label: String) -> Attempts.Verdict? {
    let code: ResultCode
    switch reply.status {
    case 401: code = .notSignedIn
    case 403: code = .access
    case 404: code = .notFound
    case 507: code = .diskFull
    // The bucket is in another region; the settings must name it.
    case 301, 307: code = .refused
    default: return nil
    }
    return .failure(AhaError(code, "\(label): HTTP \(reply.status)\(elsewhere(reply, fault: nil))"))
  }

  /// Where the bucket is, for the user's settings; "" if the service does not say it.
  ///
  /// Source: "Making requests using the REST API" and "HeadBucket", Amazon S3 API Reference.
  private func elsewhere(_ reply: HTTPResponse, fault: S3Fault?) -> String {
    var endpoint = fault?.endpoint ?? ""
    if endpoint.isEmpty, reply.status == 301 || reply.status == 307 {
      endpoint = URLParts(reply.header("Location") ?? "").map { $0.authority } ?? ""
    }
    var region = fault?.region ?? ""
    if region.isEmpty { region = reply.header("x-amz-bucket-region") ?? "" }
    var line = ""
    if !region.isEmpty, !isSecret(in: region) { line += ", region \(region.cut)" }
    if !endpoint.isEmpty, !isSecret(in: endpoint) { line += ", endpoint \(endpoint.cut)" }
    return line.isEmpty ? "" : line + ". Use these in the destination's settings"
  }

  private func code(of fault: S3Fault, status: Int) -> ResultCode {
    if has(fault, codes: ["AccessDenied", "AllAccessDisabled", "AccountProblem"]) {
      return .access
    }
    if has(fault, codes: ["NoSuchBucket", "NoSuchKey", "NoSuchUpload"]) { return .notFound }
    if has(
      fault, codes: ["InvalidAccessKeyId", "ExpiredToken", "InvalidToken", "TokenRefreshRequired"])
    {
      return .notSignedIn
    }
    if has(fault, codes: ["SignatureDoesNotMatch", "RequestTimeTooSkewed"]) { return .refused }
    if status == 507
      || has(fault, codes: ["QuotaExceeded", "InsufficientStorage", "XMinioStorageFull"])
    {
      return .diskFull
    }
    if has(fault, codes: ["EntityTooLarge"]) { return .limit }
    if has(
      fault, codes: ["PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed"])
    {
      return .refused
    }
    switch status {
    case 401: return .notSignedIn
    case 403: return .access
    case 429: return .rateLimited
    default: return .http
    }
  }

  private func has(_ fault: S3Fault, codes: [String]) -> Bool {
    codes.contains(fault.code)
  }

  private func line(for fault: S3Fault, reply: HTTPResponse, label: String) -> String {
    var line = "\(label): HTTP \(reply.status)"
    if !isSecret(in: fault.code) { line += " \(fault.code.cut)" }
    if !isSecret(in: fault.message) { line += ": \(ErrorText.line(fault.message))" }
    if let id = reply.header("x-amz-request-id"), !isSecret(in: id) {
      line += ", request \(ErrorText.line(id))"
    }
    return line + elsewhere(reply, fault: fault)
  }

  private func isSecret(in text: String) -> Bool {
    settings.secret?.isIn(text.array) ?? false || settings.sessionToken?.isIn(text.array) ?? false
  }
}
