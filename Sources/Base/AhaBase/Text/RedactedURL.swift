/// URLs from outside, redacted for error lines, logs and events.
///
/// A URL may contain a user and a password before the "@", and a token in its query. libaha never
/// prints them, even if the URL is invalid.
extension String {
  /// A text that should be a URL, without user, password, query and fragment.
  ///
  /// Everything before the last "@" is hidden: in an invalid URL a password may be anywhere there.
  /// A port that is not a number is hidden too: if the "@" is missing or encoded, it may be the
  /// password after "user:".
  @inline(never)
  public var shownURL: String {
    let bytes = array
    let start = bytes.authorityStart ?? 0
    var rest = bytes[start...]
    var line = Array(bytes[..<start])
    if let last = rest.lastIndex(of: 0x40) {
      line += "...@".array
      rest = rest[(last + 1)...]
    }
    rest = rest.prefix { $0 != 0x3F && $0 != 0x23 }
    let authority = rest.prefix { $0 != 0x2F }
    if start > 0, let colon = authority.colonBeforeNoPort {
      line += authority[...colon] + "...".array + rest[authority.endIndex...]
    } else {
      line += rest
    }
    return line.text.cut
  }

  /// For a path, an id or a URL; a URL is shown as `shownURL`.
  public var shownLocation: String { isLikeURL ? shownURL : cut }

  /// Whether the text begins like a web URL, or has any scheme, even one libaha does not support.
  public var isLikeURL: Bool {
    let bytes = array
    for scheme in ["http:", "https:"] as [StaticString] {
      if bytes.prefix(scheme.utf8CodeUnitCount).lowered == scheme.array { return true }
    }
    return bytes.authorityStart != nil
  }

  /// A URL that cannot contain a user or a password: a host, and an optional numeric port.
  public var isPlainURL: Bool {
    let bytes = array
    guard let start = bytes.authorityStart else { return false }
    let authority = bytes.authority(from: start)
    return !authority.contains(0x40) && authority.colonBeforeNoPort == nil
  }

  /// The URL without user and password.
  public var withoutUser: String {
    let bytes = array
    guard let start = bytes.authorityStart, let end = userEnd else { return self }
    return (Array(bytes[..<start]) + bytes[end...]).text
  }

  /// The index after the "@" of the authority; nil if absent.
  private var userEnd: Int? {
    let bytes = array
    guard let start = bytes.authorityStart else { return nil }
    return bytes.authority(from: start).lastIndex(of: 0x40).map { $0 + 1 }
  }
}

extension [UInt8] {
  /// The index after "scheme://"; nil if absent.
  fileprivate var authorityStart: Int? {
    guard let colon = firstIndex(of: 0x3A), colon > 0, self[(colon + 1)...].starts(with: [47, 47])
    else { return nil }
    return self[..<colon].allSatisfy { $0.isSchemeByte } ? colon + 3 : nil
  }

  fileprivate func authority(from start: Int) -> ArraySlice<UInt8> {
    self[start...].authority
  }
}

extension UInt8 {
  /// A byte of a URL's scheme; "_" too, which libraries accept.
  var isSchemeByte: Bool {
    switch self {
    case 48...57, 65...90, 97...122, 43, 45, 46, 95: true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes before a path, query or fragment.
  var authority: ArraySlice<UInt8> { prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 } }

  /// The colon of an authority that is not followed by a numeric port; nil if absent.
  var colonBeforeNoPort: Int? {
    // Skips the colons of an IPv6 address.
    let address = first == 0x5B ? firstIndex(of: 0x5D) : nil
    guard let colon = self[(address ?? startIndex)...].firstIndex(of: 0x3A) else { return nil }
    return self[(colon + 1)...].allSatisfy { (48...57).contains($0) } ? nil : colon
  }
}
