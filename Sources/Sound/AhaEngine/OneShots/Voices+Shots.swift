import AhaBase
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
  mutating func show(_ shot: Int, record: Reference<Shot>, at frame: Int64) {
    let index = firstShot + shot
    record.value.hideAt = Shot.maxFrames
    if table[index].phase == .fading {
      table[index].reopen(over: edge(nil))
      table[index].keepRelease()
    } else {
      table[index].move(after: frame - record.value.start)
      if frame > record.value.start { table[index].setLevel(record, at: frame, ramp: ramp) }
      table[index].startAt = frame
      table[index].phase = .waiting
      list(index)
    }
    table[index].stopAt = record.value.nextFade
  }

  /// Prepares the voice for the next fade of its one-shot.
  @_noLocks
  func arm(_ shot: Int, record: Reference<Shot>) {
    let index = firstShot + shot
    if table[index].phase != .idle { table[index].stopAt = record.value.nextFade }
  }

  /// Fades out a one-shot from a frame on.
  @_noLocks
  mutating func hide(_ shot: Int, record: Reference<Shot>, at frame: Int64) {
    let index = firstShot + shot
    if table[index].phase == .idle { return }
    let start = table[index].startAt
    if start == Voice.never || start < frame {
      record.value.hideAt = frame
      table[index].stopAt = record.value.nextFade
    } else {
      table[index].startAt = Voice.never
      rest(index, state: .paused, at: frame)
    }
  }

  /// Carries out the due start and fades of a one-shot. A fade is never the earlier one.
  @_noLocks
  mutating func applyDue(_ index: Int, record: Reference<Shot>, at now: Int64) {
    if table[index].startAt <= now {
      table[index].startAt = Voice.never
      if table[index].contour.isReleased { table[index].openReleased(over: edge(nil)) }
    }
    guard table[index].stopAt <= now else { return }
    let isHidden = record.value.hideAt <= now
    if isHidden { record.value.hideAt = Shot.maxFrames }
    if table[index].isSounding {
      _ = table[index].applyReleases(record, at: now)
      table[index].keepRelease()
      if isHidden { table[index].fade(then: .pause, over: edge(nil)) }
    } else {
      rest(index, state: .paused, at: now)
    }
    table[index].stopAt = record.value.nextFade
  }
}

extension Voice {
  /// Moves a silent voice to its position `frames` frames after its start at a constant speed.
  @_noLocks
  fileprivate mutating func move(after frames: Int64) {
    let distance = max(0, frames).multipliedFullWidth(by: speed.value)
    let offset = distance.high << 32 | Int64(distance.low >> 32)
    let found = ClipPosition(offset, loop: loop)
    self.move(to: min(found.position, range.end))
    main.part = Int64(distance.low & UInt64(SpeedUnit.mask))
    main.jumps = UInt32(clamping: found.loopsDone)
    main.smoothsJump = isVaried && found.loopsDone > 0
    setLoopsLeft(found.loopsLeft, done: found.loopsDone)
  }

  /// Sets the level of a silent voice to that of its one-shot at a frame.
  @_noLocks
  fileprivate mutating func setLevel(_ record: Reference<Shot>, at frame: Int64, ramp: Int) {
    (record.value.hasStopped, record.value.hasChoked) = (false, false)
    var last = min(frame, record.value.nextRelease)
    contour.begin(&main.mix.contour, ramp: ramp, ago: last - record.value.start)
    while record.value.nextRelease <= frame {
      let next = record.value.nextRelease
      contour.seekRelease(to: next - last, level: &main.mix.contour)
      if applyReleases(record, at: next) { last = next }
    }
    contour.seekRelease(to: frame - last, level: &main.mix.contour)
  }

  /// Begins the due releases of the level; returns true if the level begins to fall.
  @_noLocks
  fileprivate mutating func applyReleases(_ record: Reference<Shot>, at now: Int64) -> Bool {
    var begins = false
    if record.value.nextStop <= now {
      record.value.hasStopped = true
      begins = contour.release(&main.mix.contour, over: record.value.release)
    }
    if record.value.nextChoke <= now {
      record.value.hasChoked = true
      let fade = record.value.chokeFade
      begins = contour.release(&main.mix.contour, over: fade) || begins
    }
    if begins { contour.isNew = false }
    return begins
  }

  /// Lets a released voice end with its release, unless it becomes virtual before.
  @_noLocks
  fileprivate mutating func keepRelease() {
    guard contour.isReleased, phase == .playing else { return }
    phase = .fading
    afterFade = .stop
  }

  /// Opens the envelope of a voice that returns during its release.
  @_noLocks
  fileprivate mutating func openReleased(over fade: Fade) {
    isFresh = true
    main.isPastEnd = false
    main.mix.smoothing.jump(to: 0)
    main.open(over: fade)
    phase = .playing
    keepRelease()
  }
}
