import AhaBase
import AhaDSP

// Transport of one voice. The renderer manages the voice's lists and reports events.
extension Voice {
  /// The begin of the range; its end in reverse.
  var startPosition: Int64 {
    @_noLocks get { speed.isReversed ? wantedLoop.range.end : wantedLoop.range.begin }
  }

  /// Restarts from the start position with all loop passes.
  @_noLocks
  mutating func restart(over fade: Fade?, ramp: Int) {
    resetLoops()
    isAnnounced = true
    contour.isNew = true
    jump(to: startPosition, over: fade, ramp: ramp)
  }

  /// Cancels a fade; a streamed voice that must join other data keeps fading before it joins.
  @_noLocks
  mutating func reopen(over fade: Fade) {
    if stream != nil, !hasJoined {
      afterFade = .rejoin
    } else {
      phase = .playing
      main.fade(to: 1, over: fade)
    }
  }

  @_noLocks
  mutating func fade(then next: AfterFade, over fade: Fade) {
    if phase == .fading, afterFade == .remove { return }
    phase = .fading
    afterFade = next
    // Cancels a restart that waits for the crossfade tail.
    if next == .stop { contour.isNew = false }
    if main.goal != 0 || fade.frames < main.framesToGoal { main.fade(to: 0, over: fade) }
    if hasTail, fade.frames < tail.framesToGoal { tail.fade(to: 0, over: fade) }
  }

  /// Stops over a fade of the contour; a fade below the ramp's length is the ramp.
  @_noLocks
  mutating func release(over fade: Fade, ramp: Int) {
    guard isOpen, fade.frames >= Int64(ramp) else {
      return self.fade(then: .stop, over: Fade(Int64(ramp)))
    }
    phase = .fading
    afterFade = .stop
    contour.isNew = false
    contour.release(&main.mix.contour, over: fade)
  }

  /// Waits for data; a start that waits for its frame does not delay the request.
  @_noLocks
  mutating func waitForData() {
    phase = .waiting
    if !hasClip { startAt = Voice.never }
  }

  /// The host chose a position for a sound that the next one may have replaced meanwhile.
  @_noLocks
  private func inside(_ position: Int64) -> Int64 {
    let range = wantedLoop.range
    return max(range.begin, min(position, range.end))
  }

  /// Sets the position of a silent voice.
  @_noLocks
  mutating func move(to wanted: Int64) {
    let position = inside(wanted)
    if stream != nil { ask(for: position) } else { moveMain(to: position) }
    main.isPastEnd = false
  }

  /// Moves the main read position of a resident sound.
  @_noLocks
  private mutating func moveMain(to position: Int64) {
    main.position = position
    main.part = 0
    main.jumps = 0
    main.direction = PlayDirection(isReversed: speed.isReversed)
    hasHistory = false
    origin = position
    drive?.value.follower.losePhase()
  }

  @_noLocks
  mutating func seek(to position: Int64, over fade: Fade?, ramp: Int) {
    switch phase {
    case .idle, .waiting:
      if rest == .ended { rest = .stopped }
      move(to: position)
      publish()
    case .playing:
      jump(to: position, over: fade, ramp: ramp)
    case .fading:
      switch afterFade {
      case .pause: pendingSeek = position
      case .rejoin: jump(to: position, over: fade, ramp: ramp)
      case .stop, .remove: break
      }
    }
  }

  /// Crossfades to another position. A streamed sound fades out, over the ramp because its frames
  /// are no longer read, and fades in.
  @_noLocks
  mutating func jump(to wanted: Int64, over fade: Fade?, ramp: Int) {
    let position = inside(wanted)
    if stream != nil {
      ask(for: position)
      self.fade(then: .rejoin, over: Fade(Int64(ramp)))
      opening = fade
    } else if hasTail {
      (pendingSeek, opening) = (position, fade)
    } else {
      leaveTail(over: Fade.edge(fade, ramp: ramp))
      moveMain(to: position)
      phase = .playing
      open(over: fade, ramp: ramp)
      keepClipRelease()
    }
  }

  /// Turns the audible read position into the crossfade tail, which fades out.
  @_noLocks
  mutating func leaveTail(over fade: Fade) {
    tail = main
    (isTailFormer, tailRange) = (false, range)
    tail.mix.contour.jump(to: tail.mix.contour.value)
    tail.fade(to: 0, over: fade)
    tailBus = bus
    hasTail = !tail.mix.envelope.isSteady
  }

  @_noLocks
  mutating func setLoop(_ new: Loop, ramp: Int) {
    let wasAtStart = nextPosition == startPosition
    loopsDone = 0
    main.jumps = 0
    guard isOpen else {
      adoptLoop(new)
      let position = wasAtStart && !isSounding ? startPosition : nextPosition
      if stream != nil || position != main.position { move(to: position) }
      return
    }
    let before = range
    if stream != nil { replaceStreamLoop(new) } else { adoptLoop(new) }
    let inside = max(new.range.begin, min(main.position, new.range.end))
    let isPast = speed.isReversed ? main.position < inside : main.position > inside
    if main.position == inside { return }
    // A resident sound ends at once past its range.
    if stream != nil || !isPast || main.direction.isTurned {
      let hadTail = hasTail
      jump(to: inside, over: nil, ramp: ramp)
      if !hadTail { tailRange = before }
    }
  }

  /// Fades a factor of the gain while the voice is audible; sets it at once otherwise.
  @_noLocks
  mutating func setGain(
    _ factor: GainProduct.Factor, gain: StereoGain, over wanted: Fade?, ramp: Int
  ) {
    let isAudible = chain.isEmpty ? isSounding : isHot
    let fade = isAudible ? Fade.edge(wanted, ramp: ramp) : Fade()
    guard chain.isEmpty else { return gains.go(factor, to: gain, over: fade, ramp: &fader) }
    gains.go(factor, to: gain, over: fade, ramp: &main.mix.gain)
    // Linear, whatever the curve: it fades out anyway.
    if hasTail { tail.mix.gain.go(to: gains.target, over: isAudible ? Int(fade.frames) : ramp) }
  }

  /// Ends changes of the gain. Only while the voice is inaudible.
  @_noLocks
  mutating func settleGain() {
    if chain.isEmpty { gains.settle(&main.mix.gain) } else { main.mix.gain.settle() }
  }

  /// Begins the next pieces of the fades of which one has ended.
  @_noLocks
  mutating func continueFades(ramp: Int) {
    main.continueFade()
    if contour.isMoving, main.mix.contour.isSteady {
      contour.advance(&main.mix.contour, ramp: ramp)
    }
    if gains.isMoving, chain.isEmpty, main.mix.gain.isSteady { gains.advance(&main.mix.gain) }
  }

  // MARK: Effects

  /// Prepares for the first effect in the chain. An audible voice continues without a step; its
  /// gain is applied after the chain from now on.
  @_noLocks
  mutating func beginChain() {
    isHot = isSounding
    fader = main.mix.gain
    main.mix.gain = StereoRamp(.unity)
    tail.mix.gain = StereoRamp(.unity)
    chain.gate = Ramp(1)
  }

  /// Returns to mixing without a chain, after its last effect was removed.
  @_noLocks
  mutating func endChain() {
    isHot = false
    main.mix.gain = fader
    tail.mix.gain = fader
  }

  // MARK: Starts and stops that wait for their frames

  /// Removes the due stops and the due choke; returns the latest of them, or `Int64.min`, with its
  /// fade.
  @_noLocks
  @discardableResult
  mutating func removeStops(upTo now: Int64) -> (frame: Int64, fade: Fade) {
    var fade = contour.envelope.release
    guard stopAt <= now else { return (.min, fade) }
    var last = Int64.min
    if let schedule {
      last = schedule.value.stops.removeDue(upTo: now)
      if let wanted = schedule.value.stops.taken.fade { fade = wanted }
    }
    if let chokes, chokeAt <= now, chokeAt != Voice.never {
      chokedUntil = max(chokeAt, chokes.value.last(after: lastStart, upTo: now))
      if chokedUntil >= last { (last, fade) = (chokedUntil, Fade(chokeFrames)) }
    }
    if clipStopAt <= now {
      if clipStopAt >= last { (last, fade) = (clipStopAt, clipFades.fadeOut) }
      clipStopAt = Voice.never
    }
    armStops()
    return (last, fade)
  }

  /// Sets `stopAt` to the next pending stop or choke.
  @_noLocks
  mutating func armStops() {
    chokeAt = Voice.never
    if let chokes, canBeChoked { chokeAt = chokes.value.next(after: lastStart) }
    stopAt = min(chokeAt, clipStopAt)
    if let schedule { stopAt = min(stopAt, schedule.value.stops.next) }
  }

  /// Sets `startAt` to the next pending start, after a start was applied.
  @_noLocks
  mutating func arm() {
    guard startAt == Voice.never, let schedule else { return }
    startAt = schedule.value.starts.next
  }

  @_noLocks
  mutating func dropStarts() {
    startAt = Voice.never
    _ = schedule?.value.starts.removeDue(upTo: .max)
  }

  @_noLocks
  mutating func dropSchedule() {
    dropStarts()
    _ = schedule?.value.stops.removeDue(upTo: .max)
    armStops()
  }
}
