import AhaArguments
import AhaBase
import AhaNet
import AhaPage
import AhaPiece
import CAha

extension Request: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_REQUEST, noun: "request") }

  public func began(_ handle: UInt) { tag.value = handle }

  public func ended(_ handle: UInt) { letGo() }

  public func wasReleased() {
    if isHeldByItself { abandonData() }
  }
}

extension Client {
  func createRequest(
    _ signer: Account?, method: String, resource: String, options: Request.Options
  ) throws(AhaError) -> Request {
    try Request(client: self, account: signer, method: method, resource: resource, options: options)
  }
}

extension Request.Options {
  init(_ options: UnsafePointer<aha_request_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_request_options_init())
    let format: Request.Format = try known(fields.format, "format")
    (context, self.format) = (fields.context, format)
    waitsForSignIn = fields.wait_for_sign_in != 0
    isIdempotent = fields.idempotent != 0
    tellsData = fields.tell_data != 0
    milliseconds = time(fields.timeout_ms)
    if fields.max_reply_bytes > 0 { maxReplyBytes = Int64(clamping: fields.max_reply_bytes) }
    login = try fields.login()
    if fields.retries == UInt32.max {
      retries = 0
    } else if fields.retries > 0 {
      retries = Int(fields.retries)
    }
  }
}

extension aha_request_options {
  /// Errors: `invalidArgument` (a user without a password, or the other way around), those of the
  /// file.
  fileprivate func login() throws(AhaError) -> HTTPLogin? {
    let given = try Secret.given(
      Secret(given: Text.optional(password)), file: password_file.map { FilePath($0) })
    let user = Text.credential(user)
    if let user, let given { return HTTPLogin(user: user, password: given) }
    if user == nil, given == nil { return nil }
    throw AhaError(.invalidArgument, "user and password belong together: one of them is missing")
  }
}

extension Request {
  func addFile(
    _ name: String, stream: StreamBox, fileName: String?, type: String?
  ) throws(AhaError) {
    try addFile(
      name, stream: stream.readable(or: .unsupported), fileName: fileName ?? "file",
      type: mediaType(named: type))
  }

  func setBody(
    _ stream: StreamBox, offset: Int64, size: Int64, type: String?
  ) throws(AhaError) {
    let body = try stream.readable(or: .unsupported)
    try setBody(body, offset: offset, count: size, type: mediaType(named: type))
  }

  func setSink(_ stream: StreamBox) throws(AhaError) {
    try setSink(stream.writable(or: .unsupported))
  }
}

private func mediaType(named given: String?) -> String {
  guard let text = given else { return "application/octet-stream" }
  return text.array.contains(UInt8(ascii: "/")) ? text : MediaTypes.type(named: text)
}

// MARK: Sending

@c @implementation
public func aha_request_start(
  _ request: OpaquePointer?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: parent(of: request)) { (attach) throws(AhaError) in
    let object = try Handle.object(request, as: Request.self)
    let hold = object.hold()
    do throws(AhaError) {
      try object.start(prepare: attach)
    } catch {
      if hold { object.letGoOfHold() }
      throw error
    }
  }
}

/// A started request with a context is one more owner of its handle until the host has read its end
/// event: the event of a released request then still leads to the context.
extension Request {
  /// Returns true if this call made it an owner.
  fileprivate func hold() -> Bool {
    let number = tag.value
    guard options.context != nil, !hasBegun, HandleTable.retain(number) else { return false }
    let isRead = { Request.drop(number) }
    if whenEndIsRead(isRead) { return true }
    isRead()
    return false
  }

  /// The request could not be started.
  fileprivate func letGoOfHold() {
    _ = whenEndIsRead(nil)
    Request.drop(tag.value)
  }

  /// True if the host has released a request that runs.
  fileprivate var isHeldByItself: Bool { HandleTable.owners(of: tag.value) == 1 && holdsItself }

  private static func drop(_ number: UInt) {
    do throws(AhaError) {
      try Handle.release(OpaquePointer(bitPattern: number), as: Request.self)?.letGo()
    } catch {
      // The client ended, and with it all of its handles.
    }
  }
}

@c @implementation
public func aha_request_sign(
  _ request: OpaquePointer?, _ headerName: UnsafeMutablePointer<CChar>?, _ nameCapacity: Int,
  _ headerValue: UnsafeMutablePointer<CChar>?, _ valueCapacity: Int
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let credential = try Handle.object(request, as: Request.self).sign()
    try Text.copyOut(credential.name, to: headerName, capacity: nameCapacity, outLength: nil)
    try Text.copyOut(credential.value, to: headerValue, capacity: valueCapacity, outLength: nil)
  }
}

// MARK: The reply

@c @implementation
public func aha_request_read(
  _ request: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  var isEnd = false
  let result = guarded { () throws(AhaError) in
    let request = try Handle.object(request, as: Request.self)
    let start = try required(bytes, "bytes")
    let out = try required(outLength, "out_length")
    guard capacity > 0 else {
      throw AhaError(.invalidArgument, "capacity \(UInt(bitPattern: capacity)) is out of range")
    }
    let count = try request.read(
      into: UnsafeMutableRawBufferPointer(start: start, count: capacity))
    isEnd = count == nil
    out.pointee = count ?? 0
  }
  return result == aha_result(AHA_OK) && isEnd ? aha_result(AHA_END) : result
}

extension Request {
  var context: UnsafeMutableRawPointer? { options.context }

  func body() throws(AhaError) -> [UInt8] { try replyBody() }
}

enum Format: Handleless {
  static func mediaType(named name: String) throws(AhaError) -> String {
    let type = MediaTypes.type(named: name)
    guard type.isMediaType else {
      throw AhaError(.invalidArgument, "\"\(name.cut)\" is no media type and no known ending")
    }
    return type
  }
}
