import AhaBase
import AhaDSP

// Voices that play at other speeds than 1, or in reverse.
extension Renderer {
  /// Like `play`, at the voice's speed.
  @_noLocks
  func playAtSpeed(_ index: Int, at offset: Int, now: Int64, space: Int) -> Int {
    if voices[index].speedAt <= now { voices[index].applySpeeds(upTo: now) }
    var limit = Int(min(Int64(space), voices[index].speedAt - now))
    limit = voices[index].followDrive(at: now, limit: limit, ramp: ramp)
    var frames = framesAtSpeed(index, at: now, limit: voices[index].speed.segment(limit))
    guard frames > 0 else {
      cross(index, at: now)
      return 0
    }
    frames = voices[index].main.mix.segment(frames)
    if voices[index].hasTail { frames = voices[index].tailSegmentAtSpeed(frames, ramp: ramp) }
    if voices[index].hasTail { mixTailAtSpeed(index, at: offset, frames: frames) }
    mixMainAtSpeed(index, at: offset, frames: frames)
    voices[index].speed.advance(frames)
    voices[index].drive?.value.elapsed += frames
    voices.finishRamps(index, at: now + Int64(frames))
    return frames
  }

  /// Frames up to the next jump, end, or lack of data; 0 if one of them is due now. Starts a
  /// fade-out if the data runs short.
  @_noLocks
  private func framesAtSpeed(_ index: Int, at now: Int64, limit: Int) -> Int {
    if voices[index].main.isPastEnd { return limit }
    if voices[index].stream == nil { return voices[index].segmentAtSpeed(limit, left: 0) }
    voices[index].joinSeamlessly(over: ramp)
    let left = voices[index].framesLeft
    let needed = voices[index].speed.need(limit + ramp)
    if voices[index].isShort(of: needed, left: left) { voices.starve(index, at: now) }
    return voices[index].segmentAtSpeed(limit, left: left)
  }

  @_noLocks
  private func mixTailAtSpeed(_ index: Int, at offset: Int, frames: Int) {
    var samples = StereoSource(left: silence, right: silence)
    if !voices[index].tail.isPastEnd {
      voices[index].readTail(speedScratch, frames: frames, ramp: ramp)
      samples = speedScratch.output.source
    }
    let bus = voices[index].tailBus
    buses[bus].hasInput = true
    voices[index].tail.mix.add(samples, to: target(index, bus: bus, at: offset), frames: frames)
  }

  @_noLocks
  private func mixMainAtSpeed(_ index: Int, at offset: Int, frames: Int) {
    var samples = StereoSource(left: silence, right: silence)
    if !voices[index].main.isPastEnd {
      voices[index].readMain(speedScratch, frames: frames, ramp: ramp)
      samples = speedScratch.output.source
    }
    let bus = target(index, bus: voices[index].bus, at: offset)
    if voices[index].main.mix.isSteady {
      Mix.add(samples, gain: voices[index].main.mix.factors, to: bus, frames: frames)
    } else {
      voices[index].main.mix.add(samples, to: bus, frames: frames)
    }
  }
}
