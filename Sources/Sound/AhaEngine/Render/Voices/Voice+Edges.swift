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
