import AhaBase
import AhaDSP
import Synchronization

// Continues with the next sound, at the end of the present one or crossfaded before it.
extension Voice {
  /// The position at which a crossfade into the next sound begins; without one, the edge. A
  /// crossfade waits until that of a seek has ended.
  /// - Parameter edge: The next boundary of the present sound.
  @_noLocks
  func crossfadeBegin(before edge: Int64) -> Int64 {
    guard let next = following, !hasTail, next.value.fade.frames > 0, next.value.hasData,
      edge == (main.isReversed ? range.begin : range.end), !jumps(at: edge)
    else { return edge }
    let frames = next.value.fade.frames
    return main.isReversed
      ? min(main.position, edge + frames) : max(main.position, edge - frames)
  }

  @_noLocks
  private func jumps(at edge: Int64) -> Bool {
    main.direction.jumps(at: edge, in: loop, loopsLeft: loopsLeft)
  }

  /// The sounds on the other sides of joins.
  var neighbors: Neighbors {
    @_noLocks get {
      var all = Neighbors()
      if hasHistory { all.behind = former }
      if let next = following, next.value.fade.frames == 0, loopsLeft == 0, !main.direction.isTurned
      {
        all.ahead = next.value.source
      }
      return all
    }
  }

  /// Frames of the sound up to its end, at the present read position.
  private var framesToEnd: Int64 {
    @_noLocks get { main.isReversed ? main.position - range.begin : range.end - main.position }
  }

  /// True if the next sound can begin at the present read position.
  var canContinue: Bool {
    @_noLocks get {
      guard let next = following, isOpen, !main.isPastEnd, !main.direction.isTurned else {
        return false
      }
      // A seek that waits for the crossfade tail continues in the present sound.
      if pendingSeek >= 0 { return false }
      let isAtEnd = stream == nil ? framesToEnd <= 0 : isOver
      let isInFade = next.value.fade.frames > 0 && !hasTail && main.position == boundary
      return (isAtEnd || isInFade) && next.value.hasData
    }
  }

  /// Joins the next sound, or crossfades into it. Precondition: `canContinue`.
  @_noLocks
  mutating func continueWithNext(ramp: Int) {
    guard let next = following else { return }
    let left = framesToEnd
    if next.value.fade.frames > 0, left > 0 {
      let fade = Fade(max(Int64(ramp), left), shape: next.value.fade.shape)
      leaveTail(over: fade)
      isTailFormer = hasTail
      adoptNext()
      hasHistory = false
      main.mix.smoothing.jump(to: 0)
      main.open(over: fade)
    } else {
      adoptNext()
      isTailFormer = hasTail
      hasHistory = true
    }
  }

  /// Makes the next sound the present one, at its start.
  @_noLocks
  mutating func adoptNext() {
    guard let new = following?.value else { return }
    former = source
    following = nil
    source = new.source
    if let stream { source.readStart = stream.value.epochStart.load(ordering: .relaxed) }
    source.readIndex = source.readStart
    (loopsLeft, nextLoop, nextLoopsLeft, loopsDone) = (0, source.loop, 0, 0)
    (hasJoined, wantedEpoch, wantedPosition) = (true, new.epoch, -1)
    // A speed other than 1 passes the end between two frames.
    let passed = min(main.part >> 32, range.end - range.begin)
    main.part &= SpeedUnit.mask
    main.direction = PlayDirection(isReversed: speed.isReversed)
    (main.jumps, main.smoothsJump, main.isPastEnd) = (0, false, false)
    origin = source.start(isReversed: main.isReversed)
    main.position = main.isReversed ? origin - passed : origin + passed
    if stream != nil { consume(Int(passed)) }
    setPan(new.pan)
    status.value.source.store(source.id, ordering: .releasing)
  }

  /// At once: the sound changes with it.
  @_noLocks
  private mutating func setPan(_ pan: StereoGain) {
    if chain.isEmpty {
      gains.go(.pan, to: pan, over: Fade(), ramp: &main.mix.gain)
    } else {
      gains.go(.pan, to: pan, over: Fade(), ramp: &fader)
    }
  }

  /// Prepares the read-ahead of the next sound for the present direction and speed.
  @_noLocks
  func prepareNext() {
    guard let next = following, let stream = next.value.source.stream else { return }
    let source = next.value.source
    next.value.epoch = stream.value.ask(
      for: source.start(isReversed: speed.isReversed), isReversed: speed.isReversed,
      isTurned: false, loop: source.loop, loopsLeft: 0)
  }

  // MARK: The tail of the former sound

  /// The sound of the crossfade tail.
  var tailSource: SoundSource {
    @_noLocks get {
      var found = isTailFormer ? former ?? source : source
      found.loop.range = tailRange
      return found
    }
  }

  /// Samples at the tail's read position. Precondition: `tailFramesLeft` > 0.
  var tailSamples: StereoSource {
    @_noLocks get {
      let source = tailSource
      guard let stream = source.stream else {
        return source.planes.advanced(by: Int(tail.position))
      }
      return source.samples.advanced(by: Int(source.readIndex % Int64(stream.value.capacity)))
    }
  }

  /// Frames of the sound from the tail's read position up to the end, or to a lack of data.
  var tailFramesLeft: Int64 {
    @_noLocks get {
      let source = tailSource
      let left =
        tail.isReversed ? tail.position - source.range.begin : source.range.end - tail.position
      guard let stream = source.stream else { return left }
      let written = stream.value.written.load(ordering: .acquiring)
      return min(left, written - source.readIndex)
    }
  }

  @_noLocks
  mutating func consumeTail(_ frames: Int) {
    guard isTailFormer, let stream = former?.stream else { return }
    former?.readIndex += Int64(frames)
    stream.value.consumed.store(former?.readIndex ?? 0, ordering: .releasing)
  }

  /// True once neither a tail nor a filter reads the former sound.
  var isFormerUnused: Bool {
    @_noLocks get {
      if isTailFormer { return false }
      let begin = source.start(isReversed: main.isReversed)
      let passed = (main.position - begin).magnitude
      return !hasHistory || !isVaried || passed > UInt64(PlaySpeed.maxHalfWidth)
    }
  }
}

extension NextSound {
  /// The ring of a streamed sound holds its first frames.
  var hasData: Bool {
    @_noLocks get {
      guard let stream = source.stream else { return true }
      guard stream.value.epoch.load(ordering: .acquiring) == epoch else { return false }
      let start = stream.value.epochStart.load(ordering: .relaxed)
      let count = stream.value.written.load(ordering: .acquiring) - start
      return count >= Int64(2 * Renderer.block)
        || stream.value.end.load(ordering: .acquiring) != .max
    }
  }
}

extension Voices {
  /// - Parameter next: Nil: playback ends with the present sound.
  @_noLocks
  mutating func setNext(_ index: Int, to next: Reference<NextSound>?) {
    if let old = table[index].following { retireSound(old.value.source, of: index) }
    table[index].following = next
    table[index].raiseNextPace()
    table[index].prepareNext()
  }

  /// Continues with the next sound if it can begin at the read position; returns true if it does.
  @_noLocks
  mutating func continueWithNext(_ index: Int, at now: Int64) -> Bool {
    guard table[index].following != nil, table[index].canContinue else { return false }
    leaveFormer(index)
    dropMix(index)
    table[index].continueWithNext(ramp: ramp)
    announce(.continued, index: index, at: now)
    return true
  }

  /// Retires the former sound; a crossfade tail in it runs out.
  @_noLocks
  mutating func leaveFormer(_ index: Int) {
    if table[index].isTailFormer, table[index].hasTail, !table[index].tail.isPastEnd {
      table[index].endTail(over: ramp)
    }
    table[index].isTailFormer = false
    retireFormer(index)
  }

  /// Passes the former sound to the control threads once it is not read anymore.
  @_noLocks
  mutating func finishFormer(_ index: Int) {
    guard table[index].former != nil else { return }
    if table[index].isTailFormer, !table[index].hasTail { table[index].isTailFormer = false }
    if table[index].isFormerUnused { retireFormer(index) }
  }

  @_noLocks
  private func retireFormer(_ index: Int) {
    guard let former = table[index].former else { return }
    table[index].former = nil
    table[index].hasHistory = false
    retireSound(former, of: index)
  }

  @_noLocks
  func retireSound(_ source: SoundSource, of index: Int) {
    reports.retire(.sound(index, id: source.id, mix: source.mix))
  }
}
