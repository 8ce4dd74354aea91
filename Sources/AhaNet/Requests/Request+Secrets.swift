import AhaBase

/// What was sent and must not be repeated in an error line.
extension HTTPRequest {
  /// Whether a server repeats a secret that it was shown: the token, or a header or parameter whose
  /// name says that it is one.
  public func isRepeated(in body: [UInt8]) -> Bool {
    if let credential, isWordShown(credential, body) { return true }
    for header in headers where isSecret(header.name.array[...]) {
      if isWordShown(header, body) { return true }
      if header.secret == nil, isPairShown(header.value, 0x3B, body) { return true }
    }
    return URLParts(url).map { isPairShown($0.query, 0x26, body) } ?? false
  }
}

extension FormPart {
  /// Whether it is a secret that a server repeats.
  func isRepeated(in body: [UInt8]) -> Bool {
    guard isSecret(name.array[...]), case .text(let value) = content else { return false }
    // As it is, and as a form or a query has it.
    return isShown(value.array, body) || isShown(Percent.encoded(value).array, body)
  }
}

/// The last word of a header: "Bearer t".
private func isWordShown(_ header: HTTPHeader, _ body: [UInt8]) -> Bool {
  let value = header.secret ?? Secret(header.value)
  let start = value.bytes.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
  return withExtendedLifetime(value) {
    Secret(UnsafeBufferPointer(rebasing: value.bytes[start...])).isIn(body)
  }
}

/// A secret among "a=b&c=d"; of cookies ("a=b; c=d"), all are.
private func isPairShown(_ text: String, _ separator: UInt8, _ body: [UInt8]) -> Bool {
  let bytes = text.array
  var start = 0
  while start < bytes.count {
    let end = bytes[start...].firstIndex(of: separator) ?? bytes.count
    let equals = bytes[start..<end].firstIndex(of: 0x3D) ?? end
    if separator == 0x3B || isSecret(bytes[start..<equals]),
      isShown(Array(bytes[min(equals + 1, end)..<end]), body)
    {
      return true
    }
    start = end + 1
  }
  return false
}

/// Short ones are no secrets, and in every page.
private func isShown(_ value: [UInt8], _ body: [UInt8]) -> Bool {
  var value = value
  return value.count >= 4 && Secret(taking: &value).isIn(body)
}

/// It ends as the names of secrets do.
private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
  for end in [
    "authorization", "cookie", "password", "secret", "token", "code", "key", "signature", "sig",
  ] {
    let tail = name.suffix(end.utf8.count).text
    if tail.isEqualIgnoringCase(end) { return true }
  }
  return false
}
