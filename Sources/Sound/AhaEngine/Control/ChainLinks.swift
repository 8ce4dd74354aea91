import AhaDSP

/// The renderer's side of an effect: one use of one place in the table of effects.
struct EffectSlot {
  enum Stage: UInt8 {
    case working
    /// Fades out, to go on elsewhere in the chain.
    case moving
    /// Fades out for good; one with latency stays as a delay until its chain is silent.
    case leaving
  }

  var unit: UnsafeMutablePointer<EffectUnit>
  var stage = Stage.working
  /// Whose chain: a player's index, or -1 less a bus's.
  var owner: Int
  var next = -1
  /// Its chain is in the order of these.
  var rank: Int64
  /// The rank that it takes once it has faded out.
  var wantedRank: Int64
  /// The earliest change that waits for its frame; -1: none.
  var firstChange = -1
  /// The frame up to which its parameters have moved; -1: whatever comes next.
  var time: Int64 = 0
  /// Something went through it right before that frame.
  var hasRun = false
  /// What moves its parameters along the timeline, one for each parameter at most.
  var lanes: UnsafeMutablePointer<AutomationLane>?
  /// The last span of the timeline that they took; -1: none.
  var seenSpan: Int64 = -1

  init(unit: UnsafeMutablePointer<EffectUnit>, owner: Int, rank: Int64) {
    self.unit = unit
    self.owner = owner
    self.rank = rank
    wantedRank = rank
  }

  static func owner(bus index: Int) -> Int { -1 - index }
}

/// A parameter that is to change at a frame.
struct Change: BitwiseCopyable {
  var frame: Int64 = 0
  var parameter = 0
  var value: Float = 0
  /// Frames; -1: the parameter's own time.
  var ramp: Int64 = 0
  /// The next change of the same effect, or the next place that is free; -1: none.
  var next: Int
}

/// The chain of a voice or strip, as the renderer sees it.
struct ChainLinks {
  var first = -1
  /// Closed while something happens that cannot be done without a gap.
  var gate = Ramp(1)
  /// Effects with latency are to change their places once the gate is closed.
  var hasMoves = false
  /// The owner wants the gate closed.
  var isHeld = false
  /// Frames that the gate stays closed, until what was out of place has gone through.
  var hold = 0
  var ringing = Ringing()

  @_noLocks
  init() {}

  var isEmpty: Bool {
    @_noLocks get { first < 0 }
  }

  var isClosed: Bool {
    @_noLocks get {
      guard gate.isSteady else { return false }
      return gate.value == 0
    }
  }

  /// Some effect with latency is out of its place.
  var isShifting: Bool {
    @_noLocks get { hasMoves ? true : hold > 0 }
  }

  @_noLocks
  mutating func close(over ramp: Int) {
    if gate.target != 0 { gate.go(to: 0, over: ramp) }
  }

  /// Opens the gate if nothing of the chain's own wants it closed; true when it did.
  @_noLocks
  mutating func reopen(over ramp: Int) -> Bool {
    guard !isHeld, !hasMoves, hold == 0, gate.target == 0 else { return false }
    gate.go(to: 1, over: ramp)
    return true
  }
}
