import AhaBase
import AhaJSON
import CShims

/// What has come of a file, kept beside where it belongs until it is whole: `name.aha-part`, and
/// `name.aha-part.json`, which says what it is a part of. Who was killed goes on with it.
///
/// Invariant: until `commit` returns, the target is what it was.
final class PartialFile {
  let stream: FileStream
  private let target: FilePath
  private let part: FilePath
  private let notes: FilePath
  /// While somebody writes to it.
  private var lock: FileLock?
  private let identity: String
  /// What the server calls the version of it; "" when it does not.
  private(set) var version = ""
  private var isCommitted = false

  /// Opens what is there of `identity`, or begins anew.
  /// - Parameter isVerified: The whole will be compared with a hash.
  /// Errors: `state` (another download writes it), `access` (also a symbolic link), `isDirectory`,
  /// `unsupported`, those of `open`.
  init(for path: FilePath, of identity: String, isVerified: Bool) throws(AhaError) {
    target = try path.outputTarget(.refused)
    self.identity = identity
    let mode = try ReplacementFile.mode(for: target)
    part = target.wrapping("", ".aha-part")
    notes = target.wrapping("", ".aha-part.json")
    lock = try FileLock(
      target.wrapping("", ".aha-lock"), busy: "\(path.text) is being fetched already")
    let kept = PartialFile.read(notes)
    if let kept, kept.text("of")?.hasSameBytes(as: identity) ?? false,
      PartialFile.isUsable(kept, isVerified), FileStatus(part, followingLinks: false)?.kind == .file
    {
      version = kept.text("version") ?? ""
      stream = try FileStream(changing: part)
    } else {
      Disk.remove(notes)
      Disk.remove(part)
      stream = try FileStream(creating: part, named: part.text, mode: mode ?? 0o666)
    }
  }

  deinit { close() }

  /// Lets another one fetch it; nothing is left of what is worth nothing.
  func close() {
    if lock != nil, !isCommitted, ((try? stream.length()) ?? 0) == 0 {
      Disk.remove(notes)
      Disk.remove(part)
    }
    lock = nil
  }

  /// After the machine went down, bytes may be there that were never written: then only a hash can
  /// tell. So it is where the server names no version.
  private static func isUsable(_ kept: JSONObject, _ isVerified: Bool) -> Bool {
    if isVerified { return true }
    let version = kept.text("version") ?? ""
    return !version.isEmpty && (kept.text("boot") ?? "") == boot
  }

  private static func read(_ path: FilePath) -> JSONObject? {
    guard let bytes = try? FileStream(reading: path).start(limit: 1 << 16) else { return nil }
    return JSONObject.read(bytes, named: path.text)
  }

  /// Another one each time the machine starts.
  private static var boot: String {
    guard let file = try? FileStream(reading: FilePath("/proc/sys/kernel/random/boot_id")) else {
      return ""
    }
    var bytes = [UInt8](repeating: 0, count: 36)
    let got = bytes.withUnsafeMutableBufferPointer {
      (try? file.read(into: UnsafeMutableRawBufferPointer($0), at: 0)) ?? 0
    }
    return bytes[..<got].text
  }

  /// Says what the bytes are of that come from now on. Errors: those of writing.
  func note(version: String) throws(AhaError) {
    let object = try JSONObject()
    try object.set("of", .text(identity))
    try object.set("version", .text(version))
    try object.set("boot", .text(PartialFile.boot))
    let text = try object.text(indent: 0).array
    let file = try ReplacementFile(for: notes, links: .refused)
    try text.withUnsafeBytesThrowing { (bytes) throws(AhaError) in
      try file.stream.write(bytes, at: 0)
    }
    try file.commit()
    self.version = version
  }

  /// Begins anew. Errors: `io`.
  func discard() throws(AhaError) {
    Disk.remove(notes)
    version = ""
    try stream.truncate(to: 0)
  }

  /// Puts it in its place. Errors: `io`, `diskFull`, `access`.
  func commit() throws(AhaError) {
    try stream.synchronize()
    let failed = part.withCString { from in target.withCString { rename(from, $0) } } != 0
    if failed { throw AhaError.system(shim_errno(), "rename to \(target.text)") }
    isCommitted = true
    Disk.remove(notes)
  }
}

extension [UInt8] {
  func withUnsafeBytesThrowing(
    _ body: (UnsafeRawBufferPointer) throws(AhaError) -> Void
  ) throws(AhaError) {
    var failure: AhaError?
    withUnsafeBytes { bytes in
      do throws(AhaError) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
