import CShims

/// The spectra of a stereo block, from one transform of left + i right.
///
/// Shape: four planes of `stride` floats: left real, left imaginary, right real, right imaginary.
/// Each has the bins 0...block of a transform of 2 * block samples; the rest is zero.
struct SplitSpectrum {
  let planes: UnsafeMutablePointer<Float>
  let block: Int

  @_noLocks
  init(_ planes: UnsafeMutablePointer<Float>, block: Int) {
    self.planes = planes
    self.block = block
  }

  @_noLocks
  static func stride(_ block: Int) -> Int { block + 8 }

  /// Floats of all four planes.
  @_noLocks
  static func count(_ block: Int) -> Int { 4 * stride(block) }

  @_noLocks
  private func plane(_ index: Int) -> UnsafeMutablePointer<Float> {
    planes + index * SplitSpectrum.stride(block)
  }

  /// Fills the planes from the spectrum of left + i right, by symmetry.
  @_noLocks
  func separate(_ packed: FFT.Planes) {
    let (re, im) = (packed.real, packed.imaginary)
    let (leftRe, leftIm, rightRe, rightIm) = (plane(0), plane(1), plane(2), plane(3))
    for bin in 0...block {
      let mirror = (2 * block - bin) & (2 * block - 1)
      leftRe[bin] = 0.5 * (re[bin] + re[mirror])
      leftIm[bin] = 0.5 * (im[bin] - im[mirror])
      rightRe[bin] = 0.5 * (im[bin] + im[mirror])
      rightIm[bin] = 0.5 * (re[mirror] - re[bin])
    }
  }

  /// The reverse of `separate`.
  @_noLocks
  func combine(into packed: FFT.Planes) {
    let (re, im) = (packed.real, packed.imaginary)
    let (leftRe, leftIm, rightRe, rightIm) = (plane(0), plane(1), plane(2), plane(3))
    for bin in 0...block {
      re[bin] = leftRe[bin] - rightIm[bin]
      im[bin] = leftIm[bin] + rightRe[bin]
    }
    for bin in 1..<block {
      re[2 * block - bin] = leftRe[bin] + rightIm[bin]
      im[2 * block - bin] = rightRe[bin] - leftIm[bin]
    }
  }

  /// self += input * filter
  @_noLocks
  func add(_ input: SplitSpectrum, times filter: SplitSpectrum) {
    let stride = SplitSpectrum.stride(block)
    shim_add_product(planes, input.planes, filter.planes, stride)
    shim_add_product(plane(2), input.plane(2), filter.plane(2), stride)
  }
}
