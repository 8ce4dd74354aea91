import AhaBase
import CShims

/// Wall clock and local calendar of the host.
///
/// Threads: any.
public struct WallClock: Sendable {
  /// Max seconds since 1970: the end of the year 9999.
  public static let last: Int64 = 253_402_300_799

  private let now: @Sendable () -> Int64
  private let days: @Sendable (Int64) -> Int64

  /// - Parameters:
  ///   - now: Seconds since 1970; default: the system's clock.
  ///   - days: Maps a time to its day since 1970; default: the local time zone.
  public init(
    _ now: @escaping @Sendable () -> Int64 = secondsSince1970,
    days: @escaping @Sendable (Int64) -> Int64 = WallClock.localDay
  ) {
    (self.now, self.days) = (now, days)
  }

  /// Seconds since 1970, clamped to the calendar's range.
  public var seconds: Int64 { WallClock.clamped(now()) }

  /// Local day of a time, in days since 1970, by the time zone and daylight saving rules of that
  /// time.
  public static let localDay: @Sendable (Int64) -> Int64 = { seconds in
    var (moment, parts) = (time_t(clamped(seconds)), tm())
    // The host may have changed TZ.
    tzset()
    guard localtime_r(&moment, &parts) != nil else { return clamped(seconds) / 86_400 }
    let (year, month) = (Int64(parts.tm_year) + 1900, Int64(parts.tm_mon) + 1)
    return max(0, CivilDate.days(year, month: month, day: Int64(parts.tm_mday)))
  }

  public func day(at seconds: Int64) -> Int64 { days(seconds) }

  public var today: Int64 { days(seconds) }

  private static func clamped(_ seconds: Int64) -> Int64 { max(0, min(seconds, last)) }
}
