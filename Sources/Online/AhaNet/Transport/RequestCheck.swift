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

  /// True if the request has an own credential, of an account or the host.
  var hasCredential: Bool {
    credential != nil || headers.contains { $0.name.isEqualIgnoringCase("Authorization") }
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

/// Next request of an exchange after a redirect.
///
/// Source: RFC 9110, 15.4. To another origin, fewer headers are sent than it allows.
struct Redirect {
  let url: URLParts
  let method: String
  let keepsBody: Bool
  /// Another host, port or scheme: only headers that do not identify the sender are sent there.
  let crosses: Bool

  /// True for a status that is followed.
  static func isFollowed(_ status: Int) -> Bool {
    status == 301 || status == 302 || status == 303 || status == 307 || status == 308
  }

  /// Errors: `reply`.
  init(
    status: Int, location: String, from url: URLParts, method: String, hasBody: Bool
  ) throws(AhaError) {
    // An empty Location is ambiguous: parsers read it as the same URL or as "/".
    if location.isEmpty { throw AhaError(.reply, "\(url.authority) redirects to an empty URL") }
    let next: URLParts
    do throws(AhaError) {
      next = try URLParts.http(location, relativeTo: url)
    } catch {
      throw AhaError(.reply, "\(url.authority) redirects to \(error.line)")
    }
    if url.isSecure && !next.isSecure {
      throw AhaError(.reply, "\(url.authority) redirects from https to http at \(next.authority)")
    }
    let isGet = method == "GET" || method == "HEAD"
    let becomesGet = !isGet && (status == 303 || (status < 303 && method == "POST"))
    crosses = !next.isSameOrigin(as: url)
    self.url = next
    self.method = becomesGet ? "GET" : method
    keepsBody = hasBody && !becomesGet
    if crosses && (keepsBody || (!isGet && !becomesGet)) {
      throw AhaError(.reply, "\(url.authority) sends a \(method) on to \(next.authority)")
    }
  }
}

extension HTTPHeader {
  /// True for a header that does not identify the sender, so any host may get it.
  var mayCross: Bool {
    let harmless = [
      "Accept", "Accept-Language", "If-Match", "If-None-Match", "If-Modified-Since",
      "If-Unmodified-Since", "If-Range", "Cache-Control", "Icy-MetaData",
    ]
    for name in harmless where self.name.isEqualIgnoringCase(name) { return true }
    return false
  }
}
