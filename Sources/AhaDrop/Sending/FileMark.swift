import AhaBase

/// What tells whether a file is still the one that was to be sent.
public struct FileMark {
  public let size: Int64
  /// When its content was changed, in nanoseconds since 1970.
  public let modified: Int64
  /// What its file system calls it.
  public let number: Int64

  public init(size: Int64, modified: Int64, number: Int64) {
    (self.size, self.modified, self.number) = (size, modified, number)
  }

  /// Errors: `notFound`, `isDirectory`, `unsupported` (neither a file nor a folder).
  public init(_ path: FilePath) throws(AhaError) {
    guard let status = FileStatus(path) else {
      throw AhaError(.notFound, "\(path.text) is not there, or may not be looked at")
    }
    if status.kind == .folder { throw AhaError(.isDirectory, "\(path.text) is a directory") }
    guard status.kind == .file else {
      throw AhaError(.unsupported, "\(path.text) is not a regular file")
    }
    self.init(status)
  }

  init(_ status: FileStatus) {
    self.init(
      size: status.length, modified: status.modified, number: Int64(truncatingIfNeeded: status.number))
  }

  /// Errors: `damaged`, with what is not as it was.
  func require(_ status: FileStatus?, _ name: String) throws(AhaError) {
    guard let status else { throw AhaError(.damaged, "\(name) cannot be looked at any more") }
    let now = FileMark(status)
    if now.size != size { throw changed(name, "it had \(size) bytes and has \(now.size)") }
    if now.modified != modified { throw changed(name, "it was written to") }
    if now.number != number { throw changed(name, "another file took its place") }
  }

  func changed(_ name: String, _ what: String) -> AhaError {
    AhaError(.damaged, "\(name) has changed since its drop began: \(what)")
  }
}

/// The digest of the beginning of a file.
public struct PrefixDigest {
  public let count: Int64
  public let sha256: [UInt8]

  public init(count: Int64, sha256: [UInt8]) { (self.count, self.sha256) = (count, sha256) }
}
