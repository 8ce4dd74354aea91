import AhaBase
import AhaDSP
import Synchronization

// Speed and direction of a voice.
extension Voice {
  /// Ramps to a speed; at once while the voice is silent.
  @_noLocks
  mutating func setSpeed(_ target: Int64, over fade: Fade) {
    if let drive { return setDriven(drive, to: target, over: fade) }
    speed.go(to: target, over: isSounding ? Int(fade.frames) : 0, shape: fade.shape)
    if !isSounding { speed.settle() }
    raisePace(to: target)
    isVaried = true
    refreshSpeed()
  }

  @_noLocks
  mutating func schedule(_ change: SpeedChange, schedule: Reference<Schedule>) {
    self.schedule = schedule
    schedule.value.speeds.insert(change)
    speedAt = schedule.value.speeds.next
    raisePace(to: change.speed)
    isVaried = true
  }

  /// Applies the changes of speed that are due.
  @_noLocks
  mutating func applySpeeds(upTo now: Int64) {
    guard let schedule else { return }
    while schedule.value.speeds.next <= now {
      let change = schedule.value.speeds.removeNext()
      setSpeed(change.speed, over: change.fade)
    }
    speedAt = schedule.value.speeds.next
  }

  /// Applies the changes of speed from before a start, without ramps.
  @_noLocks
  mutating func applySpeeds(before now: Int64) {
    if speedAt >= now { return }
    applySpeeds(upTo: now - 1)
    settleSpeed()
  }

  /// Plays in the other direction from the present position on; a position at the start becomes
  /// the start of the other direction.
  @_noLocks
  mutating func setReversed(_ isReversed: Bool, over fade: Fade?, ramp: Int) {
    guard isReversed != speed.isReversed else { return }
    let wasAtStart = nextPosition == startPosition
    speed.isReversed = isReversed
    isVaried = true
    prepareNext()
    if isSounding {
      seek(to: nextPosition, over: fade, ramp: ramp)
    } else {
      move(to: wasAtStart ? startPosition : nextPosition)
      publish()
    }
    refreshSpeed()
  }

  /// Tells the read-ahead the fastest speed so far.
  @_noLocks
  mutating func raisePace(to speed: Int64) {
    raise(following?.value.source.stream, to: speed)
    raise(stream, to: speed)
  }

  /// As `raisePace` for a new next sound.
  @_noLocks
  mutating func raiseNextPace() { raisePace(to: speed.max) }

  @_noLocks
  private func raise(_ stream: Reference<StreamLink>?, to speed: Int64) {
    guard let stream else { return }
    let pace = (speed + SpeedUnit.mask) >> 32
    if pace <= stream.value.pace.load(ordering: .relaxed) { return }
    stream.value.pace.store(pace, ordering: .relaxed)
  }

  /// Returns to playing the sound unchanged, once there is nothing to do but that.
  @_noLocks
  mutating func refreshSpeed() {
    guard isVaried else { return }
    let isPlain = speed.isPlain && !main.isReversed && main.part == 0 && !hasTail
    let isSmoothing = main.smoothsJump && main.jumps > 0
    isVaried = !isPlain || isSmoothing || speedAt != Voice.never
    if let drive, drive.value.isActive { isVaried = true }
  }

  /// Frames of the sound in a time.
  @_noLocks
  func atSpeed(_ frames: Int64) -> Int64 {
    if speed.value == SpeedUnit.one { return frames }
    return Int64(Double(frames) * Double(speed.value) * 0x1p-32)
  }

  /// Position of a clip `offset` frames after its start: along the lane of its speed, or as if its
  /// speed had never changed.
  @_noLocks
  func clipPosition(_ offset: Int64, loop: Loop) -> ClipPosition {
    let lane = drive?.value.laneDistance(from: clipStart, to: clipStart + offset)
    return ClipPosition(lane ?? atSpeed(offset), loop: loop, isReversed: speed.isReversed)
  }
}
