import AhaBase
import AhaJSON
import AhaNet
import Synchronization

/// Pipeline of chunks: the next one is sent while the service stores the one before it.
///
/// Invariant: a chunk is in the journal, as possibly lost, before it is sent.
public final class ChunkPipeline {
  /// Larger chunks are sent one by one, to limit memory.
  private static let maxBytes = Int64(FileSource.maxAhead)

  private let plan: ChunkPlan
  public private(set) var underway = ChunksInFlight()
  private var next: (number: Int64, sending: MessageInFlight)?

  public init(plan: ChunkPlan) { self.plan = plan }

  public typealias Begin = (Int64) throws(AhaError) -> MessageInFlight

  /// Sends a chunk, unless it is in flight, and the following one.
  /// - Parameters:
  ///   - following: Number of the following chunk; nil after the last.
  ///   - begin: Starts to send the chunk of a number.
  ///   - confirm: Handles the reply.
  public func send(
    chunk number: Int64, following: Int64?, via call: DropCall, begin: Begin,
    confirm: (HTTPResponse) throws(AhaError) -> UploadStep
  ) throws(AhaError) -> UploadStep {
    let ahead = plan.chunkBytes <= ChunkPipeline.maxBytes ? following : nil
    var behind: (number: Int64, sending: MessageInFlight)?
    do throws(AhaError) {
      let chunk: MessageInFlight
      if let next = removeNext(ifChunk: number) {
        chunk = next
      } else {
        chunk = try start(chunk: number, via: call, begin: begin)
      }
      if let ahead, chunk.waitForHandover() {
        behind = (ahead, try start(chunk: ahead, via: call, begin: begin))
      }
      let step = try confirm(chunk.reply())
      underway.end(chunk: number)
      guard case .sent = step else {
        stop(following: behind)
        return step
      }
      next = behind
      return step
    } catch {
      // The drop itself counts this chunk's sent bytes.
      underway.end(chunk: number)
      stop(following: behind)
      throw error
    }
  }

  private func removeNext(ifChunk number: Int64) -> MessageInFlight? {
    defer { next = nil }
    guard let next, next.number == number else { return nil }
    return next.sending
  }

  private func start(
    chunk number: Int64, via call: DropCall, begin: Begin
  ) throws(AhaError) -> MessageInFlight {
    // Journaled as fully sent: if the process is killed now, the real count is unknown.
    underway.set(chunk: number, bytes: plan.bytes(of: number))
    do throws(AhaError) {
      try call.keep()
      return try begin(number)
    } catch {
      underway.end(chunk: number)
      throw error
    }
  }

  /// Cancels the following chunk. It may have arrived nevertheless.
  private func stop(following behind: (number: Int64, sending: MessageInFlight)?) {
    guard let behind else { return }
    underway.set(chunk: behind.number, bytes: behind.sending.stop())
  }
}

/// A message in flight on its own thread. Releasing it cancels the message.
public final class MessageInFlight {
  private let attempts: DropAttempts
  private let end = MessageResult()
  private var thread: Thread?

  init(call: DropCall, attempts: DropAttempts) throws(AhaError) {
    self.attempts = attempts
    let end = end
    thread = try Thread(name: "aha-drop-send") {
      var hasFailed = false
      do throws(AhaError) { end.reply = .success(try call.run(attempts)) } catch {
        (end.reply, hasFailed) = (.failure(error), true)
      }
      attempts.noteEnd(hasFailed: hasFailed)
    }
  }

  deinit {
    attempts.cancel()
    thread?.join()
  }

  /// Waits until the last byte of the body is sent. Returns false if the message has failed, or
  /// ended before that.
  public func waitForHandover() -> Bool { attempts.waitForHandover() }

  /// Cancels it, and returns the count of body bytes sent.
  public func stop() -> Int64 {
    attempts.cancel()
    thread?.join()
    return attempts.bytesThatLeft
  }

  /// Waits for the reply; from now on it reports the drop's progress. Call it once.
  public func reply() throws(AhaError) -> HTTPResponse {
    attempts.tellsProgress.store(true, ordering: .relaxed)
    thread?.join()
    attempts.reportEnd()
    return try end.reply.get()
  }
}

/// Result of a message; written before its thread ends and read after that.
private final class MessageResult: @unchecked Sendable {
  var reply = Result<HTTPResponse, AhaError>.success(HTTPResponse())
}

/// Division of a file into chunks of one size; the last may be shorter. Numbers start at 1.
public struct ChunkPlan {
  public let size: Int64
  public let chunkBytes: Int64

  public init(size: Int64, chunkBytes: Int64) {
    (self.size, self.chunkBytes) = (size, chunkBytes)
  }

  public var count: Int64 { (size + chunkBytes - 1) / chunkBytes }

  public func bytes(of number: Int64) -> Int64 {
    guard (1...max(1, count)).contains(number) else { return 0 }
    return min(chunkBytes, size - start(of: number))
  }

  /// True if the chunk of that number is stored completely.
  public func has(chunk number: Int64, bytes: Int64?) -> Bool {
    (1...max(1, count)).contains(number) && bytes == self.bytes(of: number)
  }

  public func start(of number: Int64) -> Int64 { (number - 1) * chunkBytes }

  /// The first chunk from `number` that is not in `held`; nil if none is missing.
  /// - Parameter held: Sorted.
  public func missing(from number: Int64, held: [Int64]) -> Int64? {
    var next = number
    for one in held where one == next { next += 1 }
    return next <= count ? next : nil
  }
}

/// Chunks in flight without confirmation, two at most.
public struct ChunksInFlight {
  public struct Chunk {
    let number: Int64
    /// Bytes sent; the whole chunk if the process was killed before it could record the count.
    let bytes: Int64
  }

  private(set) var chunks: [Chunk] = []

  public init() {}

  public mutating func set(chunk number: Int64, bytes: Int64) {
    end(chunk: number)
    if bytes > 0 { chunks.append(Chunk(number: number, bytes: bytes)) }
  }

  public mutating func end(chunk number: Int64) { chunks.removeAll { $0.number == number } }

  // MARK: Stored form

  /// Numbers and byte counts alternate.
  public var value: JSONObject.Value {
    var list: [JSONObject.Value] = []
    for one in chunks { list += [.integer(one.number), .integer(one.bytes)] }
    return .list(list)
  }

  /// Ignores invalid values: they only affect a counter.
  public init(value: JSONObject.Value?, limit: Int64) {
    guard case .list(let list)? = value, list.count <= 4 else { return }
    for index in stride(from: 0, to: list.count - 1, by: 2) {
      guard case .integer(let number) = list[index], case .integer(let bytes) = list[index + 1],
        number > 0, (1...limit).contains(bytes)
      else { continue }
      set(chunk: number, bytes: bytes)
    }
  }

  /// Clears all entries. Returns the count of bytes that must be sent again because they were not
  /// stored.
  /// - Parameter confirmed: Count of stored chunks from the first one.
  public mutating func removeLost(confirmed: Int64, held: [Int64]) -> Int64 {
    var lost: Int64 = 0
    for one in chunks where one.number > confirmed && !held.contains(one.number) {
      lost += one.bytes
    }
    chunks = []
    return lost
  }
}
