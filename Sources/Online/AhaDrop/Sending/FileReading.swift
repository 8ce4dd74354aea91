import AhaBase
import AhaHash
import CShims

/// Reads a file for a source, on the source's own thread, and has it hashed on another one.
///
/// Threads: any.
final class FileReading: @unchecked Sendable {
  /// Small enough to be hashed from the processor's cache.
  private static let step = 1 << 18

  let name: String
  let mark: FileMark
  private let file: FileStream
  private let kind: ChunkHash
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private let hash: HashQueue
  /// The hashing thread; nil until a file of several chunks is read.
  private var hashing: Thread?
  /// Digest of the part that was sent before; nil after the comparison.
  private var known: PrefixDigest?
  private let buffers = ChunkBuffers()

  /// Errors: those of files, `damaged`.
  init(
    path: FilePath, mark: FileMark, kind: ChunkHash, known: PrefixDigest?
  ) throws(AhaError) {
    name = path.text
    do throws(AhaError) { file = try FileStream(reading: path) } catch {
      throw AhaError(error.code, "the file of a drop: \(error.line)")
    }
    (self.mark, self.kind) = (mark, kind)
    self.known = known.flatMap { $0.count > 0 ? $0 : nil }
    hash = try HashQueue(kind: kind)
    try check()
  }

  deinit {
    hash.close()
    hashing?.join()
  }

  /// Errors: `damaged`.
  func check() throws(AhaError) { try mark.require(file.fileStatus, of: name) }

  /// Errors: those of files, `damaged`, `outOfMemory`.
  func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk {
    guard (0...mark.size).contains(offset), count > 0 else {
      throw AhaError(.invalidArgument, "no chunk of \(count) bytes at \(offset) of \(name)")
    }
    lock.lock()
    defer { lock.unlock() }
    let (buffers, count) = (buffers, Int(min(Int64(count), mark.size - offset)))
    try readBeginning(upTo: max(offset, known?.count ?? 0))
    let buffer = try buffers.claim(bytes: count)
    let digests: [[UInt8]]
    do throws(AhaError) {
      digests = try fill(into: buffer, at: offset)
      try check()
    } catch {
      buffers.release(buffer)
      throw error
    }
    let memory = UnsafeRawBufferPointer(buffer)
    let stream = MemoryStream(borrowing: memory) { buffers.release(buffer) }
    try hash(memory, at: offset, digests: digests, of: stream)
    return Chunk(offset: offset, stream: stream, memory: memory, digests: digests)
  }

  func bytes(at offset: Int64, count: Int) throws(AhaError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var failure: AhaError?
    bytes.withUnsafeMutableBytes { buffer in
      do throws(AhaError) { try read(into: buffer, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Hashes a chunk for the whole file: beside the sending, unless it is the only chunk.
  private func hash(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, digests: [[UInt8]],
    of stream: MemoryStream
  ) throws(AhaError) {
    if Int64(bytes.count) == mark.size {
      try hash.addNow(bytes, at: offset)
      return try hash.mark()
    }
    if hashing == nil {
      let hash = hash
      hashing = try Thread(name: "aha-drop-hash") { hash.serve() }
    }
    hash.add(bytes, at: offset, digests: digests, of: stream)
  }

  /// Nil if chunks need no hash.
  private var parts: BlockHashes? {
    switch kind {
    case .none: nil
    case .sha256: BlockHashes(blockBytes: Int.max)
    case .blocks: BlockHashes(blockBytes: RunningHash.blockBytes)
    }
  }

  /// Reads in steps. Returns the digests of the chunk.
  private func fill(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> [[UInt8]] {
    if buffer.isEmpty, case .sha256 = kind { return [try Sha256().digest()] }
    let parts = parts
    var done = 0
    while done < buffer.count {
      let end = min(done + FileReading.step, buffer.count)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<end])
      try read(into: part, at: offset + Int64(done))
      try parts?.add(UnsafeRawBufferPointer(part))
      done = end
    }
    return try parts?.all() ?? []
  }

  /// Fills the whole buffer, or throws.
  private func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) {
    let got = try file.read(into: bytes, at: offset)
    if got < bytes.count {
      throw mark.changed(file: name, what: "it ends at byte \(offset + Int64(got))")
    }
  }

  /// Hashes bytes of the beginning. Errors: `damaged` (the known part differs).
  private func add(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    guard let known, hash.count < known.count else { return try hash.addNow(bytes, at: offset) }
    // Hashes up to the end of the known part first, so that it can be compared.
    let first = min(bytes.count, Int(clamping: known.count - offset))
    if first > 0 {
      try hash.addNow(UnsafeRawBufferPointer(rebasing: bytes[..<first]), at: offset)
    }
    guard hash.count == known.count else { return }
    guard try hash.settled().digest() == known.sha256 else {
      throw mark.changed(
        file: name, what: "its first \(known.count) bytes differ from the sent ones")
    }
    self.known = nil
    try hash.mark()
    try hash.addNow(bytes, at: offset)
  }

  /// SHA-256 of the whole file; reads the unread rest for it. Errors: those of files, `damaged`.
  func digest() throws(AhaError) -> [UInt8] {
    lock.lock()
    defer { lock.unlock() }
    try readBeginning(upTo: mark.size)
    try check()
    return try hash.settled().digest()
  }

  func blocks() throws(AhaError) -> [[UInt8]] {
    lock.lock()
    defer { lock.unlock() }
    try readBeginning(upTo: mark.size)
    try check()
    return try hash.settled().allBlocks()
  }

  func beginning(upTo limit: Int64) -> PrefixDigest? { lock.locked { hash.beginning(upTo: limit) } }

  /// Hashes the unread part up to `end`.
  private func readBeginning(upTo end: Int64) throws(AhaError) {
    guard hash.count < end else { return }
    let buffer = try buffers.claim(bytes: FileReading.step)
    defer { buffers.release(buffer) }
    while hash.count < end {
      let count = Int(min(Int64(buffer.count), end - hash.count))
      let (part, offset) = (UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), hash.count)
      try read(into: part, at: offset)
      try add(UnsafeRawBufferPointer(part), at: offset)
    }
    try check()
  }
}

/// Pool of chunk buffers. Reuse avoids that the kernel clears new memory.
final class ChunkBuffers: @unchecked Sendable {
  private static let capacity = 4

  private let lock = Lock()
  // Invariant: `free` is read and written under `lock`.
  private var free: [UnsafeMutableRawBufferPointer] = []

  deinit { for buffer in free { CShims.free(buffer.baseAddress) } }

  /// Errors: `outOfMemory`.
  func claim(bytes count: Int) throws(AhaError) -> UnsafeMutableRawBufferPointer {
    let known = lock.locked { () -> UnsafeMutableRawBufferPointer? in
      guard let index = free.firstIndex(where: { $0.count == count }) else { return nil }
      return free.remove(at: index)
    }
    if let known { return known }
    guard let memory = malloc(max(1, count)) else {
      throw AhaError(.outOfMemory, "no memory for \(count) bytes")
    }
    return UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  func release(_ buffer: UnsafeMutableRawBufferPointer) {
    let isPooled = lock.locked { () -> Bool in
      if free.count >= ChunkBuffers.capacity { return false }
      free.append(buffer)
      return true
    }
    if !isPooled { CShims.free(buffer.baseAddress) }
  }
}

extension FileMark {
  /// Errors: `damaged`; the line names the difference.
  func require(_ status: FileStatus?, of name: String) throws(AhaError) {
    guard let status else { throw AhaError(.damaged, "\(name) cannot be looked at any more") }
    let now = FileMark(status)
    if now.size != size {
      throw changed(file: name, what: "it had \(size) bytes and has \(now.size)")
    }
    if now.modified != modified { throw changed(file: name, what: "it was written to") }
    if now.number != number { throw changed(file: name, what: "another file took its place") }
  }

  func changed(file name: String, what: String) -> AhaError {
    AhaError(.damaged, "\(name) has changed since its drop began: \(what)")
  }
}

/// Digest of the first `count` bytes of a file.
public struct PrefixDigest {
  public let count: Int64
  public let sha256: [UInt8]

  public init(count: Int64, sha256: [UInt8]) { (self.count, self.sha256) = (count, sha256) }
}
