import AhaBase
import AhaDSP
import Synchronization

// Reads a streamed voice's samples from its StreamLink; see docs/decisions/0005.
extension Voice {
  /// Requests the samples from `position` on; the voice waits until they arrive.
  @_noLocks
  mutating func ask(for position: Int64) {
    guard let stream else { return }
    if hasJoined {
      nextLoop = loop
      nextLoopsLeft = loopsLeft
    }
    wantedEpoch = stream.value.ask(
      for: position, isReversed: speed.isReversed, isTurned: false, loop: nextLoop,
      loopsLeft: nextLoopsLeft)
    hasJoined = false
    wantedPosition = position
    drive?.value.follower.losePhase()
  }

  /// Requests the samples after the present position with another loop. They replace, without a
  /// gap, those read ahead with the old loop.
  @_noLocks
  mutating func replaceStreamLoop(_ new: Loop) {
    guard let stream else { return }
    wantedPosition = -1
    nextLoop = new
    nextLoopsLeft = new.count
    // With the frames before the position, which its filter needs.
    let before = Int64(isVaried ? PlaySpeed.maxHalfWidth : 0)
    let position = main.isReversed ? main.position + before : main.position - before
    wantedEpoch = stream.value.ask(
      for: max(new.range.begin, min(position, new.range.end)), isReversed: main.isReversed,
      isTurned: main.direction.isTurned, loop: new, loopsLeft: new.count)
    hasJoined = false
  }

  /// True if a waiting voice can begin; joins the wanted epoch.
  /// - Parameter needed: Min count of frames, as far as the stream's capacity allows.
  @_noLocks
  mutating func hasData(_ needed: Int) -> Bool {
    guard let stream else { return true }
    if !hasJoined, !join(at: 0) { return false }
    let left = stream.value.written.load(ordering: .acquiring) - source.readIndex
    let frames = isVaried ? speed.need(needed) : needed
    return left >= Int64(min(frames, stream.value.reach))
      || stream.value.end.load(ordering: .acquiring) != .max
  }

  /// Switches to the wanted epoch, `offset` frames into it, if it has been published.
  @_noLocks
  private mutating func join(at offset: Int64) -> Bool {
    guard let stream, stream.value.epoch.load(ordering: .acquiring) == wantedEpoch
    else { return false }
    hasJoined = true
    source.readStart = stream.value.epochStart.load(ordering: .relaxed)
    source.readIndex = source.readStart + offset
    hasHistory = false
    let first = stream.value.epochPosition.load(ordering: .relaxed)
    if offset == 0 { main.part = 0 }
    if wantedPosition >= 0 { main.direction = PlayDirection(isReversed: speed.isReversed) }
    main.position = main.isReversed ? first - offset : first + offset
    origin = main.position
    source.loop = nextLoop
    loopsLeft = nextLoopsLeft
    stream.value.consumed.store(source.readIndex, ordering: .releasing)
    return true
  }

  /// During playback, switches to a new epoch that continues the audible samples.
  @_noLocks
  mutating func joinSeamlessly(over ramp: Int) {
    guard let stream, !hasJoined, isOpen,
      stream.value.epoch.load(ordering: .acquiring) == wantedEpoch
    else { return }
    let first = stream.value.epochPosition.load(ordering: .relaxed)
    let offset = main.isReversed ? first - main.position : main.position - first
    let start = stream.value.epochStart.load(ordering: .relaxed)
    let fresh = stream.value.written.load(ordering: .acquiring) - start
    let isWhole = stream.value.end.load(ordering: .acquiring) != .max
    let needed = 2 * Renderer.block + ramp
    var wanted = offset + Int64(needed)
    if isVaried {
      wanted = min(offset + Int64(speed.need(needed)), Int64(stream.value.reach))
    }
    if offset >= 0, fresh >= wanted || isWhole && fresh > offset { _ = join(at: offset) }
  }

  /// The available samples, up to the next jump or end.
  /// - Parameter left: `framesLeft`, loaded once per decision.
  @_noLocks
  func streamedSource(_ limit: Int, left: Int64) -> (samples: StereoSource, frames: Int) {
    guard let stream else { return (planes, 0) }
    let index = Int(source.readIndex % Int64(stream.value.capacity))
    var frames = min(left, Int64(min(limit, stream.value.capacity - index)))
    frames = min(frames, max(0, boundary - main.position))
    return (source.samples.advanced(by: index), Int(frames))
  }

  /// True if the data ends within `frames` but the sound does not.
  @_noLocks
  func isShort(of frames: Int, left: Int64) -> Bool {
    guard isOpen, left < Int64(frames) else { return false }
    return !endIsKnown
  }

  /// True if `frames` frames are available without a jump or gap; always true for resident sounds.
  @_noLocks
  func hasSupply(_ frames: Int, ramp: Int) -> Bool {
    if stream == nil { return true }
    guard hasJoined else { return false }
    return framesLeft >= Int64(frames + (endIsKnown ? 1 : ramp))
  }

  var framesLeft: Int64 {
    @_noLocks get {
      guard let stream else { return 0 }
      var limit = stream.value.written.load(ordering: .acquiring)
      if !hasJoined, stream.value.epoch.load(ordering: .acquiring) == wantedEpoch {
        limit = stream.value.epochStart.load(ordering: .relaxed)
      }
      return max(0, limit - source.readIndex)
    }
  }

  var endIsKnown: Bool {
    @_noLocks get {
      guard let stream, hasJoined else { return false }
      return stream.value.end.load(ordering: .acquiring) != .max
    }
  }

  /// True if a streamed sound is at its end.
  var isOver: Bool {
    @_noLocks get {
      guard let stream, hasJoined else { return false }
      let isLast = !main.direction.isTurned
      let isPast = main.isReversed ? main.position <= range.begin : main.position >= range.end
      if isLast, isPast { return true }
      return source.readIndex >= stream.value.end.load(ordering: .acquiring)
    }
  }

  @_noLocks
  mutating func consume(_ frames: Int) {
    source.readIndex += Int64(frames)
    stream?.value.consumed.store(source.readIndex, ordering: .releasing)
  }
}
