import AhaBase
import AhaNet
import AhaPage
import CAha

extension Request: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_REQUEST, "request") }

  func ended(_ handle: UInt) { letGo() }

  func wasReleased() {
    if isHeldByItself { abandonData() }
  }
}

@c @implementation
public func aha_request_create(
  _ client: OpaquePointer?, _ account: OpaquePointer?, _ method: UnsafePointer<CChar>?,
  _ resource: UnsafePointer<CChar>?, _ options: UnsafePointer<aha_request_options>?,
  _ outRequest: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outRequest?.pointee = nil
  return guarded { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let signer = try optionalAccount(account)
    let out = try required(outRequest, "out_request")
    let request = try Request(
      host, signer, Text.given(method, "method"), Text.given(resource, "resource"),
      Request.Options(options))
    let number = try Handle.make(request, parent: client)
    request.tag.value = number
    out.pointee = OpaquePointer(bitPattern: number)
  }
}

/// Nil for NULL.
func optionalAccount(_ account: OpaquePointer?) throws(AhaError) -> ClientAccount? {
  account == nil ? nil : try Handle.object(account, as: ClientAccount.self)
}

extension Request.Options {
  fileprivate init(_ options: UnsafePointer<aha_request_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_request_options_init())
    let format: Request.Format = try known(asked.format, "format")
    (context, self.format) = (asked.context, format)
    waitsForSignIn = asked.wait_for_sign_in != 0
    isIdempotent = asked.idempotent != 0
    tellsData = asked.tell_data != 0
    milliseconds = time(asked.timeout_ms)
    if asked.max_reply_bytes > 0 { maxReplyBytes = Int64(clamping: asked.max_reply_bytes) }
    if asked.retries == UInt32.max { retries = 0 } else if asked.retries > 0 {
      retries = Int(asked.retries)
    }
  }
}

// MARK: Building

/// Runs the body of a function of a request.
private func using(
  _ request: OpaquePointer?, _ body: (Request) throws(AhaError) -> Void
) -> aha_result {
  guarded { () throws(AhaError) in try body(Handle.object(request, as: Request.self)) }
}

@c @implementation
public func aha_request_add_file(
  _ request: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ stream: OpaquePointer?,
  _ fileName: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?
) -> aha_result {
  using(request) { (request) throws(AhaError) in
    try request.addFile(
      Text.given(name, "name"), readable(stream, or: .unsupported),
      fileName: Text.optional(fileName) ?? "file", type: mediaType(type))
  }
}

@c @implementation
public func aha_request_set_body(
  _ request: OpaquePointer?, _ stream: OpaquePointer?, _ offset: Int64, _ size: Int64,
  _ type: UnsafePointer<CChar>?
) -> aha_result {
  using(request) { (request) throws(AhaError) in
    let body = try readable(stream, or: .unsupported)
    try request.setBody(body, offset: offset, count: size, type: mediaType(type))
  }
}

@c @implementation
public func aha_request_set_sink(
  _ request: OpaquePointer?, _ stream: OpaquePointer?
) -> aha_result {
  using(request) { (request) throws(AhaError) in
    try request.setSink(writable(stream, or: .unsupported))
  }
}

private func mediaType(_ type: UnsafePointer<CChar>?) -> String {
  guard let text = Text.optional(type) else { return "application/octet-stream" }
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
    try Text.copyOut(credential.name, headerName, nameCapacity, nil)
    try Text.copyOut(credential.value, headerValue, valueCapacity, nil)
  }
}

// MARK: The reply

@c @implementation
public func aha_request_copy_body(
  _ request: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return using(request) { (request) throws(AhaError) in
    try copyOut(request.replyBody(), bytes, capacity, outLength)
  }
}

@c @implementation
public func aha_request_read(
  _ request: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  var isEnd = false
  let result = using(request) { (request) throws(AhaError) in
    let start = try required(bytes, "bytes")
    let out = try required(outLength, "out_length")
    guard capacity > 0 else {
      throw AhaError(.invalidArgument, "capacity \(UInt(bitPattern: capacity)) is out of range")
    }
    let taken = try request.take(
      into: UnsafeMutableRawBufferPointer(start: start, count: capacity))
    isEnd = taken == nil
    out.pointee = taken ?? 0
  }
  return result == aha_result(AHA_OK) && isEnd ? aha_result(AHA_END) : result
}

extension Request {
  var context: UnsafeMutableRawPointer? { options.context }
}

extension aha_request_progress {
  init(_ request: Request) {
    let now = request.progress
    self = aha_request_progress_init()
    (sent_bytes, sent_total) = (now.sent, now.toSend)
    (received_bytes, received_total) = (now.received, now.toReceive)
    tries = UInt32(clamping: now.tries)
    status = UInt32(clamping: request.status)
  }
}
