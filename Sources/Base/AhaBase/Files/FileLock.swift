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

  /// Creates the file, or uses an existing one, and locks it. Returns its descriptor.
  /// - Parameter purpose: The action that needs the lock, for errors.
  static func claim(
    _ path: FilePath, to purpose: String, busy: String
  ) throws(AhaError) -> Int32 {
    while true {
      let opened = path.withCString { shim_open($0, O_RDWR | O_CREAT | O_NOFOLLOW, 0o666) }
      if opened < 0 { throw AhaError.system(shim_errno(), purpose) }
      if flock(opened, LOCK_EX | LOCK_NB) != 0 {
        _ = close(opened)
        throw AhaError(.state, busy)
      }
      if FileStatus.isAt(path, opened, followingLinks: false) { return opened }
      // The previous holder deleted the file between `open` and `flock`.
      _ = close(opened)
    }
  }

  /// Deletes before the unlock, so that the next holder creates a new file.
  deinit {
    Disk.remove(path)
    _ = close(descriptor)
  }
}
