import AhaBase
import AhaDSP
import Synchronization

// Transport: applies start, stop, pause and scheduled frames to a voice and its list.
extension Voices {
  /// - Parameters:
  ///   - gain: Of the velocity; nil: as before.
  ///   - fade: Of the fade-in; nil: the ramp.
  @_noLocks
  mutating func start(_ index: Int, at now: Int64, gain: Float? = nil, over fade: Fade? = nil) {
    table[index].startAt = Voice.never
    table[index].removeStops(upTo: now)
    if let gain { table[index].contour.gain = gain }
    table[index].opening = fade
    switch table[index].phase {
    case .idle:
      if table[index].rest != .paused { table[index].isAnnounced = false }
      table[index].phase = .waiting
      list(index)
    case .waiting:
      break
    case .playing:
      table[index].restart(over: fade, ramp: ramp)
      table[index].arm()
    case .fading:
      if table[index].afterFade == .pause { table[index].reopen(over: edge(fade)) }
      if table[index].afterFade == .stop { table[index].restart(over: fade, ramp: ramp) }
      table[index].arm()
    }
    if table[index].chokeGroup != 0 { chokeOthers(than: index, at: now) }
  }

  /// The host's fade, or the ramp.
  @_noLocks
  func edge(_ wanted: Fade?) -> Fade { Fade.edge(wanted, ramp: ramp) }

  /// - Parameter fade: Nil: the release of the envelope.
  @_noLocks
  mutating func stop(_ index: Int, at now: Int64, over fade: Fade? = nil) {
    table[index].dropSchedule()
    withdraw(index, from: now)
    switch table[index].phase {
    case .idle: rest(index, state: .stopped, at: now)
    case .waiting: rest(index, state: .stopped, at: now, reporting: .stopped)
    case .playing, .fading:
      table[index].release(over: fade ?? table[index].contour.envelope.release, ramp: ramp)
    }
  }

  /// - Parameter dropsStarts: Removes the pending starts.
  @_noLocks
  mutating func pause(_ index: Int, at now: Int64, over fade: Fade?, dropsStarts: Bool) {
    if dropsStarts || table[index].isMetronome {
      table[index].dropStarts()
      withdraw(index, from: now)
    }
    switch table[index].phase {
    case .idle: break
    case .waiting:
      if table[index].isDue { rest(index, state: .paused, at: now, reporting: .paused) }
    case .playing: table[index].fade(then: .pause, over: edge(fade))
    case .fading: if table[index].afterFade == .rejoin { table[index].afterFade = .pause }
    }
  }

  @_noLocks
  mutating func resume(_ index: Int, at now: Int64, over fade: Fade?) {
    if table[index].phase == .idle, table[index].rest == .paused {
      start(index, at: now, over: fade)
    }
    if table[index].phase == .fading, table[index].afterFade == .pause {
      table[index].reopen(over: edge(fade))
    }
  }

  /// Removes a voice. One that plays fades out; a release and the effects' tail after a stop or an
  /// end are not cut.
  /// - Parameter cutsTail: A host's effect, which the host may use elsewhere, makes the tail.
  @_noLocks
  mutating func remove(_ index: Int, cutsTail: Bool) {
    table[index].dropSchedule()
    unlinkClip(index)
    if table[index].phase == .waiting { table[index].phase = .idle }
    if table[index].isStopping, !cutsTail || table[index].phase != .idle {
      table[index].isLeaving = true
      if table[index].isHot { limitTails(index) }
    } else if table[index].isHot {
      table[index].isLeaving = true
      fadeOutChain(index)
    } else if table[index].isSounding {
      table[index].fade(then: .remove, over: edge(nil))
    } else {
      retire(index)
    }
  }

  /// Removes a voice on a bus that stands still: nothing of it is heard.
  @_noLocks
  mutating func cut(_ index: Int) {
    table[index].dropSchedule()
    unlinkClip(index)
    retire(index)
  }

  /// The output of its effects fades out; then it is retired.
  @_noLocks
  private func fadeOutChain(_ index: Int) {
    table[index].chain.isHeld = true
    table[index].chain.close(over: ramp)
  }

  /// Fades out the oldest tail of a removed voice if there are too many: their effects count as in
  /// use.
  @_noLocks
  private mutating func limitTails(_ index: Int) {
    let oldest = tails[nextTail]
    if oldest.index >= 0, table[oldest.index].serial == oldest.serial,
      table[oldest.index].isListed, table[oldest.index].isLeaving
    {
      fadeOutChain(oldest.index)
    }
    tails[nextTail] = (index, table[index].serial)
    nextTail = (nextTail + 1) % Voices.maxTails
  }

  /// Begins playback at the first frame after a start, a seek, or a lack of data.
  @_noLocks
  mutating func begin(_ index: Int, at now: Int64) {
    table[index].phase = .playing
    table[index].arm()
    table[index].applySpeeds(before: now)
    table[index].isFresh = true
    table[index].open(over: table[index].opening, ramp: ramp)
    table[index].keepClipRelease()
    if table[index].isAnnounced { return }
    table[index].isAnnounced = true
    announce(.started, index: index, at: now)
  }

  /// Carries out the actions that waited for the end of a ramp.
  @_noLocks
  mutating func finishRamps(_ index: Int, at now: Int64) {
    if table[index].hasTail { table[index].tail.continueFade() }
    if table[index].hasTail, table[index].tail.mix.envelope.isSteady {
      table[index].hasTail = false
      applyPending(index)
    }
    table[index].continueFades(ramp: ramp)
    // The crossfade tail is part of the sound: it fades out first.
    if table[index].hasTail { return }
    if table[index].pendingMix != nil { crossfadeMix(index) }
    if table[index].hasFaded {
      finishFade(index, at: now)
    } else if table[index].main.isPastEnd, table[index].main.mix.smoothing.isSteady {
      if table[index].phase == .fading { finishFade(index, at: now) } else { end(index, at: now) }
    }
  }

  /// Carries out a change of bus and a seek that waited for the crossfade tail.
  @_noLocks
  private mutating func applyPending(_ index: Int) {
    let position = table[index].pendingSeek
    table[index].pendingSeek = -1
    if table[index].pendingBus >= 0 { setBus(index, bus: table[index].pendingBus) }
    guard position >= 0 else { return }
    let restarts = table[index].afterFade == .stop && table[index].contour.isNew
    if table[index].phase == .playing || restarts {
      table[index].jump(to: position, over: table[index].opening, ramp: ramp)
    } else {
      table[index].pendingSeek = position
    }
  }

  @_noLocks
  private mutating func finishFade(_ index: Int, at now: Int64) {
    if !table[index].isHot { moveToPendingBus(index) }
    adoptMix(index)
    switch table[index].afterFade {
    case .stop:
      rest(index, state: .stopped, at: now, reporting: .stopped)
    case .pause:
      rest(index, state: .paused, at: now, reporting: .paused)
    case .remove:
      hear(until: now)
      retire(index)
    case .rejoin:
      if table[index].isOver { end(index, at: now) } else { table[index].waitForData() }
    }
  }

  /// Ends a voice at the end of its sound.
  @_noLocks
  mutating func end(_ index: Int, at now: Int64) {
    if table[index].following != nil, table[index].phase == .playing {
      return awaitNext(index, at: now)
    }
    announce(.ended, index: index, at: table[index].endedAt)
    rest(index, state: .ended, at: now)
  }

  /// Waits for the data of the next sound, which is late.
  @_noLocks
  private mutating func awaitNext(_ index: Int, at now: Int64) {
    leaveFormer(index)
    dropMix(index)
    table[index].hasTail = false
    table[index].pendingSeek = -1
    table[index].adoptNext()
    finishFormer(index)
    table[index].waitForData()
    announce(.continued, index: index, at: now)
    announce(.underrun, index: index, at: now, value: reports.countUnderrun())
  }

  /// Idles a voice. Stopped and ended voices return to their start with all their loop passes.
  @_noLocks
  mutating func rest(
    _ index: Int, state: PlayerState, at now: Int64, reporting event: RenderEvent.Kind? = nil
  ) {
    hear(until: now)
    table[index].drive?.value.endPass()
    table[index].drive?.value.follower.losePhase()
    if let event { announce(event, index: index, at: now) }
    // The effects' tail is audible after it.
    table[index].arm()
    let awaits = table[index].awaitsStart
    if !table[index].isHot, !awaits { unlist(index) }
    table[index].phase = awaits ? .waiting : .idle
    if awaits { table[index].isAnnounced = false }
    table[index].rest = state
    if table[index].chokeGroup != 0 { table[index].armStops() }
    table[index].hasTail = false
    finishFormer(index)
    if table[index].pendingSeek >= 0, state == .paused {
      table[index].move(to: table[index].pendingSeek)
    }
    table[index].pendingSeek = -1
    adoptMix(index)
    table[index].settleGain()
    if state != .paused {
      table[index].contour.isNew = true
      table[index].resetLoops()
      table[index].settleSpeed()
      table[index].move(to: table[index].startPosition)
    }
    table[index].publish()
    if state != .paused { table[index].status.value.hasEnded.store(true, ordering: .releasing) }
    if table[index].isLeaving, !table[index].isHot { retire(index) }
  }

  /// Fades out with the remaining data if the stream is late, then waits for data.
  @_noLocks
  mutating func starve(_ index: Int, at now: Int64) {
    guard table[index].isOpen else { return }
    let isReleased = table[index].phase == .fading
    table[index].fade(then: isReleased ? table[index].afterFade : .rejoin, over: edge(nil))
    let count = reports.countUnderrun()
    announce(.underrun, index: index, at: now, value: count)
  }

  /// Reports the last jump of a loop in this block.
  @_noLocks
  mutating func reportJump(_ index: Int) {
    guard table[index].jumpedAt >= 0 else { return }
    announce(.looped, index: index, at: table[index].jumpedAt, value: table[index].loopsDone)
    table[index].jumpedAt = -1
  }
}
