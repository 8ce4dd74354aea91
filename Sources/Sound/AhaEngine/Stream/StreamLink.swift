import AhaBase
import CShims
import Synchronization

/// Ring buffer from the read-ahead to the renderer, for one streamed player.
///
/// The samples are planar; their absolute indices only grow. The read-ahead answers a *request* of
/// the renderer (seek, other loop) with an *epoch*: from `epochStart` on, the ring holds the
/// requested samples.
/// Invariant: the read-ahead publishes an epoch before it writes the epoch's first sample, and the
/// renderer reads only the epoch that it requested last.
struct StreamLink: ~Copyable {
  let left: Floats
  /// The same plane as `left` for mono.
  let right: Floats
  let capacity: Int
  /// Played frames that stay in the ring: filters of a speed read them again.
  static let history = 512
  /// Max frames read ahead.
  let reach: Int

  // Written by the read-ahead.
  let written = Atomic<Int64>(0)
  /// Index one past the source's last sample; .max while not known.
  let end = Atomic<Int64>(.max)
  let epoch = Atomic<UInt64>(0)
  let epochStart = Atomic<Int64>(0)
  let epochPosition = Atomic<Int64>(0)

  // Written by the renderer.
  let consumed = Atomic<Int64>(0)
  let request = Atomic<UInt64>(0)
  let requestPosition = Atomic<Int64>(0)
  let requestBegin = Atomic<Int64>(0)
  let requestEnd = Atomic<Int64>(0)
  let requestLoopBegin = Atomic<Int64>(0)
  let requestLoopEnd = Atomic<Int64>(0)
  let requestLoops = Atomic<UInt32>(0)
  let requestIsPingPong = Atomic<Bool>(false)
  let requestIsReversed = Atomic<Bool>(false)
  let requestIsTurned = Atomic<Bool>(false)
  /// The fastest speed so far, rounded up. Units: frames of the sound per frame.
  let pace = Atomic<Int64>(1)

  init(planes: Floats, capacity: Int, reach: Int, channels: Int) {
    left = planes
    right = channels == 2 ? planes + capacity : planes
    self.capacity = capacity
    self.reach = reach
  }

  /// Renderer: requests other samples. Returns the epoch that will hold them.
  @_noLocks
  func ask(
    for position: Int64, isReversed: Bool, isTurned: Bool, loop: Loop, loopsLeft: UInt32
  ) -> UInt64 {
    requestPosition.store(position, ordering: .relaxed)
    requestIsReversed.store(isReversed, ordering: .relaxed)
    requestIsTurned.store(isTurned, ordering: .relaxed)
    requestIsPingPong.store(loop.isPingPong, ordering: .relaxed)
    requestBegin.store(loop.range.begin, ordering: .relaxed)
    requestEnd.store(loop.range.end, ordering: .relaxed)
    requestLoopBegin.store(loop.begin, ordering: .relaxed)
    requestLoopEnd.store(loop.end, ordering: .relaxed)
    requestLoops.store(loopsLeft, ordering: .relaxed)
    let number = request.load(ordering: .relaxed) + 1
    request.store(number, ordering: .releasing)
    return number
  }
}
