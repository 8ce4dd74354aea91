import Synchronization

/// Status of a player; only the renderer writes it.
struct PlayerStatus: ~Copyable {
  let state = Atomic<UInt32>(PlayerState.stopped.rawValue)
  let position = Atomic<Int64>(0)
  /// It has stopped or ended once.
  let hasEnded = Atomic<Bool>(false)
  /// The id of the present sound.
  let source = Atomic<UInt32>(0)
}

/// The numbers of aha/player.h.
public enum PlayerState: UInt32, Sendable {
  case stopped = 0
  case waiting, playing, paused, ended
}

/// Status of a bus; only the renderer writes it. Float bit patterns: none is negative, so their
/// order is that of the numbers.
struct BusStatus: ~Copyable {
  let peakSquaredLeft = Atomic<UInt32>(0)
  let peakSquaredRight = Atomic<UInt32>(0)
  let meanSquareLeft = Atomic<UInt32>(0)
  let meanSquareRight = Atomic<UInt32>(0)
}

/// Counters of the renderer.
struct RenderCounters: ~Copyable {
  let frames = Atomic<Int64>(0)
  let activePlayers = Atomic<Int>(0)
  let heardShots = Atomic<Int>(0)
  let virtualShots = Atomic<Int>(0)
  let underruns = Atomic<Int64>(0)
  let nonfinite = Atomic<Int64>(0)
  let lostEvents = Atomic<Int64>(0)
  let refused = Atomic<Int64>(0)
  /// Pending parameter changes; control threads increment.
  let waitingChanges = Atomic<Int>(0)
  /// Pending timeline orders; control threads increment.
  let waitingOrders = Atomic<Int>(0)
  /// Pending changes of the tempo; control threads increment.
  let waitingTempos = Atomic<Int>(0)
  let beats = BeatStatus()
  let timelinePosition = Atomic<Int64>(0)
  let timelineRuns = Atomic<Bool>(false)
  /// Parameter moves lost because the ring was full.
  let lostMoves = Atomic<Int64>(0)
}
