import CShims

/// Metadata of a path, read without opening the file (`stat`).
public struct FileStatus {
  public enum Kind: Sendable { case file, folder, link, other }

  /// Identifies a file independent of its paths (device and inode).
  public struct ID: Hashable, Sendable {
    fileprivate let device, number: UInt
  }

  public let kind: Kind
  public let length: Int64
  /// Time of the last change of the content. Units: ns since 1970.
  public let modified: Int64
  /// Time of the last change of the content or the metadata, which no program can set. Units: ns
  /// since 1970.
  public let changed: Int64
  private let device: UInt
  /// The inode number; reused after the file is deleted.
  public let number: UInt

  /// Nil if the path does not exist or cannot be accessed.
  public init?(_ path: FilePath, followingLinks: Bool = true) {
    var status = stat()
    let failed = path.withCString { followingLinks ? stat($0, &status) : lstat($0, &status) } != 0
    if failed { return nil }
    self.init(status)
  }

  /// Nil if the path does not exist. Errors: `access`, `io` and other system errors, where the path
  /// may exist.
  public static func look(
    at path: FilePath, followingLinks: Bool = true
  ) throws(AhaError) -> FileStatus? {
    if let status = FileStatus(path, followingLinks: followingLinks) { return status }
    let failure = shim_errno()
    if isAbsence(failure) { return nil }
    throw AhaError.system(failure, "look at \(path.text)")
  }

  /// The status of a path that must exist. Errors: `notFound` with the line `absence`; those of
  /// `look`.
  public static func required(
    _ path: FilePath, absence: @autoclosure () -> String
  ) throws(AhaError) -> FileStatus {
    if let status = try look(at: path) { return status }
    throw AhaError(.notFound, absence())
  }

  /// Whether an errno of `stat` means that the path does not exist.
  public static func isAbsence(_ failure: Int32) -> Bool {
    failure == ENOENT || failure == ENOTDIR || failure == ELOOP
  }

  /// The status of an open file.
  public init?(descriptor: Int32) {
    var status = stat()
    if fstat(descriptor, &status) != 0 { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .file
      case mode_t(S_IFDIR): .folder
      case mode_t(S_IFLNK): .link
      default: .other
      }
    length = Int64(status.st_size)
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    modified = nanoseconds(status.st_mtim)
    changed = nanoseconds(status.st_ctim)
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }

  public var id: ID { ID(device: device, number: number) }

  public func isSame(as other: FileStatus) -> Bool { id == other.id }

  /// Whether the path leads to the open file; false if that is unknown.
  public static func isAt(
    _ path: FilePath, descriptor: Int32, followingLinks: Bool = true
  ) -> Bool {
    (try? locate(path, descriptor: descriptor, followingLinks: followingLinks)) ?? false
  }

  /// Whether the path leads to the open file. Errors: those of `look` and of `fstat`.
  static func locate(
    _ path: FilePath, descriptor: Int32, followingLinks: Bool
  ) throws(AhaError) -> Bool {
    guard let here = FileStatus(descriptor: descriptor) else {
      throw AhaError.system(shim_errno(), "look at \(path.text)")
    }
    return try look(at: path, followingLinks: followingLinks)?.isSame(as: here) ?? false
  }
}
