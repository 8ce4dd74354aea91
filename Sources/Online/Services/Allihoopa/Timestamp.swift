import AhaBase
import AhaOpen

/// "2017-05-29T12:34:56.123456+02:00"; fractions of a second are ignored.
///
/// Source: RFC 3339.
enum Timestamp {
  /// Seconds since 1970; nil if malformed.
  static func seconds(_ text: String) -> Int64? {
    let bytes = text.array
    guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, bytes[10] | 32 == 116,
      bytes[13] == 58, bytes[16] == 58, let year = bytes.number(0, 4),
      let month = bytes.number(5, 2), let day = bytes.number(8, 2),
      let hour = bytes.number(11, 2), let minute = bytes.number(14, 2),
      let second = bytes.number(17, 2), year >= 1970, (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60, let zone = zone(of: bytes)
    else { return nil }
    return CivilDate.days(year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60
      + second - zone
  }

  /// Offset of the zone from UTC in seconds, positive to the east.
  private static func zone(of bytes: [UInt8]) -> Int64? {
    var next = 19
    if bytes[next] == 46 {
      next += 1
      while next < bytes.count, (48...57).contains(bytes[next]) { next += 1 }
    }
    let rest = Array(bytes[next...])
    if rest.count == 1 && rest[0] | 32 == 122 { return 0 }
    let hasColon = rest.count == 6 && rest[3] == 58
    guard hasColon || rest.count == 5, rest[0] == 43 || rest[0] == 45,
      let hours = rest.number(1, 2), let minutes = rest.number(hasColon ? 4 : 3, 2), hours < 24,
      minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (rest[0] == 45 ? -1 : 1)
  }
}
