import AhaDSP

// Steady voices, which are most of them most of the time, are mixed four at a time.
extension Renderer {
  @_noLocks
  func addToBatch(_ voice: inout Voice, _ bus: StereoTarget, _ frames: Int) {
    batchSources[batchCount] = voice.planes.advanced(by: Int(voice.main.position))
    batchGains[batchCount] = StereoGain(
      left: voice.main.mix.gain.left.value, right: voice.main.mix.gain.right.value)
    batchCount += 1
    voice.main.position += Int64(frames)
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
