import AhaDSP

/// Stages of the level of a player from a start on.
struct Envelope: BitwiseCopyable {
  /// From silence to the full level.
  var attack = Fade()
  /// From the full level to `sustain`.
  var decay = Fade()
  var release = Fade()
  /// Linear gain, 0 to 1.
  var sustain: Float = 1

  @_noLocks
  init() {}
}

/// Envelope and velocity of a voice; `RampedMix.contour` follows it.
struct Contour: BitwiseCopyable {
  enum Stage: UInt8 { case steady, attack, decay, release }

  /// Takes effect with the next start; a stop uses its release.
  var envelope = Envelope()
  /// Gain of the velocity of the last start.
  var gain: Float = 1
  /// The envelope begins as soon as the voice is audible: after a start, not after a pause.
  var isNew = true
  private(set) var stage = Stage.steady
  private var pieces = PiecewiseFade()

  @_noLocks
  init() {}

  /// True while the level has pieces to come.
  var isMoving: Bool {
    @_noLocks get { stage == .attack || stage == .decay || stage == .release && !pieces.isLast }
  }

  var isReleased: Bool {
    @_noLocks get { stage == .release }
  }

  /// True after the release. Precondition: the level is steady.
  var isOver: Bool {
    @_noLocks get { stage == .release && pieces.isLast }
  }

  /// Begins at a start.
  /// - Parameter ramp: Frames of the shortest change of the level.
  @_noLocks
  mutating func begin(_ level: inout Ramp, ramp: Int) {
    isNew = false
    stage = .steady
    if envelope.attack.frames > 0 {
      level.jump(to: 0)
      go(to: gain, over: envelope.attack, next: .attack, level: &level)
    } else if envelope.decay.frames > 0 {
      level.jump(to: gain)
      decay(&level, ramp: ramp)
    } else {
      level.jump(to: gain * envelope.sustain)
    }
  }

  /// Continues at the end of a piece. Precondition: `isMoving`, the level is steady.
  @_noLocks
  mutating func advance(_ level: inout Ramp, ramp: Int) {
    if !pieces.isLast {
      pieces.advance(&level)
    } else if stage == .attack {
      decay(&level, ramp: ramp)
    } else {
      stage = .steady
    }
  }

  @_noLocks
  private mutating func decay(_ level: inout Ramp, ramp: Int) {
    stage = .steady
    if envelope.sustain == 1 { return }
    let fade = Fade(max(Int64(ramp), envelope.decay.frames), shape: envelope.decay.shape)
    go(to: gain * envelope.sustain, over: fade, next: .decay, level: &level)
  }

  /// Fades out from the present level, unless an earlier release ends before that; returns true if
  /// the fade begins. Precondition: fade.frames > 0.
  @_noLocks
  @discardableResult
  mutating func release(_ level: inout Ramp, over fade: Fade) -> Bool {
    if stage == .release, pieces.framesLeft + Int64(level.frames) <= fade.frames { return false }
    go(to: 0, over: fade, next: .release, level: &level)
    return true
  }

  /// Begins as at a start `frames` frames ago, in constant time.
  @_noLocks
  mutating func begin(_ level: inout Ramp, ramp: Int, ago frames: Int64) {
    begin(&level, ramp: ramp)
    var left = frames
    while stage != .steady {
      if left < pieces.length { return pieces.seek(to: left, ramp: &level) }
      left -= pieces.length
      level.jump(to: pieces.target)
      if stage == .attack { decay(&level, ramp: ramp) } else { stage = .steady }
    }
  }

  /// Moves to a frame of the release, in constant time; does nothing in other stages.
  @_noLocks
  mutating func seekRelease(to frame: Int64, level: inout Ramp) {
    if stage == .release { pieces.seek(to: min(frame, pieces.length - 1), ramp: &level) }
  }

  @_noLocks
  private mutating func go(
    to target: Float, over fade: Fade, next: Stage, level: inout Ramp
  ) {
    stage = next
    pieces = PiecewiseFade(from: level.value, to: target, over: fade)
    pieces.advance(&level)
  }
}
