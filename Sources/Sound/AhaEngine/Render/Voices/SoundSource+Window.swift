import AhaBase
import AhaDSP
import Synchronization

// Frames around a read position as they are heard: across loop jumps, whose steps are smoothed,
// past the ends of a sound, and across the join with another sound.
extension SoundSource {
  /// Frames of a resident sound from `first` on; frames outside its present loop pass are those of
  /// the next or the previous one.
  @_noLocks
  func window(
    _ tap: Tap, loopsAhead: UInt32, neighbors: Neighbors, from first: Int64, count: Int,
    to target: StereoTarget, ramp: Int
  ) -> StereoSource {
    let map = PassMap(
      tap, loopsAhead: loopsAhead, loop: loop, isSmoothed: hasSmoothedLoop(tap, ramp: ramp),
      ramp: ramp)
    if map.isPlain(from: first, to: first + Int64(count), in: range) {
      return planes.advanced(by: Int(first))
    }
    let isMono = planes.left == planes.right && neighbors.areNone
    for index in 0..<count {
      let source = map.source(of: first + Int64(index))
      if let frame = outer(source.frame, of: neighbors, isReversed: tap.isReversed) {
        (target.left[index], target.right[index]) = (frame.left, frame.right)
        continue
      }
      let inside = max(range.begin, min(source.frame, range.end - 1))
      let scale = fade(source.frame, isReversed: tap.isReversed, ramp: ramp)
      target.left[index] = planes.left[Int(inside)] * scale + map.stepLeft * source.weight
      if isMono { continue }
      target.right[index] = planes.right[Int(inside)] * scale + map.stepRight * source.weight
    }
    return StereoSource(left: target.left, right: isMono ? target.left : target.right)
  }

  /// The frame of a neighbor that lies at a frame outside of the range; nil: none.
  @_noLocks
  private func outer(_ frame: Int64, of neighbors: Neighbors, isReversed: Bool) -> StereoGain? {
    let isBelow = frame < range.begin
    if neighbors.areNone || (!isBelow && frame < range.end) { return nil }
    let distance = isBelow ? range.begin - 1 - frame : frame - range.end
    return neighbors.frame(distance, isAhead: isReversed == isBelow, isReversed: isReversed)
  }

  /// 1 inside the range; 0 before its start. After its end, a loud last sample runs out to 0.
  @_noLocks
  private func fade(_ frame: Int64, isReversed: Bool, ramp: Int) -> Float {
    let isBelow = frame < range.begin
    if !isBelow, frame < range.end { return 1 }
    if isReversed != isBelow { return 0 }
    let edge = Int(isBelow ? range.begin : max(range.begin, range.end - 1))
    let sample = StereoGain(left: planes.left[edge], right: planes.right[edge])
    let frames = isBelow ? range.begin - frame : frame - range.end + 1
    return Voice.isLoud(sample) ? runOut(frames, ramp: ramp) : 0
  }

  @_noLocks
  private func runOut(_ frames: Int64, ramp: Int) -> Float {
    max(0, 1 - Float(frames) / Float(ramp))
  }

  /// Frames of a streamed sound from an index of its ring on. The read-ahead has made the loop
  /// passes.
  /// - Parameters:
  ///   - left: Frames in the ring from `readIndex` on.
  ///   - isReversed: The direction of playing.
  @_noLocks
  func streamWindow(
    from first: Int64, count: Int, left: Int64, isReversed: Bool, neighbors: Neighbors,
    to target: StereoTarget, ramp: Int
  ) -> StereoSource {
    guard let stream else { return planes }
    let ring = samples
    let capacity = Int64(stream.value.capacity)
    let end = readIndex + left
    let isInside = first >= readStart && first + Int64(count) <= end
    if isInside, first % capacity + Int64(count) <= capacity {
      return ring.advanced(by: Int(first % capacity))
    }
    let isMono = ring.left == ring.right && neighbors.areNone
    for index in 0..<count {
      let frame = first + Int64(index)
      let isAhead = frame >= end
      if isAhead || frame < readStart {
        let distance = isAhead ? frame - end : readStart - 1 - frame
        let outer = neighbors.frame(distance, isAhead: isAhead, isReversed: isReversed)
        if let outer {
          (target.left[index], target.right[index]) = (outer.left, outer.right)
          continue
        }
      }
      let source = Int(max(0, min(frame, end - 1)) % capacity)
      let scale = frame < readStart ? 0 : frame < end ? 1 : runOut(frame - end + 1, ramp: ramp)
      target.left[index] = ring.left[source] * scale
      target.right[index] = ring.right[source] * scale
    }
    return StereoSource(left: target.left, right: isMono ? target.left : target.right)
  }

  /// True if a jump has a step that is smoothed. A loop shorter than the ramp is audible as a tone:
  /// the corrections of its steps would add up.
  @_noLocks
  func hasSmoothedLoop(_ tap: Tap, ramp: Int) -> Bool {
    guard loop.end - loop.begin >= Int64(ramp) else { return false }
    if tap.isReversed { return loop.backLeft != 0 || loop.backRight != 0 }
    return loop.stepLeft != 0 || loop.stepRight != 0
  }
}

/// The sounds that join a sound without a crossfade.
struct Neighbors: BitwiseCopyable {
  var ahead: SoundSource?
  var behind: SoundSource?

  @_noLocks
  init() {}

  var areNone: Bool {
    @_noLocks get { ahead == nil && behind == nil }
  }

  /// Nil: there is no such neighbor.
  @_noLocks
  func frame(_ distance: Int64, isAhead: Bool, isReversed: Bool) -> StereoGain? {
    let source = isAhead ? ahead : behind
    return source?.frame(distance, isAhead: isAhead, isReversed: isReversed)
  }
}

/// Where the frames of the loop passes around a read position come from.
private struct PassMap {
  let begin, end, period: Int64
  /// Passes before `begin` and after `end`; those of a ping-pong loop are mirrored.
  let below, above: Int64
  let isPingPong: Bool
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
    isPingPong = tap.direction.isTurned || loop.isPingPong
    let isBefore = tap.isReversed ? tap.position >= loop.begin : tap.position <= loop.end
    var ahead = isBefore ? Int64(loopsAhead) : 0
    if isPingPong { ahead = 2 * ahead + (tap.direction.isTurned ? 1 : 0) }
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
  func isPlain(from first: Int64, to last: Int64, in range: FrameRange) -> Bool {
    let low = below > 0 ? begin : range.begin
    let high = above > 0 ? end : range.end
    if first < low || last > high { return false }
    if !hasJumped { return true }
    return isReversed ? last <= end - ramp : first >= begin + ramp
  }

  /// The frame of the sound, and the weight of a jump's step there.
  @_noLocks
  func source(of frame: Int64) -> (frame: Int64, weight: Float) {
    if isPingPong { return (mirrored(frame), 0) }
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

  /// The frame in runs back and forth; after the last turn, the run continues past the loop.
  @_noLocks
  private func mirrored(_ frame: Int64) -> Int64 {
    let isAbove = frame >= end
    let turns = isAbove ? above : below
    if turns == 0 || (!isAbove && frame >= begin) { return frame }
    let distance = isAbove ? frame - end : begin - 1 - frame
    let run = min(distance / period, turns - 1)
    let rest = distance - run * period
    return isAbove == (run % 2 == 0) ? end - 1 - rest : begin + rest
  }

  @_noLocks
  private func weight(_ frame: Int64) -> Float {
    let frames = isReversed ? end - frame : frame - begin + 1
    guard isSmoothed, frames > 0, frames < ramp else { return 0 }
    return 1 - Float(frames) / Float(ramp)
  }
}
