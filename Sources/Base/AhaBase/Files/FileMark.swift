/// Identity of a file's content without reading it: size, modification time and inode number.
public struct FileMark: Equatable, Sendable {
  /// Units: bytes.
  public var size: Int64
  /// Time of the last change of the content. Units: ns since 1970.
  public var modified: Int64
  /// The inode number.
  public var number: Int64

  public init(size: Int64 = 0, modified: Int64 = 0, number: Int64 = 0) {
    (self.size, self.modified, self.number) = (size, modified, number)
  }

  public init(_ status: FileStatus) {
    self.init(
      size: status.length, modified: status.modified,
      number: Int64(truncatingIfNeeded: status.number))
  }

  /// Errors: `notFound`, `access`, `isDirectory`, `unsupported` (neither a file nor a folder).
  public init(_ path: FilePath) throws(AhaError) {
    let status = try FileStatus.required(path, absence: "\(path.text) is not there")
    if status.kind == .folder { throw AhaError(.isDirectory, "\(path.text) is a directory") }
    guard status.kind == .file else {
      throw AhaError(.unsupported, "\(path.text) is not a regular file")
    }
    self.init(status)
  }
}
