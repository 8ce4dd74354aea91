import AhaBase
import AhaDSP
import CShims
import Synchronization

/// Pending starts, stops and changes of speed of a player.
///
/// A control thread allocates it with the first of them.
struct Schedule: ~Copyable {
  var starts: FrameQueue
  var stops: FrameQueue
  var speeds: SpeedQueue
  /// Of a metronome: each start is followed by one on the next beat. Set before the first command.
  var clicks: Clicks?

  /// Errors: `outOfMemory`.
  static func make() throws(AhaError) -> Reference<Schedule> {
    let starts = try FrameQueue()
    let stops = try FrameQueue()
    let speeds = try SpeedQueue()
    let memory = Reference(holding: Schedule(starts: starts, stops: stops, speeds: speeds))
    return memory
  }

  static func free(_ memory: Reference<Schedule>) {
    memory.deallocate()
  }
}

/// Frame of a start or stop, with the gain of a start's velocity and the host's fade.
struct ScheduledFrame: BitwiseCopyable {
  var frame = Int64.min
  var gain: Float = 1
  /// Nil: the ramp, or the release of the envelope.
  var fade: Fade?
  /// The start waits for a multiple of that many beats; 0: for its frame.
  var step = 0.0
  var beat = 0.0

  /// Moves a start that waits for a beat to the next one.
  @_noLocks
  mutating func moveToBeat(_ beats: Reference<BeatClock>, from now: Int64) {
    if step > 0 { (beat, frame) = beats.value.next(step, from: max(frame, now)) }
  }
}

/// Up to `capacity` frames in descending order; the earliest is last, so removing it is O(1).
///
/// Thread: the renderer, except `init`, `deinit` and `waiting`.
struct FrameQueue: ~Copyable {
  static let capacity = 256

  /// Count of pending frames, including those in flight to the renderer. Control threads add, the
  /// renderer subtracts.
  let waiting = Atomic<Int>(0)
  private let frames: Buffer<ScheduledFrame>
  /// The last frame that was removed.
  private(set) var taken = ScheduledFrame()
  private var count = 0

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    frames = try claimMemory(FrameQueue.capacity, of: "starts or stops of a player")
  }

  deinit { CShims.free(frames.base) }

  /// The earliest; `Voice.never`: none.
  var next: Int64 {
    @_noLocks get { count > 0 ? frames[count - 1].frame : Voice.never }
  }

  /// The frame at an index in ascending order; `Voice.never`: none.
  @_noLocks
  func frame(_ index: Int) -> Int64 {
    index < count ? frames[count - 1 - index].frame : Voice.never
  }

  /// O(n). Precondition: count < capacity.
  @_noLocks
  mutating func insert(_ frame: ScheduledFrame) {
    var index = count
    while index > 0, frames[index - 1].frame < frame.frame {
      frames[index] = frames[index - 1]
      index -= 1
    }
    frames[index] = frame
    count += 1
  }

  /// Moves all frames into the future.
  @_noLocks
  mutating func shift(by distance: Int64) {
    for index in 0..<count { frames[index].frame += distance }
  }

  /// Moves the starts that wait for a beat to its present frame.
  /// - Parameter isNext: To the next beat at or after their frames.
  @_noLocks
  mutating func moveToBeats(_ beats: Reference<BeatClock>, isNext: Bool = false) {
    var sorted = 0
    let all = count
    count = 0
    while sorted < all {
      var start = frames[sorted]
      if isNext {
        start.moveToBeat(beats, from: start.frame)
      } else if start.step > 0 {
        start.frame = beats.value.label(of: start.beat)
      }
      insert(start)
      sorted += 1
    }
  }

  /// Removes the due frames; returns the latest of them, or `Int64.min`.
  @_noLocks
  mutating func removeDue(upTo now: Int64) -> Int64 {
    let before = count
    while count > 0, frames[count - 1].frame <= now {
      taken = frames[count - 1]
      count -= 1
    }
    waiting.wrappingSubtract(before - count, ordering: .relaxed)
    return before > count ? taken.frame : .min
  }
}
