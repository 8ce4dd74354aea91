/// URLs from outside, as error lines, logs and events may have them.
///
/// A user and a password may stand before the "@" of a URL, and a token in its query. No line of
/// libaha has them, whether the URL is a good one or not.
extension String {
  /// A text that should be a URL: without user, password, query and fragment.
  ///
  /// Nothing before the last "@" is shown: in a broken URL a password may be anywhere there. A port
  /// that is no number is not shown either, for it is what follows "user:" where the "@" is
  /// missing or encoded.
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

  /// A path, an id or a URL: the last as `shownURL`.
  public var shownPlace: String { isLikeURL ? shownURL : cut }

  /// Begins as a web URL does, or has a scheme, even one that libaha does not support.
  public var isLikeURL: Bool {
    let bytes = array
    for scheme in ["http:", "https:"] as [StaticString] {
      if bytes.prefix(scheme.utf8CodeUnitCount).lowered == scheme.array { return true }
    }
    return bytes.authorityStart != nil
  }

  /// A URL in which nothing can be a user or a password: host, and a port that is a number.
  public var isPlainURL: Bool {
    let bytes = array
    guard let start = bytes.authorityStart else { return false }
    let authority = bytes.authority(from: start)
    return !authority.contains(0x40) && authority.colonBeforeNoPort == nil
  }

  /// A URL without the user before its host.
  public var withoutUser: String {
    let bytes = array
    guard let start = bytes.authorityStart, let end = userEnd else { return self }
    return (Array(bytes[..<start]) + bytes[end...]).text
  }

  /// The index behind the "@" of the authority; nil if absent.
  private var userEnd: Int? {
    let bytes = array
    guard let start = bytes.authorityStart else { return nil }
    return bytes.authority(from: start).lastIndex(of: 0x40).map { $0 + 1 }
  }
}

extension [UInt8] {
  /// The index behind "scheme://"; nil if absent.
  fileprivate var authorityStart: Int? {
    guard let colon = firstIndex(of: 0x3A), colon > 0, self[(colon + 1)...].starts(with: [47, 47])
    else { return nil }
    for byte in self[..<colon] {
      switch byte {
      case 48...57, 65...90, 97...122, 43, 45, 46, 95: continue
      default: return nil
      }
    }
    return colon + 3
  }

  fileprivate func authority(from start: Int) -> ArraySlice<UInt8> {
    self[start...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
  }
}

extension ArraySlice<UInt8> {
  /// Of an authority, the colon that is followed by anything but a port; nil if absent.
  fileprivate var colonBeforeNoPort: Int? {
    // Behind the colons of an IPv6 address.
    let address = first == 0x5B ? firstIndex(of: 0x5D) : nil
    guard let colon = self[(address ?? startIndex)...].firstIndex(of: 0x3A) else { return nil }
    return self[(colon + 1)...].allSatisfy { (48...57).contains($0) } ? nil : colon
  }
}
