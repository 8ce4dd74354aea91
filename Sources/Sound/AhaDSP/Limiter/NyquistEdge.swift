import AhaBase
import CShims

/// The level of a signal in the last tenth below half the sample rate.
///
/// An interpolator misses the part of a peak that comes from samples beyond its taps: about as much
/// as there is in its transition band. That band is measured by low-passes of the signal with every
/// second sample negated.
///
/// Source: the low-pass is a Hann window of 24 samples, 6 dB down at 0.458 of the sample rate.
struct NyquistEdge {
  typealias Lanes = SIMD4<Float>

  /// Samples of a window, from one window to the next, and windows of a measurement.
  private static var length: Int { @_noLocks get { 24 } }
  private static var step: Int { @_noLocks get { 8 } }
  private static var count: Int { @_noLocks get { 6 } }
  /// From the root mean square to the largest part that is missed. Measured on white noise, random
  /// samples of 1 and -1 and bursts of 0.458 of the rate: true peaks stay below the ceiling.
  private static var crest: Float { @_noLocks get { 1.6 } }

  private let taps: Buffer<Lanes>

  init() {
    taps = Buffer(uninitialized: NyquistEdge.length / 4)
    for group in 0..<NyquistEdge.length / 4 {
      taps.initialize(group, to: NyquistEdge.taps(from: 4 * group))
    }
  }

  private static func taps(from first: Int) -> Lanes {
    var taps = Lanes()
    for lane in 0..<4 {
      let phase = Float(first + lane + 1) * 2 * .pi / Float(length + 1)
      // Half of the cosine's mean: the taps without their signs add up to 1.
      let tap = (1 - shim_cos(phase)) / Float(length + 1)
      taps[lane] = lane % 2 == 0 ? tap : -tap
    }
    return taps
  }

  func free() { taps.deallocate() }

  /// The part of a peak that an interpolator of 32 samples may miss, from the 64 samples before
  /// `left` and `right`; that of the louder channel.
  @_noLocks
  func missing(left: Floats, right: Floats) -> Float {
    let mean = max(squares(left), squares(right)) / Float(NyquistEdge.count)
    return NyquistEdge.crest * shim_root(mean)
  }

  @_noLocks @inline(__always)
  private func squares(_ end: Floats) -> Float {
    var sum: Float = 0
    for window in 0..<NyquistEdge.count {
      let start = end - (NyquistEdge.length &+ window &* NyquistEdge.step)
      var level = Lanes()
      for group in 0..<NyquistEdge.length / 4 {
        level = level + load4(start + 4 &* group) * taps[group]
      }
      let whole = level.sum()
      sum += whole * whole
    }
    return sum
  }
}
