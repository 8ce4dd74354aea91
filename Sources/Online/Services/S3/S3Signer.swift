import AhaBase
import AhaDrop
import AhaHash
import AhaNet

/// Signs requests with AWS Signature Version 4.
///
/// Own code, because most installed versions of libcurl sign incorrectly. Paths and queries are
/// encoded once, as sent; this rule holds for S3 only.
/// Source: "Signature Version 4 signing process", AWS General Reference.
/// Threads: any; immutable.
struct S3Signer {
  let keyID: String
  let secret: Secret
  let region: String
  var service = "s3"

  /// Signs all headers of the message and the host. Sets Authorization.
  /// - Parameter payload: SHA-256 of the body in hexadecimal.
  /// Errors: `invalidArgument`, `system`.
  func sign(_ message: inout HTTPRequest, payload: String, at time: S3Time) throws(AhaError) {
    let headers = try signed(message: message)
    let canonical = try canonical(of: message, headers: headers, payload: payload)
    let scope = "\(time.day)/\(region)/\(service)/aws4_request"
    let signature = try signature(of: canonical, scope: scope, at: time)
    message.credential = HTTPHeader(
      "Authorization",
      "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope), SignedHeaders=\(names(of: headers)), "
        + "Signature=\(signature)")
  }

  /// Query of a presigned link, which needs no header: everyone with the link may use it until it
  /// expires.
  /// Errors: `invalidArgument`, `system`.
  ///
  /// Source: "Authenticating Requests: Using Query Parameters", Amazon S3 API Reference.
  func link(
    method: String, url: String, token: Secret?, seconds: Int64, at time: S3Time
  ) throws(AhaError) -> String {
    let scope = "\(time.day)/\(region)/\(service)/aws4_request"
    var query =
      "X-Amz-Algorithm=AWS4-HMAC-SHA256"
      + "&X-Amz-Credential=\(Percent.encoded("\(keyID)/\(scope)"))"
      + "&X-Amz-Date=\(time.text)&X-Amz-Expires=\(seconds)"
    if let token { query += "&X-Amz-Security-Token=\(Percent.encoded(token.text))" }
    query += "&X-Amz-SignedHeaders=host"
    let message = HTTPRequest(method, "\(url)?\(query)")
    let canonical = try canonical(
      of: message, headers: signed(message: message), payload: "UNSIGNED-PAYLOAD")
    return query + "&X-Amz-Signature=" + (try signature(of: canonical, scope: scope, at: time))
  }

  private func signature(
    of canonical: String, scope: String, at time: S3Time
  ) throws(AhaError) -> String {
    let digest = try Sha256.digest(of: canonical.array)
    let text = "AWS4-HMAC-SHA256\n\(time.text)\n\(scope)\n\(Sha256.hexadecimal(digest))"
    return Sha256.hexadecimal(try hmac(of: text, with: key(for: time)))
  }

  /// The canonical request.
  func canonical(
    of message: HTTPRequest, headers: [SignedHeader], payload: String
  ) throws(AhaError) -> String {
    guard let url = URLParts(message.url) else {
      throw AhaError(.invalidArgument, "no URL to sign")
    }
    var text = "\(message.method)\n\(url.path)\n\(S3Signer.sorted(query: url.query))\n"
    for header in headers { text += "\(header.name):\(header.value)\n" }
    return text + "\n\(names(of: headers))\n\(payload)"
  }

  struct SignedHeader {
    let name: String
    var value: String
  }

  /// Sorted by lower-case name; one per name.
  func signed(message: HTTPRequest) throws(AhaError) -> [SignedHeader] {
    guard let url = URLParts(message.url) else {
      throw AhaError(.invalidArgument, "no URL to sign")
    }
    var all: [SignedHeader] = [SignedHeader(name: "host", value: url.authority)]
    for header in message.headers {
      let (name, value) = (lowered(header.name), trimmed(header.value))
      if let index = all.firstIndex(where: { $0.name == name }) {
        all[index].value += ",\(value)"
      } else {
        all.append(SignedHeader(name: name, value: value))
      }
    }
    all.sort { $0.name.array.lexicographicallyPrecedes($1.name.array) }
    return all
  }

  private func names(of headers: [SignedHeader]) -> String {
    var text = ""
    for header in headers { text += text.isEmpty ? header.name : ";\(header.name)" }
    return text
  }

  /// Sorted by name, then value; a missing value is empty.
  static func sorted(query: String) -> String {
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    for pair in query.array.split(separator: UInt8(ascii: "&")) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      pairs.append((Array(pair[..<end]), Array(pair[end...].dropFirst())))
    }
    pairs.sort {
      $0.name == $1.name
        ? $0.value.lexicographicallyPrecedes($1.value) : $0.name.lexicographicallyPrecedes($1.name)
    }
    var bytes: [UInt8] = []
    for pair in pairs {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      bytes += pair.name + [UInt8(ascii: "=")] + pair.value
    }
    return bytes.text
  }

  /// Signing key of one day; it does not reveal the secret.
  private func key(for time: S3Time) throws(AhaError) -> Secret {
    var bytes = "AWS4".array + secret.bytes
    var key = Secret(taking: &bytes)
    for part in [time.day, region, service, "aws4_request"] {
      var next = try hmac(of: part, with: key)
      key = Secret(taking: &next)
    }
    return key
  }

  private func hmac(of text: String, with key: Secret) throws(AhaError) -> [UInt8] {
    // Keeps the key alive while its bytes are in use.
    defer { withExtendedLifetime(key) {} }
    return try Hmac.sha256(of: text.array, key: key.bytes)
  }
}

private func lowered(_ name: String) -> String {
  var bytes = name.array
  for index in bytes.indices where (65...90).contains(bytes[index]) { bytes[index] |= 32 }
  return bytes.text
}

/// Without outer blanks; each run of blanks becomes one space.
private func trimmed(_ value: String) -> String {
  var bytes: [UInt8] = []
  for part in value.array.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
    if !bytes.isEmpty { bytes.append(0x20) }
    bytes += part
  }
  return bytes.text
}
