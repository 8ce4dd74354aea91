import AhaBase
import AhaHash
import AhaJSON
import CShims

/// A partial download beside its target: `name.aha-part`, with `name.aha-part.json` that identifies
/// the file. A killed process can resume it.
///
/// Invariant: the target is unchanged until `commit` returns.
final class PartialFile {
  let stream: FileStream
  private let target: FilePath
  private let part: FilePath
  private let notes: FilePath
  /// Held while this object writes.
  private var lock: FileLock?
  private let identity: String
  /// The server's version of the file; "" if unknown.
  private(set) var version = ""
  private var isCommitted = false

  /// Opens the partial file of `identity`, or creates a new one.
  /// - Parameter isVerified: The complete file will be compared with a hash.
  /// Errors: `state` (another download writes it), `access` (also a symbolic link), `isDirectory`,
  /// `unsupported`, those of `open`.
  init(for path: FilePath, of identity: String, isVerified: Bool) throws(AhaError) {
    target = try path.outputTarget(.refused)
    self.identity = identity
    let mode = try ReplacementFile.mode(for: target)
    part = target.wrapping("", after: ".aha-part")
    notes = target.wrapping("", after: ".aha-part.json")
    lock = try FileLock(
      target.wrapping("", after: ".aha-lock"), busy: "\(path.text) is being fetched already")
    let record = PartialFile.read(from: notes)
    if let record, record.text("of").hasSameBytes(as: identity),
      PartialFile.isUsable(record, isVerified: isVerified),
      FileStatus(part, followingLinks: false)?.kind == .file
    {
      version = record.text("version")
      stream = try FileStream(changing: part)
    } else {
      Disk.remove(notes)
      Disk.remove(part)
      stream = try FileStream(creating: part, named: part.text, mode: mode ?? 0o666)
    }
  }

  deinit { close() }

  /// Releases the lock, and deletes an empty partial file.
  func close() {
    if lock != nil, !isCommitted, ((try? stream.length()) ?? 0) == 0 {
      Disk.remove(notes)
      Disk.remove(part)
    }
    lock = nil
  }

  /// After a power failure, the file may contain bytes that were never written. Without a hash, a
  /// partial file is usable only in the same boot and with a known version.
  private static func isUsable(_ record: JSONObject, isVerified: Bool) -> Bool {
    if isVerified { return true }
    let version = record.text("version")
    return !version.isEmpty && record.text("boot") == boot
  }

  private static func read(from path: FilePath) -> JSONObject? {
    guard let bytes = try? FileStream(reading: path).start(limit: 1 << 16) else { return nil }
    return JSONObject.read(bytes, limit: 1 << 16)
  }

  /// Id of the current boot.
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

  /// Records the version of the following bytes. Errors: those of writing.
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

  /// Starts again from byte 0. Errors: `io`.
  func discard() throws(AhaError) {
    Disk.remove(notes)
    version = ""
    try stream.truncate(to: 0)
  }

  /// Moves the complete file to its target. Errors: `io`, `diskFull`, `access`.
  func commit() throws(AhaError) {
    try stream.synchronize()
    try Disk.replace(target, by: part)
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

/// Hash of a growing file.
final class DownloadHash {
  private let hash: Sha256
  private var offset: Int64 = 0
  private let blocks = MemoryBlocks()
  private let chunk: UnsafeMutableRawBufferPointer

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    hash = try Sha256()
    let bytes: Buffer<UInt8> = try blocks.claim(1 << 18, of: "bytes")
    chunk = UnsafeMutableRawBufferPointer(start: bytes.base, count: 1 << 18)
  }

  /// Hashes new bytes, up to some MiB; returns true if more remain. Errors: those of the stream.
  func follow(_ stream: FileStream, chunks: Int = 16) throws(AhaError) -> Bool {
    for _ in 0..<chunks {
      let got = try stream.read(into: chunk, at: offset)
      if got == 0 { return false }
      try hash.add(UnsafeRawBufferPointer(rebasing: chunk[..<got]))
      offset += Int64(got)
    }
    return true
  }

  func add(_ bytes: UnsafeRawBufferPointer) throws(AhaError) { try hash.add(bytes) }

  /// Compares the hash with the asset's. Call it once. Errors: `verify`.
  func check(_ asset: OpenedAsset) throws(AhaError) {
    let found = Sha256.hexadecimal(try hash.digest())
    if asset.sha256.isEmpty || found == asset.sha256 { return }
    throw AhaError(
      .verify, "\(asset.name) does not match its declared hash: its SHA-256 is \(found)")
  }
}
