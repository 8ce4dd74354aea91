import AhaBase
import Synchronization

/// Reports from the renderer to the control threads: events, parameter moves, retired objects and
/// counters. A view of memory.
///
/// Thread: the renderer pushes and stores; control threads pop and load.
struct Reports {
  let events: Ring<RenderEvent>
  let moves: Ring<LaneMove>
  let retired: Ring<Retired>
  let counters: Reference<RenderCounters>

  /// Errors: `outOfMemory`.
  init(_ settings: EngineSettings, in memory: MemoryBlocks) throws(AhaError) {
    counters = try memory.claim(holding: RenderCounters(), of: "counters")
    moves = try Ring(capacity: 4096, in: memory)
    events = try Ring(capacity: settings.eventCapacity, in: memory)
    retired = try Ring(
      capacity: settings.maxPlayers + settings.maxOneShots + settings.maxBuses
        + settings.maxEffects + 4096,
      in: memory)
  }

  /// The next engine frame to render.
  var clock: Int64 {
    @_noLocks get { counters.value.frames.load(ordering: .relaxed) }
  }

  /// Sends an event; counts it as lost if the ring is full.
  @_noLocks
  func announce(
    _ kind: RenderEvent.Kind, index: Int, serial: UInt32, at frame: Int64, value: Int64
  ) {
    let event = RenderEvent(kind: kind, index: index, serial: serial, frame: frame, value: value)
    if !events.push(event) { counters.value.lostEvents.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Sends a parameter move; counts it as lost if the ring is full.
  @_noLocks
  func tell(_ move: LaneMove) {
    if !moves.push(move) { counters.value.lostMoves.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Passes an object to the control threads. Invariant: the ring has capacity for all objects.
  @_noLocks
  func retire(_ object: Retired) { _ = retired.push(object) }

  @_noLocks
  func countUnderrun() -> Int64 {
    counters.value.underruns.wrappingAdd(1, ordering: .relaxed).newValue
  }

  @_noLocks
  func countNonfinite(_ samples: Int) {
    counters.value.nonfinite.wrappingAdd(Int64(samples), ordering: .relaxed)
  }

  /// Counts a pending parameter change as done: applied or dropped.
  @_noLocks
  func countChangeDone() {
    counters.value.waitingChanges.wrappingSubtract(1, ordering: .relaxed)
  }

  /// Counts pending changes of the tempo as done: replaced or heard.
  @_noLocks
  func countTemposDone(_ count: Int) {
    counters.value.waitingTempos.wrappingSubtract(count, ordering: .relaxed)
  }

  /// Counts pending timeline orders as done: carried out or dropped.
  @_noLocks
  func countOrdersDone(_ count: Int) {
    counters.value.waitingOrders.wrappingSubtract(count, ordering: .relaxed)
  }
}
