import CShims

/// A locked file. The kernel releases the lock when the process ends in any way; `deinit` deletes
/// the file.
public final class FileLock {
  private let path: FilePath
  private let descriptor: Int32

  /// Milliseconds between two attempts: `flock` has no timeout without signals.
  private static let interval: Int64 = 10

  /// Creates the file, or uses an existing one. Errors: `state` (`busy`), those of `open`.
  /// - Parameters:
  ///   - busy: The error line if another holder keeps the lock.
  ///   - deadline: Retries until then while the lock is held elsewhere; nil: one attempt.
  public init(
    _ path: FilePath, busy: String, until deadline: Instant? = nil
  ) throws(AhaError) {
    self.path = path
    while true {
      do throws(AhaError) {
        descriptor = try FileLock.claim(path, to: "lock \(path.text)", busy: busy)
        return
      } catch {
        guard error.code == .state, let deadline, Instant.now() < deadline else { throw error }
      }
      Instant.pause(milliseconds: FileLock.interval)
    }
  }

  /// The system calls of a lock; tests use others.
  struct Calls {
    /// Returns 0 or an errno value.
    var lock: (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) == 0 ? 0 : shim_errno() }
    var isAt: (FilePath, Int32) throws(AhaError) -> Bool = { (path, descriptor) throws(AhaError) in
      try FileStatus.locate(path, descriptor: descriptor, followingLinks: false)
    }
  }

  /// Creates the file, or uses an existing one, and locks it. Returns its descriptor.
  /// - Parameter purpose: The action that needs the lock, for errors.
  /// Errors: `state` (`busy`), those of `open` and `flock`.
  public static func claim(
    _ path: FilePath, to purpose: String, busy: String
  ) throws(AhaError) -> Int32 {
    try claim(path, to: purpose, busy: busy, calls: Calls())
  }

  static func claim(
    _ path: FilePath, to purpose: String, busy: String, calls: Calls
  ) throws(AhaError) -> Int32 {
    while true {
      let opened = path.withCString { shim_open($0, O_RDWR | O_CREAT | O_NOFOLLOW, 0o666) }
      if opened < 0 { throw AhaError.system(shim_errno(), purpose) }
      do throws(AhaError) {
        try hold(opened, purpose: purpose, busy: busy, calls: calls)
        if try calls.isAt(path, opened) { return opened }
      } catch {
        release(opened)
        throw error
      }
      // The previous holder deleted the file between `open` and `flock`.
      _ = close(opened)
    }
  }

  private static func hold(
    _ descriptor: Int32, purpose: String, busy: String, calls: Calls
  ) throws(AhaError) {
    var failure: Int32
    repeat { failure = calls.lock(descriptor) } while failure == EINTR
    switch failure {
    case 0: return
    case EAGAIN: throw AhaError(.state, busy)
    case ENOLCK, EOPNOTSUPP, ENOSYS:
      let reason = AhaError.system(failure, purpose).line
      throw AhaError(.io, "\(reason). Use a folder on a file system with locks")
    default: throw AhaError.system(failure, purpose)
    }
  }

  /// Unlocks and closes a file. A process that another thread starts has the descriptor until its
  /// `exec`, so `close` alone would leave the lock to it.
  public static func release(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Deletes before the unlock, so that the next holder creates a new file.
  deinit {
    Disk.remove(path)
    _ = close(descriptor)
  }
}
