import AhaBase
import AhaDrop
import AhaNet
import CShims

/// A time in the format of signatures: "20130524T000000Z".
struct S3Time {
  /// Date and time.
  let text: String
  /// Date only: "20130524".
  let day: String

  /// - Parameter seconds: Since 1970.
  init(seconds: Int64) {
    let days = seconds >= 0 ? seconds / 86_400 : 0
    let second = seconds >= 0 ? seconds % 86_400 : 0
    let date = CivilDate(days: days)
    day = date.year.digits(4) + date.month.digits(2) + date.day.digits(2)
    text =
      day + "T" + (second / 3600).digits(2) + (second / 60 % 60).digits(2)
      + (second % 60).digits(2) + "Z"
  }

  /// Seconds since 1970; nil if malformed.
  static func seconds(from text: String) -> Int64? {
    let bytes = text.array
    guard bytes.count == 16, bytes[8] == 84, bytes[15] == 90,
      let year = bytes.number(at: 0, count: 4),
      let month = bytes.number(at: 4, count: 2), let day = bytes.number(at: 6, count: 2),
      let hour = bytes.number(at: 9, count: 2), let minute = bytes.number(at: 11, count: 2),
      let second = bytes.number(at: 13, count: 2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return CivilDate.days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60
      + second
  }
}

/// Estimate of the server's clock: signatures are valid for 15 minutes.
///
/// Threads: any.
final class S3Clock {
  private let lock = Lock()
  private let wall: () -> Int64
  // Invariant: read and written under `lock`. Seconds by which the server is ahead of the local
  // clock.
  private var ahead: Int64 = 0

  /// - Parameter wall: Seconds since 1970.
  init(wall: @escaping () -> Int64 = S3Clock.wallSeconds) { self.wall = wall }

  static func wallSeconds() -> Int64 { Int64(time(nil)) }

  func now() -> Int64 { wall() + lock.locked { ahead } }

  /// Sets the server's time. Returns false if the offset is unchanged.
  func correct(to date: String) -> Bool {
    guard let seconds = HTTPDate.seconds(from: date) else { return false }
    let new = seconds - wall()
    return lock.locked {
      if abs(new - ahead) < 60 { return false }
      ahead = new
      return true
    }
  }
}
