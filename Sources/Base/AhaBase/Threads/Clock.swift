import CShims

/// The wall clock, which users and daemons may set. Units: seconds.
public func secondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec)
}

/// A moment on the monotonic clock, which does not jump when the time is set.
public struct Instant: Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Milliseconds from now; saturates.
  public static func after(milliseconds: Int64) -> Instant {
    let (wait, tooLong) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (end, tooFar) = now().nanoseconds.addingReportingOverflow(tooLong ? Int64.max : wait)
    return Instant(nanoseconds: tooFar ? Int64.max : end)
  }

  /// Sleeps for about that long.
  public static func pause(milliseconds: Int64) {
    var time = Instant(nanoseconds: milliseconds * 1_000_000).time
    shim_begin_wait()
    _ = nanosleep(&time, nil)
    shim_end_wait()
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  var time: timespec {
    timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
