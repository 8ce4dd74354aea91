import AhaBase

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
  init(_ kind: ChunkHash) throws(AhaError) {
    hash = try RunningHash(kind)
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
