import AhaDSP

/// What a control thread asks of the renderer; fixed size, no references.
struct Command: BitwiseCopyable {
  enum Kind: UInt8 {
    case addPlayer, removePlayer
    case start, startAt, stop, stopAt, pause, resume
    case seek, setLoop, setPlayerGain, setPlayerBus
    case addBus, removeBus
    case setBusGain, setBusGates, setBusParent
    case addEffect, removeEffect, moveEffect, rankEffect, bypassEffect
    case setParameter, changeParameter, modulate, endModulation
    case addInput, removeInput, setMonitor
    case addTap, removeTap, startTap, stopTap, pauseTap, resumeTap
    case startTimeline, stopTimeline, seekTimeline, setTimelineLoop
    case setClip, removeClip
    case setLane, setLaneMode, removeLane, releaseLane
  }

  let kind: Kind
  /// Index of the player, bus or effect; of a tap's bus.
  let index: Int
  /// Number of a parameter.
  var parameter: UInt32 = 0
  /// Frames, the index of another bus, a rank, or the address of a tap or lane.
  var first: Int64 = 0
  var second: Int64 = 0
  var count: UInt32 = 0
  /// Gain left and right, seam steps left and right, gates for players and for all, a parameter's
  /// value, or a modulator's rate and depth.
  var left: Float = 0
  var right: Float = 0
}

/// What the renderer has to say; fixed size, no references.
struct RenderEvent: BitwiseCopyable {
  enum Kind: UInt8 {
    case started, looped, ended, stopped, paused, underrun, nonfinite
    case timelineStarted, timelineStopped, timelineLooped
  }

  let kind: Kind
  let index: Int
  /// Which use of the index: players and buses come and go.
  let serial: UInt32
  let frame: Int64
  let value: Int64
}

/// A player, bus or effect that the renderer will not touch again.
struct Retired: BitwiseCopyable {
  enum Kind: UInt8 { case player, bus, effect, input, lane }

  let kind: Kind
  /// The address of an input or a lane.
  let index: Int
}
