/// Durations as text for people. Units: microseconds.
public enum ClockText {
  /// Such as "3:20", and "1:02:05" from an hour on. A negative duration is shown as 0.
  public static func short(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / 1_000_000
    let tail = ":" + (seconds % 60).digits(2)
    if seconds < 3600 { return "\(seconds / 60)" + tail }
    return "\(seconds / 3600):" + (seconds / 60 % 60).digits(2) + tail
  }

  /// Such as "0:21:00" or "-0:00:07.5": always with hours, and with a fraction if there is one.
  public static func exact(_ microseconds: Int64) -> String {
    let seconds = Int64(microseconds.magnitude / 1_000_000)
    var text = (microseconds < 0 ? "-" : "") + "\(seconds / 3600):"
    text += (seconds / 60 % 60).digits(2) + ":" + (seconds % 60).digits(2)
    var fraction = Int64(microseconds.magnitude % 1_000_000).digits(6).array
    while fraction.last == 0x30 { fraction.removeLast() }
    return fraction.isEmpty ? text : text + "." + fraction.text
  }
}
