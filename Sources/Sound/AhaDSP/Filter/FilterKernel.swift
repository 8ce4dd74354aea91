import AhaBase
import CShims

/// State-variable filter: low-pass, high-pass, band-pass and notch, with one section or two in
/// series.
///
/// At 12 dB per octave the second section passes its input on. At 24 dB per octave the gain of
/// low-pass and high-pass at the cutoff is also the resonance (0.7071: Butterworth, -3 dB), and
/// band-pass and notch keep the width between their half-power points. Band-pass has 0 dB at its
/// center. The magnitudes are those of analog filters up to 20 kHz.
///
/// Source: `SectionCoefficients` and `MatchedSections`.
public struct FilterKernel: TwinnedKernel {
  private let highest: Float
  /// Radians per frame at 1 Hz.
  private let radians: Float
  private var sections = SectionChain()

  public init(sampleRate: Int) throws(AhaError) {
    highest = 0.49 * Float(sampleRate)
    radians = 2 * .pi / Float(sampleRate)
  }

  public func free() {}

  public var isNeutral: Bool {
    @_noLocks get { false }
  }

  public var tail: Int {
    @_noLocks get { sections.tail }
  }

  public var stateDecay: Int {
    @_noLocks get { sections.stateDecay }
  }

  @_noLocks
  public mutating func copyState(of other: FilterKernel) {
    sections.copyState(of: other.sections)
  }

  /// Values in the registry's order: type, slope, cutoff, resonance.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let (type, isSteep) = (values[0], values[1] >= 0.5)
    let angle = SIMD4<Float>(repeating: min(values[2], highest) * radians)
    let k =
      isSteep
      ? dampings(resonance: values[3], hasOneMiddle: type >= 1.5, isNotch: type >= 2.5)
      : SIMD2(repeating: 1 / values[3])
    let both = sections(type, angle, damping: SIMD4(k[0], k[1], k[0], k[1]))
    sections.aim(
      both.section(0), second: isSteep ? both.section(1) : Section.passingOn(both.warped[0]),
      over: frames)
  }

  /// 1 / Q of the two sections at 24 dB per octave.
  @_noLocks
  private func dampings(resonance q: Float, hasOneMiddle: Bool, isNotch: Bool) -> SIMD2<Float> {
    if !hasOneMiddle {
      // The two Q of a fourth-order Butterworth filter, scaled so that their product is q.
      let share = shim_root(0.70710678 / q)
      return SIMD2(share / 0.54119610, share / 1.30656296)
    }
    // Each section has -1.5 dB at the half-power points of the single section.
    return SIMD2(repeating: 1 / (q * (isNotch ? 1.55377397 : 0.64359425)))
  }

  @_noLocks
  private func sections(
    _ type: Float, _ angle: SIMD4<Float>, damping k: SIMD4<Float>
  ) -> MatchedSections {
    let (zero, one) = (SIMD4<Float>(), SIMD4<Float>(repeating: 1))
    if type < 0.5 {
      return MatchedSections(
        MatchedSections.Analog(
          angle: angle, damping: k, low: one, middle: zero, high: zero, lower: 2 * one))
    }
    if type < 1.5 { return MatchedSections(highPassAt: angle, damping: k) }
    if type < 2.5 {
      return MatchedSections(
        MatchedSections.Analog(
          angle: angle, damping: k, low: zero, middle: k * k, high: zero,
          lower: (0.7 * angle).smaller(1.5 * one)))
    }
    return MatchedSections(notchAt: angle, damping: k)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    sections.process(audio, frames: frames)
  }

  @_noLocks
  public mutating func reset() { sections.reset() }
}
