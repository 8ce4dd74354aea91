import AhaBase
import AhaDSP

/// Renderer's state of a bus.
struct Strip {
  let status: Reference<BusStatus>
  var serial: UInt32 = 0
  var parent = 0
  /// Above 0: the output reads the history of the bus as this pair of channels, and its parent, the
  /// master, does not.
  var pair = 0
  /// Head of the list of recorders attached to the bus.
  var firstTap: Reference<RecorderTap>?

  /// The bus's mix of the present block.
  let buffer: StereoTarget
  var hasInput = false
  /// Label of the next samples to mix: ahead of the clock by the latencies up to the output.
  var time: Int64 = 0
  var chain = ChainLinks()
  /// The present block holds the frames of the histories that the bus reads.
  var hasGathered = false
  /// The present block is the output of the chain already.
  var hasPassed = false
  /// Frames that the host sent through the chain alone; -1: the engine's renders use the chain.
  var hostFrames: Int64 = -1

  var gain = StereoRamp(.unity)
  /// Level, pan and mute; `gain` follows it.
  var gains = GainProduct()
  /// Solo gate for the whole output of the bus.
  var gate = Ramp(1)
  /// Solo gate for the bus's own players only.
  var playerGate = Ramp(1)
  /// Closed while the bus changes its parent. With a history, the parent applies it.
  var parentGate = Ramp(1)
  var pendingParent = -1
  /// The parent before, which still reads the history of the bus; -1: none.
  var formerParent = -1
  /// The label at which the former parent fades out and the parent fades in.
  var movesAt: Int64 = 0
  /// The gates of the former parent.
  var formerGate = Ramp(0)
  var formerWay = Ramp(1)
  /// 1: the bus sends to its parent; 0: it does not.
  var monitor = Ramp(1)
  var input: Reference<InputReader>?

  // Pause; see Renderer+Stills.
  /// The host wants it.
  var isPaused = false
  /// It has faded out.
  var isFrozen = false
  /// It, or a bus that it sends to, is frozen.
  var isStill = false
  /// Its time when it began to stand still.
  var stillSince: Int64 = 0
  /// Fade of the pause, before the sends from the chain.
  var pause = Ramp(1)
  var pausePieces = PiecewiseFade()

  // Sends.
  /// Output of the bus for its readers, the parent among them; nil: the bus adds it to its parent.
  var history: Reference<BusHistory>?
  /// Output of the chain, before gain, pan and mute; nil: there is no send from it.
  var chainHistory: Reference<BusHistory>?
  /// The feed of a send.
  var tap: Reference<Feed>?
  /// Solo gate between a bus with a history and its parent.
  var wayGate = Ramp(1)
  /// The bus of one player whose effects have keys; that player is mixed after the keys' buses.
  var isLate = false
  /// Frames to mix before the next block, so that the bus is ahead of its readers.
  var toPrime = 0

  /// The host has removed the bus; the renderer retires it after its last input.
  var isLeaving = false
  var quietFrames = 0

  var meanSquareLeft: Float = 0
  var meanSquareRight: Float = 0

  init(status: Reference<BusStatus>, buffer: StereoTarget) {
    self.status = status
    self.buffer = buffer
  }

  /// True if the bus has input or its effects are still audible.
  var isHeard: Bool {
    @_noLocks get { hasInput || !chain.ringing.isOver }
  }

  /// Product of all gains; nil while any of them ramps.
  var steadyGain: StereoGain? {
    @_noLocks get {
      guard gain.isSteady, gate.isSteady else { return nil }
      if history == nil, !parentGate.isSteady { return nil }
      let open = history == nil ? gate.value * parentGate.value : gate.value
      return StereoGain(left: gain.left.value * open, right: gain.right.value * open)
    }
  }

  /// Length of the longest piece of `limit` frames in which no ramp ends.
  @_noLocks
  func segment(_ limit: Int) -> Int {
    var frames = gain.segment(limit)
    if gate.frames > 0 { frames = min(frames, gate.frames) }
    if history == nil, parentGate.frames > 0 { frames = min(frames, parentGate.frames) }
    return frames
  }
}
