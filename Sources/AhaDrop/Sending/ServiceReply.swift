import AhaBase
import AhaJSON
import AhaNet

extension JSONObject {
  /// "" when there is no text.
  public func text(_ key: StaticString) -> String {
    if case .text(let text)? = self[key] { return text }
    return ""
  }

  /// Nil when there is no whole number.
  public func integer(_ key: StaticString) -> Int64? {
    if case .integer(let number)? = self[key] { return number }
    return nil
  }

  public func object(_ key: StaticString) -> JSONObject? {
    if case .object(let object)? = self[key] { return object }
    return nil
  }

  /// The objects of a list; empty when there is none.
  public func objects(_ key: StaticString) -> [JSONObject] {
    guard case .list(let values)? = self[key] else { return [] }
    var objects: [JSONObject] = []
    for value in values { if case .object(let object) = value { objects.append(object) } }
    return objects
  }

  /// Of texts that were given, those that are not empty.
  func set(_ key: StaticString, filled text: String) throws(AhaError) {
    if !text.isEmpty { try set(key, .text(text)) }
  }

  /// On one line, as it is sent.
  func line() throws(AhaError) -> String { try text(indent: 0) }
}

extension HTTPResponse {
  /// Its body, which has to be an object. Errors: `reply`.
  public func object(from name: String) throws(AhaError) -> JSONObject {
    if let object { return object }
    throw AhaError(.reply, "\(name) answered with no JSON: \(body.excerpt)")
  }

  /// Its body, where that is an object: services answer with HTML, or with nothing, as well.
  var object: JSONObject? {
    body.withUnsafeBytes { try? JSONObject(parsing: $0, limit: 1 << 22, named: "a reply") }
  }
}

extension [UInt8] {
  /// For error lines.
  var excerpt: String {
    isEmpty ? "nothing" : self[..<Swift.min(count, 400)].text.cut
  }
}

extension HTTPRequest {
  /// A message with an object as its body.
  static func sending(
    _ object: JSONObject, to url: String, _ method: String = "POST"
  ) throws(AhaError) -> HTTPRequest {
    var message = HTTPRequest(method, url)
    message.headers.append(HTTPHeader("Content-Type", "application/json"))
    message.body = .bytes(try object.line().array)
    // Errors are read, not only shown.
    message.limits.errorBody = 1 << 16
    return message
  }
}

extension String {
  /// Byte by byte.
  func contains(bytes text: StaticString) -> Bool {
    let bytes = array
    return text.withUTF8Buffer { text in
      guard bytes.count >= text.count else { return false }
      for start in 0...(bytes.count - text.count)
      where bytes[start...].starts(with: text) { return true }
      return false
    }
  }

  public func begins(with text: StaticString) -> Bool {
    let bytes = array
    return text.withUTF8Buffer { bytes.starts(with: $0) }
  }

  /// Without a slash at its end, as URLs are put together.
  var withoutSlash: String {
    let bytes = array
    guard bytes.last == UInt8(ascii: "/") else { return self }
    return bytes.dropLast().text
  }
}
