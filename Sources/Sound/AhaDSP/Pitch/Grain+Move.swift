import AhaBase
import CShims

// Synthesis: from the peaks to the shifted spectrum.

extension Grain {
  /// Computes the shift and the rotation of each region.
  @_noLocks
  func rotate(_ step: Step) {
    let count = regions.count
    let end = count * (step.part + 1) / step.parts
    for index in (count * step.part / step.parts)..<end {
      let bin = Int(regions.peak[index])
      if bin == 0 {
        rest(index)
        continue
      }
      let frequency = job.isFirst ? frequencyNow(bin) : frequencySince(bin)
      var wanted = frequency * (job.ratio - 1)
      if !(wanted.magnitude < Double(shape.size)) { wanted = 0 }
      let shift = wanted.nearest()
      let rotation = turned(bin, frequency: frequency)
      fill(index, rotation: Float(rotation))
      // Bins count from the beginning of the grain; the rotation is that two hops before its end.
      let whole = rotation + shift * Double(2 * shape.hop) * cyclesPerFrame
      let (cosine, sine) = Angle.vector(Float(whole - whole.nearest()))
      let fraction = fraction(index, of: wanted - shift, shift: Int(shift))
      let gain = gain(bin, moved: wanted, by: shift + Double(fraction))
      regions.shift[index] = Int32(shift)
      regions.fraction[index] = fraction
      regions.real[index] = gain * cosine
      regions.imaginary[index] = gain * sine
    }
  }

  /// Keeps the DC region unchanged.
  @_noLocks
  private func rest(_ index: Int) {
    fill(index, rotation: 0)
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

  /// The peak's frequency in bins, from its phase advance since the previous grain.
  @_noLocks
  private func frequencySince(_ bin: Int) -> Double {
    let (now, last) = (spectrum, before)
    let mirror = shape.size - bin
    // The cross-spectrum of both channels: X(k) Y*(k) + X*(-k) Y(-k).
    let re =
      now.real[bin] * last.real[bin] + now.imaginary[bin] * last.imaginary[bin]
      + now.real[mirror] * last.real[mirror] + now.imaginary[mirror] * last.imaginary[mirror]
    let im =
      now.imaginary[bin] * last.real[bin] - now.real[bin] * last.imaginary[bin]
      - now.imaginary[mirror] * last.real[mirror] + now.real[mirror] * last.imaginary[mirror]
    // The phase advance of the bin's center; that of the peak differs a little.
    let expected = Double(bin &* job.advanceIn) * cyclesPerFrame
    let off = Double(Angle.of(y: im, x: re)) - expected
    let frequency = Double(bin) + (off - off.nearest()) * binsPerCycle
    return frequency.isFinite ? frequency : Double(bin)
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

  /// The rotation of the region around `bin` in the middle of this grain. Units: cycles.
  @_noLocks
  private func turned(_ bin: Int, frequency: Double) -> Double {
    let rotation: Double
    if job.isFirst {
      rotation = frequency * (job.ratio - 1) * Double(job.lead) * cyclesPerFrame
    } else {
      let gone = meanRatio * Double(job.advanceOut) - Double(job.advanceIn)
      rotation = Double(rotations[bin]) + frequency * gone * cyclesPerFrame
    }
    let rest = rotation - rotation.nearest()
    return rest.magnitude <= 0.5 ? rest : 0
  }

  @_noLocks
  private func fill(_ index: Int, rotation: Float) {
    let value = SIMD4<Float>(repeating: rotation)
    var bin = Int(regions.start[index])
    let end = Int(regions.start[index + 1])
    // No vectors past the end: the next region is not done yet.
    while bin + 4 <= end {
      store4(value, to: rotations + bin)
      bin += 4
    }
    while bin < end {
      rotations[bin] = rotation
      bin += 1
    }
  }

  /// The gain that compensates the rounding of the shift and, if wanted, keeps the formants.
  @_noLocks
  private func gain(_ bin: Int, moved: Double, by shift: Double) -> Float {
    let off = Float(moved - shift)
    let square = off * off
    let whole = 1 + square * (shape.bend.0 + square * shape.bend.1)
    guard job.keepsFormants else { return whole }
    let target = min(max(bin + Int(shift), 0), shape.size / 2 - 1)
    let (there, here) = (around(target), around(bin))
    let ratio = there.energy * here.bins / max(here.energy * there.bins, 1e-30)
    // Regions that move up lie farther apart with the same width. Each stands for more of the
    // envelope, or the gaps would lose energy.
    let spread = Float(max(1, job.ratio))
    return whole * shim_root(min(max(Float(ratio), 1e-4), 1e3) * spread)
  }

  /// The energy within 300 Hz, and the count of its bins.
  @_noLocks @inline(__always)
  private func around(_ bin: Int) -> (energy: Double, bins: Double) {
    let low = max(0, bin - shape.formantBins)
    let high = min(shape.size / 2, bin + shape.formantBins + 1)
    return (max(sums[high] - sums[low], 0), Double(high - low))
  }

  /// Moves the regions; the first part clears the target.
  @_noLocks
  func move(_ step: Step) {
    if step.part == 0 {
      moved.real.prefix(shape.size).clear()
      moved.imaginary.prefix(shape.size).clear()
    }
    let count = regions.count
    for index in (count * step.part / step.parts)..<(count * (step.part + 1) / step.parts) {
      moveRegion(index)
    }
  }

  @_noLocks
  private func moveRegion(_ index: Int) {
    let shift = Int(regions.shift[index])
    let start = Int(regions.start[index])
    let end = min(Int(regions.start[index + 1]), shape.size / 2 - shift)
    let rotation = (regions.real[index], regions.imaginary[index])
    // Bins that land at or below zero are rare and wrap around.
    let least = regions.fraction[index] != 0 ? 3 : 1
    let whole = max(start, max(least, least - shift))
    var bin = start
    while bin < min(whole, end) {
      moveFolded(bin, shift: shift, rotation: rotation)
      bin += 1
    }
    guard bin < end else { return }
    if regions.fraction[index] != 0 { return moveBetween(index, from: bin, end: end) }
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
  private func moveBetween(_ index: Int, from: Int, end: Int) {
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
      let real = weights[tap] * (regions.real[index] * cosine - regions.imaginary[index] * sine)
      let imaginary =
        weights[tap] * (regions.real[index] * sine + regions.imaginary[index] * cosine)
      addBoth(from: from, end: end, by: shift, real: real, imaginary: imaginary)
    }
  }

  /// moved(to...) += spectrum(from...) * (real, imaginary).
  @_noLocks
  private func add(from: Int, to: Int, count: Int, real: Float, imaginary: Float) {
    let (re, im) = (spectrum.real + from, spectrum.imaginary + from)
    let (outRe, outIm) = (moved.real + to, moved.imaginary + to)
    let rotation = Complex4(all: real, im: imaginary)
    var index = 0
    while index + 4 <= count {
      let added = Complex4(re + index, im: im + index).times(rotation)
      let sum = Complex4(outRe + index, im: outIm + index).plus(added)
      sum.store(outRe + index, toIm: outIm + index)
      index += 4
    }
    while index < count {
      outRe[index] += re[index] * real - im[index] * imaginary
      outIm[index] += re[index] * imaginary + im[index] * real
      index += 1
    }
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
