import CShims

/// What there is to know about disks and folders.
public enum Disk {
  public struct Space {
    /// Bytes that this process may still write.
    public let free: Int64
    /// Which file system it is.
    public let device: UInt

    public init(free: Int64, device: UInt) {
      self.free = free
      self.device = device
    }
  }

  /// Nil where nobody can tell.
  public static func space(of folder: FilePath) -> Space? {
    var status = statvfs()
    guard folder.withCString({ statvfs($0, &status) }) == 0 else { return nil }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return Space(
      free: overflow ? Int64.max : Int64(clamping: free), device: UInt(status.f_fsid))
  }

  /// The names in a folder, in the order of their bytes. Errors: `notFound`, `access`.
  public static func names(in folder: FilePath) throws(AhaError) -> [FilePath] {
    guard let directory = folder.withCString({ opendir($0) }) else {
      throw AhaError.system(shim_errno(), "open \(folder.text)")
    }
    defer { closedir(directory) }
    var names: [FilePath] = []
    while let entry = readdir(directory) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        names.append(FilePath(bytes.bindMemory(to: CChar.self).baseAddress!))
      }
    }
    names.sort { $0.isBefore($1) }
    return names
  }

  public static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }

  @discardableResult
  public static func remove(_ path: FilePath) -> Bool { path.withCString { unlink($0) } == 0 }
}
