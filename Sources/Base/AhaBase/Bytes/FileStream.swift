import CShims

/// A file as a byte stream, by pread and pwrite.
public final class FileStream: TakeStream {
  public let name: String
  public let canRead = true
  public let isQuick = true
  public let canWrite: Bool
  let descriptor: Int32

  /// Opens an existing regular file for reading.
  public init(reading path: FilePath) throws(AhaError) {
    name = path.text
    canWrite = false
    descriptor = path.withCString { shim_open($0, O_RDONLY | O_NOCTTY | O_NONBLOCK, 0) }
    if descriptor < 0 { throw AhaError.system(shim_errno(), "open \(name)") }
    try requireRegularFile()
  }

  /// Creates a file, which must not exist, for writing and reading.
  /// - Parameter name: The name in error lines.
  public init(creating path: FilePath, named name: String, mode: mode_t) throws(AhaError) {
    self.name = name
    canWrite = true
    descriptor = path.withCString { shim_open($0, O_RDWR | O_CREAT | O_EXCL | O_NOCTTY, mode) }
    if descriptor < 0 { throw AhaError.system(shim_errno(), "create \(name)") }
  }

  /// Opens an existing regular file that libaha wrote, for changes. A symbolic link is `notFound`.
  public init(changing path: FilePath) throws(AhaError) {
    name = path.text
    canWrite = true
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
    descriptor = path.withCString { shim_open($0, flags, 0) }
    if descriptor < 0 { throw AhaError.system(shim_errno(), "open \(name)") }
    try requireRegularFile()
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  private func requireRegularFile() throws(AhaError) {
    let kind = try status().st_mode & mode_t(S_IFMT)
    if kind == mode_t(S_IFDIR) { throw AhaError(.isDirectory, "\(name) is a directory") }
    if kind != mode_t(S_IFREG) { throw AhaError(.unsupported, "\(name) is not a regular file") }
  }

  private func status() throws(AhaError) -> stat {
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw AhaError.system(shim_errno(), "stat \(name)") }
    return status
  }

  public func length() throws(AhaError) -> Int64 { try Int64(status().st_size) }

  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    var done = 0
    while done < bytes.count {
      let (rest, start) = (bytes.count - done, off_t(offset) + done)
      let got = pread(descriptor, bytes.baseAddress! + done, rest, start)
      if got < 0 && shim_errno() == EINTR { continue }
      if got < 0 { throw AhaError.system(shim_errno(), "read \(name)") }
      if got == 0 { break }
      done += got
    }
    return done
  }

  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    var done = 0
    while done < bytes.count {
      let (rest, start) = (bytes.count - done, off_t(offset) + done)
      let put = pwrite(descriptor, bytes.baseAddress! + done, rest, start)
      if put < 0 && shim_errno() == EINTR { continue }
      if put < 0 { throw AhaError.system(shim_errno(), "write \(name)") }
      done += put
    }
  }

  /// Sets the permission bits regardless of the umask.
  public func setPermissions(_ mode: mode_t) { _ = fchmod(descriptor, mode) }

  /// Starts to write `count` bytes at `offset` to the disk; does not wait.
  public func startWriteback(at offset: Int64, count: Int64) {
    _ = shim_start_writeback(descriptor, offset, count)
  }

  /// Waits until all written bytes are on the disk.
  public func synchronize() throws(AhaError) {
    if fdatasync(descriptor) != 0 { throw AhaError.system(shim_errno(), "sync \(name)") }
  }

  public func truncate(to length: Int64) throws(AhaError) {
    if ftruncate(descriptor, off_t(length)) != 0 {
      throw AhaError.system(shim_errno(), "truncate \(name)")
    }
  }

  public var fileStatus: FileStatus? { FileStatus(descriptor: descriptor) }

  /// Whether the path still leads to the open file.
  public func isAt(_ path: FilePath) -> Bool {
    FileStatus.isAt(path, descriptor: descriptor)
  }
}
