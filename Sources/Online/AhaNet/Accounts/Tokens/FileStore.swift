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
    try load(key) { (descriptor, path) throws(AhaError) in try checkFile(descriptor, at: path) }
  }

  public func loadToRevoke(_ key: AccountKey) throws(AhaError) -> Secret? {
    try load(key) { (descriptor, path) throws(AhaError) in try checkOwner(descriptor, at: path) }
  }

  private func load(
    _ key: AccountKey, _ check: (Int32, FilePath) throws(AhaError) -> Void
  ) throws(AhaError) -> Secret? {
    let path = path(of: key)
    let descriptor = path.withCString { shim_open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0) }
    if descriptor < 0 {
      if shim_errno() == ENOENT { return nil }
      throw AhaError.system(shim_errno(), "open \(path.text)")
    }
    defer { _ = close(descriptor) }
    try check(descriptor, path)
    return try read(descriptor, at: path)
  }

  public func save(_ key: AccountKey, record: Secret) throws(AhaError) {
    try save(key, record: record, in: nil)
  }

  /// Writes the file that `save` will rename, with zeros.
  public func reserve(_ key: AccountKey) throws(AhaError) -> FileReservation? {
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

  private func read(_ descriptor: Int32, at path: FilePath) throws(AhaError) -> Secret {
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
