import AhaDSP

/// One read position in a sound, with its gains and ramps.
struct Tap {
  var position: Int64 = 0
  /// Distance from the position in the direction of playing: less than a frame, except at a jump
  /// or the end, which it may have passed. Units: frames in 32.32 fixed point.
  var part: Int64 = 0
  var direction = PlayDirection()
  /// Jumps of the loop since the last start or seek.
  var jumps: UInt32 = 0
  /// The step of the last jump is smoothed in the sound; otherwise in `mix`.
  var smoothsJump = false
  var mix = RampedMix(gain: .unity, envelope: 0)
  /// The fade that the envelope follows.
  private var edge = PiecewiseFade()
  /// The position is past the sound's end; only the smoothed end step is audible.
  var isPastEnd = false

  @_noLocks
  init() {}

  var isReversed: Bool {
    @_noLocks get { direction.isReversed }
  }

  /// The level to which the envelope fades.
  var goal: Float {
    @_noLocks get { edge.isLast ? mix.envelope.target : edge.target }
  }

  /// Frames until the envelope reaches its goal.
  var framesToGoal: Int64 {
    @_noLocks get { edge.framesLeft + Int64(mix.envelope.frames) }
  }

  @_noLocks
  mutating func fade(to level: Float, over fade: Fade) {
    edge = PiecewiseFade(from: mix.envelope.value, to: level, over: fade)
    if edge.isLast || mix.envelope.value == level {
      edge = PiecewiseFade()
      mix.envelope.jump(to: level)
    } else {
      edge.advance(&mix.envelope)
    }
  }

  /// Fades in from a level.
  @_noLocks
  mutating func open(from level: Float = 0, over fade: Fade) {
    mix.envelope.jump(to: level)
    self.fade(to: 1, over: fade)
  }

  /// Begins the next piece of the envelope's fade, if one has ended.
  @_noLocks
  mutating func continueFade() {
    if !edge.isLast, mix.envelope.isSteady { edge.advance(&mix.envelope) }
  }
}

/// Frames of a voice that were rendered ahead of their block and wait to be mixed.
struct PreparedFrames: BitwiseCopyable {
  /// Offset of the first waiting frame in the voice's buffer.
  var begin = 0
  var count = 0
  /// True if no frame needs a second check for non-finite samples.
  var areFinite = true

  @_noLocks
  init() {}
}
