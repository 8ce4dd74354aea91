import AhaBase
import CShims

/// Low shelf, two bells and a high shelf in series. Each is a state-variable section whose output
/// mix gives the response of the bilinear prototype. Shelves have the slope of Q 0.7071.
///
/// The four sections are two `SectionPair`s in series, each over all frames of a call.
///
/// Source: `SectionCoefficients`; the gains are R. Bristow-Johnson's, Cookbook formulae for audio
/// EQ.
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
    let angles = frequencies.smaller(limit) * SIMD4<Float>(repeating: .pi / sampleRate)
    let g = SectionCoefficients.tangent(angles)
    let low = Section.shelf(g[0], db: values[1], isHigh: false)
    let middle1 = Section.bell(g[1], db: values[3], q: values[4])
    let middle2 = Section.bell(g[2], db: values[6], q: values[7])
    let high = Section.shelf(g[3], db: values[9], isHigh: true)
    lows.aim(low, second: middle1, over: frames)
    highs.aim(middle2, second: high, over: frames)
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
