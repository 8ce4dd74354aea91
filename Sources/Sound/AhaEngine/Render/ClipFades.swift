import AhaDSP

/// Fades at the edges of a clip, in frames of the engine.
struct ClipFades: BitwiseCopyable {
  var fadeIn = Fade()
  var fadeOut = Fade()
  /// Frames from the clip's start to the begin of its fade-out; `Voice.never`: none.
  var outBegin = Voice.never

  @_noLocks
  init() {}

  init(fadeIn: Fade, fadeOut: Fade, outBegin: Int64) {
    (self.fadeIn, self.fadeOut) = (fadeIn, fadeOut)
    self.outBegin = fadeOut.frames > 0 ? max(0, outBegin) : Voice.never
  }

  var areNone: Bool {
    @_noLocks get { fadeIn.frames == 0 && outBegin == Voice.never }
  }
}

// Fades of clips: the level of a voice at a place in its clip.
extension Voice {
  /// Prepares the fades for a start `offset` frames after the clip's start, at a frame.
  @_noLocks
  mutating func prepareFades(at offset: Int64, from frame: Int64) {
    clipStopAt = Voice.never
    guard !clipFades.areNone else { return armStops() }
    contour.envelope.attack = clipFades.fadeIn
    contour.envelope.release = clipFades.fadeOut
    contour.isNew = true
    clipOffset = offset
    if clipFades.outBegin > offset, clipFades.outBegin != Voice.never {
      clipStopAt = frame + clipFades.outBegin - offset
    }
    armStops()
  }

  /// Begins the level at the place in the clip: also in the middle of a fade.
  @_noLocks
  mutating func beginFades(ramp: Int) {
    contour.begin(&main.mix.contour, ramp: ramp, ago: clipOffset)
    let passed = clipOffset - clipFades.outBegin
    guard clipFades.outBegin != Voice.never, passed >= 0 else { return }
    contour.release(&main.mix.contour, over: clipFades.fadeOut)
    contour.seekRelease(to: passed, level: &main.mix.contour)
  }

  /// Lets a voice that began inside its clip's fade-out end with it.
  @_noLocks
  mutating func keepClipRelease() {
    guard hasClip, contour.isReleased, phase == .playing else { return }
    phase = .fading
    afterFade = .stop
  }
}
