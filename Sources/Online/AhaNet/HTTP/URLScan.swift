import AhaBase
import CShims

/// Splits a URL from its start.
struct URLScan {
  private let bytes: [UInt8]
  private var next = 0

  /// Encoded bytes are refused in the scheme and the host, as "%" is.
  init(_ text: String) { bytes = URLScan.encoded(text, withSpaces: false) }

  /// Nil also if the text has a byte that no URL has.
  mutating func scheme() -> String? {
    guard bytes.count <= URLParts.maximumLength, let first = bytes.first, isLetter(first),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    for byte in bytes where byte < 0x21 || byte > 0x7E || byte == UInt8(ascii: "\\") { return nil }
    next = colon + 1
    let scheme = bytes[..<colon].text.lowered
    // After "ah-" comes an application's id, which may have a "_". RFC 3986 does not allow it, but
    // desktops accept it.
    let others: StaticString = scheme.begins(with: "ah-") ? "+-._" : "+-."
    for byte in bytes[..<colon] where !isLetter(byte) && !isDigit(byte) && !isAny(byte, others) {
      return nil
    }
    return scheme
  }

  /// Skips a text if it follows.
  mutating func consumes(_ text: StaticString) -> Bool {
    let isThere = bytes[next...].begins(with: text)
    if isThere { next += text.utf8CodeUnitCount }
    return isThere
  }

  mutating func part(until ends: StaticString) -> String {
    let start = next
    while next < bytes.count, !isAny(bytes[next], ends) { next += 1 }
    return bytes[start..<next].text
  }

  /// Host and port; port -1 if none is given.
  /// - Parameter isHTTP: Hosts that look like IPv4 addresses must be complete ones.
  mutating func authority(isHTTP: Bool) -> (String, Int)? {
    let start = next
    let isAddress = next < bytes.count && isAny(bytes[next], "[")
    while next < bytes.count, !isAny(bytes[next], isAddress ? "]/?#" : ":/?#") { next += 1 }
    var host = bytes[start..<next].text.lowered
    if isAddress {
      guard consumes("]"), let address = URLScan.canonicalIPv6(host.array.dropFirst().text)
      else { return nil }
      host = "[\(address)]"
    } else {
      for byte in host.utf8 where !isLetter(byte) && !isDigit(byte) && !isAny(byte, "-._") {
        return nil
      }
      if isHTTP, endsInNumber(host), !URLScan.isIPv4(host) { return nil }
    }
    guard let port = port() else { return nil }
    return (host, port)
  }

  /// True for "127.1", "0x7f000001" and other texts that only some parsers read as IPv4 addresses.
  ///
  /// Source: URL Standard (WHATWG), "ends in a number checker".
  private func endsInNumber(_ host: String) -> Bool {
    guard let last = host.array.split(separator: UInt8(ascii: ".")).last else { return false }
    return last.allSatisfy(isDigit) || last.begins(with: "0x")
  }

  /// True for four decimal numbers.
  static func isIPv4(_ host: String) -> Bool {
    var address: UInt32 = 0
    return host.withCString { inet_pton(AF_INET, $0, &address) } == 1
  }

  private static func canonicalIPv6(_ host: String) -> String? {
    var address = in6_addr()
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard host.withCString({ inet_pton(AF_INET6, $0, &address) }) == 1,
      inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
    else { return nil }
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  private mutating func port() -> Int? {
    if next < bytes.count, !isAny(bytes[next], ":/?#") { return nil }
    guard consumes(":") else { return -1 }
    var port = 0
    let start = next
    while next < bytes.count, !isAny(bytes[next], "/?#") {
      guard isDigit(bytes[next]), next - start < 5 else { return nil }
      port = port * 10 + Int(bytes[next] - 48)
      next += 1
    }
    return next > start && port <= 65535 ? port : nil
  }

  private func isAny(_ byte: UInt8, _ one: StaticString) -> Bool {
    one.withUTF8Buffer { $0.contains(byte) }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  // MARK: Texts

  /// Percent-encodes bytes outside ASCII.
  static func encoded(_ text: String, withSpaces: Bool) -> [UInt8] {
    var out: [UInt8] = []
    for byte in text.utf8 {
      if byte > 0x7F || (byte == 0x20 && withSpaces) {
        withUnsafePointer(to: byte) {
          Percent.encode(UnsafeBufferPointer(start: $0, count: 1), into: &out)
        }
      } else {
        out.append(byte)
      }
    }
    return out
  }

  /// A path that begins with "/" and has no `.` and `..` segments.
  ///
  /// Source: RFC 3986, 5.2.4.
  static func withoutDots(_ path: String) -> String {
    let segments = path.array.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var output: [ArraySlice<UInt8>] = []
    for (index, segment) in segments.enumerated() {
      let isDots = segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
      guard isDots && !segment.isEmpty else {
        output.append(segment)
        continue
      }
      if segment.count == 2 { _ = output.popLast() }
      if index == segments.count - 1 { output.append([]) }
    }
    return "/" + Array(output.joined(separator: [UInt8(ascii: "/")])).text
  }
}
