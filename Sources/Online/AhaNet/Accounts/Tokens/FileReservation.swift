import AhaBase
import CShims

/// A temporary file whose blocks on the disk are written before its content is known.
///
/// A file system that copies on write may need new blocks for the content; there the reservation
/// proves that the disk had as many shortly before. Threads: one at a time.
public final class FileReservation {
  private let path: FilePath
  private let descriptor: Int32
  private var isRenamed = false

  /// Creates the file, in place of one that a killed process left, and writes it to the disk.
  /// Errors: those of files.
  init(path: FilePath, bytes: Int) throws(AhaError) {
    self.path = path
    Disk.remove(path)
    descriptor = path.withCString {
      shim_open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    }
    if descriptor < 0 { throw AhaError.system(shim_errno(), "create \(path.text)") }
    if bytes == 0 { return }
    let zeros = [UInt8](repeating: 0, count: bytes)
    try zeros.withUnsafeBufferPointer { (zeros) throws(AhaError) in try write(zeros) }
  }

  deinit {
    if descriptor < 0 { return }
    _ = close(descriptor)
    if !isRenamed { Disk.remove(path) }
  }

  /// Writes the content and the new name to the disk. Errors: those of files.
  func replace(
    _ target: FilePath, with content: Secret, mode: mode_t
  ) throws(AhaError) {
    // Sets the mode despite the process's umask.
    if fchmod(descriptor, mode) != 0 { throw AhaError.system(shim_errno(), "write \(path.text)") }
    try write(content.bytes)
    try Disk.replace(target, by: path)
    isRenamed = true
  }

  /// Makes these bytes the whole content.
  private func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(AhaError) {
    var done = 0
    while done < bytes.count {
      let put = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(done))
      if put < 0 && shim_errno() == EINTR { continue }
      if put <= 0 { throw AhaError.system(put < 0 ? shim_errno() : ENOSPC, "write \(path.text)") }
      done += put
    }
    if ftruncate(descriptor, off_t(bytes.count)) != 0 || fsync(descriptor) != 0 {
      throw AhaError.system(shim_errno(), "write \(path.text)")
    }
  }
}
