import AhaBase
import CShims

extension FFT {
  /// Part `part` of `parts` of pass `index`; the parts of a pass may run in any order.
  @_noLocks
  public func pass(_ index: Int, from: Planes, to: Planes, part: Int = 0, of parts: Int = 1) {
    let stage = stages[index]
    let vectors = stage.groups * stage.stride / 4
    var pass = shim_fft_pass()
    (pass.radix, pass.groups, pass.stride) = (Int32(stage.radix), stage.groups, stage.stride)
    pass.twiddles = UnsafePointer(stage.twiddles.base)
    pass.from_re = UnsafePointer(from.real.base)
    pass.from_im = UnsafePointer(from.imaginary.base)
    (pass.to_re, pass.to_im) = (to.real.base, to.imaginary.base)
    (pass.first, pass.end) = (4 * (vectors * part / parts), 4 * (vectors * (part + 1) / parts))
    shim_run_fft_pass(pass)
  }
}
