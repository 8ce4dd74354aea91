import CShims

// The order of things: at fixed frames a step of the present grain, between them input in, output out.

extension PitchKernel {
  /// After the steps of the grain itself, the four that add it to the others.
  private var stepCount: Int {
    @_noLocks get { grain.stepCount + 4 }
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      while clock == due { work() }
      let count = min(frames - done, due - clock)
      let piece = audio.advanced(by: done)
      ring.append(piece.source, frames: count)
      onsets.scan(ring)
      emit(piece, count)
      clock += count
      cents.advance(count)
      done += count
    }
  }

  @_noLocks
  private mutating func work() {
    if step == 0 { beginGrain() }
    if isMoving { workOnGrain() }
    step += 1
    if step == stepCount {
      step = 0
      hops += 1
    }
    due = hops * grain.shape.hop + step * grain.shape.hop / stepCount
  }

  @_noLocks
  private mutating func workOnGrain() {
    if step < grain.stepCount {
      grain.run(step, ring: ring, onsets: onsets)
    } else {
      overlapGrain(step - grain.stepCount)
    }
  }

  @_noLocks
  private mutating func beginGrain() {
    let hop = grain.shape.hop
    movedGrains <<= 1
    placedGrains <<= 1
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
    placedGrains |= 1
    // The first grain agrees with what is heard before it: directly from the first frame on, or the
    // input until the grains are as loud, a hop before the first one's middle.
    let lead = clock == 0 ? 3 * hop : hop
    grain.begin(
      Grain.Job(
        end: clock + latency, advanceIn: hop, advanceOut: hop, ratio: Double(ratio),
        keepsFormants: keepsFormants, isFirst: isFirst, lead: lead))
  }

  /// A grain without a shift; after four of them the sum is the input.
  @_noLocks
  private mutating func rest() {
    restingGrains += 1
    placedGrains |= 1
    let hop = grain.shape.hop
    if restingGrains > 5 {
      isActive = false
      overlap.reset()
      return
    }
    for block in 0..<4 { addInput(block: block, next: block + 1, at: clock + (block + 1) * hop) }
  }

  /// The grains that would have been there by now, had there been any.
  @_noLocks
  private mutating func activate() {
    isActive = true
    if clock == 0 {
      firstRatio = ratio
      return
    }
    placedGrains = 0xFFFF_FFFE
    for block in 0..<4 { addInput(block: block, next: 4, at: clock + block * grain.shape.hop) }
  }

  /// Adds a hop of input under the part of `share` that is in `block` and not in `next`.
  @_noLocks
  private func addInput(block: Int, next: Int, at frame: Int) {
    let hop = grain.shape.hop
    let share = grain.shape.share
    for index in 0..<hop {
      let rest = next < 4 ? share[next * hop + index] : 0
      let weight = share[block * hop + index] - rest
      let from = ring.place(frame + index)
      let to = overlap.place(frame + index)
      overlap.left[to] += weight * ring.left[from]
      overlap.right[to] += weight * ring.right[from]
    }
  }

  @_noLocks
  private func overlapGrain(_ part: Int) {
    let hop = grain.shape.hop
    let from = hop * part
    let start = grain.shape.size - 4 * hop + from
    let left = UnsafePointer(grain.output.real + start)
    // Alike on both sides stays alike to the last bit.
    let isMono = ring.different <= grain.job.end - grain.shape.size
    let right = isMono ? left : UnsafePointer(grain.output.imaginary + start)
    overlap.add(
      StereoSource(left: left, right: right), window: grain.shape.synthesis + from,
      gain: 1 / grain.scale, at: (hops + 1) * hop + from, count: hop)
  }
}
