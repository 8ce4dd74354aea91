import AhaBase
import CShims

/// The spectra of a stereo block, from one transform of left + i right.
///
/// Shape: four planes of `stride` floats: left real, left imaginary, right real, right imaginary.
/// Each has the bins 0...block of a transform of 2 * block samples; the rest is zero.
struct SplitSpectrum {
  let planes: Floats
  let block: Int

  @_noLocks
  init(_ planes: Floats, block: Int) {
    self.planes = planes
    self.block = block
  }

  @_noLocks
  static func stride(_ block: Int) -> Int { block + 8 }

  /// Floats of all four planes.
  @_noLocks
  static func count(_ block: Int) -> Int { 4 * stride(block) }

  @_noLocks
  private func plane(_ index: Int) -> Floats {
    planes + index * SplitSpectrum.stride(block)
  }

  /// Fills the planes from the spectrum of left + i right, by symmetry.
  @_noLocks
  func separate(_ packed: FFT.Planes) {
    shim_separate(
      packed.real.base, packed.imaginary.base, block, planes.base, SplitSpectrum.stride(block))
  }

  /// The reverse of `separate`.
  @_noLocks
  func combine(into packed: FFT.Planes) {
    shim_combine(
      planes.base, SplitSpectrum.stride(block), block, packed.real.base, packed.imaginary.base)
  }

  /// self += input * filter
  @_noLocks
  func add(_ input: SplitSpectrum, times filter: SplitSpectrum) {
    let stride = SplitSpectrum.stride(block)
    shim_add_product(planes.base, input.planes.base, filter.planes.base, stride)
    shim_add_product(plane(2).base, input.plane(2).base, filter.plane(2).base, stride)
  }

  /// self += input * filter + other * otherFilter
  @_noLocks
  func add(
    _ input: SplitSpectrum, times filter: SplitSpectrum, other: SplitSpectrum,
    times otherFilter: SplitSpectrum
  ) {
    let stride = SplitSpectrum.stride(block)
    shim_add_products(
      planes.base, input.planes.base, filter.planes.base, other.planes.base,
      otherFilter.planes.base, stride)
    shim_add_products(
      plane(2).base, input.plane(2).base, filter.plane(2).base, other.plane(2).base,
      otherFilter.plane(2).base, stride)
  }
}
