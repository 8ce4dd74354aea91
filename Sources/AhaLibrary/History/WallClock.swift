import AhaBase
import CShims

/// What time it is, and what day that is where the host is.
///
/// Threads: any.
public struct WallClock: Sendable {
  /// Seconds since 1970 of the last moment that this calendar has: the end of the year 9999.
  public static let last: Int64 = 253_402_300_799

  private let now: @Sendable () -> Int64
  private let days: @Sendable (Int64) -> Int64

  /// - Parameters:
  ///   - now: Seconds since 1970; the system's clock when none is given.
  ///   - days: The day of a moment, since 1970 began; where the host is when none is given.
  public init(
    _ now: @escaping @Sendable () -> Int64 = secondsSince1970,
    days: @escaping @Sendable (Int64) -> Int64 = WallClock.localDay
  ) {
    (self.now, self.days) = (now, days)
  }

  /// Seconds since 1970, in what the calendar has.
  public var seconds: Int64 { WallClock.clamped(now()) }

  /// The local day that a moment is in, as days since 1970 began: with the time zone and the summer
  /// time that were in force then.
  public static let localDay: @Sendable (Int64) -> Int64 = { seconds in
    var (moment, parts) = (time_t(clamped(seconds)), tm())
    // A host may have changed TZ.
    tzset()
    guard localtime_r(&moment, &parts) != nil else { return clamped(seconds) / 86_400 }
    let (year, month) = (Int64(parts.tm_year) + 1900, Int64(parts.tm_mon) + 1)
    return max(0, CivilDate.days(year, month, Int64(parts.tm_mday)))
  }

  public func day(at seconds: Int64) -> Int64 { days(seconds) }

  public var today: Int64 { days(seconds) }

  private static func clamped(_ seconds: Int64) -> Int64 { max(0, min(seconds, last)) }
}
