import AhaBase
import AhaDSP

// Paused buses. A paused bus fades out and then stands still, with all buses, players and one-shots
// that send to it: their time does not pass. Its output is silence, so the labels of its parents
// continue. Starts, stops and changes of speed that wait then wait as much longer.
extension Renderer {
  /// Fades the bus out; it stands still from the end of the fade on.
  @_noLocks
  func pause(_ index: Int, over wanted: Fade?) {
    buses[index].isPaused = true
    if buses[index].isFrozen { return }
    let isHeard = buses[index].isHeard ? !buses[index].isStill : false
    buses[index].fadePause(to: 0, over: isHeard ? Fade.edge(wanted, ramp: ramp) : Fade())
    buses.pauses = true
  }

  @_noLocks
  func resume(_ index: Int, over wanted: Fade?) {
    buses[index].isPaused = false
    buses[index].isFrozen = false
    buses[index].fadePause(to: 1, over: Fade.edge(wanted, ramp: ramp))
    buses.pauses = true
  }

  /// Lets a bus without owner end: it stays silent, and its time passes.
  @_noLocks
  func endPause(_ index: Int) {
    buses[index].isPaused = false
    buses[index].isFrozen = false
    buses[index].fadePause(to: 0, over: Fade())
    buses.pauses = true
  }

  /// The frame for which a command on a bus asks, as if the bus had not stood still.
  @_noLocks
  func stillFrame(_ frame: Int64, on bus: Int) -> Int64 {
    buses[bus].isStill ? frame - (buses[bus].time - buses[bus].stillSince) : frame
  }

  /// Stops the time of the buses that have faded out, and of all that send to them.
  @_noLocks
  func holdStills() {
    if !buses.pauses { return }
    var isAny = false
    for rank in stride(from: buses.count - 1, through: 0, by: -1) {
      let bus = buses[at: rank]
      guard buses.used[bus] else { continue }
      if buses[bus].hasFadedToPause { buses[bus].isFrozen = true }
      let isUnderStill = bus == 0 ? false : buses[buses[bus].parent].isStill
      let isStill = buses[bus].isFrozen || isUnderStill
      if isStill != buses[bus].isStill { if isStill { hold(bus) } else { goOn(bus) } }
      if either(isStill, buses[bus].isPaused) { isAny = true }
    }
    buses.pauses = isAny
  }

  @_noLocks
  private func hold(_ bus: Int) {
    buses[bus].isStill = true
    buses[bus].stillSince = buses[bus].time
    shots.hold(bus)
  }

  @_noLocks
  private func goOn(_ bus: Int) {
    buses[bus].isStill = false
    let frames = buses[bus].time - buses[bus].stillSince
    var index = voices.first(on: bus)
    while index >= 0 {
      if !voices.isShot(index) { goOn(index, after: frames) }
      index = voices[index].next
    }
    for entry in 0..<voices.deferred.count {
      let index = voices.deferred.item(at: entry)
      if voices[index].bus == bus { goOn(index, after: frames) }
    }
    goOnWithShots(on: bus, after: frames)
  }

  @_noLocks
  private func goOn(_ voice: Int, after frames: Int64) {
    voices[voice].wait(longer: frames, on: beats)
    // Its clip is elsewhere by now.
    voices[voice].seenInterval = -1
    voices.clipsSeen = 0
  }

  /// A bus that stands still has no output.
  @_noLocks
  func passStill(_ index: Int, frames: Int) {
    mixInput(of: index, frames: frames)
    buses[index].clear(frames)
    buses[index].skip(frames, sampleRate: sampleRate)
    feedTaps(of: index, audio: buses[index].buffer, came: frames, of: frames)
    if buses[index].history != nil { keepSilence(of: index, frames: frames) }
  }

  /// True if a voice or one-shot plays or waits on a bus that does not stand still.
  var hasMovingVoice: Bool {
    if shots.count > shots.stillCount { return true }
    for bus in 0..<buses.capacity where buses.used[bus] {
      if !buses[bus].isStill, voices.areAny(on: bus) { return true }
    }
    return false
  }
}

extension Strip {
  /// True once its pause has faded out.
  var hasFadedToPause: Bool {
    @_noLocks get { isPaused ? pause.isSteady && pausePieces.isLast : false }
  }

  @_noLocks
  mutating func fadePause(to level: Float, over fade: Fade) {
    pausePieces = PiecewiseFade(from: pause.value, to: level, over: fade)
    if pausePieces.isLast || pause.value == level {
      pausePieces = PiecewiseFade()
      pause.jump(to: level)
    } else {
      pausePieces.advance(&pause)
    }
  }

  /// Applies the fade of a pause.
  @_noLocks
  mutating func applyPause(to audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      if pause.isSteady, pause.value == 1 { return }
      let count = pause.isSteady ? frames - done : min(frames - done, pause.frames)
      BusPass.applyRamp(&pause, to: audio.advanced(by: done), frames: count)
      continuePause()
      done += count
    }
  }

  /// Advances the fade of a pause without audio.
  @_noLocks
  mutating func skipPause(_ frames: Int) {
    var left = frames
    while left > 0, !pause.isSteady {
      let count = min(left, pause.frames)
      pause.skip(count)
      continuePause()
      left -= count
    }
  }

  @_noLocks
  private mutating func continuePause() {
    if pause.isSteady, !pausePieces.isLast { pausePieces.advance(&pause) }
  }
}

extension Voice {
  /// Shifts everything that waits for a frame; a start on a beat waits for the next one.
  @_noLocks
  mutating func wait(longer frames: Int64, on beats: Reference<BeatClock>) {
    drive?.value.follower.losePhase()
    let first = schedule?.value.starts.next
    let waits = hasClip ? false : startAt != Voice.never
    let isFirst = waits && startAt == first
    if waits { startAt += frames }
    if let schedule {
      schedule.value.starts.shift(by: frames)
      schedule.value.starts.moveToBeats(beats, isNext: true)
      if isFirst { startAt = schedule.value.starts.next }
      schedule.value.stops.shift(by: frames)
      schedule.value.speeds.shift(by: frames)
      speedAt = schedule.value.speeds.next
    }
    armStops()
  }
}
