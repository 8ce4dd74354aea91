import AhaBase
import AhaDSP

// Players that the timeline starts, stops and seeks.
extension Voices {
  @_noLocks
  mutating func setClip(_ index: Int, start: Int64, fades: ClipFades) {
    if !table[index].hasClip { linkClip(index) }
    table[index].clipStart = start
    table[index].clipFades = fades
    table[index].seenInterval = -1
    clipsSeen = 0
  }

  @_noLocks
  mutating func removeClip(_ index: Int, at now: Int64) {
    unlinkClip(index)
    let waits = table[index].phase == .waiting ? table[index].startAt != Voice.never : false
    if table[index].phase == .fading { table[index].startAt = Voice.never }
    if waits { silence(index, at: now) }
    if table[index].phase == .idle { table[index].startAt = Voice.never }
  }

  @_noLocks
  private mutating func linkClip(_ index: Int) {
    table[index].hasClip = true
    table[index].previousClip = lastClip
    table[index].nextClip = -1
    if lastClip >= 0 { table[lastClip].nextClip = index } else { firstClip = index }
    lastClip = index
  }

  @_noLocks
  mutating func unlinkClip(_ index: Int) {
    guard table[index].hasClip else { return }
    let (next, previous) = (table[index].nextClip, table[index].previousClip)
    if previous >= 0 { table[previous].nextClip = next } else { firstClip = next }
    if next >= 0 { table[next].previousClip = previous } else { lastClip = previous }
    table[index].hasClip = false
  }

  /// Moves a voice to its clip's state in an interval; returns false if the voice is being removed.
  @_noLocks
  mutating func follow(_ index: Int, interval: Interval, at now: Int64) -> Bool {
    guard !table[index].isLeaving, !table[index].isRetired else { return false }
    if table[index].phase == .fading, table[index].afterFade == .remove { return false }
    let offset = interval.position(at: now) - table[index].clipStart
    if interval.isRunning, offset >= 0 {
      enter(index, at: now, offset: offset)
    } else {
      silence(index, at: now)
      if interval.isRunning { awaitClip(index, at: now - offset, now: now) }
    }
    refreshDeferred(index)
    return true
  }

  /// Moves to the clip's position `offset` frames after its start.
  @_noLocks
  private mutating func enter(_ index: Int, at now: Int64, offset: Int64) {
    let isPlaying = table[index].isSounding
    // An audible position must fade out before another one can start.
    var delay = 0
    if isPlaying, table[index].stream != nil { delay = ramp }
    if isPlaying, table[index].hasTail { delay = Int(table[index].tail.framesToGoal) }
    let found = table[index].clipPosition(
      offset + Int64(delay), loop: table[index].wantedLoop)
    guard !found.isOver else {
      silence(index, at: now)
      return
    }
    table[index].setLoopsLeft(found.loopsLeft, done: found.loopsDone)
    table[index].prepareFades(at: offset + Int64(delay), from: now + Int64(delay))
    if isPlaying {
      moveSounding(index, to: found.position)
      if table[index].stream != nil { table[index].startAt = now + Int64(delay) }
    } else {
      table[index].move(to: found.position)
      queue(index, until: now)
    }
  }

  @_noLocks
  private mutating func moveSounding(_ index: Int, to position: Int64) {
    table[index].startAt = Voice.never
    if table[index].hasTail, table[index].phase == .fading {
      table[index].phase = .playing
      table[index].main.fade(to: 1, over: edge(nil))
    }
    table[index].jump(to: position, over: nil, ramp: ramp)
  }

  /// Queues an inaudible voice for its start frame.
  @_noLocks
  private mutating func queue(_ index: Int, until frame: Int64) {
    table[index].startAt = frame
    if table[index].phase == .idle {
      table[index].isAnnounced = false
      table[index].phase = .waiting
      list(index)
    }
  }

  /// Waits for the clip's start frame.
  @_noLocks
  private mutating func awaitClip(_ index: Int, at frame: Int64, now: Int64) {
    table[index].prepareFades(at: 0, from: frame)
    if table[index].isSounding {
      table[index].startAt = frame
      return
    }
    table[index].resetLoops()
    table[index].move(to: table[index].startPosition)
    if table[index].isHot {
      // The effects' tail continues meanwhile; see `coolDown`.
      table[index].startAt = frame
    } else {
      queue(index, until: frame)
    }
  }

  /// Fades out the voice and clears its pending start.
  @_noLocks
  private mutating func silence(_ index: Int, at now: Int64) {
    table[index].startAt = Voice.never
    table[index].pendingSeek = -1
    table[index].clipStopAt = Voice.never
    table[index].armStops()
    switch table[index].phase {
    case .idle: break
    case .waiting: rest(index, state: .stopped, at: now)
    case .playing, .fading: table[index].fade(then: .stop, over: edge(nil))
    }
  }
}

/// Position of a looped sound a given time after its start.
struct ClipPosition {
  var position: Int64
  var loopsLeft: UInt32
  var loopsDone: Int64 = 0
  var isOver = false

  @_noLocks
  init(_ offset: Int64, loop: Loop, isReversed: Bool = false) {
    let range = loop.range
    let begin = isReversed ? range.end - loop.end : loop.begin - range.begin
    let end = isReversed ? range.end - loop.begin : loop.end - range.begin
    var frames = offset
    loopsLeft = loop.count
    let period = end - begin
    if loop.count > 0, period > 0, offset >= end {
      let jumps = (offset - end) / period + 1
      let isForever = loop.count == Loop.forever
      loopsDone = isForever ? jumps : min(jumps, Int64(loop.count))
      if isForever || jumps <= Int64(loop.count) {
        frames = begin + (offset - end) % period
      } else {
        frames = offset - loopsDone * period
      }
      if !isForever { loopsLeft = loop.count - UInt32(loopsDone) }
    }
    isOver = frames >= range.end - range.begin
    position = isReversed ? range.end - frames : range.begin + frames
  }
}
