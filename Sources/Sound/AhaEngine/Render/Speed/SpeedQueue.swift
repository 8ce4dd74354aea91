import AhaBase
import AhaDSP
import CShims
import Synchronization

/// Change of a player's speed at a frame of the engine.
struct SpeedChange: BitwiseCopyable {
  var frame: Int64
  /// Units: as `PlaySpeed`.
  var speed: Int64
  var fade: Fade
}

/// Up to `FrameQueue.capacity` changes in descending order of frames; the earliest is last.
///
/// Thread: the renderer, except `init`, `deinit` and `waiting`.
struct SpeedQueue: ~Copyable {
  /// As `FrameQueue.waiting`.
  let waiting = Atomic<Int>(0)
  private let changes: Buffer<SpeedChange>
  private var count = 0

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    changes = try claimMemory(FrameQueue.capacity, of: "changes of a player's speed")
  }

  deinit { CShims.free(changes.base) }

  /// Frame of the earliest change; `Voice.never`: none.
  var next: Int64 {
    @_noLocks get { count > 0 ? changes[count - 1].frame : Voice.never }
  }

  /// O(n). Of changes at one frame, the last one inserted is removed last. Precondition: count <
  /// capacity.
  @_noLocks
  mutating func insert(_ change: SpeedChange) {
    var index = count
    while index > 0, changes[index - 1].frame <= change.frame {
      changes[index] = changes[index - 1]
      index -= 1
    }
    changes[index] = change
    count += 1
  }

  /// Moves all frames into the future.
  @_noLocks
  mutating func shift(by distance: Int64) {
    for index in 0..<count { changes[index].frame += distance }
  }

  /// Removes the earliest change. Precondition: there is one.
  @_noLocks
  mutating func removeNext() -> SpeedChange {
    count -= 1
    waiting.wrappingSubtract(1, ordering: .relaxed)
    return changes[count]
  }
}
