import AhaBase

/// A UTC time as calendar fields.
///
/// Source: RFC 822, 5.
public struct CalendarTime {
  let year, month, day, hour, minute, second: Int
  /// Sunday is 0.
  let weekday: Int

  /// - Parameter seconds: Since 1970; clamped to `DropManifest.Limit.created`.
  public init(_ seconds: Int64) {
    let seconds = Int(max(0, min(seconds, DropManifest.Limit.created)))
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    weekday = (days + 4) % 7
    let date = CivilDate(days: Int64(days))
    (year, month, day) = (Int(date.year), Int(date.month), Int(date.day))
  }

  /// Such as "21 Sep 2026".
  var date: String { "\(day) \(CalendarTime.word(month - 1, in: CalendarTime.months)) \(year)" }

  /// Such as "Mon, 21 Sep 2026 14:13:20 GMT".
  var mail: String {
    let time = "\(two(hour)):\(two(minute)):\(two(second)) GMT"
    let name = CalendarTime.word(weekday, in: CalendarTime.weekdays)
    return "\(name), " + (day < 10 ? "0" : "") + date + " " + time
  }

  /// Such as "2026-09-21T14:13:20Z".
  public var iso: String {
    "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))Z"
  }

  private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
  private static let weekdays: StaticString = "SunMonTueWedThuFriSat"

  private static func word(_ number: Int, in words: StaticString) -> String {
    UnsafeBufferPointer(start: words.utf8Start + 3 * number, count: 3).text
  }

  private func two(_ number: Int) -> String { Int64(number).digits(2) }
}
