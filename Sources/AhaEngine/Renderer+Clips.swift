import AhaDSP

// Players that the timeline starts, stops and places.
extension Renderer {
  @_noLocks
  func setClip(_ index: Int, start: Int64) {
    let voice = voices + index
    if !voice.pointee.hasClip { linkClip(index) }
    voice.pointee.clipStart = start
    voice.pointee.seenSpan = -1
  }

  @_noLocks
  func removeClip(_ index: Int) {
    let voice = voices + index
    unlinkClip(index)
    let waits = voice.pointee.phase == .waiting ? voice.pointee.startAt != Voice.never : false
    if voice.pointee.phase == .fading { voice.pointee.startAt = Voice.never }
    if waits { silence(index, at: label(of: voice)) }
    if voice.pointee.phase == .idle { voice.pointee.startAt = Voice.never }
    publish(voice)
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
      let voice = voices + index
      if voice.pointee.seenSpan + 1 < timeline.pointee.count {
        takeSpans(index, at: label(of: voice))
      }
      index = voice.pointee.nextClip
    }
  }

  /// Takes the spans that a voice has come to; returns how many frames it may go on, `limit` at
  /// most.
  @_noLocks
  @discardableResult
  func takeSpans(_ index: Int, at now: Int64, _ limit: Int = 1) -> Int {
    let voice = voices + index
    guard voice.pointee.hasClip else { return limit }
    let end = now + Int64(limit)
    let next = nextLabel(after: voice.pointee.seenSpan, before: end)
    if next > now { return Int(min(Int64(limit), next - now)) }
    let seen = timeline.pointee.index(at: now, after: voice.pointee.seenSpan)
    voice.pointee.seenSpan = seen
    follow(index, timeline.pointee.span(seen), at: now)
    let later = nextLabel(after: seen, before: end)
    return Int(min(Int64(limit), later - now))
  }

  @_noLocks
  private func follow(_ index: Int, _ span: Span, at now: Int64) {
    let voice = voices + index
    guard !voice.pointee.isLeaving, !voice.pointee.isRetired else { return }
    if voice.pointee.phase == .fading, voice.pointee.afterFade == .remove { return }
    let offset = span.position(at: now) - voice.pointee.clipStart
    if span.isRunning, offset >= 0 {
      enter(index, at: now, offset)
    } else {
      silence(index, at: now)
      if span.isRunning { awaitClip(index, at: now - offset, now) }
    }
    publish(voice)
  }

  /// To where the clip is `offset` frames after its beginning.
  @_noLocks
  private func enter(_ index: Int, at now: Int64, _ offset: Int64) {
    let voice = voices + index
    let isPlaying = voice.pointee.isSounding
    // What fades out must be gone before something else can be heard.
    var delay = 0
    if isPlaying, voice.pointee.stream != nil { delay = ramp }
    if isPlaying, voice.pointee.hasGhost { delay = voice.pointee.ghost.mix.envelope.frames }
    let loop = voice.pointee.hasJoined ? voice.pointee.loop : voice.pointee.nextLoop
    let place = ClipPlace(offset + Int64(delay), loop, length: voice.pointee.length)
    guard !place.isOver else {
      silence(index, at: now)
      return
    }
    voice.pointee.setLoopsLeft(place.loopsLeft, done: place.loopsDone)
    if isPlaying {
      moveSounding(index, to: place.position)
      if voice.pointee.stream != nil { voice.pointee.startAt = now + Int64(delay) }
    } else {
      self.place(voice, at: place.position)
      queue(index, until: now)
    }
  }

  @_noLocks
  private func moveSounding(_ index: Int, to position: Int64) {
    let voice = voices + index
    voice.pointee.startAt = Voice.never
    if voice.pointee.hasGhost, voice.pointee.phase == .fading {
      voice.pointee.phase = .playing
      voice.pointee.main.mix.envelope.go(to: 1, over: ramp)
    }
    jump(index, to: position)
  }

  /// A voice that is not heard begins at a frame.
  @_noLocks
  private func queue(_ index: Int, until frame: Int64) {
    let voice = voices + index
    voice.pointee.startAt = frame
    if voice.pointee.phase == .idle {
      voice.pointee.isAnnounced = false
      voice.pointee.phase = .waiting
      list(index)
    }
  }

  /// Its clip is still to come.
  @_noLocks
  private func awaitClip(_ index: Int, at frame: Int64, _ now: Int64) {
    let voice = voices + index
    if voice.pointee.isSounding {
      voice.pointee.startAt = frame
      return
    }
    voice.pointee.resetLoops()
    place(voice, at: 0)
    if voice.pointee.isHot {
      // Effects ring out in the meantime; see `coolDown`.
      voice.pointee.startAt = frame
    } else {
      queue(index, until: frame)
    }
  }

  /// Not to be heard from now on.
  @_noLocks
  private func silence(_ index: Int, at now: Int64) {
    let voice = voices + index
    voice.pointee.startAt = Voice.never
    voice.pointee.pendingSeek = -1
    switch voice.pointee.phase {
    case .idle: break
    case .waiting: rest(index, .stopped, at: now)
    case .playing, .fading: fade(index, then: .stop)
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
