import AhaBase
import AhaHash

/// Hashes a file from its start, on a thread of its own beside reading and sending.
///
/// Threads: one at a time; `serve` is the body of the hashing thread.
final class HashQueue: @unchecked Sendable {
  /// Max bytes of queued pieces; one larger piece is accepted alone.
  private static let maxBytes = 8 << 20
  private static let maxMarks = 8

  private struct Piece {
    let bytes: UnsafeRawBufferPointer
    let offset: Int64
    let digests: [[UInt8]]
    /// Keeps the bytes.
    let stream: MemoryStream
  }

  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`. While `pieces` is not empty,
  // only the hashing thread uses `hash`.
  private let hash: RunningHash
  /// The first one is being hashed.
  private var pieces: [Piece] = []
  private var bytesQueued = 0
  /// Count of hashed and queued bytes.
  private var end: Int64 = 0
  private var marks: [PrefixDigest] = []
  private var failure: AhaError?
  private var isClosed = false

  /// Errors: `outOfMemory`, `unsupported`.
  init(kind: ChunkHash) throws(AhaError) {
    hash = try RunningHash(kind: kind)
    changed = Condition(lock)
  }

  /// Count of hashed and queued bytes.
  var count: Int64 { lock.locked { end } }

  /// Queues a piece, unless it leaves a gap; waits for room.
  func add(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, digests: [[UInt8]],
    of stream: MemoryStream
  ) {
    lock.lock()
    defer { lock.unlock() }
    guard offset <= end, offset + Int64(bytes.count) > end else { return }
    while !pieces.isEmpty, bytesQueued + bytes.count > HashQueue.maxBytes { changed.wait() }
    pieces.append(Piece(bytes: bytes, offset: offset, digests: digests, stream: stream))
    bytesQueued += bytes.count
    end = offset + Int64(bytes.count)
    changed.signalAll()
  }

  /// Hashes bytes on the calling thread. Errors: those of libcrypto.
  func addNow(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    let hash = try settled()
    try hash.add(bytes, at: offset)
    lock.locked { end = hash.count }
  }

  /// Waits until all queued pieces are hashed. Errors: those of libcrypto.
  func settled() throws(AhaError) -> RunningHash {
    lock.lock()
    defer { lock.unlock() }
    while !pieces.isEmpty { changed.wait() }
    if let failure { throw failure }
    return hash
  }

  /// Remembers the digest of the bytes so far.
  func mark() throws(AhaError) { accept(try settled().prefix()) }

  /// The longest remembered prefix of at most `limit` bytes, once these are hashed.
  func beginning(upTo limit: Int64) -> PrefixDigest? {
    lock.lock()
    defer { lock.unlock() }
    while let piece = pieces.first, piece.offset < limit { changed.wait() }
    return marks.last { $0.count <= limit }
  }

  /// Ends the hashing thread.
  func close() {
    lock.locked {
      isClosed = true
      changed.signalAll()
    }
  }

  func serve() {
    while let piece = next() {
      var result = Result<PrefixDigest, AhaError>.failure(AhaError(.released, "not hashed"))
      do throws(AhaError) {
        try hash.add(piece.bytes, at: piece.offset, digests: piece.digests)
        result = .success(try hash.prefix())
      } catch {
        result = .failure(error)
      }
      switch result {
      case .success(let mark): accept(mark)
      case .failure(let error): lock.locked { failure = error }
      }
      lock.locked {
        pieces.removeFirst()
        bytesQueued -= piece.bytes.count
        changed.signalAll()
      }
    }
  }

  private func next() -> Piece? {
    lock.lock()
    defer { lock.unlock() }
    while pieces.isEmpty, !isClosed { changed.wait() }
    return pieces.first
  }

  private func accept(_ mark: PrefixDigest) {
    lock.locked {
      if marks.last?.count == mark.count { return }
      if marks.count == HashQueue.maxMarks { marks.removeFirst() }
      marks.append(mark)
    }
  }
}

/// Hashes of a file that is read from its start: of the whole and of blocks.
///
/// Threads: one at a time.
final class RunningHash {
  static let blockBytes = 4 << 20

  /// Count of hashed bytes.
  private(set) var count: Int64 = 0
  private let all: Sha256
  private let blocks: BlockHashes?

  init(kind: ChunkHash) throws(AhaError) {
    if case .blocks = kind {
      blocks = BlockHashes(blockBytes: RunningHash.blockBytes)
    } else {
      blocks = nil
    }
    all = try Sha256()
  }

  /// Adds bytes; the part that is already hashed is skipped.
  /// - Parameter digests: of the blocks of `bytes`, counted from its start; empty if unknown.
  /// - Returns: False if the bytes leave a gap.
  @discardableResult
  func add(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, digests: [[UInt8]] = []
  ) throws(AhaError) -> Bool {
    guard offset <= count else { return false }
    let known = count - offset
    guard known < Int64(bytes.count) else { return true }
    let new = UnsafeRawBufferPointer(rebasing: bytes[Int(known)...])
    try all.add(new)
    try blocks?.add(new, known: known == 0 ? digests : [])
    count += Int64(new.count)
    return true
  }

  /// Count and digest of the bytes so far.
  func prefix() throws(AhaError) -> PrefixDigest {
    PrefixDigest(count: count, sha256: try digest())
  }

  /// Digest of all bytes so far.
  func digest() throws(AhaError) -> [UInt8] { try all.copy().digest() }

  /// Digests of the blocks, including the last partial one.
  func allBlocks() throws(AhaError) -> [[UInt8]] { try blocks?.all() ?? [] }
}

/// SHA-256 of each block of a sequence of bytes.
final class BlockHashes {
  private let blockBytes: Int
  private(set) var digests: [[UInt8]] = []
  /// Hash of the current partial block, and its byte count.
  private var hash: Sha256?
  private var count = 0

  init(blockBytes: Int) { self.blockBytes = blockBytes }

  func add(_ bytes: UnsafeRawBufferPointer) throws(AhaError) {
    var done = 0
    while done < bytes.count {
      let part = min(blockBytes - count, bytes.count - done)
      let block: Sha256
      if let hash { block = hash } else { block = try Sha256() }
      try block.add(UnsafeRawBufferPointer(rebasing: bytes[done..<(done + part)]))
      (hash, done, count) = (block, done + part, count + part)
      if count == blockBytes {
        digests.append(try block.digest())
        (hash, count) = (nil, 0)
      }
    }
  }

  /// Adds bytes whose blocks have these digests, if they begin a block. Hashes the rest.
  func add(_ bytes: UnsafeRawBufferPointer, known: [[UInt8]]) throws(AhaError) {
    let whole = hash == nil ? min(known.count, bytes.count / blockBytes) : 0
    digests += known[..<whole]
    try add(UnsafeRawBufferPointer(rebasing: bytes[(whole * blockBytes)...]))
  }

  /// All digests, including the last partial block; more bytes can be added afterwards.
  func all() throws(AhaError) -> [[UInt8]] {
    guard let hash else { return digests }
    return digests + [try hash.copy().digest()]
  }
}
