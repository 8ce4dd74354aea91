import CShims

/// A file that is written beside its target and then renamed over it in one step. Without `commit`,
/// `deinit` deletes it.
///
/// Invariant: until `commit` returns, the target is unchanged.
public final class ReplacementFile {
  public let stream: FileStream
  private let target: FilePath
  private let temporary: FilePath
  private var committed = false

  /// Creates the temporary file, and deletes the temporary files that killed processes left in the
  /// folder.
  /// Errors: those of `open`, `isDirectory`, `unsupported` (the target exists and is not a regular
  /// file), `access` (also a link that `outputTarget` rejects), `io` (other processes repeatedly
  /// lock or delete the temporary file).
  public init(for path: FilePath, links: OutputLinks = .followed) throws(AhaError) {
    target = try path.outputTarget(links)
    let mode = try ReplacementFile.mode(for: target)
    PartFile.sweepSoon(in: target.folder)
    (temporary, stream) = try ReplacementFile.makePart(
      beside: target, path: path, mode: mode ?? 0o666)
    if let mode { stream.setPermissions(mode) }
  }

  private static func makePart(
    beside target: FilePath, path: FilePath, mode: mode_t
  ) throws(AhaError) -> (FilePath, FileStream) {
    for _ in 0..<16 {
      let part = target.sibling(named: PartFile.newName())
      let stream = try FileStream(creating: part, named: path.text, mode: mode)
      if PartFile.hold(part, descriptor: stream.descriptor) { return (part, stream) }
      Disk.remove(part)
    }
    throw AhaError(.io, "\(path.text): its temporary file cannot be kept")
  }

  deinit {
    if !committed { _ = temporary.withCString { unlink($0) } }
  }

  /// Writes the bytes and the new name to the disk. Errors: `io`, `diskFull`, `access`.
  public func commit() throws(AhaError) {
    try stream.synchronize()
    try Disk.replace(target, by: temporary)
    committed = true
  }

  /// The permissions of the file to replace; nil if it does not exist.
  public static func mode(for path: FilePath) throws(AhaError) -> mode_t? {
    if path.isEmpty { throw AhaError(.invalidArgument, "the path is empty") }
    var status = stat()
    let exists = path.withCString { stat($0, &status) } == 0
    guard exists else { return nil }
    let kind = status.st_mode & mode_t(S_IFMT)
    if kind == mode_t(S_IFDIR) { throw AhaError(.isDirectory, "\(path.text) is a directory") }
    if kind != mode_t(S_IFREG) {
      throw AhaError(.unsupported, "\(path.text) is not a regular file")
    }
    return status.st_mode & 0o777
  }
}

extension FilePath {
  /// Replaces the file atomically with `bytes`. Errors: those of `ReplacementFile`.
  public func replace(with bytes: UnsafeRawBufferPointer) throws(AhaError) {
    let file = try ReplacementFile(for: self)
    try file.stream.write(bytes, at: 0)
    try file.commit()
  }

  public func replace(with bytes: [UInt8]) throws(AhaError) {
    let failure = bytes.withUnsafeBytes { bytes -> AhaError? in
      do throws(AhaError) { try replace(with: bytes) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }
}
