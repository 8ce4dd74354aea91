import CShims

/// What each line loses on its way round: a first-order shelf whose gains follow from decay times.
///
/// Every gain is below 1 and falls with frequency, so the network can only lose energy.
struct LineDamping {
  typealias Frames = SIMD4<Float>

  /// Gains at low frequencies, and from there to high ones; per line.
  private var low = SIMD8<Float>()
  private var fall = SIMD8<Float>()
  private var lowTarget = SIMD8<Float>()
  private var fallTarget = SIMD8<Float>()
  private var lowStep = SIMD8<Float>()
  private var fallStep = SIMD8<Float>()
  private var frames = 0
  private var memory = SIMD8<Float>()
  /// Of the low-pass: its pole, and what it passes at 1 kHz, in phase.
  private let pole: Float
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

  /// How much longer than at 1 kHz low frequencies last, with this damping.
  @_noLocks
  func lowStretch(_ damping: Float) -> Float {
    middle / (1 - (1 - middle) / LineDamping.highShare(damping))
  }

  /// How much of the decay time is left at the highest frequencies.
  @_noLocks
  private static func highShare(_ damping: Float) -> Float { shim_exp(-1.7 * damping) }

  @_noLocks
  mutating func aim(decay: Float, damping: Float, delays: SIMD8<Float>, over length: Int) {
    let loss = delays * (-6.9077553 / (decay * sampleRate))
    lowTarget = LineDamping.exp(loss / lowStretch(damping)) * LineDamping.mixing
    let high = LineDamping.exp(loss / LineDamping.highShare(damping)) * LineDamping.mixing
    fallTarget = lowTarget - high
    frames = length
    if length <= 0 { settle() }
  }

  @_noLocks
  mutating func settle() {
    frames = 0
    (low, fall) = (lowTarget, fallTarget)
    (lowStep, fallStep) = (SIMD8(), SIMD8())
  }

  @_noLocks
  mutating func reset() {
    settle()
    memory = SIMD8()
  }

  /// Before the lines of a run: how the gains move in it.
  @_noLocks
  mutating func begin() {
    guard frames > 0 else { return }
    let length = Float(max(frames, DelayBank.run))
    lowStep = (lowTarget - low) / length
    fallStep = (fallTarget - fall) / length
  }

  /// After the lines of a run.
  @_noLocks
  mutating func end() {
    guard frames > 0 else { return }
    frames -= DelayBank.run
    if frames <= 0 { return settle() }
    low += lowStep * Float(DelayBank.run)
    fall += fallStep * Float(DelayBank.run)
  }

  /// A run of a line. The low-pass takes four frames at once: what they have of each other, and what
  /// they have of the frame before them.
  @_noLocks @inline(__always)
  mutating func run(
    _ line: Int, _ source: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>
  ) {
    let ramp = Frames(0, 1, 2, 3)
    var low = ramp * lowStep[line] + self.low[line]
    var fall = ramp * fallStep[line] + self.fall[line]
    let (lowMore, fallMore) = (lowStep[line] * 4, fallStep[line] * 4)
    let (one, two) = (pole, pole * pole)
    let before = Frames(one, two, two * one, two * two)
    let feed = 1 - pole
    var last = memory[line]
    var frame = 0
    while frame < DelayBank.run {
      let x = Octet.load(source + frame)
      let scaled = x * feed
      let pairs = scaled + Frames(0, scaled[0], scaled[1], scaled[2]) * one
      let fours = pairs + Frames(0, 0, pairs[0], pairs[1]) * two
      let smooth = fours + before * last
      last = fours[3] + before[3] * last
      // low * smooth + high * (x - smooth), where high = low - fall.
      Octet.store(low * x - fall * (x - smooth), row + frame)
      low += lowMore
      fall += fallMore
      frame += 4
    }
    memory[line] = last
  }

  /// e to x for x <= 0, always below 1: squared eight times, good to a percent of x.
  @_noLocks
  static func exp(_ x: SIMD8<Float>) -> SIMD8<Float> {
    var y = 1 + x * (1.0 / 256)
    y.replace(with: 0, where: y .< 0)
    for _ in 0..<8 { y *= y }
    return y
  }
}
