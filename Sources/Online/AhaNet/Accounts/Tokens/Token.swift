import AhaBase
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
