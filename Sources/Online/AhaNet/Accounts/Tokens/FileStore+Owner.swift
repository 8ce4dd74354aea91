import AhaBase
import CShims

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
    if try checkOwner(descriptor, at: path) & 0o077 != 0 {
      throw AhaError(
        .access, "others may read \(path.text): sign out and in again, or chmod 600 it")
    }
  }

  /// Returns the mode. Errors: `unsupported` (not a regular file), `access` (another user's).
  @discardableResult
  func checkOwner(_ descriptor: Int32, at path: FilePath) throws(AhaError) -> UInt32 {
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
