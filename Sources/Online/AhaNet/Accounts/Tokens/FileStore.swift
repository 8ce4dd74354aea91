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
  public convenience init() throws(AhaError) { self.init(folder: try UserFolder.state.path()) }

  public init(folder: FilePath) { self.folder = folder }

  public func load(for key: AccountKey) throws(AhaError) -> Secret? {
    try load(for: key) { (descriptor, path) throws(AhaError) in try checkFile(descriptor, at: path)
    }
  }

  public func loadToRevoke(for key: AccountKey) throws(AhaError) -> Secret? {
    try load(for: key) { (descriptor, path) throws(AhaError) in
      try checkOwner(of: descriptor, at: path)
    }
  }

  private func load(
    for key: AccountKey, checking check: (Int32, FilePath) throws(AhaError) -> Void
  ) throws(AhaError) -> Secret? {
    let path = path(of: key)
    let descriptor = path.withCString { shim_open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0) }
    if descriptor < 0 {
      if shim_errno() == ENOENT { return nil }
      throw AhaError.system(shim_errno(), "open \(path.text)")
    }
    defer { _ = close(descriptor) }
    try check(descriptor, path)
    return try read(from: descriptor, at: path)
  }

  public func save(_ key: AccountKey, record: Secret) throws(AhaError) {
    try save(key, record: record, in: nil)
  }

  /// Writes the file that `save` will rename, with zeros.
  public func reserve(for key: AccountKey) throws(AhaError) -> FileReservation? {
    let old = FileStatus(path(of: key), followingLinks: false)?.length ?? 0
    return try newFile(for: key, bytes: max(FileStore.reservedBytes, Int(clamping: 2 * old)))
  }

  /// Room for a record with tokens of several KB each.
  private static let reservedBytes = 65536

  public func save(
    _ key: AccountKey, record: Secret, in space: FileReservation?
  ) throws(AhaError) {
    let file = if let space { space } else { try newFile(for: key, bytes: 0) }
    try file.replace(path(of: key), with: record, mode: modeToKeep(at: path(of: key)))
  }

  private func newFile(for key: AccountKey, bytes: Int) throws(AhaError) -> FileReservation {
    try makeFolder()
    _ = try modeToKeep(at: path(of: key))
    // A fixed name is safe because the account is locked. It removes the file of a killed process.
    return try FileReservation(
      path: path(of: key).sibling(named: ".\(key.fileName).part"), bytes: bytes)
  }

  public func forget(_ key: AccountKey) throws(AhaError) { _ = try remove(key) }

  /// Like `forget`; returns true for the one caller that deleted the record.
  func remove(_ key: AccountKey) throws(AhaError) -> Bool {
    let path = path(of: key)
    Disk.remove(path.sibling(named: ".\(key.fileName).part"))
    if Disk.remove(path) {
      try Disk.synchronize(folder)
      return true
    }
    if shim_errno() != ENOENT { throw AhaError.system(shim_errno(), "remove \(path.text)") }
    return false
  }

  public func accounts() throws(AhaError) -> [AccountKey] {
    guard Disk.exists(folder) else { return [] }
    var keys: [AccountKey] = []
    for name in try Disk.names(in: folder) where name.hasSuffix(".json") && !name.hasPrefix(".") {
      if let plain = name.unwrapping(0, after: 5), let key = AccountKey(fileName: plain.text) {
        keys.append(key)
      }
    }
    return keys
  }

  public func lockFile(for key: AccountKey) throws(AhaError) -> FilePath? {
    try makeFolder()
    return folder / FilePath("\(key.fileName).lock")
  }

  func path(of key: AccountKey) -> FilePath { folder / FilePath("\(key.fileName).json") }

  // MARK: Files

  private func read(from descriptor: Int32, at path: FilePath) throws(AhaError) -> Secret {
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
}

/// Ownership and permissions of a FileStore's files.
extension FileStore {
  /// Creates the folder and its parents with mode 0700. Errors: `access`, `notFound`, `io`.
  func makeFolder() throws(AhaError) {
    if !Disk.exists(folder) { try Disk.makeFolders(folder, mode: 0o700) }
    var status = stat()
    if folder.withCString({ stat($0, &status) }) != 0 {
      throw AhaError.system(shim_errno(), "open \(folder.text)")
    }
    guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR) else {
      throw AhaError(.notFound, "\(folder.text) is not a folder")
    }
    try requireOwn(status, at: folder)
    if status.st_mode & 0o022 != 0 {
      throw AhaError(.access, "others may write in \(folder.text): chmod 700 it")
    }
  }

  func checkFile(_ descriptor: Int32, at path: FilePath) throws(AhaError) {
    if try checkOwner(of: descriptor, at: path) & 0o077 != 0 {
      throw AhaError(
        .access, "others may read \(path.text): sign out and in again, or chmod 600 it")
    }
  }

  /// Returns the mode. Errors: `unsupported` (not a regular file), `access` (another user's).
  @discardableResult
  func checkOwner(of descriptor: Int32, at path: FilePath) throws(AhaError) -> UInt32 {
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw AhaError.system(shim_errno(), "stat \(path.text)") }
    guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
      throw AhaError(.unsupported, "\(path.text) is not a regular file")
    }
    try requireOwn(status, at: path)
    return UInt32(status.st_mode)
  }

  /// Mode for the replacement of a file. Errors: `access` (another user owns it), `unsupported`
  /// (not a regular file).
  func modeToKeep(at path: FilePath) throws(AhaError) -> mode_t {
    var status = stat()
    if path.withCString({ lstat($0, &status) }) != 0 { return 0o600 }
    guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
      throw AhaError(.unsupported, "\(path.text) is not a regular file")
    }
    try requireOwn(status, at: path)
    let mode = status.st_mode & 0o600
    return mode & 0o400 != 0 ? mode : 0o600
  }

  private func requireOwn(_ status: stat, at path: FilePath) throws(AhaError) {
    if status.st_uid == geteuid() { return }
    throw AhaError(.access, "\(path.text) belongs to user \(Int(status.st_uid)), not to this one")
  }
}

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
