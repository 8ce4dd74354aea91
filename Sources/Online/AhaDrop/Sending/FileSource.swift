import AhaBase
import AhaHash

/// A file as the source of an upload: while one chunk is sent, the next one is read and hashed.
///
/// Memory: two chunks, or one over `maxAhead`, plus those that the caller holds.
/// Threads: one at a time.
public final class FileSource: AssetSource {
  /// Max bytes per chunk.
  public static let maxBytes = 16 << 20
  /// With two chunks in flight, five are in memory at once: 37 MB.
  public static let usualBytes = 7 << 20
  /// Larger chunks are not read ahead.
  static let maxAhead = 8 << 20

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
    _ path: FilePath, _ mark: FileMark, _ kind: ChunkHash, known: PrefixDigest? = nil
  ) throws(AhaError) {
    name = path.text
    reading = try FileReading(path, mark, kind, known: known)
    ahead = ReadAhead(reading)
  }

  deinit {
    ahead.close()
    thread?.join()
  }

  public func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk {
    guard count <= FileSource.maxBytes else {
      throw AhaError(.limit, "a chunk of \(count) bytes is over \(FileSource.maxBytes)")
    }
    if count > FileSource.maxAhead {
      ahead.stop()
      return try reading.chunk(at: offset, count: count)
    }
    if thread == nil, Int64(count) < size {
      let ahead = ahead
      thread = try Thread(name: "aha-drop-read") { ahead.serve() }
    }
    guard thread != nil else { return try reading.chunk(at: offset, count: count) }
    return try ahead.chunk(at: offset, count: count)
  }

  public func whole() throws(AhaError) -> any ByteStream {
    ahead.stop()
    return WholeBody(self)
  }

  public func digest() throws(AhaError) -> [UInt8] {
    ahead.stop()
    return try reading.digest()
  }

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
  private struct Place: Equatable {
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
  private var wanted: Place?
  private var running: Place?
  private var ready: (place: Place, result: Result)?
  private var isClosed = false

  init(_ reading: FileReading) {
    self.reading = reading
    changed = Condition(lock)
  }

  func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk {
    let place = Place(offset: offset, count: count)
    let result = take(place)
    guard case .chunk(let chunk) = result else {
      if case .failure(let error) = result { throw error }
      throw AhaError(.released, "\(reading.name) is not read any more")
    }
    let next = offset + Int64(chunk.count)
    if next < reading.mark.size { want(Place(offset: next, count: count)) }
    return chunk
  }

  private func take(_ place: Place) -> Result? {
    lock.lock()
    defer { lock.unlock() }
    if place != ready?.place, place != running, place != wanted {
      (ready, wanted) = (nil, place)
      changed.signalAll()
    }
    while !isClosed {
      if let ready, ready.place == place {
        self.ready = nil
        return ready.result
      }
      changed.wait()
    }
    return nil
  }

  private func want(_ place: Place) {
    lock.locked {
      wanted = place
      changed.signalAll()
    }
  }

  /// Drops the chunk read ahead, and waits until no read runs.
  func stop() {
    lock.lock()
    defer { lock.unlock() }
    wanted = nil
    while running != nil { changed.wait() }
    ready = nil
  }

  func close() {
    lock.locked {
      isClosed = true
      changed.signalAll()
    }
  }

  /// Body of the thread.
  func serve() {
    lock.lock()
    while !isClosed {
      guard let place = wanted else {
        changed.wait()
        continue
      }
      (wanted, running) = (nil, place)
      lock.unlock()
      let result = read(place)
      lock.lock()
      (ready, running) = ((place, result), nil)
      changed.signalAll()
    }
    lock.unlock()
  }

  private func read(_ place: Place) -> Result {
    do throws(AhaError) {
      return .chunk(try reading.chunk(at: place.offset, count: place.count))
    } catch {
      return .failure(error)
    }
  }
}
