import AhaBase
import AhaDSP
import CShims

// Reads a voice's sound at its speed and in its direction.
extension Voice {
  /// Frames from the main read position up to the next jump, end or lack of data, at most `limit`.
  /// - Parameter left: `framesLeft` of a streamed sound.
  @_noLocks
  mutating func segmentAtSpeed(_ limit: Int, left: Int64) -> Int {
    let frames = speed.count(before: main.distance(to: boundary), limit: limit)
    guard stream != nil else { return frames }
    if endIsKnown {
      return speed.count(before: (min(left, 1 << 24) << 32) - main.part, limit: frames)
    }
    let spare = left - Int64(speed.halfWidth) - 2
    return spare <= 0 ? 0 : min(frames, Int(min(Int64(limit), (spare << 32) / speed.max)))
  }

  /// Reads from the main read position and advances it.
  @_noLocks
  mutating func readMain(_ scratch: PlaySpeed.Scratch, frames: Int, ramp: Int) {
    var source = source
    // A new range begins behind the position until the crossfade tail lets it be sought.
    if stream == nil, main.position < range.begin || main.position > range.end {
      source.loop.range = FrameRange(begin: 0, end: source.length)
    }
    read(
      main, of: source, loopsAhead: loopsLeft, left: framesLeft, neighbors: neighbors,
      scratch: scratch, frames: frames, ramp: ramp)
    let before = main.position
    let distance = speed.distance(frames)
    main.advance(by: distance, to: boundary)
    drive?.value.follower.cover(distance)
    let moved = main.position - before
    if stream != nil { consume(Int(moved.magnitude)) }
    if !main.smoothsJump { return }
    let inside = main.isReversed ? loop.end - main.position : main.position - loop.begin
    if inside >= Int64(ramp + PlaySpeed.maxHalfWidth) { main.smoothsJump = false }
  }

  /// Frames of the crossfade tail up to its end, at most `limit`.
  @_noLocks
  mutating func tailSegmentAtSpeed(_ limit: Int, ramp: Int) -> Int {
    let frames = tail.mix.segment(limit)
    if tail.isPastEnd { return frames }
    let end = tail.isReversed ? tail.position - tailFramesLeft : tail.position + tailFramesLeft
    let count = speed.count(before: tail.distance(to: end), limit: frames)
    if count > 0 { return count }
    endTail(over: ramp)
    return tail.mix.segment(limit)
  }

  /// Reads from the crossfade tail and advances it.
  @_noLocks
  mutating func readTail(_ scratch: PlaySpeed.Scratch, frames: Int, ramp: Int) {
    let source = tailSource
    read(
      tail, of: source, loopsAhead: 0, left: tailFramesLeft, neighbors: Neighbors(),
      scratch: scratch, frames: frames, ramp: ramp)
    let before = tail.position
    let end = tail.isReversed ? source.range.begin : source.range.end
    tail.advance(by: speed.distance(frames), to: end)
    consumeTail(Int((tail.position - before).magnitude))
  }

  /// - Parameter left: Frames of a streamed sound in its ring.
  @_noLocks
  private func read(
    _ tap: Tap, of source: SoundSource, loopsAhead: UInt32, left: Int64, neighbors: Neighbors,
    scratch: PlaySpeed.Scratch, frames: Int, ramp: Int
  ) {
    let isReversed = tap.isReversed
    var tap = tap
    if source.stream != nil {
      tap.position = source.readIndex
      tap.direction = PlayDirection()
    }
    var run = speed.run(from: tap)
    let end = run.position + run.distance(frames - 1)
    let low = min(run.position, end) >> 32
    let count = Int((max(run.position, end) >> 32) - low) + 2 * speed.halfWidth
    run.position -= low << 32
    let first = tap.position + low - Int64(speed.halfWidth - 1)
    let window =
      source.stream == nil
      ? source.window(
        tap, loopsAhead: loopsAhead, neighbors: neighbors, from: first, count: count,
        to: scratch.window, ramp: ramp)
      : source.streamWindow(
        from: first, count: count, left: left, isReversed: isReversed, neighbors: neighbors,
        to: scratch.window, ramp: ramp)
    if source.stream == nil { prefetch(after: first, count: count, isReversed: isReversed) }
    speed.read(window, run: run, scratch: scratch, frames: frames)
  }

  /// Fetches the frames that the next block will read, while this one is computed.
  @_noLocks
  private func prefetch(after first: Int64, count: Int, isReversed: Bool) {
    let next = isReversed ? first - Int64(count) : first + Int64(count)
    let frames = min(count, 2 * Renderer.block)
    for frame in stride(from: 0, to: frames, by: 16) {
      shim_prefetch((planes.left + (Int(next) + frame)).base)
      shim_prefetch((planes.right + (Int(next) + frame)).base)
    }
  }
}

extension Tap {
  /// Distance to a boundary ahead, capped. Units: as `part`.
  @_noLocks
  func distance(to boundary: Int64) -> Int64 {
    let frames = isReversed ? position - boundary : boundary - position
    return (min(frames, 1 << 24) << 32) - part
  }

  /// Advances. At a boundary, `part` is the distance by which the read position has passed it.
  @_noLocks
  mutating func advance(by distance: Int64, to boundary: Int64) {
    let left = self.distance(to: boundary)
    if distance >= left {
      position = boundary
      part = distance - left
    } else {
      part += distance
      position += isReversed ? -(part >> 32) : part >> 32
      part &= SpeedUnit.mask
    }
  }
}

extension PlaySpeed {
  /// Positive distance of `count` frames.
  @_noLocks
  func distance(_ count: Int) -> Int64 {
    SpeedRun(position: 0, step: value, slope: slope).distance(count)
  }

  /// Count of frames that begin before a distance, at most `limit` and the window's capacity.
  @_noLocks
  func count(before distance: Int64, limit: Int) -> Int {
    if distance <= 0 { return 0 }
    let space = Int64(Scratch.windowFrames - 2 * PlaySpeed.maxHalfWidth - 2) << 32
    let limit = min(limit, Int(space / max))
    if Int64(limit) * max <= distance { return limit }
    if frames == 0 { return Int(min(Int64(limit), (distance + value - 1) / value)) }
    var count = 0
    var run = SpeedRun(position: 0, step: value, slope: slope)
    while count < limit, run.position < distance {
      run.step += run.slope
      run.position += run.step
      count += 1
    }
    return count
  }

  /// Read positions from a tap on, relative to its position. In reverse, the frame before the
  /// position is the next one.
  @_noLocks
  func run(from tap: Tap) -> SpeedRun {
    if tap.isReversed {
      return SpeedRun(position: -SpeedUnit.one - tap.part, step: -value, slope: -slope)
    }
    return SpeedRun(position: tap.part, step: value, slope: slope)
  }
}
