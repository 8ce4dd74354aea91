import AhaBase
import CShims

/// One file per account, readable by its user only.
///
/// The user must own the folder and the files. A folder that others may write in is refused, and so
/// is a file that others may read, because its token may be known. Symbolic links are not followed.
/// A file with a mode stricter than 0600 keeps it.
public final class FileStore: TokenStore {
  public let kind = TokenStoreKind.file
  public let folder: FilePath

  /// In the user's state folder. Errors: `notFound` (no home folder).
  public convenience init() throws(AhaError) { self.init(try UserFolder.state.path()) }

  public init(_ folder: FilePath) { self.folder = folder }

  public func load(_ key: AccountKey) throws(AhaError) -> Secret? {
    let path = path(key)
    let descriptor = path.withCString { shim_open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0) }
    if descriptor < 0 {
      if shim_errno() == ENOENT { return nil }
      throw AhaError.system(shim_errno(), "open \(path.text)")
    }
    defer { _ = close(descriptor) }
    try checkFile(descriptor, path)
    return try read(descriptor, path)
  }

  public func save(_ key: AccountKey, _ record: Secret) throws(AhaError) {
    try makeFolder()
    let path = path(key)
    let mode = try modeToKeep(path)
    // A fixed name is safe because the account is locked. It removes the file of a killed process.
    let temporary = path.sibling(named: ".\(key.fileName).part")
    Disk.remove(temporary)
    let descriptor = temporary.withCString {
      shim_open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    }
    if descriptor < 0 { throw AhaError.system(shim_errno(), "create \(temporary.text)") }
    do {
      defer { _ = close(descriptor) }
      try write(record, descriptor, mode, path)
      try replace(path, by: temporary)
    } catch {
      Disk.remove(temporary)
      throw error
    }
  }

  public func forget(_ key: AccountKey) throws(AhaError) {
    let path = path(key)
    Disk.remove(path.sibling(named: ".\(key.fileName).part"))
    if Disk.remove(path) { return try synchronizeFolder() }
    if shim_errno() != ENOENT { throw AhaError.system(shim_errno(), "remove \(path.text)") }
  }

  public func accounts() throws(AhaError) -> [AccountKey] {
    guard Disk.exists(folder) else { return [] }
    var keys: [AccountKey] = []
    for name in try Disk.names(in: folder) where name.hasSuffix(".json") && !name.hasPrefix(".") {
      if let plain = name.unwrapping(0, 5), let key = AccountKey(fileName: plain.text) {
        keys.append(key)
      }
    }
    return keys
  }

  public func lockFile(_ key: AccountKey) throws(AhaError) -> FilePath? {
    try makeFolder()
    return folder / FilePath("\(key.fileName).lock")
  }

  func path(_ key: AccountKey) -> FilePath { folder / FilePath("\(key.fileName).json") }

  // MARK: Files

  private func read(_ descriptor: Int32, _ path: FilePath) throws(AhaError) -> Secret {
    var bytes = [UInt8](repeating: 0, count: Token.recordLimit + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBufferPointer {
        pread(descriptor, $0.baseAddress! + count, $0.count - count, off_t(count))
      }
      if got < 0 && shim_errno() == EINTR { continue }
      if got < 0 { throw AhaError.system(shim_errno(), "read \(path.text)") }
      if got == 0 { break }
      count += got
    }
    defer { bytes.wipe() }
    return bytes.withUnsafeBufferPointer { Secret(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  private func write(
    _ record: Secret, _ descriptor: Int32, _ mode: mode_t, _ path: FilePath
  ) throws(AhaError) {
    // Sets the mode despite the process's umask.
    var isFine = fchmod(descriptor, mode) == 0
    var done = 0
    while isFine && done < record.count {
      let put = pwrite(
        descriptor, record.bytes.baseAddress! + done, record.count - done, off_t(done))
      if put < 0 && shim_errno() == EINTR { continue }
      isFine = put > 0
      done += max(0, put)
    }
    guard isFine, fsync(descriptor) == 0 else {
      throw AhaError.system(shim_errno(), "write \(path.text)")
    }
  }

  private func replace(_ path: FilePath, by temporary: FilePath) throws(AhaError) {
    let failed = temporary.withCString { from in path.withCString { rename(from, $0) } } != 0
    if failed { throw AhaError.system(shim_errno(), "rename to \(path.text)") }
    try synchronizeFolder()
  }

  private func synchronizeFolder() throws(AhaError) { try Disk.synchronize(folder) }
}
