/// Durations as text for people. Units: microseconds.
public enum ClockText {
  /// Such as "3:20", and "1:02:05" from an hour on. A negative duration is shown as 0.
  public static func short(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds).magnitude / 1_000_000
    let tail = ":" + digits(seconds % 60, 2)
    if seconds < 3600 { return "\(seconds / 60)" + tail }
    return "\(seconds / 3600):" + digits(seconds / 60 % 60, 2) + tail
  }

  /// Such as "0:21:00" or "-0:00:07.5": always with hours, and with a fraction if there is one.
  public static func exact(_ microseconds: Int64) -> String {
    let all = microseconds.magnitude
    let seconds = all / 1_000_000
    var text = (microseconds < 0 ? "-" : "") + "\(seconds / 3600):"
    text += digits(seconds / 60 % 60, 2) + ":" + digits(seconds % 60, 2)
    var fraction = digits(all % 1_000_000, 6).array
    while fraction.last == 0x30 { fraction.removeLast() }
    return fraction.isEmpty ? text : text + "." + fraction.text
  }

  /// A number with at least `count` digits.
  public static func digits(_ number: UInt64, _ count: Int) -> String {
    let text = "\(number)".array
    return (Array(repeating: 0x30, count: max(0, count - text.count)) + text).text
  }
}
