import AhaBase

/// Where an exchange goes on, and with what.
///
/// Source: RFC 9110, 15.4; what crosses to another origin is less than it allows.
struct Redirect {
  let place: HTTPLocation
  let method: String
  let keepsBody: Bool
  /// Another host, port or scheme: only what tells nothing of the sender goes along.
  let crosses: Bool

  /// Whether a status is one that is followed.
  static func isFollowed(_ status: Int) -> Bool {
    status == 301 || status == 302 || status == 303 || status == 307 || status == 308
  }

  /// Errors: `reply`.
  init(
    status: Int, location: String, from place: HTTPLocation, method: String, hasBody: Bool
  ) throws(AhaError) {
    // To a URL that is empty, as one reads it, or to "/", as another does.
    if location.isEmpty { throw AhaError(.reply, "\(place.place) leads to no URL") }
    let next: HTTPLocation
    do throws(AhaError) {
      next = try HTTPLocation(location, relativeTo: place)
    } catch {
      throw AhaError(.reply, "\(place.place) leads to \(error.line)")
    }
    if place.isSecure && !next.isSecure {
      throw AhaError(.reply, "\(place.place) leads away from https, to \(next.place)")
    }
    let isGet = method == "GET" || method == "HEAD"
    let becomesGet = !isGet && (status == 303 || (status < 303 && method == "POST"))
    crosses = !next.isSameOrigin(as: place)
    self.place = next
    self.method = becomesGet ? "GET" : method
    keepsBody = hasBody && !becomesGet
    if crosses && (keepsBody || (!isGet && !becomesGet)) {
      throw AhaError(.reply, "\(place.place) sends a \(method) on to \(next.place)")
    }
  }
}

extension HTTPHeader {
  /// It tells nothing of the sender, so it may go to a host that was not meant.
  var mayCross: Bool {
    let harmless = [
      "Accept", "Accept-Language", "If-Match", "If-None-Match", "If-Modified-Since",
      "If-Unmodified-Since", "If-Range", "Cache-Control",
    ]
    for name in harmless where self.name.isEqualIgnoringCase(name) { return true }
    return false
  }
}
