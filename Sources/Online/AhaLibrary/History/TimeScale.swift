import AhaBase

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
    case .month: return CivilDate.days(1970 + number / 12, month: number % 12 + 1, day: 1)
    }
  }

  /// ISO 8601: "2026-11-22", "2026-W47", "2026-11".
  public func label(of number: Int64) -> String {
    let day = firstDay(of: number)
    if self == .week {
      // A week belongs to the year of its Thursday.
      let thursday = day + TimeScale.daysBeforeThursday
      let year = CivilDate(days: thursday).year
      let week = (thursday - CivilDate.days(year, month: 1, day: 1)) / 7 + 1
      return "\(year.digits(4))-W\(week.digits(2))"
    }
    let date = CivilDate(days: day)
    let month = "\(date.year.digits(4))-\(date.month.digits(2))"
    return self == .month ? month : "\(month)-\(date.day.digits(2))"
  }
}
