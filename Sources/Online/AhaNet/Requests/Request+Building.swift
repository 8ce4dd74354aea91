import AhaBase

/// Setters for the host. Errors of all: `state` (the request was sent), `invalidArgument`.
extension Request {
  private func building(_ body: () throws(AhaError) -> Void) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if job != nil { throw AhaError(.state, "the request was sent before") }
    try body()
  }

  /// Adds a parameter to the query, the form or the multipart/form-data body, depending on the
  /// method and the other parts.
  public func addParameter(_ name: String, _ value: String) throws(AhaError) {
    try building { () throws(AhaError) in parts.append(FormPart(name, .text(value))) }
  }

  public func addFile(
    _ name: String, stream: any ByteStream, fileName: String, type: String
  ) throws(AhaError) {
    try HTTPHeader("Content-Type", type).check()
    try building { () throws(AhaError) in
      if body != nil {
        throw AhaError(.state, "the request has a body, which a file would replace")
      }
      parts.append(FormPart(name, .stream(stream), fileName: fileName, type: type))
      hasFile = true
    }
  }

  /// Sets a header; an empty value removes it.
  public func setHeader(_ name: String, _ value: String) throws(AhaError) {
    let header = HTTPHeader(name, value)
    try header.check()
    if isReserved(name) {
      throw AhaError(
        .invalidArgument, "the header \(name) is set by the account or libaha: leave it out")
    }
    try building { () throws(AhaError) in
      for index in headers.indices where headers[index].name.isEqualIgnoringCase(name) {
        headers.remove(at: index)
        break
      }
      if !value.isEmpty { headers.append(header) }
    }
  }

  private func isReserved(_ name: String) -> Bool {
    for own in ["Content-Length", "Transfer-Encoding", "Host", "Connection", "Proxy-Authorization"]
    where name.isEqualIgnoringCase(own) {
      return true
    }
    guard let provider = account?.provider else { return false }
    return name.isEqualIgnoringCase("Authorization")
      || name.isEqualIgnoringCase(provider.tokenHeader)
      || name.isEqualIgnoringCase(provider.keyHeader)
  }

  /// - Parameter count: Negative: up to the end of the stream.
  public func setBody(
    _ stream: any ByteStream, offset: Int64, count: Int64, type: String
  ) throws(AhaError) {
    try HTTPHeader("Content-Type", type).check()
    guard offset >= 0, count < 0 || !offset.addingReportingOverflow(count).overflow else {
      throw AhaError(.invalidArgument, "a body of \(count) bytes at \(offset)")
    }
    try building { () throws(AhaError) in
      if hasFile { throw AhaError(.state, "the request has a file, which a body would replace") }
      body = Body(stream: stream, offset: offset, count: count, type: type)
    }
  }

  public func setSink(_ stream: any ByteStream) throws(AhaError) {
    try building { () throws(AhaError) in
      if pipe != nil {
        throw AhaError(.state, "the request reports its data to the host, so it cannot have a sink")
      }
      (sink, file) = (stream, nil)
    }
  }

  /// Writes the reply to a file, which is replaced once the reply is complete. Errors: also those
  /// of files.
  public func setReplyFile(_ path: FilePath) throws(AhaError) {
    let file = try ReplacementFile(for: path)
    try setSink(file.stream)
    lock.locked { self.file = file }
  }

  /// - Parameter last: Negative: up to the end.
  public func setRange(first: Int64, last: Int64) throws(AhaError) {
    guard first >= 0, last < 0 || last >= first else {
      throw AhaError(.invalidArgument, "a range from \(first) to \(last)")
    }
    try building { () throws(AhaError) in range = (first, last < 0 ? nil : last) }
  }

  // MARK: Request body

  /// Builds the message. Errors: those of the body's stream.
  func put(_ sink: HTTPSink) throws(AhaError) -> HTTPRequest {
    var message = HTTPRequest(method, resource.url)
    message.headers = headers
    message.range = range
    message.login = options.login
    message.limits.totalMilliseconds = options.milliseconds
    message.limits.body = options.maxReplyBytes
    message.sink = sink
    if hasFile {
      message.body = .form(parts)
      // The form has its own boundary, so the host's Content-Type cannot match it.
      message.headers.removeAll { $0.name.isEqualIgnoringCase("Content-Type") }
    } else {
      addParameters(to: &message)
      try addBody(to: &message)
    }
    return message
  }

  private func addParameters(to message: inout HTTPRequest) {
    if parts.isEmpty { return }
    let fields = FormFields()
    for part in parts { if case .text(let value) = part.content { fields.add(part.name, value) } }
    let isQuery =
      body != nil || method == "GET" || method == "HEAD"
      || method == "DELETE"
    if isQuery {
      message.url = fields.appended(to: message.url)
    } else {
      message.body = .bytes(fields.removeBytes())
      setType("application/x-www-form-urlencoded", of: &message)
    }
  }

  private func addBody(to message: inout HTTPRequest) throws(AhaError) {
    guard let body else { return }
    var count = body.count
    if count < 0 { count = max(0, try body.stream.length() &- body.offset) }
    message.body = .stream(body.stream, offset: body.offset, count: count)
    setType(body.type, of: &message)
  }

  private func setType(_ type: String, of message: inout HTTPRequest) {
    for header in message.headers where header.name.isEqualIgnoringCase("Content-Type") { return }
    message.headers.append(HTTPHeader("Content-Type", type))
  }
}
