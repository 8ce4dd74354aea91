import AhaBase
import AhaNet

/// Chunks on their way: the next one leaves while the one before it is being stored.
///
/// Invariant: what leaves is in the journal before, as what may have to be sent again.
final class SendingAhead {
  /// Larger chunks leave one by one: two of them, and those that are read, would be much memory.
  private static let mostBytes = Int64(FileSource.mostAhead)

  private let plan: ChunkPlan
  private(set) var underway = ChunksUnderway()
  private var next: (number: Int64, sending: DropSending)?

  init(_ plan: ChunkPlan) { self.plan = plan }

  typealias Begin = (Int64) throws(AhaError) -> DropSending

  /// Sends a chunk, unless it has left already, and the one behind it.
  /// - Parameters:
  ///   - following: The number of that; nil when it was the last one.
  ///   - begin: Begins to send the chunk of a number.
  ///   - take: Takes the reply in.
  func send(
    _ number: Int64, following: Int64?, _ call: DropCall, _ begin: Begin,
    _ take: (HTTPResponse) throws(AhaError) -> UploadStep
  ) throws(AhaError) -> UploadStep {
    let ahead = plan.chunkBytes <= SendingAhead.mostBytes ? following : nil
    var behind: (number: Int64, sending: DropSending)?
    do throws(AhaError) {
      let chunk: DropSending
      if let taken = taken(number) { chunk = taken } else { chunk = try start(number, call, begin) }
      if let ahead, chunk.waitForHandover() { behind = (ahead, try start(ahead, call, begin)) }
      let step = try take(chunk.reply())
      underway.end(number)
      guard case .sent = step else {
        stop(behind)
        return step
      }
      next = behind
      return step
    } catch {
      // What left of this one, its drop counts: see `BytesOnTheirWay`.
      underway.end(number)
      stop(behind)
      throw error
    }
  }

  private func taken(_ number: Int64) -> DropSending? {
    defer { next = nil }
    guard let next, next.number == number else { return nil }
    return next.sending
  }

  private func start(
    _ number: Int64, _ call: DropCall, _ begin: Begin
  ) throws(AhaError) -> DropSending {
    // Who is killed from now on cannot tell how much has left.
    underway.set(number, bytes: plan.bytes(of: number))
    do throws(AhaError) {
      try call.keep()
      return try begin(number)
    } catch {
      underway.end(number)
      throw error
    }
  }

  /// It may be there all the same.
  private func stop(_ behind: (number: Int64, sending: DropSending)?) {
    guard let behind else { return }
    underway.set(behind.number, bytes: behind.sending.stop())
  }
}
