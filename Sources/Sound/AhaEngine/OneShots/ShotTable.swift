import AhaBase

/// The memory of one-shots, and of the heaps that order them.
///
/// Thread: control threads prepare a one-shot before they send the command with it; after that it
/// is the renderer's.
final class ShotTable {
  let shots: Buffer<Shot>
  /// Their events, the heard ones, the virtual ones, and the starts of members of groups.
  let events, heard, hidden, starts: KeyedHeap
  /// From the command with a one-shot until the renderer returns it; the renderer's alone.
  let isAdded: Buffer<Bool>
  private let memory = MemoryBlocks()

  /// Errors: `outOfMemory`.
  init(capacity: Int) throws(AhaError) {
    shots = try memory.claim(capacity, of: "one-shots")
    events = try KeyedHeap(capacity: capacity, of: "one-shots", in: memory)
    heard = try KeyedHeap(capacity: capacity, of: "one-shots", in: memory)
    hidden = try KeyedHeap(capacity: capacity, of: "one-shots", in: memory)
    starts = try KeyedHeap(capacity: capacity, of: "one-shots", in: memory)
    isAdded = try memory.claim(capacity, of: "one-shots")
  }

  /// Maps the memory of a one-shot before its first use.
  func add(_ shot: Int) {
    events.touch(shot)
    heard.touch(shot)
    hidden.touch(shot)
    starts.touch(shot)
    isAdded.initialize(shot, to: false)
  }
}
