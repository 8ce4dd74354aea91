import CShims

/// Operations on disks and folders.
public enum Disk {
  public struct Space {
    /// Bytes that this process may still write.
    public let free: Int64
    /// Id of the file system.
    public let device: UInt

    public init(free: Int64, device: UInt) {
      self.free = free
      self.device = device
    }
  }

  /// Nil if `statvfs` fails.
  public static func space(of folder: FilePath) -> Space? {
    var status = statvfs()
    guard folder.withCString({ statvfs($0, &status) }) == 0 else { return nil }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return Space(
      free: overflow ? Int64.max : Int64(clamping: free), device: UInt(status.f_fsid))
  }

  /// The names in a folder, sorted by bytes. Errors: `notFound`, `access`, `io`.
  public static func names(in folder: FilePath) throws(AhaError) -> [FilePath] {
    guard let directory = folder.withCString({ opendir($0) }) else {
      throw AhaError.system(shim_errno(), "open \(folder.text)")
    }
    defer { closedir(directory) }
    var names: [FilePath] = []
    var failure: Int32 = 0
    while let entry = shim_next_entry(directory, &failure) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        names.append(FilePath(bytes.bindMemory(to: CChar.self).baseAddress!))
      }
    }
    if failure != 0 { throw AhaError.system(failure, "read \(folder.text)") }
    names.sort { $0.isBefore($1) }
    return names
  }

  public static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }

  @discardableResult
  public static func remove(_ path: FilePath) -> Bool { path.withCString { unlink($0) } == 0 }

  /// Creates a folder and its missing parents on the disk; an existing folder is kept.
  /// Errors: those of `mkdir` and `synchronize`.
  public static func makeFolders(_ path: FilePath, mode: mode_t) throws(AhaError) {
    try makeFolders(path, mode: mode, depth: 0)
  }

  private static func makeFolders(
    _ path: FilePath, mode: mode_t, depth: Int
  ) throws(AhaError) {
    if path.withCString({ mkdir($0, mode) }) == 0 { return try synchronize(path.folder) }
    let failure = shim_errno()
    if failure == EEXIST, FileStatus(path)?.kind == .folder { return }
    guard failure == ENOENT, depth < 64 else {
      throw AhaError.system(failure, "make \(path.text)")
    }
    try makeFolders(path.folder, mode: mode, depth: depth + 1)
    try makeFolders(path, mode: mode, depth: 64)
  }

  /// Deletes a folder and its content, without following links. Returns false if something is left.
  @discardableResult
  public static func removeAll(_ path: FilePath) -> Bool {
    guard FileStatus(path, followingLinks: false)?.kind == .folder else {
      return remove(path) || !exists(path)
    }
    for name in (try? names(in: path)) ?? [] where !name.isDots { removeAll(path / name) }
    return path.withCString { rmdir($0) } == 0
  }

  /// Writes the folder's entries to the disk (`fsync`). Errors: `io`, those of opening.
  public static func synchronize(_ folder: FilePath) throws(AhaError) {
    let entries = try FolderEntries(folder)
    try entries.synchronize()
  }

  /// Renames a synced file over its target, and waits until the new name is on the disk. After a
  /// power failure, the target is the former file or the new one; after this call, the new one.
  /// Errors: those of `rename` and of opening the folder, with the target unchanged; `io` (the
  /// folder cannot be synced), with the target replaced.
  public static func replace(_ target: FilePath, by file: FilePath) throws(AhaError) {
    // Opened first: a failure leaves the target unchanged.
    let entries = try FolderEntries(target.folder)
    if file.withCString({ from in target.withCString { rename(from, $0) } }) != 0 {
      throw AhaError.system(shim_errno(), "rename to \(target.text)")
    }
    try entries.synchronize()
  }
}

/// An open folder whose entries can be written to the disk.
private struct FolderEntries: ~Copyable {
  private let name: String
  /// -1 for a folder without read permission, which cannot be synced.
  private let descriptor: Int32

  init(_ folder: FilePath) throws(AhaError) {
    name = folder.text
    descriptor = folder.withCString { shim_open($0, O_RDONLY | O_DIRECTORY, 0) }
    if descriptor < 0, shim_errno() != EACCES {
      throw AhaError.system(shim_errno(), "open \(name)")
    }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  func synchronize() throws(AhaError) {
    if descriptor < 0 || fsync(descriptor) == 0 { return }
    // EINVAL: a file system that does not support it for folders, and does not need it.
    if shim_errno() != EINVAL { throw AhaError.system(shim_errno(), "sync \(name)") }
  }
}

extension FilePath {
  /// Whether the name is "." or "..".
  public var isDots: Bool { self == FilePath(".") || self == FilePath("..") }
}
