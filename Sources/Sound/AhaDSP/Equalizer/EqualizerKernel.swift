import AhaBase
import CShims

/// Low shelf, two bells and a high shelf in series, with the magnitudes of the analog prototypes up
/// to 20 kHz. Shelves have the slope of Q 0.7071.
///
/// The four sections are two `SectionPair`s in series, each over all frames of a call.
///
/// Source: `SectionCoefficients` and `MatchedSections`; the prototypes are
/// R. Bristow-Johnson's, Cookbook formulae for audio EQ.
public struct EqualizerKernel: TwinnedKernel {
  private let sampleRate: Float
  private var lows = SectionChain()
  private var highs = SectionChain()
  private var isFlat = true

  public init(sampleRate: Int) throws(AhaError) { self.sampleRate = Float(sampleRate) }

  public func free() {}

  public var tail: Int {
    @_noLocks get { max(lows.tail, highs.tail) * 2 }
  }

  public var stateDecay: Int {
    @_noLocks get { lows.stateDecay + highs.stateDecay }
  }

  @_noLocks
  public mutating func copyState(of other: EqualizerKernel) {
    lows.copyState(of: other.lows)
    highs.copyState(of: other.highs)
    isFlat = other.isFlat
  }

  /// All gains are 0 dB and no coefficient moves.
  public var isNeutral: Bool {
    @_noLocks get {
      guard isFlat else { return false }
      return !lows.isMoving
    }
  }

  /// - Parameter values: Frequency and gain of the low shelf; frequency, gain and Q of each bell;
  ///   frequency and gain of the high shelf.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    // While neutral the states were not updated. From silence, a gain leaves 0 dB without a step.
    if isNeutral {
      lows.clear()
      highs.clear()
    }
    isFlat = values[1] == 0
    if values[3] != 0 { isFlat = false }
    if values[6] != 0 { isFlat = false }
    if values[9] != 0 { isFlat = false }
    let frequencies = SIMD4<Float>(values[0], values[2], values[5], values[8])
    let limit = SIMD4<Float>(repeating: 0.49 * sampleRate)
    let angles = frequencies.smaller(limit) * SIMD4<Float>(repeating: 2 * .pi / sampleRate)
    let gains = SIMD4<Float>(values[1], values[3], values[6], values[9])
    design(angles, gains, q: SIMD4<Float>(1, values[4], values[7], 1), over: frames)
  }

  /// Designs each band as a boost by A^2, A = `root`; a cut has 1 / H.
  ///
  /// A bell has H(s) = (s^2 + s A / Q + 1) / (s^2 + s / (A Q) + 1). A low shelf has
  /// H(s) = (s^2 + s A sqrt(2) + A^2) / (s^2 + s sqrt(2) + 1), s relative to frequency / sqrt(A).
  /// A high shelf has A^2 / H(s) of that; its cut, H(s) / A^2.
  @_noLocks
  private mutating func design(
    _ angles: SIMD4<Float>, _ gains: SIMD4<Float>, q: SIMD4<Float>, over frames: Int
  ) {
    let isShelf = SIMD4<Int32>(1, 0, 0, 1) .== 1
    let root = roots(gains)
    let square = root * root
    let poles =
      angles / SIMD4<Float>(repeating: 1).replacing(with: shim_roots(root), where: isShelf)
    let (middle, damping) = (root / q, 1 / (q * root))
    let limit = SIMD4<Float>(2, 1.9, 1.9, 2)
    let boosts = MatchedSections(
      MatchedSections.Analog(
        angle: poles, damping: damping.replacing(with: 1.41421356, where: isShelf),
        low: SIMD4<Float>(repeating: 1).replacing(with: square, where: isShelf),
        // (A / Q)^2 - 2; for a shelf, 2 A^2 - 2 A^2.
        middle: (middle * middle - 2).replacing(with: 0, where: isShelf),
        high: SIMD4<Float>(repeating: 1),
        // Found by search, as the angles in `MatchedSections`.
        lower: (poles * SIMD4<Float>(3, 0.7, 0.7, 3)).smaller(limit)))
    let cuts = boosts.inverse()
    let low = band(0, gains[0] < 0 ? cuts : boosts, isFlat: gains[0] == 0)
    let middle1 = band(1, gains[1] < 0 ? cuts : boosts, isFlat: gains[1] == 0)
    let middle2 = band(2, gains[2] < 0 ? cuts : boosts, isFlat: gains[2] == 0)
    let high =
      gains[3] < 0
      ? boosts.section(3, gain: 1 / square[3])
      : band(3, cuts, gain: square[3], isFlat: gains[3] == 0)
    lows.aim(low, second: middle1, over: frames)
    highs.aim(middle2, second: high, over: frames)
  }

  /// A section; one of 0 dB is exactly its input.
  @_noLocks
  private func band(
    _ lane: Int, _ sections: MatchedSections, gain: Float = 1, isFlat: Bool
  ) -> Section {
    if isFlat { return Section.passingOn(sections.warped[lane]) }
    return sections.section(lane, gain: gain)
  }

  /// The square roots of linear gains, as boosts.
  @_noLocks
  private func roots(_ gains: SIMD4<Float>) -> SIMD4<Float> {
    var roots = SIMD4<Float>(repeating: 1)
    for lane in 0..<4 where gains[lane] != 0 {
      roots[lane] = shim_power(10, gains[lane].magnitude / 40)
    }
    return roots
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    if isNeutral { return }
    lows.process(audio, frames: frames)
    highs.process(audio, frames: frames)
  }

  @_noLocks
  public mutating func reset() {
    lows.reset()
    highs.reset()
  }
}
