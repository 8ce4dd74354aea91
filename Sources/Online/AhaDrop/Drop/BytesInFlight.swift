import AhaBase

/// Bytes in flight: sent by the drop's current message and not yet confirmed.
struct BytesInFlight {
  private(set) var count: Int64 = 0
  /// Bytes sent without effect since the last `takeVain`.
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

  /// No work runs any more.
  mutating func end() {
    wasted += count
    count = 0
  }

  mutating func takeWasted() -> Int64 {
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
