import AhaBase
import AhaJSON
import CShims

/// Time by two clocks: the wall clock, which the user may set, and CLOCK_BOOTTIME, which runs also
/// during sleep.
struct TokenTime {
  /// Seconds since 1970.
  var wall: Int64
  /// Milliseconds.
  var running: Int64

  static func now() -> TokenTime {
    var running = timespec()
    clock_gettime(CLOCK_BOOTTIME, &running)
    return TokenTime(
      wall: secondsSince1970(),
      running: Int64(running.tv_sec) * 1000 + Int64(running.tv_nsec) / 1_000_000)
  }
}

/// An access token with its refresh token, scopes and lifetime.
///
/// The expiry uses the running clock if this process got the token, and the wall clock if it was
/// loaded from a store. A wrong wall clock does no harm: an impossible expiry is ignored, an early
/// one causes a renewal, and the server has the final decision (401).
/// Threads: any; immutable.
public final class Token {
  let access: Secret
  let refresh: Secret?
  /// Token type in the server's words; "" if missing.
  public let type: String
  public let scope: String
  /// Seconds; 0 if the server sent none.
  public let lifetime: Int64
  /// Expiry by the wall clock, in seconds since 1970; 0: unknown.
  public let end: Int64
  /// Expiry by the running clock, in ms; nil if loaded from a store.
  private let runningEnd: Int64?
  /// Client credentials grant: renewed by a new token request.
  public let isOwn: Bool
  /// Stored by another application or for another server: see `Provider.owner`.
  let isForeign: Bool

  /// - Parameter requested: Time of the request: the token lives at least `lifetime` from then.
  init(
    access: Secret, refresh: Secret?, type: String, scope: String, lifetime: Int64, isOwn: Bool,
    requested: TokenTime
  ) {
    (self.access, self.refresh, self.type, self.scope) = (access, refresh, type, scope)
    let isKnown = (1...Token.longest).contains(lifetime)
    self.lifetime = isKnown ? lifetime : 0
    end = isKnown ? requested.wall &+ lifetime : 0
    runningEnd = isKnown ? requested.running &+ lifetime * 1000 : nil
    (self.isOwn, isForeign) = (isOwn, false)
  }

  /// A token from a store.
  init(
    access: Secret, refresh: Secret?, type: String, scope: String, lifetime: Int64, isOwn: Bool,
    end: Int64, isForeign: Bool
  ) {
    (self.access, self.refresh, self.type, self.scope) = (access, refresh, type, scope)
    let isKnown = (1...Token.longest).contains(lifetime) && (1...Token.lastEnd).contains(end)
    (self.lifetime, self.end) = isKnown ? (lifetime, end) : (0, 0)
    runningEnd = nil
    (self.isOwn, self.isForeign) = (isOwn, isForeign)
  }

  public var canBeRenewed: Bool { refresh != nil || isOwn }

  /// Milliseconds until expiry, negative after it; nil if unknown.
  func remaining(at now: TokenTime) -> Int64? {
    if let runningEnd { return runningEnd - now.running }
    guard end > 0 else { return nil }
    let left = end &- now.wall
    return left > lifetime ? nil : left &* 1000
  }

  /// True within the last minute or the last tenth of its lifetime.
  func endsSoon(at now: TokenTime) -> Bool {
    guard let remaining = remaining(at: now) else { return false }
    return remaining <= min(60_000, lifetime * 100)
  }

  /// Ten years, in seconds.
  private static let longest: Int64 = 315_360_000
  /// End of the year 9999.
  private static let lastEnd: Int64 = 253_402_300_799
}

/// A stored token: a JSON object on one line.
extension Token {
  static let recordLimit = 1 << 18

  /// - Parameter owner: See `Provider.owner`.
  func record(of owner: String) -> Secret {
    let texts = access.count + (refresh?.count ?? 0) + scope.utf8.count + owner.utf8.count
    var out = RecordText(texts: texts + type.utf8.count)
    out.add("version", 1)
    out.add("owner", owner)
    out.add("access_token", access)
    if let refresh { out.add("refresh_token", refresh) }
    out.add("token_type", type)
    out.add("scope", scope)
    out.add("lifetime", lifetime)
    out.add("expires_at", end)
    out.add("client", isOwn)
    return out.finished()
  }

  /// Errors: `damaged`; the line names the source but not the content.
  convenience init(record: Secret, from source: String, owner: String) throws(AhaError) {
    guard record.count <= Token.recordLimit, let object = JSONObject.parsed(record.bytes),
      let access = object.removeText("access_token", Secret.init(_:)), Token.fits(access)
    else { throw AhaError(.damaged, "\(source) has no token of libaha: sign in again") }
    var isOwn = false
    if case .flag(let flag)? = object["client"] { isOwn = flag }
    self.init(
      access: access, refresh: object.removeText("refresh_token", Secret.init(_:)),
      type: object.text("token_type"), scope: object.text("scope"),
      lifetime: object.seconds("lifetime"), isOwn: isOwn, end: object.seconds("expires_at"),
      isForeign: !object.text("owner").hasSameBytes(as: owner))
  }
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

/// Writes a record with secrets: a JSON object on one line.
///
/// Written by hand into memory that is wiped afterwards; a JSON library would leave copies.
struct RecordText {
  private var bytes: [UInt8] = []

  /// - Parameter texts: The bytes of all texts. Reserves the worst case, six bytes per escaped
  ///   byte: a growing array would leave copies behind.
  init(texts: Int) { bytes.reserveCapacity(512 + 6 * texts) }

  mutating func add(_ key: StaticString, _ value: Int64) { put(key, value: "\(value)") }

  mutating func add(_ key: StaticString, _ value: Bool) {
    put(key, value: value ? "true" : "false")
  }

  mutating func add(_ key: StaticString, _ value: String) {
    put(key, value: "")
    var value = value
    value.withUTF8 { put(quoted: $0) }
  }

  mutating func add(_ key: StaticString, _ value: Secret) {
    put(key, value: "")
    put(quoted: value.bytes)
  }

  /// Moves the record out.
  mutating func finished() -> Secret {
    bytes += "}\n".utf8
    return Secret(taking: &bytes)
  }

  private mutating func put(_ key: StaticString, value: String) {
    bytes += (bytes.isEmpty ? "{\"" : ",\"").utf8
    key.withUTF8Buffer { bytes += $0 }
    bytes += "\":".utf8
    bytes += value.utf8
  }

  private mutating func put(quoted text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      if byte < 0x20 {
        let digits: StaticString = "0123456789abcdef"
        bytes += "\\u00".utf8
        bytes += [digits.utf8Start[Int(byte >> 4)], digits.utf8Start[Int(byte & 15)]]
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
