import AhaBase
import AhaJSON

/// Retry policy: which failures are retried, and the backoff.
public enum RetryPolicy {
  public static let usualRetries = 4
  private static let firstMilliseconds: Int64 = 500
  private static let longestMilliseconds: Int64 = 30_000
  /// If a server asks for a longer delay, the request fails.
  public static let maxWaitMilliseconds: Int64 = 300_000
  /// Max time that another client's lock is waited for: the lock of a dead connection ends earlier.
  public static let maxLockMilliseconds: Int64 = 120_000
  private static let longestLockPause: Int64 = 5000

  /// True for a status that may be temporary: overload, an unreachable upstream, a server fault.
  public static func isPassing(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    // Not implemented, unsupported version, full disk, loop, missing extension, log-in page.
    case 501, 505, 507, 508, 510, 511: false
    default: status >= 500
    }
  }

  /// True for a failure of the network, not of the request.
  public static func isPassing(_ error: AhaError) -> Bool {
    error.code == .network || error.code == .timeout
  }

  /// Backoff before retry `number`, counted from 0: a random time below a limit that doubles with
  /// each retry, so that clients do not retry at the same moment.
  ///
  /// Source: "Exponential Backoff And Jitter" (full jitter), AWS Architecture Blog.
  public static func backoff(after number: Int, random: UInt64) -> Int64 {
    let limit = min(longestMilliseconds, firstMilliseconds << Int64(min(number, 16)))
    return Int64(random % UInt64(limit + 1))
  }

  /// Pause before attempt `number` at a lock, counted from 0: doubles up to 5 s.
  static func lockPause(before number: Int) -> Int64 {
    min(longestLockPause, firstMilliseconds << Int64(min(number, 16)))
  }

  /// The server's requested delay, in milliseconds; nil if it names none.
  public static func wait(after reply: HTTPResponse) -> Int64? {
    wait(after: reply, now: TokenTime.now().wall)
  }

  static func wait(after reply: HTTPResponse, now: Int64) -> Int64? {
    if let text = reply.header("Retry-After") {
      if let wait = wait(inSeconds: text) { return wait }
      if let then = HTTPDate.seconds(from: text) {
        // Relative to the server's clock, if the Date header shows it.
        let now = reply.header("Date").flatMap { HTTPDate.seconds(from: $0) } ?? now
        return milliseconds(of: Double(then - now))
      }
    }
    guard reply.status == 429 else { return nil }
    return reply.body.withUnsafeBufferPointer(JSONObject.parsed).flatMap { wait(requestedIn: $0) }
  }

  /// A number of seconds in decimal digits, of any length.
  private static func wait(inSeconds text: String) -> Int64? {
    var seconds = 0.0
    for byte in text.utf8 {
      guard (48...57).contains(byte) else { return nil }
      seconds = seconds * 10 + Double(byte - 48)
    }
    return text.isEmpty ? nil : milliseconds(of: seconds)
  }

  /// `{"retry_after": 1.5}`, also inside `error`.
  private static func wait(requestedIn object: JSONObject) -> Int64? {
    switch object["retry_after"] {
    case .integer(let seconds): return milliseconds(of: Double(seconds))
    case .real(let seconds): return milliseconds(of: seconds)
    case .text(let text): return wait(inSeconds: text)
    default: break
    }
    if case .object(let error)? = object["error"] { return wait(requestedIn: error) }
    return nil
  }

  private static func milliseconds(of seconds: Double) -> Int64 {
    seconds > 0 ? Int64(min(seconds * 1000, 1e12)) : 0
  }
}

/// "Sun, 06 Nov 1994 08:49:37 GMT".
///
/// Source: RFC 9110, 5.6.7; the two obsolete forms are not read.
public enum HTTPDate {
  /// Seconds since 1970; nil if it is no date.
  public static func seconds(from text: String) -> Int64? {
    let bytes = text.array
    guard bytes.count == 29, bytes[3] == 44, let day = bytes.number(at: 5, count: 2),
      let month = month(of: bytes), let year = bytes.number(at: 12, count: 4),
      let hour = bytes.number(at: 17, count: 2),
      let minute = bytes.number(at: 20, count: 2), let second = bytes.number(at: 23, count: 2),
      day >= 1, day <= 31,
      year >= 1970, hour < 24, minute < 60, second <= 60
    else { return nil }
    return CivilDate.days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60
      + second
  }

  private static func month(of bytes: [UInt8]) -> Int64? {
    let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    return names.withUTF8Buffer { names in
      for month in 0..<12 where names[(3 * month)..<(3 * month + 3)].elementsEqual(bytes[8..<11]) {
        return Int64(month + 1)
      }
      return nil
    }
  }
}
