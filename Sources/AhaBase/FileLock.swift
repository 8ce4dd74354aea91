import CShims

/// A file that is locked as long as its process lives, however that ends, and removed when it is
/// given back.
public final class FileLock {
  private let path: FilePath
  private let descriptor: Int32

  /// Makes the file, or takes one that was left. Errors: `state` (`busy`), those of `open`.
  /// - Parameter busy: The line for when somebody else has it.
  public init(_ path: FilePath, busy: String) throws(AhaError) {
    self.path = path
    while true {
      let opened = path.withCString { shim_open($0, O_RDWR | O_CREAT | O_NOFOLLOW, 0o666) }
      if opened < 0 { throw AhaError.system(shim_errno(), "lock \(path.text)") }
      if flock(opened, LOCK_EX | LOCK_NB) != 0 {
        _ = close(opened)
        throw AhaError(.state, busy)
      }
      if FileLock.isAt(path, opened) {
        descriptor = opened
        return
      }
      // Who had it before removed it between our two calls.
      _ = close(opened)
    }
  }

  /// Removed first: who opens it from now on makes a new one.
  deinit {
    Disk.remove(path)
    _ = close(descriptor)
  }

  private static func isAt(_ path: FilePath, _ descriptor: Int32) -> Bool {
    var here = stat()
    var there = stat()
    guard fstat(descriptor, &here) == 0, path.withCString({ lstat($0, &there) }) == 0 else {
      return false
    }
    return here.st_ino == there.st_ino && here.st_dev == there.st_dev
  }
}
