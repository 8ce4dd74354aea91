import AhaBase
import AhaDSP

/// Renderer's state of a player.
///
/// A method that runs in each block is `mutating` even if it only reads: for a non-mutating method,
/// the compiler may copy the voice, which costs more than the method.
struct Voice {
  enum Phase: UInt8 {
    /// Not rendered; `rest` holds the reason.
    case idle
    /// Waits for its start frame or for data.
    case waiting
    case playing
    /// Fades out; `afterFade` holds the next state.
    case fading
  }

  enum AfterFade: UInt8 { case stop, pause, remove, rejoin }

  static let never = Int64.max

  // Identity.
  let status: Reference<PlayerStatus>
  var serial: UInt32 = 0

  // Source.
  var source: SoundSource
  /// Follows at the end; nil: none.
  var following: Reference<NextSound>?
  /// The sound before a join; nil: none, or retired.
  var former: SoundSource?
  /// Another mix of the sound's channels, which waits for the end of a fade; nil: none.
  var pendingMix: Reference<NextSound>?
  /// Filters read the end of the former sound before the present one's start.
  var hasHistory = false

  // Mix destination: a doubly linked list for each bus.
  var bus = 0
  var next = -1
  var previous = -1
  var isListed = false
  /// Listed, but not linked: see Voices+Deferred.
  var isDeferred = false
  /// The place in the list; voices that were listed later have higher ones.
  var rank: Int64 = 0
  /// The last part in which the voice was mixed; see Renderer.part.
  var renderedIn: Int64 = -1

  // Transport.
  var phase = Phase.idle
  var afterFade = AfterFade.stop
  var rest = PlayerState.stopped
  /// The next pending start, and the next pending stop or choke; see `Schedule`.
  var startAt = Voice.never
  var stopAt = Voice.never
  /// All pending starts and stops; nil before the first. The player owns it.
  var schedule: Reference<Schedule>?
  var isAnnounced = false
  /// The renderer retires the voice at the end of its block.
  var isRetired = false

  // Position.
  var main = Tap()
  /// Position of the last start or seek; the range's start after a loop jump.
  var origin: Int64 = 0
  /// Crossfade tail: fades out from the position or bus before a seek or a change of bus.
  var tail = Tap()
  var tailBus = 0
  var hasTail = false
  /// The tail is the end of the former sound.
  var isTailFormer = false
  /// The played frames when the tail was left: it stays in them when the range changes.
  var tailRange = FrameRange()
  /// Position of a seek that waits for the crossfade tail to fade out; -1: none.
  var pendingSeek: Int64 = -1
  var pendingBus = -1

  // Effects.
  var chain = ChainLinks()
  /// True while audio passes through the chain.
  var isHot = false
  /// Gain and pan after the chain; without a chain the taps hold them.
  var fader = StereoRamp(.unity)
  /// While commands are applied within a block: the frames of it that are mixed already.
  var mixedFrames = 0
  /// Frames that the team has already rendered.
  var prepared = PreparedFrames()
  /// The renderer retires the voice as soon as the chain's gate has closed, or at the end of its
  /// release and of the effects' tail.
  var isLeaving = false

  // Speed.
  var speed = PlaySpeed()
  /// False: the sound plays unchanged, at speed 1.
  var isVaried = false
  /// The frame of the next pending change of speed; see `Schedule`.
  var speedAt = Voice.never
  /// Moves the speed; nil before the first lane, modulation or factor. The player owns it.
  var drive: Reference<SpeedDrive>?
  /// No frame was played since the last start.
  var isFresh = true

  // Level.
  var contour = Contour()
  /// Level, pan and position in space; `main.mix.gain` or `fader` follows it.
  var gains = GainProduct()
  /// Fade-in of the start or resume that waits for its frame or for data; nil: the ramp.
  var opening: Fade?

  // Choke group: a start of a voice fades out the others; a doubly linked list of all members of
  // any group that play or wait.
  /// 0: none.
  var chokeGroup: UInt32 = 0
  /// Frames of the fade when another member starts.
  var chokeFrames: Int64 = 0
  /// The frame at which another member starts; `stopAt` is not later.
  var chokeAt = Voice.never
  /// Starts of other members up to this frame have no effect: that of its own last start or choke.
  var chokedUntil = Int64.min
  /// The pending starts before this frame are announced.
  var announcedUntil = Int64.min
  /// Announced starts; nil outside of groups.
  var chokes: Reference<ChokeList>?
  var nextMember = -1
  var previousMember = -1

  // Loop.
  var loopsLeft: UInt32 = 0
  var loopsDone: Int64 = 0
  /// The engine frame of the last jump in this block; -1: none.
  var jumpedAt: Int64 = -1
  /// The engine frame at which the sound ended.
  var endedAt: Int64 = 0

  // Clip on the timeline; a doubly linked list of all voices with clips.
  var hasClip = false
  /// Timeline position of the clip's start.
  var clipStart: Int64 = 0
  var clipFades = ClipFades()
  /// The frame at which the clip's fade-out begins.
  var clipStopAt = Voice.never
  /// Frames of the clip before the present start, for its fades.
  var clipOffset: Int64 = 0
  /// Index of the last applied interval; -1: none.
  var seenInterval: Int64 = -1
  var nextClip = -1
  var previousClip = -1

  // Streaming.
  var wantedEpoch: UInt64 = 0
  var hasJoined = true
  /// Published position of the wanted epoch; -1 if it continues the present one.
  var wantedPosition: Int64 = -1
  /// Loop of the wanted epoch; valid from the epoch's first sample on.
  var nextLoop = Loop()
  var nextLoopsLeft: UInt32 = 0

  init(status: Reference<PlayerStatus>, silence: Floats) {
    self.status = status
    source = SoundSource(StereoSource(left: silence, right: silence))
  }

  var planes: StereoSource {
    @_noLocks get { source.planes }
  }

  var stream: Reference<StreamLink>? {
    @_noLocks get { source.stream }
  }

  var loop: Loop {
    @_noLocks get { source.loop }
  }

  var isSounding: Bool {
    @_noLocks get { phase == .playing || phase == .fading }
  }

  /// True while it is audible and not in a short fade that ends it: also during a release.
  var isOpen: Bool {
    @_noLocks get { isSounding ? main.goal != 0 : false }
  }

  /// True after a stop or an end, while its release or the tail of its effects is still audible.
  var isStopping: Bool {
    @_noLocks get { phase == .fading ? afterFade == .stop : phase == .idle && isHot }
  }

  /// True if an audible voice can move to another bus now: a streamed one only while it plays.
  var canCrossfade: Bool {
    @_noLocks get { isOpen ? phase == .playing || stream == nil : false }
  }

  /// True at the end of a fade or a release.
  var hasFaded: Bool {
    @_noLocks get {
      guard phase == .fading, main.mix.envelope.isSteady else { return false }
      if main.mix.envelope.value == 0 { return true }
      return afterFade == .stop && contour.isOver && main.mix.contour.isSteady
    }
  }

  /// True if the voice is silent until its clip begins or its start frame arrives.
  var awaitsStart: Bool {
    @_noLocks get { isHot ? false : startAt != Voice.never }
  }

  /// True if the voice waits for data only.
  var isDue: Bool {
    @_noLocks get { phase == .waiting ? startAt == Voice.never : false }
  }

  var isMetronome: Bool {
    @_noLocks get { schedule?.value.clicks != nil }
  }

  /// The frames that are played.
  var range: FrameRange {
    @_noLocks get { loop.range }
  }

  /// The loop that was requested last.
  var wantedLoop: Loop {
    @_noLocks get { hasJoined ? loop : nextLoop }
  }

  /// The frame at which the source jumps or ends.
  var boundary: Int64 {
    @_noLocks get {
      let edge = main.direction.boundary(from: main.position, in: loop, loopsLeft: loopsLeft)
      return following == nil ? edge : crossfadeBegin(before: edge)
    }
  }

  /// Restores all passes of the loop that was requested last.
  @_noLocks
  mutating func resetLoops() {
    if hasJoined { loopsLeft = loop.count } else { nextLoopsLeft = nextLoop.count }
  }

  @_noLocks
  mutating func setLoopsLeft(_ count: UInt32, done: Int64) {
    loopsDone = done
    if hasJoined { loopsLeft = count } else { nextLoopsLeft = count }
  }

  /// Sets a loop for which no samples were read ahead.
  @_noLocks
  mutating func adoptLoop(_ new: Loop) {
    source.loop = new
    loopsLeft = new.count
    nextLoop = new
    nextLoopsLeft = new.count
  }

  /// The position at which a streamed voice continues after its pending request.
  var nextPosition: Int64 {
    @_noLocks get { !hasJoined && wantedPosition >= 0 ? wantedPosition : main.position }
  }

  /// True if the voice plays, or will play, without a known end.
  var isEndless: Bool {
    guard phase != .idle, phase != .fading, stopAt == Voice.never else { return false }
    if isMetronome, startAt != Voice.never { return true }
    return (hasJoined ? loopsLeft : nextLoopsLeft) == Loop.forever
  }
}
