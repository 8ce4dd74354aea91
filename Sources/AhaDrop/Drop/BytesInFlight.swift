import AhaBase

/// Bytes in flight: sent by the drop's current message and not yet confirmed.
struct BytesOnTheirWay {
  private(set) var count: Int64 = 0
  /// Bytes sent without effect since the last `takeVain`.
  private var vain: Int64 = 0
  private var nextTelling = Instant(nanoseconds: 0)

  private static let pause: Int64 = 100

  /// Sets the count; a lower one means that a new attempt started at 0.
  mutating func move(to bytes: Int64) {
    if bytes < count { vain += count }
    count = bytes
  }

  /// The destination has confirmed the bytes.
  mutating func confirm() { count = 0 }

  /// No work runs any more.
  mutating func end() {
    vain += count
    count = 0
  }

  mutating func takeVain() -> Int64 {
    defer { vain = 0 }
    return vain
  }

  /// Rate limit for progress events: at most ten per second.
  mutating func mayTell() -> Bool {
    let now = Instant.now()
    guard nextTelling < now else { return false }
    nextTelling = Instant.after(milliseconds: BytesOnTheirWay.pause)
    return true
  }
}
