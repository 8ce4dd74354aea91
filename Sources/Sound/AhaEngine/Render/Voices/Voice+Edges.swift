import AhaBase
import AhaDSP
import Synchronization

// Starts and ends a voice without a step, and publishes its status.
extension Voice {
  /// A step at a sound's first or last sample below this level is inaudible: -60 dB.
  private static let quiet: Float = 1e-3

  /// Opens the envelope: at once if the sound begins quietly, so that its attack stays whole, or if
  /// the contour fades in; otherwise over the ramp.
  /// - Parameter wanted: Of the host; nil: the ramp.
  @_noLocks
  mutating func open(over wanted: Fade?, ramp: Int) {
    main.mix.smoothing.jump(to: 0)
    main.isPastEnd = false
    let first = firstSample
    var isExact = main.position == startPosition && Voice.peak(first) <= Voice.quiet
    if hasClip, !clipFades.areNone {
      if contour.isNew {
        // A fade-in from the clip's start on needs no ramp.
        isExact = isExact || (clipOffset == 0 && clipFades.fadeIn.frames >= Int64(ramp))
        beginFades(ramp: ramp)
      }
    } else if contour.isNew || contour.isReleased {
      contour.begin(&main.mix.contour, ramp: ramp)
      if contour.envelope.attack.frames >= Int64(ramp) { isExact = true }
    }
    if wanted != nil { isExact = false }
    opening = nil
    main.open(from: isExact ? 1 : 0, over: Fade.edge(wanted, ramp: ramp))
  }

  @_noLocks
  private static func peak(_ sample: StereoGain) -> Float {
    max(sample.left.magnitude, sample.right.magnitude)
  }

  private var firstSample: StereoGain {
    @_noLocks get {
      let samples = source.samples
      var index = Int(main.position)
      if let stream {
        index = Int(source.readIndex % Int64(stream.value.capacity))
      } else {
        if main.isReversed { index -= 1 }
        if Int64(index) < range.begin || Int64(index) >= range.end {
          return StereoGain(left: 0, right: 0)
        }
      }
      return StereoGain(left: samples.left[index], right: samples.right[index])
    }
  }

  @_noLocks
  private func lastSample(of tap: Tap, in source: SoundSource) -> StereoGain {
    let samples = source.samples
    var index: Int64
    if let stream = source.stream {
      guard source.readIndex > 0 else { return StereoGain(left: 0, right: 0) }
      index = (source.readIndex - 1) % Int64(stream.value.capacity)
    } else {
      guard source.range.begin < source.range.end else { return StereoGain(left: 0, right: 0) }
      index = tap.isReversed ? tap.position : max(0, tap.position - 1)
    }
    return StereoGain(left: samples.left[Int(index)], right: samples.right[Int(index)])
  }

  /// True if a step at this sample must be smoothed.
  @_noLocks
  static func isLoud(_ sample: StereoGain) -> Bool { peak(sample) > quiet }

  /// Ends the main read position past the sound's end.
  @_noLocks
  mutating func endMain(over ramp: Int) {
    let last = lastSample(of: main, in: source)
    main.end(with: Voice.isLoud(last) ? last : nil, over: ramp)
  }

  /// Ends the crossfade tail past the sound's end.
  @_noLocks
  mutating func endTail(over ramp: Int) {
    let last = lastSample(of: tail, in: tailSource)
    tail.end(with: Voice.isLoud(last) ? last : nil, over: ramp)
  }

  // MARK: Status

  /// Publishes position and state to the control threads.
  /// - Parameter behind: Frames by which the output lags the read position; matters while it
  ///   sounds.
  @_noLocks
  mutating func publish(behind: Int64 = 0) {
    let state: PlayerState =
      switch phase {
      case .idle: rest
      case .waiting: .waiting
      case .playing, .fading: .playing
      }
    var position = heardPosition(behind)
    if pendingSeek >= 0 { position = pendingSeek }
    if !hasJoined, wantedPosition >= 0 { position = wantedPosition }
    status.value.position.store(position, ordering: .relaxed)
    status.value.state.store(state.rawValue, ordering: .releasing)
  }

  @_noLocks
  private mutating func heardPosition(_ behind: Int64) -> Int64 {
    let read = main.position - Int64(prepared.count)
    if !isSounding { return read }
    if behind <= 0 { return read }
    if main.isReversed { return min(origin, read + atSpeed(behind)) }
    var position = read - atSpeed(behind)
    if position < loop.begin, loopsDone > 0 {
      position = loop.isPingPong ? 2 * loop.begin - position : position + loop.end - loop.begin
    }
    return max(origin, position)
  }
}

extension Fade {
  /// The fade of an edge: at least the ramp.
  @_noLocks
  static func edge(_ wanted: Fade?, ramp: Int) -> Fade {
    guard let wanted else { return Fade(Int64(ramp)) }
    return Fade(max(wanted.frames, Int64(ramp)), shape: wanted.shape)
  }
}

extension Tap {
  /// Continues with silence.
  /// - Parameter last: The step to smooth; nil: the step is inaudible.
  @_noLocks
  fileprivate mutating func end(with last: StereoGain?, over ramp: Int) {
    isPastEnd = true
    if let last { mix.smooth(left: last.left, right: last.right, over: ramp) }
  }
}

// Jumps of a loop, and turns at its edges.
extension Voice {
  /// Jumps if the position is the loop's end, or its begin in reverse; returns true after a jump.
  @_noLocks
  mutating func jumpBack(at now: Int64, ramp: Int) -> Bool {
    guard main.direction.jumps(at: main.position, in: loop, loopsLeft: loopsLeft)
    else { return false }
    if main.direction.isTurned || loop.isPingPong {
      flip(at: now)
      return true
    }
    let period = loop.end - loop.begin
    // Frames past the jump: a high speed can also pass a whole short loop.
    let passed = main.part >> 32
    let more = min(passed / period, Int64(loopsLeft) - 1)
    land(passed - more * period)
    if stream != nil, passed > 0 { consume(Int(passed)) }
    if loopsLeft != Loop.forever { loopsLeft -= UInt32(more + 1) }
    loopsDone += more + 1
    jumpedAt = now
    main.jumps = main.jumps == .max ? .max : main.jumps + 1
    main.smoothsJump = isVaried
    if !isVaried, source.hasSmoothedLoop(main, ramp: ramp) {
      main.mix.smooth(left: loop.stepLeft, right: loop.stepRight, over: ramp)
    }
    return true
  }

  /// Continues `frames` frames after the jump.
  @_noLocks
  private mutating func land(_ frames: Int64) {
    let position = main.isReversed ? loop.end - frames : loop.begin + frames
    main.position = max(range.begin, min(position, range.end))
    main.part &= SpeedUnit.mask
    origin = main.isReversed ? range.end : range.begin
  }

  /// Changes the direction at an edge of a ping-pong loop, whose last frame is played twice. A high
  /// speed can pass a whole short loop.
  @_noLocks
  private mutating func flip(at now: Int64) {
    var left = main.part >> 32
    main.part &= SpeedUnit.mask
    if stream != nil, left > 0 { consume(Int(left)) }
    repeat {
      if !main.direction.isTurned { loopsDone += 1 }
      main.direction.flip(&loopsLeft)
      main.jumps = main.jumps == .max ? .max : main.jumps + 1
      let ahead = main.isReversed ? main.position - boundary : boundary - main.position
      let frames = min(left, ahead)
      main.position += main.isReversed ? -frames : frames
      left -= frames
    } while left > 0
      && main.direction.jumps(at: main.position, in: loop, loopsLeft: loopsLeft)
    origin = main.isReversed ? range.end : range.begin
    main.smoothsJump = false
    jumpedAt = now
    isVaried = true
  }
}
