import AhaDSP

// Players that the timeline starts, stops and places.
extension Renderer {
  @_noLocks
  func setClip(_ index: Int, start: Int64) {
    if !voices[index].hasClip { linkClip(index) }
    voices[index].clipStart = start
    voices[index].seenSpan = -1
  }

  @_noLocks
  func removeClip(_ index: Int) {
    unlinkClip(index)
    let waits = voices[index].phase == .waiting ? voices[index].startAt != Voice.never : false
    if voices[index].phase == .fading { voices[index].startAt = Voice.never }
    if waits { silence(index, at: label(of: index)) }
    if voices[index].phase == .idle { voices[index].startAt = Voice.never }
    publish(index)
  }

  @_noLocks
  private func linkClip(_ index: Int) {
    voices[index].hasClip = true
    voices[index].previousClip = lastClip
    voices[index].nextClip = -1
    if lastClip >= 0 { voices[lastClip].nextClip = index } else { firstClip = index }
    lastClip = index
  }

  @_noLocks
  func unlinkClip(_ index: Int) {
    guard voices[index].hasClip else { return }
    let (next, previous) = (voices[index].nextClip, voices[index].previousClip)
    if previous >= 0 { voices[previous].nextClip = next } else { firstClip = next }
    if next >= 0 { voices[next].previousClip = previous } else { lastClip = previous }
    voices[index].hasClip = false
  }

  // MARK: Spans

  /// At the beginning of a block.
  @_noLocks
  func takeClips() {
    var index = firstClip
    while index >= 0 {
      if voices[index].seenSpan + 1 < timeline.pointee.count {
        takeSpans(index, at: label(of: index))
      }
      index = voices[index].nextClip
    }
  }

  /// Takes the spans that a voice has come to; returns how many frames it may go on, `limit` at
  /// most.
  @_noLocks
  @discardableResult
  func takeSpans(_ index: Int, at now: Int64, _ limit: Int = 1) -> Int {
    guard voices[index].hasClip else { return limit }
    let end = now + Int64(limit)
    let next = timeline.pointee.nextLabel(after: voices[index].seenSpan, before: end)
    if next > now { return Int(min(Int64(limit), next - now)) }
    let seen = timeline.pointee.index(at: now, after: voices[index].seenSpan)
    voices[index].seenSpan = seen
    follow(index, timeline.pointee.span(seen), at: now)
    let later = timeline.pointee.nextLabel(after: seen, before: end)
    return Int(min(Int64(limit), later - now))
  }

  @_noLocks
  private func follow(_ index: Int, _ span: Span, at now: Int64) {
    guard !voices[index].isLeaving, !voices[index].isRetired else { return }
    if voices[index].phase == .fading, voices[index].afterFade == .remove { return }
    let offset = span.position(at: now) - voices[index].clipStart
    if span.isRunning, offset >= 0 {
      enter(index, at: now, offset)
    } else {
      silence(index, at: now)
      if span.isRunning { awaitClip(index, at: now - offset, now) }
    }
    publish(index)
  }

  /// To where the clip is `offset` frames after its beginning.
  @_noLocks
  private func enter(_ index: Int, at now: Int64, _ offset: Int64) {
    let isPlaying = voices[index].isSounding
    // What fades out must be gone before something else can be heard.
    var delay = 0
    if isPlaying, voices[index].stream != nil { delay = ramp }
    if isPlaying, voices[index].hasTail { delay = voices[index].tail.mix.envelope.frames }
    let loop = voices[index].hasJoined ? voices[index].loop : voices[index].nextLoop
    let place = ClipPlace(offset + Int64(delay), loop, length: voices[index].length)
    guard !place.isOver else {
      silence(index, at: now)
      return
    }
    voices[index].setLoopsLeft(place.loopsLeft, done: place.loopsDone)
    if isPlaying {
      moveSounding(index, to: place.position)
      if voices[index].stream != nil { voices[index].startAt = now + Int64(delay) }
    } else {
      voices[index].place(at: place.position)
      queue(index, until: now)
    }
  }

  @_noLocks
  private func moveSounding(_ index: Int, to position: Int64) {
    voices[index].startAt = Voice.never
    if voices[index].hasTail, voices[index].phase == .fading {
      voices[index].phase = .playing
      voices[index].main.mix.envelope.go(to: 1, over: ramp)
    }
    voices[index].jump(to: position, over: ramp)
  }

  /// A voice that is not heard begins at a frame.
  @_noLocks
  private func queue(_ index: Int, until frame: Int64) {
    voices[index].startAt = frame
    if voices[index].phase == .idle {
      voices[index].isAnnounced = false
      voices[index].phase = .waiting
      list(index)
    }
  }

  /// Its clip is still to come.
  @_noLocks
  private func awaitClip(_ index: Int, at frame: Int64, _ now: Int64) {
    if voices[index].isSounding {
      voices[index].startAt = frame
      return
    }
    voices[index].resetLoops()
    voices[index].place(at: 0)
    if voices[index].isHot {
      // Effects ring out in the meantime; see `coolDown`.
      voices[index].startAt = frame
    } else {
      queue(index, until: frame)
    }
  }

  /// Not to be heard from now on.
  @_noLocks
  private func silence(_ index: Int, at now: Int64) {
    voices[index].startAt = Voice.never
    voices[index].pendingSeek = -1
    switch voices[index].phase {
    case .idle: break
    case .waiting: rest(index, .stopped, at: now)
    case .playing, .fading: voices[index].fade(then: .stop, over: ramp)
    }
  }
}

/// Where a sound with a loop is, some frames after it was started.
struct ClipPlace {
  var position: Int64
  var loopsLeft: UInt32
  var loopsDone: Int64 = 0
  var isOver = false

  @_noLocks
  init(_ offset: Int64, _ loop: Loop, length: Int64) {
    position = offset
    loopsLeft = loop.count
    let period = loop.end - loop.begin
    if loop.count > 0, period > 0, offset >= loop.end {
      let jumps = (offset - loop.end) / period + 1
      let isForever = loop.count == Loop.forever
      loopsDone = isForever ? jumps : min(jumps, Int64(loop.count))
      if isForever ? true : jumps <= Int64(loop.count) {
        position = loop.begin + (offset - loop.end) % period
      } else {
        position = offset - loopsDone * period
      }
      if !isForever { loopsLeft = loop.count - UInt32(loopsDone) }
    }
    isOver = position >= length
  }
}
