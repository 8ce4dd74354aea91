import AhaBase
import AhaJSON
import AhaNet

extension JSONObject {
  /// Sets a text unless it is empty.
  public func set(_ key: StaticString, filled text: String) throws(AhaError) {
    if !text.isEmpty { try set(key, .text(text)) }
  }

  /// Compact, on one line.
  public func line() throws(AhaError) -> String { try text(indent: 0) }
}

extension HTTPResponse {
  /// The body, which must be an object. Errors: `reply`.
  public func object(from name: String) throws(AhaError) -> JSONObject {
    if let object { return object }
    throw AhaError(.reply, "\(name) did not answer with JSON: \(body.excerpt)")
  }

  /// The body if it is an object; services also answer with HTML or nothing.
  public var object: JSONObject? { JSONObject.read(body, limit: 1 << 22) }
}

extension HTTPRequest {
  /// A request with a JSON object as its body.
  public static func sending(
    _ object: JSONObject, to url: String, method: String = "POST"
  ) throws(AhaError) -> HTTPRequest {
    var message = HTTPRequest(method, url)
    message.headers.append(HTTPHeader("Content-Type", "application/json"))
    message.body = .bytes(try object.line().array)
    // Error bodies are parsed, so they need more than the default limit.
    message.limits.errorBody = 1 << 16
    return message
  }
}

extension String {
  /// Compares bytes.
  public func contains(bytes text: StaticString) -> Bool {
    let bytes = array
    return text.withUTF8Buffer { text in
      guard bytes.count >= text.count else { return false }
      for start in 0...(bytes.count - text.count)
      where bytes[start...].starts(with: text) { return true }
      return false
    }
  }

  /// With a trailing slash, for URLs of folders.
  public var withSlash: String { utf8.last == UInt8(ascii: "/") ? self : self + "/" }

  /// Without a trailing slash, for building URLs.
  public var withoutSlash: String {
    let bytes = array
    guard bytes.last == UInt8(ascii: "/") else { return self }
    return bytes.dropLast().text
  }
}
