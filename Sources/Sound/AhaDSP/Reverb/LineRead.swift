import AhaBase

/// Reads modulated delay lines: each with a slow LFO at its own rate, so that no resonance of the
/// network is constant.
///
/// Source of the interpolation: Lagrange polynomials of third order, J. O. Smith, Physical Audio
/// Signal Processing. Their loss below 5 kHz is under 0.05 dB per pass at 44.1 kHz.
struct LineRead {
  typealias Frames = SIMD4<Float>

  /// Phase of each modulated line in half cycles, -1...1, and its step per run.
  private var phase = SIMD4<Float>()
  private var offset = SIMD4<Float>()
  private let phaseStep: SIMD4<Float>
  private let depth: Float
  /// At the start of the current run: whole frames of delay, the weights for the fraction, and
  /// their steps per frame.
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

  /// A parabola in place of a sine: smooth, without an audible difference. 0...1, times `depth`.
  @_noLocks
  private func modulation() -> SIMD4<Float> {
    let magnitude = phase.replacing(with: -phase, where: phase .< 0)
    return (2 * phase * (1 - magnitude) + 0.5) * depth
  }

  /// Moves to the next run.
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

  /// Truncation; the values are not negative.
  @_noLocks @inline(__always)
  private static func floors(_ x: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(
      Float(Int32(x[0])), Float(Int32(x[1])), Float(Int32(x[2])), Float(Int32(x[3])))
  }

  /// Interpolates a run into `row`. The source begins two frames before the whole delay.
  @_noLocks @inline(__always)
  func interpolate(_ line: Int, source: Floats, row: Floats) {
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
      Octet.store(sum + more, to: row + frame)
      a += a4
      b += b4
      c += c4
      d += d4
      frame &+= 4
    }
  }
}

/// Weights of four neighboring frames, from 2 before the whole delay to 1 after it; per line.
private struct Weights {
  var a, b, c, d: SIMD4<Float>

  @_noLocks
  init() { (a, b, c, d) = (SIMD4(), SIMD4(), SIMD4(), SIMD4()) }

  /// - Parameter u: Fractions of a frame.
  @_noLocks @inline(__always)
  init(_ u: SIMD4<Float>) {
    let (above, below, far) = (u + 1, u - 1, u - 2)
    a = above * u * below * (1.0 / 6)
    b = above * u * far * -0.5
    c = above * below * far * 0.5
    d = u * below * far * (-1.0 / 6)
  }

  /// Steps per frame to other weights over a run.
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
