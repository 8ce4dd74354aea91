import AhaBase
import Synchronization

/// The present segment of the musical clock, for readers on any thread.
///
/// The renderer writes the slot that no reader is sent to, and then sends readers there; a reader
/// tries again if the slot may have changed meanwhile. So neither waits for the other.
struct BeatStatus: ~Copyable {
  private let first = Slot()
  private let second = Slot()
  private let version = Atomic<UInt>(0)

  /// Thread: the renderer.
  @_noLocks
  func store(_ segment: BeatSegment) {
    // A reader that sees a value of this store sees the version before it.
    atomicMemoryFence(ordering: .releasing)
    let next = version.load(ordering: .relaxed) &+ 1
    if next & 1 == 0 { first.store(segment) } else { second.store(segment) }
    version.store(next, ordering: .releasing)
  }

  func load(sampleRate: Int) -> BeatSegment {
    while true {
      let present = version.load(ordering: .acquiring)
      let found = present & 1 == 0 ? first.load(sampleRate) : second.load(sampleRate)
      atomicMemoryFence(ordering: .acquiring)
      if version.load(ordering: .relaxed) == present { return found }
    }
  }

  private struct Slot: ~Copyable {
    private let begin = Atomic<Int64>(0)
    private let end = Atomic<Int64>(0)
    // Bit patterns of Double.
    private let beat = Atomic<UInt64>(0)
    private let first = Atomic(BeatClock.usualTempo.bitPattern)
    private let target = Atomic(BeatClock.usualTempo.bitPattern)

    @_noLocks
    func store(_ segment: BeatSegment) {
      begin.store(segment.begin, ordering: .relaxed)
      end.store(segment.end, ordering: .relaxed)
      beat.store(segment.beat.bitPattern, ordering: .relaxed)
      first.store(segment.first.bitPattern, ordering: .relaxed)
      target.store(segment.target.bitPattern, ordering: .relaxed)
    }

    func load(_ sampleRate: Int) -> BeatSegment {
      BeatSegment(
        begin: begin.load(ordering: .relaxed),
        beat: Double(bitPattern: beat.load(ordering: .relaxed)),
        from: Double(bitPattern: first.load(ordering: .relaxed)),
        to: Double(bitPattern: target.load(ordering: .relaxed)),
        end: end.load(ordering: .relaxed), rate: sampleRate)
    }
  }
}
