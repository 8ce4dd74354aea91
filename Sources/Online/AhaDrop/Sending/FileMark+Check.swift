import AhaBase

extension FileMark {
  /// Errors: `damaged`; the line names the difference.
  func require(_ status: FileStatus?, of name: String) throws(AhaError) {
    guard let status else { throw AhaError(.damaged, "\(name) cannot be looked at any more") }
    let now = FileMark(status)
    if now.size != size { throw changed(name, what: "it had \(size) bytes and has \(now.size)") }
    if now.modified != modified { throw changed(name, what: "it was written to") }
    if now.number != number { throw changed(name, what: "another file took its place") }
  }

  func changed(_ name: String, what: String) -> AhaError {
    AhaError(.damaged, "\(name) has changed since its drop began: \(what)")
  }
}

/// Digest of the first `count` bytes of a file.
public struct PrefixDigest {
  public let count: Int64
  public let sha256: [UInt8]

  public init(count: Int64, sha256: [UInt8]) { (self.count, self.sha256) = (count, sha256) }
}
