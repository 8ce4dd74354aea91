import AhaBase
import AhaDrop
import AhaHash
import AhaNet

/// Client of a bucket: builds and signs messages, interprets replies.
///
/// Source: "Amazon S3 API Reference", Common error responses.
/// Threads: any.
public final class S3Service: RemoteFiles {
  public let settings: S3Settings
  let clock: S3Clock
  let lock = Lock()
  // Invariant: read and written under `lock`. The bucket's region, if the service has corrected the
  // one of the settings.
  var learnedRegion: String?

  init(settings: S3Settings, clock: S3Clock = S3Clock()) {
    (self.settings, self.clock) = (settings, clock)
  }

  /// Options of a message.
  public struct Sending {
    /// SHA-256 of the body in hexadecimal.
    var sha256 = S3Service.sha256OfNothing
    /// CRC-64/NVME of the body in Base64; nil: computed for a body in memory.
    var crc64: String?
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
    for (name, value) in [
      ("x-amz-acl", settings.acl), ("x-amz-storage-class", settings.storageClass),
      ("x-amz-server-side-encryption", settings.encryption),
      ("x-amz-server-side-encryption-aws-kms-key-id", settings.kmsKeyID),
    ] where !value.isEmpty { message.headers.append(HTTPHeader(name, value)) }
    return message
  }

  func address(of path: String) -> String { S3Destination.prefix(of: settings) + path }

  /// Source: "Conditional writes", Amazon S3 User Guide.
  @discardableResult
  func put(
    _ file: PageFile, at key: String, if condition: HTTPHeader? = nil, via call: DropCall
  ) throws(AhaError) -> RemoteWrite {
    var message = creating(message(method: "PUT", key: key), type: file.type)
    message.body = .bytes(file.bytes)
    var sending = Sending()
    sending.sha256 = Sha256.hexadecimal(try Sha256.digest(of: file.bytes))
    if let condition {
      message.headers.append(condition)
      sending.accepts = [409, 412, 501]
      sending.passes = ["PreconditionFailed", "ConditionalRequestConflict", "NotImplemented"]
    }
    let status = try send(message, sending: sending, via: call).status
    return status == 501 ? .unsupported : status < 300 ? .written : .refused
  }

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
    useRegion(in: &message)
    addHeaders(to: &message, sha256: S3Service.sha256OfNothing)
    try sign(&message, payload: S3Service.sha256OfNothing)
  }

  /// Query that permits everyone to download an object for `S3Limits.linkSeconds`.
  /// Errors: those of `S3Signer`.
  func link(to key: String) throws(AhaError) -> String {
    try signer.link(
      method: "GET", url: bucketURL + Percent.encoded(path: key),
      token: settings.sessionToken,
      seconds: S3Limits.linkSeconds, at: S3Time(seconds: clock.now()))
  }

  private var signer: S3Signer {
    S3Signer(
      keyID: settings.keyID, secret: settings.secret ?? Secret(""), region: region)
  }

  private var region: String { lock.locked { learnedRegion } ?? settings.region }

  /// URL of the bucket in its region, with a trailing "/".
  var bucketURL: String { settings.bucketURL(in: region) }

  /// Replaces the host of another region.
  private func useRegion(in message: inout HTTPRequest) {
    let (given, here) = (settings.bucketURL, bucketURL)
    guard !here.hasSameBytes(as: given), message.url.array.starts(with: given.array) else { return }
    message.url = here + message.url.array.dropFirst(given.utf8.count).text
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
    if let used = settings.usedChecksum, message.method == "PUT",
      let sum = S3Service.sum(used, of: message, sending: sending)
    {
      message.headers.append(HTTPHeader(used.header, sum))
    }
    var options = DropCall.Options()
    (options.accepts, options.isAsset) = (sending.accepts, sending.isAsset)
    (options.isSlow, options.hasArrived) = (sending.isSlow, sending.hasArrived)
    // Of the last attempt; both closures run on the thread of the message.
    var used = ""
    options.sign = { [self] (message) throws(AhaError) in
      used = region
      useRegion(in: &message)
      try sign(&message, payload: sending.sha256)
    }
    let label = "\(message.method) \(settings.bucket)"
    options.judge = { [self] (reply) throws(AhaError) in
      verdict(on: reply, sending: sending, label: label, region: used)
    }
    return (message, options)
  }

  private static func sum(
    _ checksum: S3Checksum, of message: HTTPRequest, sending: Sending
  ) -> String? {
    if checksum == .sha256 { return Sha256.bytes(sending.sha256).map { Base64.text($0) } }
    if let known = sending.crc64 { return known }
    if case .bytes(let bytes) = message.body {
      return bytes.withUnsafeBytes { Crc64.base64(of: $0) }
    }
    return Crc64.base64(of: UnsafeRawBufferPointer(start: nil, count: 0))
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
}
