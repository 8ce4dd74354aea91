import AhaBase
import CShims
import Synchronization

/// The starts and stops of a player that wait for their frames.
///
/// A control thread takes the memory with the player's first one; the renderer keeps the lists.
struct Schedule: ~Copyable {
  /// Starts that can wait at once; stops as well.
  static let capacity = 256

  /// Includes those in flight to the renderer. Control threads add, the renderer subtracts.
  let waitingStarts = Atomic<Int>(0)
  let waitingStops = Atomic<Int>(0)
  private var starts: FrameList
  private var stops: FrameList

  private init(_ memory: UnsafeMutablePointer<Int64>) {
    starts = FrameList(memory)
    stops = FrameList(memory + Schedule.capacity)
  }

  /// Errors: `outOfMemory`.
  static func make() throws(AhaError) -> UnsafeMutablePointer<Schedule> {
    let bytes = 2 * capacity * MemoryLayout<Int64>.stride
    guard let memory = malloc(bytes) else {
      throw AhaError(.outOfMemory, "no memory for the starts and stops of a player")
    }
    let place = UnsafeMutablePointer<Schedule>.allocate(capacity: 1)
    place.initialize(to: Schedule(memory.bindMemory(to: Int64.self, capacity: 2 * capacity)))
    return place
  }

  static func free(_ place: UnsafeMutablePointer<Schedule>) {
    CShims.free(place.pointee.starts.frames)
    place.deinitialize(count: 1)
    place.deallocate()
  }

  // MARK: The renderer's side

  @_noLocks
  mutating func addStart(_ frame: Int64) { starts.insert(frame) }

  @_noLocks
  mutating func addStop(_ frame: Int64) { stops.insert(frame) }

  /// The next frames; `Voice.never`: none.
  var nextStart: Int64 {
    @_noLocks get { starts.next }
  }

  var nextStop: Int64 {
    @_noLocks get { stops.next }
  }

  /// Removes the starts that are due; returns the last of them, or `Int64.min`.
  @_noLocks
  mutating func takeStarts(upTo now: Int64) -> Int64 {
    let before = starts.count
    let last = starts.take(upTo: now)
    waitingStarts.wrappingSubtract(before - starts.count, ordering: .relaxed)
    return last
  }

  @_noLocks
  mutating func takeStops(upTo now: Int64) -> Int64 {
    let before = stops.count
    let last = stops.take(upTo: now)
    waitingStops.wrappingSubtract(before - stops.count, ordering: .relaxed)
    return last
  }
}

/// Up to `Schedule.capacity` frames; the earliest is the last, where removing it is O(1).
struct FrameList {
  let frames: UnsafeMutablePointer<Int64>
  private(set) var count = 0

  init(_ memory: UnsafeMutablePointer<Int64>) { frames = memory }

  var next: Int64 {
    @_noLocks get { count > 0 ? frames[count - 1] : Voice.never }
  }

  /// O(n). Precondition: count < Schedule.capacity.
  @_noLocks
  mutating func insert(_ frame: Int64) {
    var place = count
    while place > 0, frames[place - 1] < frame {
      frames[place] = frames[place - 1]
      place -= 1
    }
    frames[place] = frame
    count += 1
  }

  @_noLocks
  mutating func take(upTo now: Int64) -> Int64 {
    var last = Int64.min
    while count > 0, frames[count - 1] <= now {
      last = frames[count - 1]
      count -= 1
    }
    return last
  }
}
