import CShims

/// A file that is locked as long as its process lives, however that ends, and removed when it is
/// given back.
public final class FileLock {
  private let path: FilePath
  private let descriptor: Int32

  /// Milliseconds between two tries. `flock` cannot wait for a time without signals.
  private static let interval: Int64 = 10

  /// Makes the file, or takes one that was left. Errors: `state` (`busy`), those of `open`.
  /// - Parameters:
  ///   - busy: The error line if another holder keeps the lock.
  ///   - deadline: Until then, tries again while the lock is held elsewhere; nil: tries once.
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

  /// Makes a file, or takes one that was left, and locks it: its descriptor. Errors: as `init`.
  /// - Parameter purpose: What cannot be done without it, for errors.
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
      // Who had it before removed it between our two calls.
      _ = close(opened)
    }
  }

  /// Removed first: who opens it from now on makes a new one.
  deinit {
    Disk.remove(path)
    _ = close(descriptor)
  }
}
