import AhaDSP

/// The renderer's side of a bus.
struct Strip {
  let status: UnsafeMutablePointer<BusStatus>
  var serial: UInt32 = 0
  var parent = 0
  /// Recorders that listen here.
  var firstTap: UnsafeMutablePointer<RecorderTap>?

  /// What was mixed in this block.
  let buffer: StereoTarget
  var hasInput = false
  /// The label of the samples that are mixed next: ahead of the clock by the latencies on
  /// the way out.
  var time: Int64 = 0
  var chain = ChainLinks()

  var gain = StereoRamp(.unity)
  /// Mute and solo, for all that the bus sends on.
  var gate = Ramp(1)
  /// Solo, for the bus's own players only.
  var playerGate = Ramp(1)
  /// Closed while the bus changes its parent.
  var parentGate = Ramp(1)
  var pendingParent = -1
  /// Whether its parent gets its samples: 1, or 0.
  var monitor = Ramp(1)
  var input: UnsafeMutablePointer<InputReader>?

  /// The host is done with the bus; it goes when nothing reaches it any more.
  var isLeaving = false
  var quietFrames = 0

  var meanSquareLeft: Float = 0
  var meanSquareRight: Float = 0

  init(status: UnsafeMutablePointer<BusStatus>, buffer: StereoTarget) {
    self.status = status
    self.buffer = buffer
  }

  /// Something comes out of it, or may.
  var isHeard: Bool {
    @_noLocks get { hasInput ? true : !chain.ringing.isOver }
  }

  /// The product of all gains, when none of them moves.
  var steadyGain: StereoGain? {
    @_noLocks get {
      guard gain.isSteady, gate.isSteady, parentGate.isSteady else { return nil }
      let open = gate.value * parentGate.value
      return StereoGain(left: gain.left.value * open, right: gain.right.value * open)
    }
  }

  /// The longest piece of `limit` frames in which no ramp ends.
  @_noLocks
  func segment(_ limit: Int) -> Int {
    var frames = gain.segment(limit)
    if gate.frames > 0 { frames = min(frames, gate.frames) }
    if parentGate.frames > 0 { frames = min(frames, parentGate.frames) }
    return frames
  }
}
