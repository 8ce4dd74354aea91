import AhaBase
import CShims

// Order: at the beginning of each hop a grain begins. Then input is read, output is written, and
// the steps of the grain that are due run. The steps use no input after the grain's beginning, so
// their exact time does not matter.

extension PitchKernel {
  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      if clock == hops * hop {
        beginGrain()
        work(until: 0)
      }
      let count = min(frames - done, (hops + 1) * hop - clock)
      let piece = audio.advanced(by: done)
      parts.append(piece.source, frames: count)
      emit(piece, frames: count)
      clock += count
      cents.advance(count)
      formantCents.advance(count)
      done += count
      work(until: clock - hops * hop)
      if clock == (hops + 1) * hop { hops += 1 }
    }
  }

  /// Runs the steps that are due at a frame of the hop.
  @_noLocks
  private mutating func work(until frame: Int) {
    guard isMoving else { return }
    while step < parts.grain.stepCount {
      if parts.grain.steps[step].start > frame { return }
      parts.run(step, at: (hops + 1) * hop)
      step += 1
    }
  }

  @_noLocks
  private mutating func beginGrain() {
    step = 0
    movedGrains <<= 1
    overlappingGrains <<= 1
    grainRatio = ratio
    if isNeutral {
      isMoving = false
      if isActive { rest() }
      return
    }
    let isFirst = !isMoving
    if !isActive { activate() }
    isMoving = true
    restingGrains = 0
    movedGrains |= 1
    overlappingGrains |= 1
    // The phases of the first grain continue the signal before it: the directly read input from the
    // first frame on, or the input until the grains have full level, one hop before the middle.
    let lead = clock == 0 ? 3 * hop : hop
    parts.grain.begin(
      Grain.Job(
        end: clock + latency, advanceIn: hop, advanceOut: hop, ratio: Double(ratio),
        formantRatio: formantRatio, isFirst: isFirst, lead: lead))
  }

  /// Adds a grain without a shift; after four of them the sum is the input.
  @_noLocks
  private mutating func rest() {
    restingGrains += 1
    overlappingGrains |= 1
    if restingGrains > 5 {
      isActive = false
      parts.overlap.reset()
      return
    }
    for block in 0..<4 { addInput(block: block, next: block + 1, at: clock + (block + 1) * hop) }
  }

  /// Adds the unshifted grains that would overlap the first shifted one.
  @_noLocks
  private mutating func activate() {
    isActive = true
    if clock == 0 {
      firstRatio = ratio
      return
    }
    overlappingGrains = 0xFFFF_FFFE
    for block in 0..<4 { addInput(block: block, next: 4, at: clock + block * hop) }
  }

  /// Adds a hop of input, weighted by `share` of `block` minus that of `next`.
  @_noLocks
  private func addInput(block: Int, next: Int, at frame: Int) {
    let (ring, overlap, share) = (parts.ring, parts.overlap, parts.grain.shape.share)
    for index in 0..<hop {
      let rest = next < 4 ? share[next * hop + index] : 0
      let weight = share[block * hop + index] - rest
      let from = ring.index(of: frame + index)
      let to = overlap.index(of: frame + index)
      overlap.left[to] += weight * ring.left[from]
      overlap.right[to] += weight * ring.right[from]
    }
  }
}
