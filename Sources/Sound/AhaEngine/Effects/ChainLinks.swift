import AhaBase
import AhaDSP

/// Renderer's state of an effect: one use of one slot in the table of effects.
struct EffectSlot {
  enum Stage: UInt8 {
    case working
    /// Waits for a transition to move within the chain.
    case moving
    /// Waits for a transition to be removed; one with latency stays as a delay until its chain is
    /// silent.
    case leaving
  }

  /// Part in the present transition.
  enum Role: UInt8 {
    /// Stays as it is, heard or not.
    case steady
    case joins, leaves
  }

  var unit: Reference<EffectUnit>
  var stage = Stage.working
  var role = Role.steady
  /// Of the host's last bypass, for the next transition.
  var transitionFade = Fade()
  /// The present transition carries out its move or removal.
  var isDue = false
  /// Owner of the chain: a player's index, or -1 minus a bus's index.
  var owner: Int
  var next = -1
  /// Invariant: a chain is sorted by rank.
  var rank: Int64
  /// Rank after the transition.
  var wantedRank: Int64
  /// Index of the earliest pending change; -1: none.
  var firstChange = -1
  /// Frame up to which its parameters have moved; -1: not known before the next audio.
  var time: Int64 = 0
  /// True if audio passed through it right before that frame.
  var hasRun = false
  /// Lanes that automate its parameters; at most one for each parameter.
  var lanes: Reference<AutomationLane>?
  /// Replaces its own input as the key; nil: it has none.
  var key: Reference<Feed>?
  /// Index of the last interval that its lanes applied; -1: none.
  var seenInterval: Int64 = -1
  /// The player whose tempo this effect hides, as long as it follows the musical clock.
  var followed: Reference<SpeedDrive>?
  /// Label of the next bend of the tempo, and the version of the tempos that it follows from.
  var followDue = Int64.min
  var followVersion = 0

  init(unit: Reference<EffectUnit>, owner: Int, rank: Int64) {
    self.unit = unit
    self.owner = owner
    self.rank = rank
    wantedRank = rank
  }

  static func owner(bus index: Int) -> Int { -1 - index }
}

/// Pending change of a parameter at a frame.
struct Change: BitwiseCopyable {
  var frame: Int64 = 0
  var parameter = 0
  var value: Float = 0
  /// Nil: the parameter's own smoothing time.
  var fade: Fade?
  /// Next change of the same effect, or next free node; -1: none.
  var next: Int
}

/// Renderer's state of the chain of a voice or strip.
struct ChainLinks {
  var first = -1
  /// Closed during edits that would otherwise cause a step.
  var gate = Ramp(1)
  /// Edits wait for the next transition. See `Chains+Transitions`.
  var hasEdits = false
  var isTurning = false
  /// The transition closes the gate instead of a crossfade.
  var hasMoves = false
  /// The inputs of delay lines are shut.
  var isShut = false
  /// The ranks between which the transition edits the chain.
  var low = Int64.max
  var high = Int64.min
  /// Share of the new chain.
  var transition = Ramp(1)
  var transitionPieces = PiecewiseFade()
  /// Of the transition, as the host wants it; at least the ramp.
  var transitionFade = Fade()
  /// Frames before the fade of the transition: new effects run unheard.
  var wait = 0
  /// The owner wants the gate closed.
  var isHeld = false
  /// Frames that the gate stays closed, until misplaced samples have left the chain.
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

  @_noLocks
  mutating func close(over ramp: Int) {
    if gate.target != 0 { gate.go(to: 0, over: ramp) }
  }

  /// Opens the gate if no edit keeps it closed; returns true if the gate opened.
  @_noLocks
  mutating func reopen(over ramp: Int) -> Bool {
    guard !isHeld, !hasMoves, hold == 0, gate.target == 0 else { return false }
    gate.go(to: 1, over: ramp)
    return true
  }
}
