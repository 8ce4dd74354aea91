import AhaBase

/// The time limits of an exchange: for all of it, and for a stall.
struct ExchangeTimeouts {
  private let total: Instant?
  private let stall: Int64
  /// Stall limit while only the reply is missing.
  private let answer: Int64
  /// Nil while the exchange waits for something other than the host: a free connection or a stream.
  private var lastMove: Instant?

  init(_ limits: HTTPLimits, settings: TransportSettings) {
    let milliseconds = limits.totalMilliseconds ?? settings.totalMilliseconds
    total = milliseconds > 0 ? .after(milliseconds: milliseconds) : nil
    stall = limits.stallMilliseconds ?? settings.stallMilliseconds
    answer = limits.answerMilliseconds ?? stall
  }

  /// The exchange waits for something other than the host.
  mutating func suspend() { lastMove = nil }

  mutating func restart() { lastMove = .now() }

  /// Bytes have moved.
  mutating func note() { if lastMove != nil { restart() } }

  /// Next stall or total deadline; nil if there is no limit.
  func deadline(isMoving: Bool, isUnanswered: Bool) -> Instant? {
    guard isMoving, let lastMove else { return total }
    let limit = isUnanswered ? answer : stall
    let stalls = Instant(nanoseconds: lastMove.nanoseconds &+ limit &* 1_000_000)
    return total.map { min($0, stalls) } ?? stalls
  }

  /// For the error line of a missed deadline.
  func reason(at now: Instant, isUnanswered: Bool) -> String {
    if let total, total <= now { return "took too long" }
    if isUnanswered { return "no reply for \(answer) ms after the request" }
    return "no data moved for \(stall) ms"
  }
}
