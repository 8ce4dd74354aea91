import AhaBase
import CShims

/// State-variable filter: low-pass, high-pass, band-pass and notch, with one section or two in
/// series.
///
/// At 12 dB per octave the second section passes its input on. At 24 dB per octave the gain of
/// low-pass and high-pass at the cutoff is also the resonance (0.7071: Butterworth, -3 dB), and
/// band-pass and notch keep the width between their half-power points. Band-pass has 0 dB at its
/// center.
///
/// Source: `SectionCoefficients`.
public struct FilterKernel: TwinnedKernel {
  private let highest: Float
  /// Radians per frame at 1 Hz, halved for the bilinear transform.
  private let radians: Float
  private var sections = SectionChain()

  public init(sampleRate: Int) throws(AhaError) {
    highest = 0.49 * Float(sampleRate)
    radians = .pi / Float(sampleRate)
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
    let cutoff = min(values[2], highest)
    let g = SectionCoefficients.tangent(SIMD4(repeating: cutoff * radians))[0]
    if isSteep {
      let k = dampings(resonance: values[3], hasOneMiddle: type >= 1.5, isNotch: type >= 2.5)
      sections.aim(section(type, g: g, k: k[0]), second: section(type, g: g, k: k[1]), over: frames)
    } else {
      sections.aim(
        section(type, g: g, k: 1 / values[3]), second: Section.passingOn(g), over: frames)
    }
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
  private func section(_ type: Float, g: Float, k: Float) -> Section {
    if type < 0.5 { return Section(warped: g, damping: k, input: 0, band: 0, low: 1) }
    if type < 1.5 { return Section(warped: g, damping: k, input: 1, band: -k, low: -1) }
    if type < 2.5 { return Section(warped: g, damping: k, input: 0, band: k, low: 0) }
    return Section(warped: g, damping: k, input: 1, band: -k, low: 0)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    sections.process(audio, frames: frames)
  }

  @_noLocks
  public mutating func reset() { sections.reset() }
}
