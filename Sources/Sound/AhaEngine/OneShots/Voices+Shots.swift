import AhaDSP

// Voices of one-shots. They follow those of players in the table. A virtual one-shot's voice is
// idle.
extension Voices {
  @_noLocks
  func isShot(_ index: Int) -> Bool { index >= firstShot }

  @_noLocks
  func isSilent(shot: Int) -> Bool { table[firstShot + shot].phase == .idle }

  /// Queues a one-shot for a frame: from its start, or from where it would be.
  @_noLocks
  mutating func show(_ shot: Int, _ record: Shot, at frame: Int64) {
    let index = firstShot + shot
    table[index].stopAt = Voice.never
    if table[index].phase == .fading {
      table[index].reopen(over: ramp)
    } else {
      table[index].place(after: frame - record.start)
      table[index].startAt = frame
      table[index].phase = .waiting
      list(index)
    }
  }

  /// Fades out a one-shot from a frame on.
  @_noLocks
  mutating func hide(_ shot: Int, at frame: Int64) {
    let index = firstShot + shot
    if table[index].phase == .idle { return }
    let start = table[index].startAt
    if start == Voice.never || start < frame {
      table[index].stopAt = frame
    } else {
      table[index].startAt = Voice.never
      rest(index, .paused, at: frame)
    }
  }

  /// Carries out the due start and stop of a one-shot. The stop is never the earlier one.
  @_noLocks
  mutating func takeTurn(_ index: Int, at now: Int64) {
    if table[index].startAt <= now { table[index].startAt = Voice.never }
    guard table[index].stopAt <= now else { return }
    table[index].stopAt = Voice.never
    if table[index].isSounding {
      table[index].fade(then: .pause, over: ramp)
    } else {
      rest(index, .paused, at: now)
    }
  }
}

extension Voice {
  /// Moves a silent voice to its position `frames` frames after its start at a constant speed.
  @_noLocks
  fileprivate mutating func place(after frames: Int64) {
    let distance = max(0, frames).multipliedFullWidth(by: speed.value)
    let offset = distance.high << 32 | Int64(distance.low >> 32)
    let place = ClipPlace(offset, loop, length: length)
    self.place(at: min(place.position, length))
    main.part = Int64(distance.low & UInt64(SpeedUnit.mask))
    main.jumps = UInt32(clamping: place.loopsDone)
    main.smoothsJump = isVaried && place.loopsDone > 0
    setLoopsLeft(place.loopsLeft, done: place.loopsDone)
  }
}
