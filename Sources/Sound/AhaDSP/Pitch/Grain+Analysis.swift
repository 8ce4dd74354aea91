import AhaBase
import CShims

// Analysis: from the input to the peaks of its spectrum.

extension Grain {
  /// Copies the input under the window, without the transients after onsets.
  @_noLocks
  mutating func window(_ ring: InputRing, onsets: Onsets) {
    let size = shape.size
    var done = 0
    while done < size {
      let source = ring.index(of: job.end &- size &+ done)
      let count = min(size - done, ring.capacity - source)
      windowPiece(ring, source: source, start: done, count: count)
      done += count
    }
    isMono = ring.different <= job.end - size
    hollow(onsets)
    scale = 1
    if energy > 0x1p30 { rescale() }
  }

  @_noLocks
  private mutating func windowPiece(_ ring: InputRing, source: Int, start: Int, count: Int) {
    let (left, right) = (ring.left + source, ring.right + source)
    let window = shape.analysis + start
    let (re, im) = (input.real + start, input.imaginary + start)
    var sum = SIMD4<Float>(repeating: 0)
    var index = 0
    while index + 4 <= count {
      let gain = load4(window + index)
      let a = load4(left + index) * gain
      let b = load4(right + index) * gain
      store4(a, to: re + index)
      store4(b, to: im + index)
      sum += a * a + b * b
      index += 4
    }
    while index < count {
      re[index] = left[index] * window[index]
      im[index] = right[index] * window[index]
      index += 1
    }
    energy += (sum[0] + sum[1]) + (sum[2] + sum[3])
  }

  /// Scales very large input down by a power of two.
  @_noLocks
  private mutating func rescale() {
    scale = 0x1p-60
    for index in 0..<shape.size {
      input.real[index] *= scale
      input.imaginary[index] *= scale
    }
  }

  /// Removes the transients, which are read directly.
  @_noLocks
  private func hollow(_ onsets: Onsets) {
    let start = job.end - shape.size
    var index = onsets.count - 1
    let oldest = max(0, onsets.count - Onsets.capacity)
    while index >= oldest {
      let onset = onsets.frame(index)
      if onset + onsets.end <= start { return }
      let first = max(0, onset - onsets.lead - start)
      let end = min(shape.size, onset + onsets.end - start)
      let count = max(0, end - first)
      onsets.hollow(input.real + first, count: count, distance: start + first - onset)
      onsets.hollow(input.imaginary + first, count: count, distance: start + first - onset)
      index -= 1
    }
  }

  /// The energy of each bin: both channels, and so both halves of the spectrum, together.
  @_noLocks
  func measure(_ step: Step) {
    let size = shape.size
    let half = size / 2
    let (re, im) = (spectrum.real, spectrum.imaginary)
    let from = half / 4 * step.part / step.parts * 4
    let end = half / 4 * (step.part + 1) / step.parts * 4
    if step.part == 0 { power[0] = 2 * (re[0] * re[0] + im[0] * im[0]) }
    var bin = from + 1
    while bin < end {
      let other = size - bin - 3
      let a = load4(re + bin)
      let b = load4(im + bin)
      let c = load4(re + other).backward()
      let d = load4(im + other).backward()
      store4((a * a + b * b) + (c * c + d * d), to: power + bin)
      bin += 4
    }
    if end == half { for bin in half..<(half + 6) { power[bin] = 0 } }
    guard job.movesEnvelope else { return }
    var sum = from > 0 ? sums[from] : 0
    for bin in from..<end {
      sums[bin] = sum
      sum += Double(power[bin])
    }
    sums[end] = sum
  }

  /// The highest bin that is used; higher bins would move beyond the Nyquist frequency.
  var top: Int {
    @_noLocks get {
      let half = Double(shape.size / 2)
      return Int(min(half - 2, half / job.ratio))
    }
  }

  /// A peak is larger than its two neighbors on both sides.
  @_noLocks
  func findPeaks(_ step: Step) {
    let all = top - 1
    var bin = 1 + all * step.part / step.parts
    if step.part == 0, power[0] >= max(power[1], power[2]), power[0] > 0 {
      regions.add(0, power: power)
    }
    let end = 1 + all * (step.part + 1) / step.parts
    while bin < end {
      let center = load4(power + bin)
      let isPeak =
        (center .> load4(power + bin - 1)) .& (center .> load4(power + bin - 2))
        .& (center .>= load4(power + bin + 1)) .& (center .>= load4(power + bin + 2))
      let lanes = unsafeBitCast(isPeak, to: SIMD2<Int64>.self)
      if lanes[0] | lanes[1] != 0 {
        for lane in 0..<min(4, end - bin) where isPeak[lane] {
          regions.add(bin + lane, power: power)
        }
      }
      bin += 4
    }
    if step.part == step.parts - 1 { regions.close(top) }
  }
}
