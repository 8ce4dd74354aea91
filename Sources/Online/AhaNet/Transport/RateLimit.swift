import AhaBase

/// Token bucket for one direction of all exchanges of a transport.
///
/// Bytes over the balance make it negative, so that the average holds whatever the sizes of reads.
/// Threads: the network thread.
struct RateLimit {
  /// Units: bytes per second; 0: no limit.
  private let rate: Double
  private var balance = 0.0
  private var updated = Instant.now()

  init(bytesPerSecond: Int64) { rate = Double(bytesPerSecond) }

  /// A tenth of a second: long enough for few wake-ups, short enough for an even stream.
  private var burst: Double { max(1024, rate / 10) }

  /// Max bytes to move now; 0: the exchange must wait.
  mutating func allowance(for count: Int) -> Int {
    if rate == 0 { return count }
    refill()
    return balance < 1 ? 0 : min(count, Int(balance))
  }

  mutating func spend(_ count: Int) { if rate > 0 { balance -= Double(count) } }

  /// Time until a quarter of a burst may move; 0: now.
  mutating func waitMilliseconds() -> Int64 {
    if rate == 0 { return 0 }
    refill()
    let missing = burst / 4 - balance
    return missing <= 0 ? 0 : Int64((missing / rate * 1000).rounded(.up))
  }

  private mutating func refill() {
    let now = Instant.now()
    let seconds = Double(now.nanoseconds - updated.nanoseconds) * 1e-9
    (balance, updated) = (min(burst, balance + seconds * rate), now)
  }
}
