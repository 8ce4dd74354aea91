import AhaBase

/// Secrets of a request that an error line must not repeat.
extension HTTPRequest {
  /// True if `body` repeats a secret of the request: the token, or a header or parameter with a
  /// name such as "token".
  public func isRepeated(in body: [UInt8]) -> Bool {
    if let credential, isWordShown(credential, in: body) { return true }
    if login?.password.isIn(body) ?? false { return true }
    for header in headers where isSecret(header.name.array[...]) {
      if isWordShown(header, in: body) { return true }
      if header.secret == nil, isPairShown(header.value, separator: 0x3B, in: body) { return true }
    }
    return URLParts(url).map { isPairShown($0.query, separator: 0x26, in: body) } ?? false
  }
}

extension FormPart {
  /// True if `body` repeats this part's secret.
  func isRepeated(in body: [UInt8]) -> Bool {
    guard isSecret(name.array[...]), case .text(let value) = content else { return false }
    // As plain text, and percent-encoded as in a form or query.
    return isShown(value.array, in: body) || isShown(Percent.encoded(value).array, in: body)
  }
}

/// Checks the last word of a header: the "t" of "Bearer t".
private func isWordShown(_ header: HTTPHeader, in body: [UInt8]) -> Bool {
  let value = header.secret ?? Secret(header.value)
  let start = value.bytes.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
  return withExtendedLifetime(value) {
    Secret(UnsafeBufferPointer(rebasing: value.bytes[start...])).isIn(body)
  }
}

/// Checks the secrets among "a=b&c=d". In cookies ("a=b; c=d"), every value is a secret.
private func isPairShown(_ text: String, separator: UInt8, in body: [UInt8]) -> Bool {
  let bytes = text.array
  var start = 0
  while start < bytes.count {
    let end = bytes[start...].firstIndex(of: separator) ?? bytes.count
    let equals = bytes[start..<end].firstIndex(of: 0x3D) ?? end
    if separator == 0x3B || isSecret(bytes[start..<equals]),
      isShown(Array(bytes[min(equals + 1, end)..<end]), in: body)
    {
      return true
    }
    start = end + 1
  }
  return false
}

/// Ignores short values, which appear in every page by chance.
private func isShown(_ value: [UInt8], in body: [UInt8]) -> Bool {
  var value = value
  return value.count >= 4 && Secret(taking: &value).isIn(body)
}

/// True if the name ends like the name of a secret.
private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
  for end in [
    "authorization", "cookie", "password", "secret", "token", "code", "key", "signature", "sig",
  ] {
    let tail = name.suffix(end.utf8.count).text
    if tail.isEqualIgnoringCase(end) { return true }
  }
  return false
}
