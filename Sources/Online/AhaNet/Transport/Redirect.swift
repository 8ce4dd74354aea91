import AhaBase

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
      "If-Unmodified-Since", "If-Range", "Cache-Control",
    ]
    for name in harmless where self.name.isEqualIgnoringCase(name) { return true }
    return false
  }
}
