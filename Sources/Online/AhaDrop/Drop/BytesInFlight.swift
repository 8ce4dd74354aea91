import AhaBase

/// Bytes in flight: sent by the drop's current message and not yet confirmed.
struct BytesInFlight {
  private(set) var count: Int64 = 0
  /// Bytes sent without effect since the last `removeWasted`.
  private var wasted: Int64 = 0
  private var nextReport = Instant(nanoseconds: 0)

  private static let pause: Int64 = 100

  /// Sets the count; a lower one means that a new attempt started at 0.
  mutating func move(to bytes: Int64) {
    if bytes < count { wasted += count }
    count = bytes
  }

  /// The destination has confirmed the bytes.
  mutating func confirm() { count = 0 }

  /// No work runs any more. Returns: the bytes that are sent again on resume.
  mutating func end() -> Int64 {
    defer { (count, wasted) = (0, 0) }
    return unconfirmed
  }

  /// Bytes that were sent again already, or are if the process ends now.
  var unconfirmed: Int64 { count + wasted }

  mutating func removeWasted() -> Int64 {
    defer { wasted = 0 }
    return wasted
  }

  /// Rate limit for progress events: at most ten per second.
  mutating func mayReport() -> Bool {
    let now = Instant.now()
    guard nextReport < now else { return false }
    nextReport = Instant.after(milliseconds: BytesInFlight.pause)
    return true
  }
}
