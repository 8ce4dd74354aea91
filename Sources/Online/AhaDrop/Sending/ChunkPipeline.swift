import AhaBase
import AhaNet

/// Pipeline of chunks: the next one is sent while the service stores the one before it.
///
/// Invariant: a chunk is in the journal, as possibly lost, before it is sent.
public final class ChunkPipeline {
  /// Larger chunks are sent one by one, to limit memory.
  private static let maxBytes = Int64(FileSource.maxAhead)

  private let plan: ChunkPlan
  public private(set) var underway = ChunksInFlight()
  private var next: (number: Int64, sending: MessageInFlight)?

  public init(_ plan: ChunkPlan) { self.plan = plan }

  public typealias Begin = (Int64) throws(AhaError) -> MessageInFlight

  /// Sends a chunk, unless it is in flight, and the following one.
  /// - Parameters:
  ///   - following: Number of the following chunk; nil after the last.
  ///   - begin: Starts to send the chunk of a number.
  ///   - confirm: Handles the reply.
  public func send(
    _ number: Int64, following: Int64?, via call: DropCall, begin: Begin,
    _ confirm: (HTTPResponse) throws(AhaError) -> UploadStep
  ) throws(AhaError) -> UploadStep {
    let ahead = plan.chunkBytes <= ChunkPipeline.maxBytes ? following : nil
    var behind: (number: Int64, sending: MessageInFlight)?
    do throws(AhaError) {
      let chunk: MessageInFlight
      if let next = removeNext(number) {
        chunk = next
      } else {
        chunk = try start(number, via: call, begin)
      }
      if let ahead, chunk.waitForHandover() { behind = (ahead, try start(ahead, via: call, begin)) }
      let step = try confirm(chunk.reply())
      underway.end(number)
      guard case .sent = step else {
        stop(behind)
        return step
      }
      next = behind
      return step
    } catch {
      // The drop itself counts this chunk's sent bytes.
      underway.end(number)
      stop(behind)
      throw error
    }
  }

  private func removeNext(_ number: Int64) -> MessageInFlight? {
    defer { next = nil }
    guard let next, next.number == number else { return nil }
    return next.sending
  }

  private func start(
    _ number: Int64, via call: DropCall, _ begin: Begin
  ) throws(AhaError) -> MessageInFlight {
    // Journaled as fully sent: if the process is killed now, the real count is unknown.
    underway.set(number, bytes: plan.bytes(of: number))
    do throws(AhaError) {
      try call.keep()
      return try begin(number)
    } catch {
      underway.end(number)
      throw error
    }
  }

  /// Cancels the following chunk. It may have arrived nevertheless.
  private func stop(_ behind: (number: Int64, sending: MessageInFlight)?) {
    guard let behind else { return }
    underway.set(behind.number, bytes: behind.sending.stop())
  }
}
