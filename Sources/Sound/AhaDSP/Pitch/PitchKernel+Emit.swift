import AhaBase

// Output: the sum of grains, transients and input.

extension PitchKernel {
  @_noLocks
  mutating func emit(_ audio: StereoTarget, frames: Int) {
    guard isActive else {
      copyInput(audio, frames: frames)
      return
    }
    parts.overlap.remove(clock, to: audio, count: frames)
    // A transient that is read faster would need input after the newest frame.
    let fastest = 1 + Float(latency - 1 - SincReader.halfWidth) / Float(parts.onsets.end)
    var done = 0
    while done < frames {
      let run = parts.transient.find(
        clock + done, max: frames - done, onsets: parts.onsets, speed: 1,
        ratio: min(grainRatio, fastest))
      if let index = run.onset {
        addTransient(
          audio.advanced(by: done), at: clock + done, count: run.count,
          onset: parts.onsets.frame(index))
      }
      done += run.count
    }
    if firstRatio > 0 { begin(audio, frames: frames) }
  }

  @_noLocks
  private func copyInput(_ audio: StereoTarget, frames: Int) {
    let ring = parts.ring
    let start = ring.written - frames - latency
    for index in 0..<frames {
      let source = ring.index(of: start + index)
      audio.left[index] = ring.left[source]
      audio.right[index] = ring.right[source]
    }
  }

  @_noLocks
  private func addTransient(_ audio: StereoTarget, at frame: Int, count: Int, onset: Int) {
    for index in 0..<count {
      let distance = frame + index - onset
      let weight = parts.onsets.weight(distance) * sum(movedGrains, at: frame + index)
      if weight == 0 { continue }
      let (left, right) = parts.transient.read(parts.ring, onset: onset, distance: distance)
      audio.left[index] += weight * left
      audio.right[index] += weight * right
    }
  }

  /// The sum of these grains' windows at a frame of the current hop.
  @_noLocks
  private func sum(_ grains: UInt32, at frame: Int) -> Float {
    let share = parts.grain.shape.share
    if grains & 0b11110 == 0b11110 { return 1 }
    if grains & 0b11110 == 0 { return 0 }
    let index = frame % hop
    var sum: Float = 0
    for block in 0..<4 where grains & (2 << UInt32(block)) != 0 {
      sum += share[block * hop + index] - (block < 3 ? share[(block + 1) * hop + index] : 0)
    }
    return sum
  }

  /// The first frames, before enough grains overlap: adds the input read directly, and scales the
  /// grains up to their full sum.
  @_noLocks
  private mutating func begin(_ audio: StereoTarget, frames: Int) {
    // Limited by the input that is available.
    let limit = firstRatio > 1 ? Float(latency - 32) / (firstRatio - 1) : Float(latency)
    let end = min(Float(2 * hop), limit)
    for index in 0..<frames {
      let frame = clock + index
      let overlapped = sum(overlappingGrains, at: frame)
      let rest = min(max((end - Float(frame)) / (0.75 * end), 0), 1)
      let weight = rest * rest * (3 - 2 * rest)
      let (left, right) =
        weight > 0
        ? parts.transient.read(parts.ring, onset: 0, distance: frame, ratio: firstRatio) : (0, 0)
      let gain = 1 / max(overlapped + weight, 0.005)
      audio.left[index] = gain * (audio.left[index] + weight * left)
      audio.right[index] = gain * (audio.right[index] + weight * right)
    }
    if clock + frames >= 4 * hop { firstRatio = 0 }
  }
}
