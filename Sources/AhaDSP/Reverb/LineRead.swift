/// Reads of delay lines whose lengths move: slow sines, each line at its own rate, so that no
/// resonance of the network stays where it is.
///
/// Source of the interpolation: Lagrange polynomials of third order, J. O. Smith, Physical Audio
/// Signal Processing. Their loss below 5 kHz is under 0.05 dB a pass at 44.1 kHz.
struct LineRead {
  typealias Frames = SIMD4<Float>

  /// Half cycles, -1...1, of each modulated line, and how far they go in a run.
  private var phase = SIMD4<Float>()
  private var offset = SIMD4<Float>()
  private let phaseStep: SIMD4<Float>
  private let depth: Float
  /// At the start of the present run: whole frames of delay, the weights for what is left, and how
  /// these move.
  private var floor = SIMD4<Float>()
  private var weights = Weights()
  private var step = Weights()

  init(sampleRate: Int) {
    let rate = Float(sampleRate)
    let rates = SIMD4<Float>(0.37, 0.53, 0.67, 0.83)
    phaseStep = rates * 2 * Float(DelayBank.run) / rate
    depth = 0.0008 * rate
    reset()
  }

  @_noLocks
  mutating func reset() {
    phase = SIMD4(-0.9, -0.4, 0.1, 0.6)
    offset = modulation()
  }

  /// Parabolas in place of sines: smooth, and nobody hears the difference. 0...1.
  @_noLocks
  private func modulation() -> SIMD4<Float> {
    let magnitude = phase.replacing(with: -phase, where: phase .< 0)
    return (2 * phase * (1 - magnitude) + 0.5) * depth
  }

  /// On to the next run.
  @_noLocks
  mutating func advance() {
    let before = offset
    phase += phaseStep
    phase.replace(with: phase - 2, where: phase .>= 1)
    offset = modulation()
    floor = LineRead.floors(before)
    weights = Weights(before - floor)
    step = weights.steps(to: Weights(offset - floor))
  }

  @_noLocks @inline(__always)
  func whole(_ index: Int) -> Int32 { Int32(floor[index]) }

  /// Of what is not negative.
  @_noLocks @inline(__always)
  private static func floors(_ x: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(
      Float(Int32(x[0])), Float(Int32(x[1])), Float(Int32(x[2])), Float(Int32(x[3])))
  }

  /// A run, from a pointer two frames before the whole delay, into a row.
  @_noLocks @inline(__always)
  func interpolate(
    _ line: Int, _ source: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>
  ) {
    let ramp = Frames(0, 1, 2, 3)
    let change = Frames(step.a[line], step.b[line], step.c[line], step.d[line])
    var (a, b) = (ramp * change[0] + weights.a[line], ramp * change[1] + weights.b[line])
    var (c, d) = (ramp * change[2] + weights.c[line], ramp * change[3] + weights.d[line])
    let (a4, b4, c4, d4) = (
      Frames(repeating: 4 * change[0]), Frames(repeating: 4 * change[1]),
      Frames(repeating: 4 * change[2]), Frames(repeating: 4 * change[3])
    )
    var frame = 0
    while frame < DelayBank.run {
      let sum = a * Octet.load(source + frame) + b * Octet.load(source + frame + 1)
      let more = c * Octet.load(source + frame + 2) + d * Octet.load(source + frame + 3)
      Octet.store(sum + more, row + frame)
      a += a4
      b += b4
      c += c4
      d += d4
      frame &+= 4
    }
  }
}

/// The factors of four neighboring frames, from 2 before the whole delay to 1 after it; per line.
private struct Weights {
  var a, b, c, d: SIMD4<Float>

  @_noLocks
  init() { (a, b, c, d) = (SIMD4(), SIMD4(), SIMD4(), SIMD4()) }

  /// At these fractions.
  @_noLocks @inline(__always)
  init(_ u: SIMD4<Float>) {
    let (above, below, far) = (u + 1, u - 1, u - 2)
    a = above * u * below * (1.0 / 6)
    b = above * u * far * -0.5
    c = above * below * far * 0.5
    d = u * below * far * (-1.0 / 6)
  }

  /// What is added a frame to come from these to others in a run.
  @_noLocks @inline(__always)
  func steps(to end: Weights) -> Weights {
    let share = 1 / Float(DelayBank.run)
    var steps = Weights()
    steps.a = (end.a - a) * share
    steps.b = (end.b - b) * share
    steps.c = (end.c - c) * share
    steps.d = (end.d - d) * share
    return steps
  }
}
