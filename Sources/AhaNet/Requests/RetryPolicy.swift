import AhaBase
import AhaJSON

/// When a request is sent again, and how long that waits.
public enum RetryPolicy {
  public static let usualRetries = 4
  private static let firstMilliseconds: Int64 = 500
  private static let longestMilliseconds: Int64 = 30_000
  /// Who asks for more is not waited for.
  public static let patienceMilliseconds: Int64 = 300_000

  /// A status that may be another one soon: overload, a proxy that found nobody, a fault.
  public static func isPassing(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    // Not implemented, no such version, no room, a loop, not allowed, a log-in page.
    case 501, 505, 507, 508, 510, 511: false
    default: status >= 500
    }
  }

  /// A failure of the network rather than of what was asked.
  public static func isPassing(_ error: AhaError) -> Bool {
    error.code == .network || error.code == .timeout
  }

  /// How long to wait before retry `number`, counted from 0: any time up to twice that of the one
  /// before, so that many clients do not come back at the same moment.
  ///
  /// Source: "Exponential Backoff And Jitter" (full jitter), AWS Architecture Blog.
  public static func backoff(_ number: Int, random: UInt64) -> Int64 {
    let most = min(longestMilliseconds, firstMilliseconds << Int64(min(number, 16)))
    return Int64(random % UInt64(most + 1))
  }

  /// How long the server asks to wait, in milliseconds; nil when it does not.
  public static func wait(told reply: HTTPResponse) -> Int64? {
    wait(told: reply, now: TokenTime.now().wall)
  }

  static func wait(told reply: HTTPResponse, now: Int64) -> Int64? {
    if let text = reply.header("Retry-After") {
      if let wait = wait(text) { return wait }
      if let then = HTTPDate.seconds(text) {
        // By the server's clock, where it says what that shows.
        let now = reply.header("Date").flatMap { HTTPDate.seconds($0) } ?? now
        return milliseconds(Double(then - now))
      }
    }
    guard reply.status == 429 else { return nil }
    return reply.body.withUnsafeBufferPointer(JSONObject.parsed).flatMap { wait($0) }
  }

  /// Seconds, as digits; however many, they are meant.
  private static func wait(_ text: String) -> Int64? {
    var seconds = 0.0
    for byte in text.utf8 {
      guard (48...57).contains(byte) else { return nil }
      seconds = seconds * 10 + Double(byte - 48)
    }
    return text.isEmpty ? nil : milliseconds(seconds)
  }

  /// `{"retry_after": 1.5}`, also inside of `error`.
  private static func wait(_ object: JSONObject) -> Int64? {
    switch object["retry_after"] {
    case .integer(let seconds): return milliseconds(Double(seconds))
    case .real(let seconds): return milliseconds(seconds)
    case .text(let text): return wait(text)
    default: break
    }
    if case .object(let error)? = object["error"] { return wait(error) }
    return nil
  }

  private static func milliseconds(_ seconds: Double) -> Int64 {
    seconds > 0 ? Int64(min(seconds * 1000, 1e12)) : 0
  }
}

/// "Sun, 06 Nov 1994 08:49:37 GMT".
///
/// Source: RFC 9110, 5.6.7; the two obsolete forms are not read.
public enum HTTPDate {
  /// Seconds since 1970; nil when it is no date.
  public static func seconds(_ text: String) -> Int64? {
    let bytes = text.array
    guard bytes.count == 29, bytes[3] == 44, let day = bytes.number(5, 2),
      let month = month(bytes), let year = bytes.number(12, 4), let hour = bytes.number(17, 2),
      let minute = bytes.number(20, 2), let second = bytes.number(23, 2), day >= 1, day <= 31,
      year >= 1970, hour < 24, minute < 60, second <= 60
    else { return nil }
    return CivilDate.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func month(_ bytes: [UInt8]) -> Int64? {
    let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    return names.withUTF8Buffer { names in
      for month in 0..<12 where names[(3 * month)..<(3 * month + 3)].elementsEqual(bytes[8..<11]) {
        return Int64(month + 1)
      }
      return nil
    }
  }
}
