import AhaBase
import AhaDSP

// Jumps of a loop, and turns at its edges.
extension Voice {
  /// Jumps if the position is the loop's end, or its begin in reverse; returns true after a jump.
  @_noLocks
  mutating func jumpBack(at now: Int64, ramp: Int) -> Bool {
    guard main.direction.jumps(at: main.position, in: loop, loopsLeft: loopsLeft)
    else { return false }
    if main.direction.isTurned || loop.isPingPong {
      flip(at: now)
      return true
    }
    let period = loop.end - loop.begin
    // Frames past the jump: a high speed can also pass a whole short loop.
    let passed = main.part >> 32
    let more = min(passed / period, Int64(loopsLeft) - 1)
    land(passed - more * period)
    if stream != nil, passed > 0 { consume(Int(passed)) }
    if loopsLeft != Loop.forever { loopsLeft -= UInt32(more + 1) }
    loopsDone += more + 1
    jumpedAt = now
    main.jumps = main.jumps == .max ? .max : main.jumps + 1
    main.smoothsJump = isVaried
    if !isVaried, source.hasSmoothedLoop(main, ramp: ramp) {
      main.mix.smooth(left: loop.stepLeft, right: loop.stepRight, over: ramp)
    }
    return true
  }

  /// Continues `frames` frames after the jump.
  @_noLocks
  private mutating func land(_ frames: Int64) {
    let position = main.isReversed ? loop.end - frames : loop.begin + frames
    main.position = max(range.begin, min(position, range.end))
    main.part &= SpeedUnit.mask
    origin = main.isReversed ? range.end : range.begin
  }

  /// Changes the direction at an edge of a ping-pong loop, whose last frame is played twice. A high
  /// speed can pass a whole short loop.
  @_noLocks
  private mutating func flip(at now: Int64) {
    var left = main.part >> 32
    main.part &= SpeedUnit.mask
    if stream != nil, left > 0 { consume(Int(left)) }
    repeat {
      if !main.direction.isTurned { loopsDone += 1 }
      main.direction.flip(&loopsLeft)
      main.jumps = main.jumps == .max ? .max : main.jumps + 1
      let ahead = main.isReversed ? main.position - boundary : boundary - main.position
      let frames = min(left, ahead)
      main.position += main.isReversed ? -frames : frames
      left -= frames
    } while left > 0
      && main.direction.jumps(at: main.position, in: loop, loopsLeft: loopsLeft)
    origin = main.isReversed ? range.end : range.begin
    main.smoothsJump = false
    jumpedAt = now
    isVaried = true
  }
}
