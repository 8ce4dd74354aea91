import AhaBase
import CShims

// Synthesis: from the peaks to the shifted spectrum.

extension Grain {
  /// Computes the shift and the rotation of each region.
  @_noLocks
  func rotate(_ step: Step) {
    let count = regions.count
    let end = count * (step.part + 1) / step.parts
    for first in stride(from: count * step.part / step.parts, to: end, by: 8) {
      let last = min(first + 8, end)
      if job.isFirst {
        for index in first..<last {
          regions.wanted[index] = frequencyNow(Int(regions.peak[index]))
        }
      }
      shim_rotate_peaks(peaks, regions.peak.base + first, results(from: first))
      for index in first..<last { finish(index) }
    }
  }

  private var peaks: shim_peaks {
    @_noLocks get {
      var peaks = shim_peaks()
      peaks.re = UnsafePointer(spectrum.real.base)
      peaks.im = UnsafePointer(spectrum.imaginary.base)
      peaks.last_re = UnsafePointer(before.real.base)
      peaks.last_im = UnsafePointer(before.imaginary.base)
      peaks.rotations = UnsafePointer(rotations.base)
      peaks.shifts = UnsafePointer(shifts.base)
      (peaks.size, peaks.is_first, peaks.ratio) = (Int32(shape.size), job.isFirst, job.ratio)
      (peaks.advance, peaks.middle) = (Double(job.advanceIn), Double(2 * shape.hop))
      peaks.gone =
        job.isFirst
        ? (job.ratio - 1) * Double(job.lead)
        : meanRatio * Double(job.advanceOut) - Double(job.advanceIn)
      (peaks.cycles_per_frame, peaks.bins_per_cycle) = (cyclesPerFrame, binsPerCycle)
      return peaks
    }
  }

  @_noLocks
  private func results(from first: Int) -> shim_rotations {
    shim_rotations(
      wanted: (regions.wanted + first).base, shift: (regions.shift + first).base,
      rotation: (regions.rotation + first).base, cosine: (regions.real + first).base,
      sine: (regions.imaginary + first).base)
  }

  /// Gain and fraction of a region whose peak is rotated.
  @_noLocks
  private func finish(_ index: Int) {
    let bin = Int(regions.peak[index])
    if bin == 0 { return rest(index) }
    fill(index, rotation: regions.rotation[index], shift: Float(regions.shift[index]))
    let (wanted, shift) = (regions.wanted[index], Double(regions.shift[index]))
    let fraction = fraction(index, of: wanted - shift, shift: Int(shift))
    let gain = gain(bin, moved: wanted, by: shift + Double(fraction))
    regions.fraction[index] = fraction
    regions.real[index] *= gain
    regions.imaginary[index] *= gain
  }

  /// Keeps the DC region unchanged.
  @_noLocks
  private func rest(_ index: Int) {
    fill(index, rotation: 0, shift: 0)
    regions.shift[index] = 0
    regions.fraction[index] = 0
    regions.real[index] = 1
    regions.imaginary[index] = 0
  }

  /// The fraction of a bin that a region is shifted by. Only for low regions, where half a bin is
  /// many cents.
  @_noLocks
  private func fraction(_ index: Int, of rest: Double, shift: Int) -> Float {
    let end = Int(regions.start[index + 1])
    guard rounding < 1, end < shape.formantBins * 5, end + shift < shape.size / 2 - 4 else {
      return 0
    }
    return (1 - rounding) * Float(rest)
  }

  /// The peak's frequency in bins, from its neighbors alone (parabola of log energy).
  @_noLocks
  private func frequencyNow(_ bin: Int) -> Double {
    let low = shim_log(power[bin - 1] + 1e-30)
    let middle = shim_log(power[bin] + 1e-30)
    let high = shim_log(power[bin + 1] + 1e-30)
    let bend = low - 2 * middle + high
    guard bend < 0 else { return Double(bin) }
    return Double(bin) + Double(min(max(0.5 * (low - high) / bend, -0.5), 0.5))
  }

  @_noLocks
  private func fill(_ index: Int, rotation: Float, shift: Float) {
    let values = (SIMD4<Float>(repeating: rotation), SIMD4<Float>(repeating: shift))
    var bin = Int(regions.start[index])
    let end = Int(regions.start[index + 1])
    // No vectors past the end: the next region is not done yet.
    while bin + 4 <= end {
      store4(values.0, to: rotations + bin)
      store4(values.1, to: shifts + bin)
      bin += 4
    }
    while bin < end {
      (rotations[bin], shifts[bin]) = (rotation, shift)
      bin += 1
    }
  }

  /// The gain that compensates the rounding of the shift and, if wanted, moves the formants.
  @_noLocks
  private func gain(_ bin: Int, moved: Double, by shift: Double) -> Float {
    let off = Float(moved - shift)
    let square = off * off
    let whole = 1 + square * (shape.bend.0 + square * shape.bend.1)
    guard job.movesEnvelope else { return whole }
    let position = (Float(bin) + Float(moved)) / Float(job.formantRatio)
    let change = envelope(at: position) - envelope(at: Float(bin))
    return whole * Binary.power(0.5 * min(max(change, -14), 14))
  }

  /// Moves the regions; the first part clears the target.
  @_noLocks
  mutating func move(_ step: Step) {
    if step.part == 0 {
      level = job.movesEnvelope ? formerLevel() : 1
      moved.real.prefix(shape.size).clear()
      moved.imaginary.prefix(shape.size).clear()
    }
    let count = regions.count
    for index in (count * step.part / step.parts)..<(count * (step.part + 1) / step.parts) {
      moveRegion(index)
    }
  }

  /// The gain that gives the moved regions their former energy. A tenth more makes up for what
  /// neighboring grains cancel.
  @_noLocks
  private func formerLevel() -> Float {
    var (before, after) = (1e-30, 1e-30)
    for index in 0..<regions.count {
      let energy = sums[Int(regions.start[index + 1])] - sums[Int(regions.start[index])]
      let (real, imaginary) = (regions.real[index], regions.imaginary[index])
      before += energy
      after += energy * Double(real * real + imaginary * imaginary)
    }
    return shim_root(Float(min(1.1 * before / after, 1e6)))
  }

  @_noLocks
  private func moveRegion(_ index: Int) {
    let shift = Int(regions.shift[index])
    let start = Int(regions.start[index])
    let end = min(Int(regions.start[index + 1]), shape.size / 2 - shift)
    let rotation = (level * regions.real[index], level * regions.imaginary[index])
    // Bins that land at or below zero are rare and wrap around.
    let least = regions.fraction[index] != 0 ? 3 : 1
    let whole = max(start, max(least, least - shift))
    var bin = start
    while bin < min(whole, end) {
      moveFolded(bin, shift: shift, rotation: rotation)
      bin += 1
    }
    guard bin < end else { return }
    if regions.fraction[index] != 0 {
      return moveBetween(index, from: bin, end: end, rotation: rotation)
    }
    addBoth(from: bin, end: end, by: shift, real: rotation.0, imaginary: rotation.1)
  }

  /// Adds bins up to `end` and their mirrors, shifted and rotated.
  @_noLocks
  private func addBoth(
    from bin: Int, end: Int, by shift: Int, real: Float, imaginary: Float
  ) {
    add(from: bin, to: bin + shift, count: end - bin, real: real, imaginary: imaginary)
    let mirror = shape.size - end + 1
    add(from: mirror, to: mirror - shift, count: end - bin, real: real, imaginary: -imaginary)
  }

  /// Shifts a region by a fraction of a bin, with Lagrange interpolation over four bins. The phase
  /// reference is the middle of the grain, two hops before its end: there the spectrum is smooth.
  @_noLocks
  private func moveBetween(
    _ index: Int, from: Int, end: Int, rotation: (Float, Float)
  ) {
    let fraction = regions.fraction[index]
    let first = fraction > 0 ? -1 : -2
    let x = fraction - Float(first + 1)
    let weights = SIMD4<Float>(
      -x * (x - 1) * (x - 2) / 6, (x + 1) * (x - 1) * (x - 2) / 2, -(x + 1) * x * (x - 2) / 2,
      (x + 1) * x * (x - 1) / 6)
    for tap in 0..<4 {
      let shift = Int(regions.shift[index]) + first + tap
      let cycles = Double((first + tap) * 2 * shape.hop) * cyclesPerFrame
      let (cosine, sine) = Angle.vector(Float(cycles - cycles.nearest()))
      let real = weights[tap] * (rotation.0 * cosine - rotation.1 * sine)
      let imaginary =
        weights[tap] * (rotation.0 * sine + rotation.1 * cosine)
      addBoth(from: from, end: end, by: shift, real: real, imaginary: imaginary)
    }
  }

  /// moved(to...) += spectrum(from...) * (real, imaginary).
  @_noLocks
  private func add(from: Int, to: Int, count: Int, real: Float, imaginary: Float) {
    shim_add_rotated(
      spectrum.real.base + from, spectrum.imaginary.base + from, real, imaginary,
      moved.real.base + to, moved.imaginary.base + to, count)
  }

  /// Adds one bin and its mirror at any target; at bin 0 both are the same, and each adds a half.
  @_noLocks
  private func moveFolded(_ bin: Int, shift: Int, rotation: (Float, Float)) {
    let size = shape.size
    let target = bin + shift
    guard target > -size / 2, target < size / 2 else { return }
    let half: Float = bin == 0 ? 0.5 : 1
    add(
      from: bin, to: target < 0 ? target + size : target, count: 1, real: half * rotation.0,
      imaginary: half * rotation.1)
    add(
      from: bin == 0 ? 0 : size - bin, to: target > 0 ? size - target : -target, count: 1,
      real: half * rotation.0,
      imaginary: -half * rotation.1)
  }
}
