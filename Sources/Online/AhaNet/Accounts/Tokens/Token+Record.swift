import AhaBase
import AhaJSON

/// A stored token: a JSON object on one line.
extension Token {
  static let recordLimit = 1 << 18

  /// Written by hand into memory that is wiped afterwards; a JSON library would leave copies.
  /// - Parameter owner: See `Provider.owner`.
  func record(of owner: String) -> Secret {
    var out: [UInt8] = []
    // Reserves the worst case, six bytes per escaped byte: a growing array would leave copies
    // behind.
    out.reserveCapacity(512 + 6 * (access.count + (refresh?.count ?? 0) + scope.utf8.count)
        + 6 * owner.utf8.count)
    put("{\"version\":1,\"owner\":", &out)
    put(quoted: owner, &out)
    put(",\"access_token\":", &out)
    put(quoted: access.bytes, &out)
    if let refresh {
      put(",\"refresh_token\":", &out)
      put(quoted: refresh.bytes, &out)
    }
    put(",\"token_type\":", &out)
    put(quoted: type, &out)
    put(",\"scope\":", &out)
    put(quoted: scope, &out)
    put(",\"lifetime\":\(lifetime),\"expires_at\":\(end)", &out)
    put(",\"client\":\(isOwn ? "true" : "false")}\n", &out)
    return Secret(taking: &out)
  }

  /// Errors: `damaged`; the line names the place but not the content.
  convenience init(record: Secret, from place: String, owner: String) throws(AhaError) {
    guard record.count <= Token.recordLimit, let object = JSONObject.parsed(record.bytes),
      let access = object.takeText("access_token", Secret.init(_:)), Token.fits(access)
    else { throw AhaError(.damaged, "\(place) has no token of libaha: sign in again") }
    var isOwn = false
    if case .flag(let flag)? = object["client"] { isOwn = flag }
    self.init(
      access: access, refresh: object.takeText("refresh_token", Secret.init(_:)),
      type: object.text("token_type"), scope: object.text("scope"),
      lifetime: object.seconds("lifetime"), isOwn: isOwn, end: object.seconds("expires_at"),
      isForeign: !object.text("owner").hasSameBytes(as: owner))
  }
}

private func put(_ text: String, _ out: inout [UInt8]) { out += text.utf8 }

private func put(quoted text: String, _ out: inout [UInt8]) {
  var text = text
  text.withUTF8 { put(quoted: $0, &out) }
}

private func put(quoted bytes: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]) {
  out.append(UInt8(ascii: "\""))
  for byte in bytes {
    if byte < 0x20 {
      let digits: StaticString = "0123456789abcdef"
      out += "\\u00".utf8
      out += [digits.utf8Start[Int(byte >> 4)], digits.utf8Start[Int(byte & 15)]]
    } else {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { out.append(UInt8(ascii: "\\")) }
      out.append(byte)
    }
  }
  out.append(UInt8(ascii: "\""))
}

extension JSONObject {
  /// Also accepts digits as text, which some servers send; 0 if missing.
  func seconds(_ key: StaticString) -> Int64 {
    switch self[key] {
    case .integer(let number): number
    case .real(let number): number > -1e15 && number < 1e15 ? Int64(number) : 0
    case .text(let text): FormFields.number(text)
    default: 0
    }
  }
}
