import AhaDSP
import Synchronization

// Start, stop, pause, seek: what commands and scheduled frames do to a voice.
extension Renderer {
  @_noLocks
  func start(_ index: Int, at now: Int64) {
    let voice = voices + index
    voice.pointee.startAt = Voice.never
    _ = takeStops(voice, upTo: now)
    switch voice.pointee.phase {
    case .idle:
      if voice.pointee.rest != .paused { voice.pointee.isAnnounced = false }
      voice.pointee.phase = .waiting
      list(index)
    case .waiting:
      break
    case .playing:
      restart(index)
      arm(voice)
    case .fading:
      if voice.pointee.afterFade == .pause { reopen(voice) }
      if voice.pointee.afterFade == .stop { restart(index) }
      arm(voice)
    }
  }

  /// Over from frame 0, with all its loops.
  @_noLocks
  private func restart(_ index: Int) {
    voices[index].resetLoops()
    voices[index].isAnnounced = true
    jump(index, to: 0)
  }

  @_noLocks
  func stop(_ index: Int, at now: Int64) {
    dropSchedule(voices + index)
    switch voices[index].phase {
    case .idle: rest(index, .stopped, at: now)
    case .waiting: rest(index, .stopped, at: now, telling: .stopped)
    case .playing, .fading: fade(index, then: .stop)
    }
  }

  @_noLocks
  func pause(_ index: Int) {
    dropStarts(voices + index)
    switch voices[index].phase {
    case .idle: break
    case .waiting:
      rest(index, .paused, at: label(of: voices + index), telling: .paused)
    case .playing: fade(index, then: .pause)
    case .fading: if voices[index].afterFade == .rejoin { voices[index].afterFade = .pause }
    }
  }

  @_noLocks
  func resume(_ index: Int, at now: Int64) {
    let voice = voices + index
    if voice.pointee.phase == .idle, voice.pointee.rest == .paused { start(index, at: now) }
    if voice.pointee.phase == .fading, voice.pointee.afterFade == .pause { reopen(voice) }
  }

  /// Takes back a fade; a streamed voice that has to join other data goes on fading to it.
  @_noLocks
  private func reopen(_ voice: UnsafeMutablePointer<Voice>) {
    if voice.pointee.stream != nil, !voice.pointee.hasJoined {
      voice.pointee.afterFade = .rejoin
    } else {
      voice.pointee.phase = .playing
      voice.pointee.main.mix.envelope.go(to: 1, over: ramp)
    }
  }

  @_noLocks
  func fade(_ index: Int, then: Voice.AfterFade) {
    let voice = voices + index
    if voice.pointee.phase == .fading, voice.pointee.afterFade == .remove { return }
    voice.pointee.phase = .fading
    voice.pointee.afterFade = then
    if voice.pointee.main.mix.envelope.target != 0 {
      voice.pointee.main.mix.envelope.go(to: 0, over: ramp)
    }
  }

  @_noLocks
  func finishFade(_ index: Int, at now: Int64) {
    let voice = voices + index
    if !voice.pointee.isHot { moveToPendingBus(index) }
    switch voice.pointee.afterFade {
    case .stop:
      rest(index, .stopped, at: now, telling: .stopped)
    case .pause:
      rest(index, .paused, at: now, telling: .paused)
    case .remove:
      lastEnd = max(lastEnd, now)
      retire(index)
    case .rejoin:
      if isOver(voice) { end(index, at: now) } else { wait(voice) }
    }
  }

  /// For data, which a start that waits for its frame does not delay.
  @_noLocks
  private func wait(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.phase = .waiting
    if !voice.pointee.hasClip { voice.pointee.startAt = Voice.never }
  }

  /// The sound is over.
  @_noLocks
  func end(_ index: Int, at now: Int64) {
    announce(.ended, index, serial: voices[index].serial, at: voices[index].endedAt, value: 0)
    rest(index, .ended, at: now)
  }

  /// Not rendered any more. Stopped and ended voices are back at frame 0 with all their loops.
  @_noLocks
  func rest(
    _ index: Int, _ state: PlayerState, at now: Int64, telling event: RenderEvent.Kind? = nil
  ) {
    lastEnd = max(lastEnd, now)
    if let event { announce(event, index, serial: voices[index].serial, at: now, value: 0) }
    let voice = voices + index
    // What is still in the effects is heard after it.
    arm(voice)
    let awaits = voice.pointee.awaitsStart
    if !voice.pointee.isHot, !awaits { unlist(index) }
    voice.pointee.phase = awaits ? .waiting : .idle
    if awaits { voice.pointee.isAnnounced = false }
    voice.pointee.rest = state
    voice.pointee.hasGhost = false
    if voice.pointee.pendingSeek >= 0, state == .paused {
      place(voice, at: voice.pointee.pendingSeek)
    }
    voice.pointee.pendingSeek = -1
    voice.pointee.main.mix.gain.settle()
    if state != .paused {
      voice.pointee.resetLoops()
      place(voice, at: 0)
    }
    publish(voice)
  }

  /// Puts a voice that is not heard somewhere.
  @_noLocks
  func place(_ voice: UnsafeMutablePointer<Voice>, at position: Int64) {
    if voice.pointee.stream != nil {
      askStream(voice, for: position)
    } else {
      voice.pointee.main.position = position
      voice.pointee.placedAt = position
    }
    voice.pointee.main.isPastEnd = false
  }

  @_noLocks
  func seek(_ index: Int, to position: Int64) {
    let voice = voices + index
    switch voice.pointee.phase {
    case .idle, .waiting:
      if voice.pointee.rest == .ended { voice.pointee.rest = .stopped }
      place(voice, at: position)
      publish(voice)
    case .playing:
      jump(index, to: position)
    case .fading:
      switch voice.pointee.afterFade {
      case .pause: voice.pointee.pendingSeek = position
      case .rejoin: jump(index, to: position)
      case .stop, .remove: break
      }
    }
  }

  /// To another position while it is heard.
  @_noLocks
  func jump(_ index: Int, to position: Int64) {
    let voice = voices + index
    if voice.pointee.stream != nil {
      askStream(voice, for: position)
      fade(index, then: .rejoin)
    } else if voice.pointee.hasGhost {
      voice.pointee.pendingSeek = position
    } else {
      leaveGhost(voice)
      voice.pointee.main.position = position
      voice.pointee.placedAt = position
      voice.pointee.phase = .playing
      open(voice)
    }
  }

  /// Lets what is heard now fade out by itself.
  @_noLocks
  func leaveGhost(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.ghost = voice.pointee.main
    voice.pointee.ghost.mix.envelope.go(to: 0, over: ramp)
    voice.pointee.ghostBus = voice.pointee.bus
    voice.pointee.hasGhost = !voice.pointee.ghost.mix.envelope.isSteady
  }

  /// Does what had to wait for the ghost.
  @_noLocks
  func takePending(_ index: Int) {
    let position = voices[index].pendingSeek
    voices[index].pendingSeek = -1
    if voices[index].pendingBus >= 0 { setBus(index, voices[index].pendingBus) }
    guard position >= 0 else { return }
    if voices[index].phase == .playing {
      jump(index, to: position)
    } else {
      voices[index].pendingSeek = position
    }
  }
}
