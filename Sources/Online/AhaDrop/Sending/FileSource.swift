import AhaBase
import AhaHash

/// A file as the source of an upload: while one chunk is sent, the next one is read, and earlier
/// ones are hashed.
///
/// Memory: two chunks, or one over `maxAhead`, plus those that the caller holds or that wait for
/// the hash: 8 MiB or one chunk.
/// Threads: one at a time.
public final class FileSource {
  /// Max bytes per chunk.
  public static let maxBytes = 16 << 20
  /// With two chunks in flight, five are in memory at once: 37 MB.
  public static let usualBytes = 7 << 20
  /// Larger chunks are not read ahead.
  public static let maxAhead = 8 << 20

  /// For error lines.
  public let name: String
  public var size: Int64 { reading.mark.size }
  private let reading: FileReading
  private let ahead: ReadAhead
  private var thread: Thread?

  /// - Parameters:
  ///   - mark: State of the file when its drop began.
  ///   - known: The part that was sent before; it is compared before more is sent.
  /// Errors: those of files, `damaged` (the file has changed).
  public init(
    path: FilePath, mark: FileMark, kind: ChunkHash, known: PrefixDigest? = nil
  ) throws(AhaError) {
    name = path.text
    reading = try FileReading(path: path, mark: mark, kind: kind, known: known)
    ahead = ReadAhead(reading: reading)
  }

  deinit {
    ahead.close()
    thread?.join()
  }

  /// Returns a chunk, and reads and hashes the next one of the same size meanwhile.
  /// Errors: those of files; `damaged` (the file has changed since the drop began).
  public func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk {
    guard count <= FileSource.maxBytes else {
      throw AhaError(.limit, "a chunk of \(count) bytes is over \(FileSource.maxBytes)")
    }
    if count > FileSource.maxAhead {
      ahead.stop()
      return try reading.chunk(at: offset, count: count)
    }
    if Int64(count) < size { try startReading() }
    guard thread != nil else { return try reading.chunk(at: offset, count: count) }
    return try ahead.chunk(at: offset, count: count)
  }

  /// The chunk if it is in memory; else nil, and `notify` is called once it is or has failed. A
  /// file of one chunk is read at once.
  func chunkIfReady(
    at offset: Int64, count: Int, notify: @escaping () -> Void
  ) throws(AhaError) -> Chunk? {
    guard Int64(count) < size, count <= FileSource.maxAhead else {
      return try chunk(at: offset, count: count)
    }
    try startReading()
    return try ahead.chunkIfReady(at: offset, count: count, notify: notify)
  }

  /// Errors: `system` (no thread).
  private func startReading() throws(AhaError) {
    guard thread == nil else { return }
    let ahead = ahead
    thread = try Thread(name: "aha-drop-read") { ahead.serve() }
  }

  /// The whole file from an offset on as one body; hashed while it is sent.
  public func whole(from start: Int64 = 0) throws(AhaError) -> WholeBody {
    ahead.stop()
    return WholeBody(reading: self, from: start)
  }

  /// Some bytes of the file, which are not hashed. Errors: those of files, `damaged`.
  public func bytes(at offset: Int64, count: Int) throws(AhaError) -> [UInt8] {
    try reading.bytes(at: offset, count: count)
  }

  /// SHA-256 of the whole file; reads the unread rest for it.
  public func digest() throws(AhaError) -> [UInt8] {
    ahead.stop()
    return try reading.digest()
  }

  /// Digests of all blocks of 4 MiB, for `ChunkHash.blocks`; reads the unread rest for it.
  public func blocks() throws(AhaError) -> [[UInt8]] {
    ahead.stop()
    return try reading.blocks()
  }

  /// Digest of the longest known start of at most `limit` bytes. The journal stores it, to detect a
  /// changed file later.
  func beginning(upTo limit: Int64) -> PrefixDigest? { reading.beginning(upTo: limit) }
}

/// Reads the next chunk ahead.
///
/// Threads: one that requests chunks, and its own that reads.
private final class ReadAhead: @unchecked Sendable {
  private struct ChunkRange: Equatable {
    let offset: Int64
    let count: Int
  }

  private enum Result {
    case chunk(Chunk)
    case failure(AhaError)
  }

  private let reading: FileReading
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var wanted: ChunkRange?
  private var running: ChunkRange?
  private var ready: (range: ChunkRange, result: Result)?
  private var isClosed = false
  /// Called once for the next chunk that is ready.
  private var notify: (() -> Void)?

  init(reading: FileReading) {
    self.reading = reading
    changed = Condition(lock)
  }

  func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk {
    let range = ChunkRange(offset: offset, count: count)
    guard let result = claim(range) else {
      throw AhaError(.released, "\(reading.name) is not read any more")
    }
    return try passOn(result, range: range)
  }

  /// The chunk if it is ready; else nil, and `notify` is called when it is.
  func chunkIfReady(
    at offset: Int64, count: Int, notify: @escaping () -> Void
  ) throws(AhaError) -> Chunk? {
    let range = ChunkRange(offset: offset, count: count)
    let result = lock.locked { () -> Result? in
      let result = claimReady(range)
      self.notify = result == nil ? notify : nil
      return result
    }
    guard let result else { return nil }
    return try passOn(result, range: range)
  }

  /// Wants the next chunk of the same size.
  private func passOn(_ result: Result, range: ChunkRange) throws(AhaError) -> Chunk {
    switch result {
    case .failure(let error): throw error
    case .chunk(let chunk):
      let next = range.offset + Int64(chunk.count)
      if next < reading.mark.size { want(ChunkRange(offset: next, count: range.count)) }
      return chunk
    }
  }

  private func claim(_ range: ChunkRange) -> Result? {
    lock.lock()
    defer { lock.unlock() }
    while !isClosed {
      if let result = claimReady(range) { return result }
      changed.wait()
    }
    return nil
  }

  /// The result if it is there; else it is wanted. Invariant: caller holds `lock`.
  private func claimReady(_ range: ChunkRange) -> Result? {
    if let ready, ready.range == range {
      self.ready = nil
      return ready.result
    }
    if range != running, range != wanted {
      (ready, wanted) = (nil, range)
      changed.signalAll()
    }
    return nil
  }

  private func want(_ range: ChunkRange) {
    lock.locked {
      wanted = range
      changed.signalAll()
    }
  }

  /// Drops the chunk read ahead, and waits until no read runs.
  func stop() {
    lock.lock()
    defer { lock.unlock() }
    (wanted, notify) = (nil, nil)
    while running != nil { changed.wait() }
    ready = nil
  }

  func close() {
    lock.locked {
      (isClosed, notify) = (true, nil)
      changed.signalAll()
    }
  }

  /// Body of the thread.
  func serve() {
    lock.lock()
    while !isClosed {
      guard let range = wanted else {
        changed.wait()
        continue
      }
      (wanted, running) = (nil, range)
      lock.unlock()
      let result = read(range)
      lock.lock()
      (ready, running) = ((range, result), nil)
      changed.signalAll()
      guard let notify else { continue }
      self.notify = nil
      lock.unlock()
      notify()
      lock.lock()
    }
    lock.unlock()
  }

  private func read(_ range: ChunkRange) -> Result {
    do throws(AhaError) {
      return .chunk(try reading.chunk(at: range.offset, count: range.count))
    } catch {
      return .failure(error)
    }
  }
}
