import AhaBase
import CShims

/// What the clocks say: the one on the wall, which anybody may set, and the one that counts from
/// the machine's start, asleep or not.
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

/// What a server lets an account do, and how long.
///
/// Its end is known by the running clock where this process was given it, and by the wall's where
/// it was read from a store. A clock that was set does no harm: an end that cannot be is no end,
/// one that seems to have passed means a renewal, and the server has the last word (401).
/// Threads: any; it does not change.
public final class Token {
  let access: Secret
  let refresh: Secret?
  /// As the server says it; "" when it said nothing.
  public let type: String
  public let scope: String
  /// In seconds; 0 when the server said nothing.
  public let lifetime: Int64
  /// By the wall's clock, in seconds since 1970; 0: not known.
  public let end: Int64
  /// By the running clock, in ms; nil when another process was given it.
  private let runningEnd: Int64?
  /// Of the application itself (client credentials): it is renewed by asking once more.
  public let isOwn: Bool
  /// Kept of somebody else: see `Provider.owner`.
  let isForeign: Bool

  /// - Parameter asked: When it was asked for: it cannot have ended earlier than that and its life.
  init(
    access: Secret, refresh: Secret?, type: String, scope: String, lifetime: Int64, isOwn: Bool,
    asked: TokenTime
  ) {
    (self.access, self.refresh, self.type, self.scope) = (access, refresh, type, scope)
    let isKnown = (1...Token.longest).contains(lifetime)
    self.lifetime = isKnown ? lifetime : 0
    end = isKnown ? asked.wall &+ lifetime : 0
    runningEnd = isKnown ? asked.running &+ lifetime * 1000 : nil
    (self.isOwn, isForeign) = (isOwn, false)
  }

  /// As a store had it.
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

  /// Milliseconds until its end, negative when that has passed; nil when nobody knows.
  func remaining(_ now: TokenTime) -> Int64? {
    if let runningEnd { return runningEnd - now.running }
    guard end > 0 else { return nil }
    let left = end &- now.wall
    return left > lifetime ? nil : left &* 1000
  }

  /// It ends within a minute, or within the last tenth of its life.
  func endsSoon(_ now: TokenTime) -> Bool {
    guard let remaining = remaining(now) else { return false }
    return remaining <= min(60_000, lifetime * 100)
  }

  /// Ten years, in seconds.
  private static let longest: Int64 = 315_360_000
  /// The end of the year 9999.
  private static let lastEnd: Int64 = 253_402_300_799
}
