/// A day of the Gregorian calendar.
///
/// Internally a year begins in March, so that the leap day is its last day; an era has 400 years.
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// days_from_civil, civil_from_days.
public struct CivilDate {
  private static let daysBefore1970: Int64 = 719_468

  public let year, month, day: Int64

  /// - Parameter days: Days since 1970-01-01; not negative.
  public init(days: Int64) {
    let all = days + CivilDate.daysBefore1970
    let (era, dayOfEra) = (all / 146_097, all % 146_097)
    let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leaps) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  public static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    return years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
      - daysBefore1970
  }
}

extension [UInt8] {
  /// The value of `count` digits from `start`; nil if one of the bytes is not a digit.
  public func number(at start: Int, count: Int) -> Int64? {
    var value: Int64 = 0
    for byte in self[start..<(start + count)] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }
}
