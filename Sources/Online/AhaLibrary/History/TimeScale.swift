import AhaBase
import CShims

/// Division of local time into days, weeks or months.
///
/// Each period has a number; 0 contains 1970-01-01.
public enum TimeScale: UInt32, CaseIterable, Sendable {
  case day = 0
  /// Monday to Sunday (ISO 8601).
  case week
  case month

  /// 1970-01-01 was a Thursday.
  private static let daysBeforeThursday: Int64 = 3

  /// - Parameter day: Days since 1970; not negative.
  public func number(ofDay day: Int64) -> Int64 {
    switch self {
    case .day: return day
    case .week: return (day + TimeScale.daysBeforeThursday) / 7
    case .month:
      let date = CivilDate(days: day)
      return (date.year - 1970) * 12 + date.month - 1
    }
  }

  /// First day of a period; that of week 0 is in 1969.
  public func firstDay(of number: Int64) -> Int64 {
    switch self {
    case .day: return number
    case .week: return number * 7 - TimeScale.daysBeforeThursday
    case .month: return CivilDate.days(year: 1970 + number / 12, month: number % 12 + 1, day: 1)
    }
  }

  /// ISO 8601: "2026-11-22", "2026-W47", "2026-11".
  public func label(of number: Int64) -> String {
    let day = firstDay(of: number)
    if self == .week {
      // A week belongs to the year of its Thursday.
      let thursday = day + TimeScale.daysBeforeThursday
      let year = CivilDate(days: thursday).year
      let week = (thursday - CivilDate.days(year: year, month: 1, day: 1)) / 7 + 1
      return "\(year.digits(4))-W\(week.digits(2))"
    }
    let date = CivilDate(days: day)
    let month = "\(date.year.digits(4))-\(date.month.digits(2))"
    return self == .month ? month : "\(month)-\(date.day.digits(2))"
  }
}

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
    return max(0, CivilDate.days(year: year, month: month, day: Int64(parts.tm_mday)))
  }

  /// The moment of a time that a clock on the wall showed, as seconds since 1970.
  static func moment(ofLocal seconds: Int64) -> Int64 {
    var (moment, parts) = (time_t(clamped(seconds)), tm())
    tzset()
    // Twice: near a change of the clock the first offset may be the other one.
    for _ in 0..<2 {
      guard localtime_r(&moment, &parts) != nil else { return clamped(seconds) }
      moment = time_t(clamped(seconds - Int64(parts.tm_gmtoff)))
    }
    return Int64(moment)
  }

  public func day(at seconds: Int64) -> Int64 { days(seconds) }

  public var today: Int64 { days(seconds) }

  private static func clamped(_ seconds: Int64) -> Int64 { max(0, min(seconds, last)) }
}
