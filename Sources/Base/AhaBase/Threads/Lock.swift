import CShims

/// A mutual exclusion lock for control threads; never locked on the audio thread.
public final class Lock: @unchecked Sendable {
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>

  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  public func lock() { shim_lock(mutex) }
  public func unlock() { pthread_mutex_unlock(mutex) }

  public func locked<T>(_ body: () -> T) -> T {
    lock()
    defer { unlock() }
    return body()
  }
}

/// A lock for state that exists once in a process: a `static let` beside that state.
///
/// Thread: not the audio thread, as the first access initializes the constant.
public struct StaticLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  public init() { mutex = shim_new_static_lock() }

  public func lock() { shim_lock(mutex) }
  public func unlock() { pthread_mutex_unlock(mutex) }

  public func locked<T>(_ body: () -> T) -> T {
    lock()
    defer { unlock() }
    return body()
  }
}

/// A condition variable whose timeouts use the monotonic clock.
public final class Condition: @unchecked Sendable {
  private let lock: Lock
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  public init(_ lock: Lock) {
    self.lock = lock
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Wakes one waiting thread.
  public func signal() { pthread_cond_signal(condition) }

  public func signalAll() { pthread_cond_broadcast(condition) }

  /// Waits for a signal. The caller holds the lock, before and after the call.
  public func wait() { _ = shim_wait(condition, lock.mutex, nil) }

  /// Waits for a signal, or until the deadline; returns false when the deadline has passed.
  public func wait(until deadline: Instant) -> Bool {
    var time = deadline.time
    return shim_wait(condition, lock.mutex, &time) != ETIMEDOUT
  }

  /// For a thread of the host, which waits for libaha's threads: also returns false at the end of
  /// the process, which parks those. Nil: no deadline.
  public func waitUnlessEnding(until deadline: Instant?) -> Bool {
    let step = Instant.after(milliseconds: 250)
    let hasTime = deadline.map { step < $0 } ?? true
    let isInTime = wait(until: hasTime ? step : deadline!)
    return (hasTime || isInTime) && !shim_has_ended()
  }
}
