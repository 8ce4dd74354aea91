import AhaDSP
import Synchronization

// Start, stop, pause: what commands and scheduled frames do to a voice and its place in the lists.
extension Renderer {
  @_noLocks
  func start(_ index: Int, at now: Int64) {
    voices[index].startAt = Voice.never
    _ = voices[index].takeStops(upTo: now)
    switch voices[index].phase {
    case .idle:
      if voices[index].rest != .paused { voices[index].isAnnounced = false }
      voices[index].phase = .waiting
      list(index)
    case .waiting:
      break
    case .playing:
      voices[index].restart(over: ramp)
      voices[index].arm()
    case .fading:
      if voices[index].afterFade == .pause { voices[index].reopen(over: ramp) }
      if voices[index].afterFade == .stop { voices[index].restart(over: ramp) }
      voices[index].arm()
    }
  }

  @_noLocks
  func stop(_ index: Int, at now: Int64) {
    voices[index].dropSchedule()
    switch voices[index].phase {
    case .idle: rest(index, .stopped, at: now)
    case .waiting: rest(index, .stopped, at: now, telling: .stopped)
    case .playing, .fading: voices[index].fade(then: .stop, over: ramp)
    }
  }

  @_noLocks
  func pause(_ index: Int, at now: Int64) {
    voices[index].dropStarts()
    switch voices[index].phase {
    case .idle: break
    case .waiting: rest(index, .paused, at: now, telling: .paused)
    case .playing: voices[index].fade(then: .pause, over: ramp)
    case .fading: if voices[index].afterFade == .rejoin { voices[index].afterFade = .pause }
    }
  }

  @_noLocks
  func resume(_ index: Int, at now: Int64) {
    if voices[index].phase == .idle, voices[index].rest == .paused { start(index, at: now) }
    if voices[index].phase == .fading, voices[index].afterFade == .pause {
      voices[index].reopen(over: ramp)
    }
  }

  /// The first frame after a start, a seek, or a lack of data.
  @_noLocks
  func begin(_ index: Int, at now: Int64) {
    voices[index].phase = .playing
    voices[index].arm()
    voices[index].open(over: ramp)
    if voices[index].isAnnounced { return }
    voices[index].isAnnounced = true
    reports.announce(.started, index, serial: voices[index].serial, at: now, value: 0)
  }

  /// Carries out what waited for the end of a ramp.
  @_noLocks
  func finishRamps(_ index: Int, at now: Int64) {
    if voices[index].hasTail, voices[index].tail.mix.envelope.isSteady {
      voices[index].hasTail = false
      takePending(index)
    }
    if voices[index].phase == .fading, voices[index].main.mix.envelope.isSteady {
      finishFade(index, at: now)
    } else if voices[index].main.isPastEnd, voices[index].main.mix.smoothing.isSteady {
      if voices[index].phase == .fading { finishFade(index, at: now) } else { end(index, at: now) }
    }
  }

  /// Carries out a change of bus and a seek that waited for the crossfade tail.
  @_noLocks
  private func takePending(_ index: Int) {
    let position = voices[index].pendingSeek
    voices[index].pendingSeek = -1
    if voices[index].pendingBus >= 0 { setBus(index, voices[index].pendingBus) }
    guard position >= 0 else { return }
    if voices[index].phase == .playing {
      voices[index].jump(to: position, over: ramp)
    } else {
      voices[index].pendingSeek = position
    }
  }

  @_noLocks
  private func finishFade(_ index: Int, at now: Int64) {
    if !voices[index].isHot { moveToPendingBus(index) }
    switch voices[index].afterFade {
    case .stop:
      rest(index, .stopped, at: now, telling: .stopped)
    case .pause:
      rest(index, .paused, at: now, telling: .paused)
    case .remove:
      lastEnd = max(lastEnd, now)
      retire(index)
    case .rejoin:
      if voices[index].isOver { end(index, at: now) } else { voices[index].waitForData() }
    }
  }

  /// The sound is over.
  @_noLocks
  func end(_ index: Int, at now: Int64) {
    reports.announce(
      .ended, index, serial: voices[index].serial, at: voices[index].endedAt, value: 0)
    rest(index, .ended, at: now)
  }

  /// Not rendered any more. Stopped and ended voices are back at frame 0 with all their loops.
  @_noLocks
  func rest(
    _ index: Int, _ state: PlayerState, at now: Int64, telling event: RenderEvent.Kind? = nil
  ) {
    lastEnd = max(lastEnd, now)
    if let event { reports.announce(event, index, serial: voices[index].serial, at: now, value: 0) }
    // What is still in the effects is heard after it.
    voices[index].arm()
    let awaits = voices[index].awaitsStart
    if !voices[index].isHot, !awaits { unlist(index) }
    voices[index].phase = awaits ? .waiting : .idle
    if awaits { voices[index].isAnnounced = false }
    voices[index].rest = state
    voices[index].hasTail = false
    if voices[index].pendingSeek >= 0, state == .paused {
      voices[index].place(at: voices[index].pendingSeek)
    }
    voices[index].pendingSeek = -1
    voices[index].main.mix.gain.settle()
    if state != .paused {
      voices[index].resetLoops()
      voices[index].place(at: 0)
    }
    publish(index)
  }

  /// No data in time: fades out with what is left, and waits.
  @_noLocks
  func starve(_ index: Int, at now: Int64) {
    guard voices[index].phase == .playing else { return }
    voices[index].fade(then: .rejoin, over: ramp)
    let count = reports.countUnderrun()
    reports.announce(.underrun, index, serial: voices[index].serial, at: now, value: count)
  }

  // MARK: Blocks

  @_noLocks
  func finishBlock(_ index: Int) {
    if voices[index].jumpedAt >= 0 {
      reports.announce(
        .looped, index, serial: voices[index].serial, at: voices[index].jumpedAt,
        value: voices[index].loopsDone)
      voices[index].jumpedAt = -1
    }
    if !giveBack(index) { publish(index) }
  }

  /// Shows position and state to the control threads. Output lags what is read by the latency of
  /// all effects up to the output.
  @_noLocks
  func publish(_ index: Int) {
    let isSounding = voices[index].isSounding
    voices[index].publish(behind: isSounding ? label(of: index) - clock : 0)
  }
}
