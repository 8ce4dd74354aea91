import AhaBase

/// The bytes of the message that a drop is sending, which nobody has confirmed yet.
struct BytesOnTheirWay {
  private(set) var count: Int64 = 0
  /// Bytes that left in vain since this was taken last.
  private var vain: Int64 = 0
  private var nextTelling = Instant(nanoseconds: 0)

  private static let pause: Int64 = 100

  /// A new try of the message begins at 0 again.
  mutating func move(to bytes: Int64) {
    if bytes < count { vain += count }
    count = bytes
  }

  /// They have been confirmed.
  mutating func confirm() { count = 0 }

  /// No work goes on any more.
  mutating func end() {
    vain += count
    count = 0
  }

  mutating func takeVain() -> Int64 {
    defer { vain = 0 }
    return vain
  }

  /// At most ten times a second.
  mutating func mayTell() -> Bool {
    let now = Instant.now()
    guard nextTelling < now else { return false }
    nextTelling = Instant.after(milliseconds: BytesOnTheirWay.pause)
    return true
  }
}
