import AhaDSP

// Steady voices, which are most of them most of the time, are mixed four at a time.
extension Renderer {
  /// Nothing but plain mixing happens in `frames` frames from `time` on. Looks at the voice where
  /// it is: a copy would cost more than the rest.
  @_noLocks
  func isSteady(
    _ voice: UnsafeMutablePointer<Voice>, from time: Int64, for frames: Int64
  ) -> Bool {
    voice.pointee.stream == nil ? isUnmoved(voice, from: time, for: frames) : false
  }

  /// The same, wherever its samples come from.
  @_noLocks
  func isUnmoved(
    _ voice: UnsafeMutablePointer<Voice>, from time: Int64, for frames: Int64
  ) -> Bool {
    guard voice.pointee.phase == .playing, !voice.pointee.hasGhost,
      !voice.pointee.main.isPastEnd, voice.pointee.pendingSeek < 0,
      voice.pointee.startAt >= time + frames, voice.pointee.stopAt >= time + frames,
      voice.pointee.main.mix.envelope.isSteady, voice.pointee.main.mix.envelope.value == 1,
      voice.pointee.main.mix.gain.left.isSteady, voice.pointee.main.mix.gain.right.isSteady,
      voice.pointee.main.mix.smoothing.isSteady
    else { return false }
    let position = voice.pointee.main.position
    let loops = voice.pointee.loopsLeft > 0 && position <= voice.pointee.loop.end
    return position + frames < (loops ? voice.pointee.loop.end : voice.pointee.length)
  }

  @_noLocks
  func addToBatch(
    _ voice: UnsafeMutablePointer<Voice>, _ bus: StereoTarget, _ frames: Int
  ) {
    batchSources[batchCount] = voice.pointee.planes.advanced(by: Int(voice.pointee.main.position))
    batchGains[batchCount] = StereoGain(
      left: voice.pointee.main.mix.gain.left.value, right: voice.pointee.main.mix.gain.right.value)
    batchCount += 1
    voice.pointee.main.position += Int64(frames)
    if batchCount == Mix.batch { flushBatch(into: bus, frames) }
  }

  @_noLocks
  func flushBatch(into bus: StereoTarget, _ frames: Int) {
    if batchCount == Mix.batch {
      Mix.addFour(batchSources, batchGains, to: bus, frames: frames)
    } else {
      for index in 0..<batchCount {
        Mix.add(batchSources[index], batchGains[index], to: bus, frames: frames)
      }
    }
    batchCount = 0
  }
}
