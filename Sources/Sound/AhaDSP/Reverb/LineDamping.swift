import CShims

/// The loss of each line per pass: a first-order shelf whose gains follow from decay times.
///
/// Every gain is below 1 and falls with frequency, so the network always loses energy.
struct LineDamping {
  typealias Frames = SIMD4<Float>

  /// Per line: the gain at high frequencies, and the gain of the low-passed signal to add.
  private(set) var high = SIMD8<Float>()
  private(set) var tilt = SIMD8<Float>()
  private(set) var highStep = SIMD8<Float>()
  private(set) var tiltStep = SIMD8<Float>()
  private var highTarget = SIMD8<Float>()
  private var tiltTarget = SIMD8<Float>()
  private(set) var frames = 0
  /// State of each line's low-pass, without its factor of 1 - pole.
  var memory = SIMD8<Float>()
  /// The low-pass: its pole, and the in-phase part of its gain at 1 kHz.
  let pole: Float
  private let middle: Float
  private let sampleRate: Float

  /// The gain of the Hadamard matrix.
  static var mixing: Float {
    @_noLocks get { 0.35355339 }
  }

  init(sampleRate: Int) {
    let rate = Float(sampleRate)
    self.sampleRate = rate
    pole = shim_exp(-2 * .pi * min(4500, 0.3 * rate) / rate)
    let cosine = shim_cos(2 * .pi * 1000 / rate)
    middle = (1 - pole) * (1 - pole * cosine) / (1 - 2 * pole * cosine + pole * pole)
  }

  /// Ratio of the decay times at low frequencies and at 1 kHz.
  @_noLocks
  func lowStretch(_ damping: Float) -> Float {
    middle / (1 - (1 - middle) / LineDamping.highShare(damping))
  }

  /// Ratio of the decay times at the highest frequencies and at 1 kHz.
  @_noLocks
  private static func highShare(_ damping: Float) -> Float { shim_exp(-1.7 * damping) }

  @_noLocks
  mutating func aim(decay: Float, damping: Float, delays: SIMD8<Float>, over length: Int) {
    let loss = delays * (-6.9077553 / (decay * sampleRate))
    let low = LineDamping.exp(loss / lowStretch(damping)) * LineDamping.mixing
    highTarget = LineDamping.exp(loss / LineDamping.highShare(damping)) * LineDamping.mixing
    tiltTarget = (low - highTarget) * (1 - pole)
    frames = length
    if length <= 0 { settle() }
  }

  @_noLocks
  mutating func settle() {
    frames = 0
    (high, tilt) = (highTarget, tiltTarget)
    (highStep, tiltStep) = (SIMD8(), SIMD8())
  }

  @_noLocks
  mutating func reset() {
    settle()
    memory = SIMD8()
  }

  /// Computes the steps of the gains, before the lines of a run.
  @_noLocks
  mutating func begin() {
    guard frames > 0 else { return }
    let length = Float(max(frames, DelayBank.run))
    highStep = (highTarget - high) / length
    tiltStep = (tiltTarget - tilt) / length
  }

  /// Advances the gains, after the lines of a run.
  @_noLocks
  mutating func end() {
    guard frames > 0 else { return }
    frames -= DelayBank.run
    if frames <= 0 { return settle() }
    high += highStep * Float(DelayBank.run)
    tilt += tiltStep * Float(DelayBank.run)
  }

  /// e to x for x <= 0, always below 1: (1 + x/256)^256; the error is about 1 % of x.
  @_noLocks
  static func exp(_ x: SIMD8<Float>) -> SIMD8<Float> {
    var y = 1 + x * (1.0 / 256)
    y.replace(with: 0, where: y .< 0)
    for _ in 0..<8 { y *= y }
    return y
  }
}
