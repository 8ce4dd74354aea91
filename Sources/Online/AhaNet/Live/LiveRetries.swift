import AhaBase

/// When a live stream connects again: with exponential backoff and jitter, or when the server says.
public struct LiveRetries {
  /// Failures in a row that a retry seldom mends: a missing stream, or one that cannot be decoded.
  static let maxRefusals = 5
  /// After a connection that lasted so long, the backoff begins anew.
  private static let steadyMilliseconds: Int64 = 10_000

  private let firstMilliseconds: Int64
  private let longestMilliseconds: Int64
  private var failures = 0
  private var refusals = 0

  public init(firstMilliseconds: Int64 = 1000, longestMilliseconds: Int64 = 30_000) {
    (self.firstMilliseconds, self.longestMilliseconds) = (firstMilliseconds, longestMilliseconds)
  }

  /// A connection has ended that has brought sound.
  mutating func note(lasted milliseconds: Int64) {
    refusals = 0
    if milliseconds >= LiveRetries.steadyMilliseconds { failures = 0 }
  }

  /// The pause before the next attempt; nil: none can succeed.
  mutating func pause(after error: AhaError, wanted: Int64?, random: UInt64) -> Int64? {
    switch error.code {
    case .cancelled, .invalidArgument, .state, .outOfMemory: return nil
    case .notSignedIn, .refused, .notFound, .unsupported, .unknownFormat, .formatLimit, .reply,
      .tls, .limit:
      refusals += 1
      if refusals >= LiveRetries.maxRefusals { return nil }
    default: refusals = 0
    }
    let limit = min(longestMilliseconds, firstMilliseconds << Int64(min(failures, 16)))
    failures += 1
    // Half of it is random, so that the listeners of a server do not return at one moment.
    let half = limit / 2
    let own = half + Int64(random % UInt64(half + 1))
    return wanted.map { max(own, min($0, RetryPolicy.maxWaitMilliseconds)) } ?? own
  }
}
