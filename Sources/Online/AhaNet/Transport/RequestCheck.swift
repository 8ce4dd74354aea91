import AhaBase

extension HTTPHeader {
  /// Errors: `invalidArgument` (the field would not be exactly one line).
  func check() throws(AhaError) {
    guard name.isToken else { throw AhaError(.invalidArgument, "\(name.cut) is not a header name") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(valueCount)
    append(to: &bytes)
    defer { bytes.wipe() }
    for byte in bytes where byte < 32 && byte != 9 || byte == 127 {
      throw AhaError(.invalidArgument, "the header \(name) has a byte \(Int(byte)) in it")
    }
  }
}

extension HTTPRequest {
  /// Checks the request before it is sent. Errors: `invalidArgument`, `limit` (its head).
  func check() throws(AhaError) {
    guard method.isToken else { throw AhaError(.invalidArgument, "\(method.cut) is not a method") }
    for header in headers {
      try header.check()
      // libcurl writes these; a second one would allow request smuggling.
      for own in ["Content-Length", "Transfer-Encoding"]
      where header.name.isEqualIgnoringCase(own) {
        throw AhaError(.invalidArgument, "the header \(own) is set by libaha: leave it out")
      }
    }
    try credential?.check()
    try checkLength()
    if let range, range.first < 0 || (range.last ?? range.first) < range.first {
      throw AhaError(.invalidArgument, "range from \(range.first) to \(range.last ?? -1)")
    }
    if case .stream(let stream, let offset) = sink, !stream.canWrite || offset < 0 {
      throw AhaError(.invalidArgument, "\(stream.name) cannot take a body at \(offset)")
    }
    if limits.body ?? 0 < 0 || limits.errorBody < 0 || limits.redirects < 0
      || limits.totalMilliseconds ?? 1 <= 0 || limits.stallMilliseconds ?? 1 <= 0
      || limits.answerMilliseconds ?? 1 <= 0
    {
      throw AhaError(.invalidArgument, "a limit of the request is out of range")
    }
  }

  /// libcurl fails with a memory error for heads of 1 MiB and more; this check names the cause.
  /// Errors: `limit`.
  private func checkLength() throws(AhaError) {
    var count = url.utf8.count + (credential?.valueCount ?? 0)
    for header in headers { count += header.name.utf8.count + header.valueCount }
    if count > HTTPRequest.longestHead {
      throw AhaError(
        .limit, "a URL and headers of \(count) bytes, over \(HTTPRequest.longestHead)")
    }
  }

  static let longestHead = 512 << 10

  /// True if a repeated request has the same effect as one, so it may be sent again when its
  /// outcome is unknown.
  ///
  /// Source: RFC 9110, 9.2.2.
  public var isIdempotent: Bool {
    ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PROPFIND"].contains(method)
  }
}

extension String {
  /// Source: RFC 9110, 5.6.2.
  fileprivate var isToken: Bool {
    for byte in utf8 {
      switch byte {
      case 48...57, 65...90, 94...122, 33, 35...39, 42, 43, 45, 46, 124, 126: continue
      default: return false
      }
    }
    return !utf8.isEmpty
  }
}

extension HTTPBody {
  var isNone: Bool { if case .none = self { true } else { false } }
}

extension HTTPHeader {
  /// True for a header that describes the body and is sent only with it.
  var isOfBody: Bool {
    let start = name.array.prefix(8)
    return start.count == 8
      && start.text.isEqualIgnoringCase("Content-")
  }
}
