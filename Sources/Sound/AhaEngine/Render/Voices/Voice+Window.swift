import AhaBase
import AhaDSP
import Synchronization

// Frames around a read position as they are heard: across loop jumps, whose steps are smoothed, and
// past the ends of a sound.
extension Voice {
  /// Frames of a resident sound from `first` on; frames outside its present loop pass are those of
  /// the next or the previous one.
  @_noLocks
  func window(
    _ tap: Tap, loopsAhead: UInt32, from first: Int64, count: Int, to target: StereoTarget,
    ramp: Int
  ) -> StereoSource {
    let map = PassMap(
      tap, loopsAhead: loopsAhead, loop: loop, isSmoothed: hasSmoothedLoop(tap, ramp: ramp),
      ramp: ramp)
    if map.isPlain(from: first, to: first + Int64(count), length: length) {
      return planes.advanced(by: Int(first))
    }
    let isMono = planes.left == planes.right
    for index in 0..<count {
      let source = map.source(of: first + Int64(index))
      let inside = max(0, min(source.frame, length - 1))
      let scale = fade(source.frame, isReversed: tap.isReversed, ramp: ramp)
      target.left[index] = planes.left[Int(inside)] * scale + map.stepLeft * source.weight
      if isMono { continue }
      target.right[index] = planes.right[Int(inside)] * scale + map.stepRight * source.weight
    }
    return StereoSource(left: target.left, right: isMono ? target.left : target.right)
  }

  /// 1 inside the sound; 0 before its start. After its end, a loud last sample runs out to 0.
  @_noLocks
  private func fade(_ frame: Int64, isReversed: Bool, ramp: Int) -> Float {
    if frame >= 0, frame < length { return 1 }
    if isReversed != (frame < 0) { return 0 }
    let edge = Int(frame < 0 ? 0 : max(0, length - 1))
    let sample = StereoGain(left: planes.left[edge], right: planes.right[edge])
    return Voice.isLoud(sample) ? runOut(frame < 0 ? -frame : frame - length + 1, ramp: ramp) : 0
  }

  @_noLocks
  private func runOut(_ frames: Int64, ramp: Int) -> Float {
    max(0, 1 - Float(frames) / Float(ramp))
  }

  /// Frames of a streamed sound from an index of its ring on. The read-ahead has made the loop
  /// passes.
  @_noLocks
  func streamWindow(
    from first: Int64, count: Int, to target: StereoTarget, ramp: Int
  ) -> StereoSource {
    guard let stream else { return planes }
    let ring = StereoSource(left: stream.value.left, right: stream.value.right)
    let capacity = Int64(stream.value.capacity)
    let end = readIndex + framesLeft
    let isInside = first >= readStart && first + Int64(count) <= end
    if isInside, first % capacity + Int64(count) <= capacity {
      return ring.advanced(by: Int(first % capacity))
    }
    for index in 0..<count {
      let frame = first + Int64(index)
      let source = Int(max(0, min(frame, end - 1)) % capacity)
      let scale = frame < readStart ? 0 : frame < end ? 1 : runOut(frame - end + 1, ramp: ramp)
      target.left[index] = ring.left[source] * scale
      target.right[index] = ring.right[source] * scale
    }
    return StereoSource(
      left: target.left, right: ring.left == ring.right ? target.left : target.right)
  }
}

/// Where the frames of the loop passes around a read position come from.
private struct PassMap {
  let begin, end, period: Int64
  /// Passes before `begin` and after `end`.
  let below, above: Int64
  let isReversed: Bool
  /// The present pass began with a jump whose step is smoothed.
  let hasJumped: Bool
  let isSmoothed: Bool
  let ramp: Int64
  let stepLeft, stepRight: Float

  @_noLocks
  init(_ tap: Tap, loopsAhead: UInt32, loop: Loop, isSmoothed: Bool, ramp: Int) {
    begin = loop.begin
    end = loop.end
    period = max(1, loop.end - loop.begin)
    isReversed = tap.isReversed
    let isBefore = tap.isReversed ? tap.position >= loop.begin : tap.position <= loop.end
    let ahead = isBefore ? Int64(loopsAhead) : 0
    below = tap.isReversed ? ahead : Int64(tap.jumps)
    above = tap.isReversed ? Int64(tap.jumps) : ahead
    hasJumped = isSmoothed ? tap.smoothsJump && tap.jumps > 0 : false
    self.isSmoothed = isSmoothed
    self.ramp = Int64(ramp)
    stepLeft = tap.isReversed ? loop.backLeft : loop.stepLeft
    stepRight = tap.isReversed ? loop.backRight : loop.stepRight
  }

  /// True if the frames are those of the sound.
  @_noLocks
  func isPlain(from first: Int64, to last: Int64, length: Int64) -> Bool {
    let low = below > 0 ? begin : 0
    let high = above > 0 ? end : length
    if first < low || last > high { return false }
    if !hasJumped { return true }
    return isReversed ? last <= end - ramp : first >= begin + ramp
  }

  /// The frame of the sound, and the weight of a jump's step there.
  @_noLocks
  func source(of frame: Int64) -> (frame: Int64, weight: Float) {
    if frame >= end, above > 0 {
      let inner = frame - min(above, (frame - end) / period + 1) * period
      return (inner, isReversed ? 0 : weight(inner))
    }
    if frame < begin, below > 0 {
      let inner = frame + min(below, (begin - 1 - frame) / period + 1) * period
      return (inner, isReversed ? weight(inner) : 0)
    }
    return (frame, hasJumped ? weight(frame) : 0)
  }

  @_noLocks
  private func weight(_ frame: Int64) -> Float {
    let frames = isReversed ? end - frame : frame - begin + 1
    guard isSmoothed, frames > 0, frames < ramp else { return 0 }
    return 1 - Float(frames) / Float(ramp)
  }
}
