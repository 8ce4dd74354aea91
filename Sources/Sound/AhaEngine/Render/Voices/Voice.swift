import AhaDSP

/// One read position in a sound, with everything about it that moves.
struct Tap {
  var position: Int64 = 0
  var mix = RampedMix(gain: .unity, envelope: 0)
  /// The sound's end was passed; what is heard is the smoothed step at the end.
  var isPastEnd = false

  @_noLocks
  init() {}
}

/// Frames of a voice that were rendered ahead of their block, and wait to be mixed.
struct PreparedFrames: BitwiseCopyable {
  /// The first that waits, in the voice's room.
  var begin = 0
  var count = 0
  /// None of them has to be looked at again.
  var areFinite = true

  @_noLocks
  init() {}
}

/// The renderer's side of a player.
///
/// A method that runs in each block is `mutating` even if it only reads: for a method that is not,
/// the compiler may copy the voice, which costs more than the method.
struct Voice {
  enum Phase: UInt8 {
    /// Not rendered; `rest` says why.
    case idle
    /// For its start frame, or for data.
    case waiting
    case playing
    /// Playing toward silence; `afterFade` says what then.
    case fading
  }

  enum AfterFade: UInt8 { case stop, pause, remove, rejoin }

  static let never = Int64.max

  // Who it is.
  let status: UnsafeMutablePointer<PlayerStatus>
  var serial: UInt32 = 0

  // What it plays.
  var planes: StereoSource
  var length: Int64 = 0
  var stream: UnsafeMutablePointer<StreamLink>?

  // Where it is mixed: a doubly linked list for each bus.
  var bus = 0
  var next = -1
  var previous = -1
  var isListed = false
  /// What it was mixed in last; see Renderer.part.
  var renderedIn: Int64 = -1

  // Transport.
  var phase = Phase.idle
  var afterFade = AfterFade.stop
  var rest = PlayerState.stopped
  /// The next start and stop that wait for their frames; see `Schedule`.
  var startAt = Voice.never
  var stopAt = Voice.never
  /// All of them; nil before the first. The player's.
  var schedule: UnsafeMutablePointer<Schedule>?
  var isAnnounced = false
  /// Done: the renderer retires it at the end of its block.
  var isRetired = false

  // Position.
  var main = Tap()
  /// Where it was put last; 0 after a loop's jump.
  var placedAt: Int64 = 0
  /// Crossfade tail: fades out where a seek or a change of bus left from.
  var tail = Tap()
  var tailBus = 0
  var hasTail = false
  /// Pending until the crossfade tail has faded out; -1: none.
  var pendingSeek: Int64 = -1
  var pendingBus = -1

  // Effects.
  var chain = ChainLinks()
  /// Something goes through the chain.
  var isHot = false
  /// Gain and pan behind the chain; without one they are in the taps.
  var fader = StereoRamp(.unity)
  /// What the team has rendered of it already: so many frames, from there on.
  var prepared = PreparedFrames()
  /// Retired as soon as the chain's gate has closed.
  var isLeaving = false

  // Loop.
  var loop = Loop()
  var loopsLeft: UInt32 = 0
  var loopsDone: Int64 = 0
  /// The engine frame of the last jump in this block; -1: none.
  var jumpedAt: Int64 = -1
  /// The engine frame at which the sound was over.
  var endedAt: Int64 = 0

  // Its part of the timeline: a doubly linked list of all that have one.
  var hasClip = false
  /// The position at which it begins.
  var clipStart: Int64 = 0
  /// The last span that it took; -1: none.
  var seenSpan: Int64 = -1
  var nextClip = -1
  var previousClip = -1

  // Streaming.
  var readIndex: Int64 = 0
  var wantedEpoch: UInt64 = 0
  var hasJoined = true
  /// The position of the wanted epoch, as published; -1 if it continues the present one.
  var wantedPosition: Int64 = -1
  /// The loop of the wanted epoch, which counts from its first sample on.
  var nextLoop = Loop()
  var nextLoopsLeft: UInt32 = 0

  init(status: UnsafeMutablePointer<PlayerStatus>, silence: UnsafePointer<Float>) {
    self.status = status
    planes = StereoSource(left: silence, right: silence)
  }

  var isSounding: Bool {
    @_noLocks get { phase == .playing ? true : phase == .fading }
  }

  /// Silent until its clip begins, or until a start that waits for its frame.
  var awaitsStart: Bool {
    @_noLocks get { isHot ? false : startAt != Voice.never }
  }

  /// Waits for data alone.
  var isDue: Bool {
    @_noLocks get { phase == .waiting ? startAt == Voice.never : false }
  }

  /// The frame at which the source jumps or ends.
  var boundary: Int64 {
    @_noLocks get { loopsLeft > 0 && main.position <= loop.end ? loop.end : length }
  }

  /// All the jumps of the loop that was asked for last are still to come.
  @_noLocks
  mutating func resetLoops() {
    if hasJoined { loopsLeft = loop.count } else { nextLoopsLeft = nextLoop.count }
  }

  @_noLocks
  mutating func setLoopsLeft(_ count: UInt32, done: Int64) {
    loopsDone = done
    if hasJoined { loopsLeft = count } else { nextLoopsLeft = count }
  }

  /// A loop that nothing was read ahead for.
  @_noLocks
  mutating func takeLoop(_ new: Loop) {
    loop = new
    loopsLeft = new.count
    nextLoop = new
    nextLoopsLeft = new.count
  }

  /// The position at which a streamed voice continues after its pending request.
  var nextPosition: Int64 {
    @_noLocks get { !hasJoined && wantedPosition >= 0 ? wantedPosition : main.position }
  }

  /// Plays, or is about to, and nothing is known to end it.
  var isEndless: Bool {
    guard phase != .idle, phase != .fading, stopAt == Voice.never else { return false }
    return (hasJoined ? loopsLeft : nextLoopsLeft) == Loop.forever
  }

  /// Jumps back at the loop's end, if that is where it is. True when it did.
  @_noLocks
  mutating func jumpBack(at now: Int64, ramp: Int) -> Bool {
    guard loopsLeft > 0, main.position == loop.end else { return false }
    main.position = loop.begin
    placedAt = 0
    if loopsLeft != Loop.forever { loopsLeft -= 1 }
    loopsDone += 1
    jumpedAt = now
    // A loop shorter than the ramp is a tone of its own: smoothing it would only pile up.
    let isLong = loop.end - loop.begin >= Int64(ramp)
    if isLong, loop.stepLeft != 0 || loop.stepRight != 0 {
      main.mix.smooth(left: loop.stepLeft, right: loop.stepRight, over: ramp)
    }
    return true
  }
}
