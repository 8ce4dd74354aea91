import AhaBase
import CIdn2
import CShims

/// Host names with letters outside ASCII, as people write them.
extension String {
  /// A URL or reference with its host in ASCII ("xn--…"), as DNS knows it; unchanged if its host is
  /// in ASCII, or is no name, which `URLParts` refuses.
  ///
  /// Source: IDNA 2008 with the mapping of UTS 46, non-transitional, as in browsers.
  /// Errors: `unsupported` (libidn2 is not installed).
  public func withHostInASCII() throws(AhaError) -> String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    guard let host = array.hostRange else { return self }
    return try named(asInDNS: host) ?? self
  }

  /// As `withHostInASCII`, for a proxy: "[scheme://][user:password@]host[:port]".
  /// Errors: `invalidArgument` (no host name), `unsupported`. The lines omit the URL, because it
  /// may contain a password.
  func withProxyHostInASCII() throws(AhaError) -> String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    if let name = try named(asInDNS: array.proxyHostRange) { return name }
    throw AhaError(.invalidArgument, "the proxy's host is not a host name")
  }

  /// A list of hosts and domains, as in `no_proxy`. Invalid names stay, and match no host.
  /// Errors: `unsupported`.
  func withHostsInASCII() throws(AhaError) -> String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var hosts: [UInt8] = []
    for entry in array.split(whereSeparator: { $0 == 0x2C || $0 <= 0x20 }) {
      // The dot of a domain stands before its name.
      let start = entry.first == 0x2E ? 1 : 0
      let end = entry.firstIndex(of: 0x3A).map { $0 - entry.startIndex } ?? entry.count
      let text = entry.text
      if !hosts.isEmpty { hosts.append(0x2C) }
      hosts += (try text.named(asInDNS: start..<max(start, end)) ?? text).array
    }
    return hosts.text
  }

  /// The text with the name in DNS of the host at these bytes; nil for no host name.
  private func named(asInDNS host: Range<Int>) throws(AhaError) -> String? {
    let bytes = array
    guard bytes[host].contains(where: { $0 >= 0x80 }) else { return self }
    try LateLibrary.load(late_load_idn2)
    guard let name = bytes[host].text.nameInDNS else { return nil }
    return (bytes[..<host.lowerBound] + name + bytes[host.upperBound...]).text
  }

  /// True if the host of a URL or reference has letters outside ASCII.
  var hasInternationalHost: Bool {
    let bytes = array
    return bytes.hostRange.map { bytes[$0].contains { $0 >= 0x80 } } ?? false
  }

  /// Nil for a text that is no host name.
  private var nameInDNS: [UInt8]? {
    // DNS has names of up to 253 bytes.
    guard utf8.count <= 1000, !utf8.contains(0) else { return nil }
    var name: UnsafeMutablePointer<UInt8>?
    let flags = Int32(CIDN2_NFC_INPUT | CIDN2_NONTRANSITIONAL)
    let result = (array + [0]).withUnsafeBufferPointer {
      idn2_lookup_u8($0.baseAddress, &name, flags)
    }
    guard result == 0, let name else { return nil }
    defer { idn2_free(name) }
    let bytes = Array(
      UnsafeBufferPointer(
        start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))))
    // Full-width slashes and colons become those of ASCII, which would end the host.
    let isName = bytes.allSatisfy { $0.isOfHostName }
    return isName && !bytes.isEmpty ? bytes : nil
  }
}

extension UInt8 {
  /// Letters, digits, "-", "." and "_".
  var isOfHostName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }
}

extension [UInt8] {
  /// The host in "scheme://host…" and "//host…".
  fileprivate var hostRange: Range<Int>? {
    let scheme = prefix { $0 != 0x3A && $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    var start = scheme.count
    if start > 0, start < count, self[start] == 0x3A { start += 1 } else if start > 0 { return nil }
    guard self[start...].begins(with: "//") else { return nil }
    start += 2
    let ends: [UInt8] = [0x3A, 0x2F, 0x3F, 0x23, 0x40, 0x5B, 0x5C]
    return start..<(self[start...].firstIndex { ends.contains($0) } ?? count)
  }

  /// The host of a proxy. A password may contain any character but "/", "?" and "#".
  fileprivate var proxyHostRange: Range<Int> {
    var start = 0
    if let colon = indices.first(where: { self[$0...].begins(with: "://") }) { start = colon + 3 }
    let end = self[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? count
    if let mark = self[start..<end].lastIndex(of: 0x40) { start = mark + 1 }
    return start..<(self[start..<end].firstIndex(of: 0x3A) ?? end)
  }
}
