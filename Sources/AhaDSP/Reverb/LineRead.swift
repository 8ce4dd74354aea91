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
  private let step: SIMD4<Float>
  private let depth: Float
  /// The modulated lines at the present run: whole frames, and the fraction at both of its ends.
  private var floor = SIMD4<Float>()
  private var start = SIMD4<Float>()
  private var end = SIMD4<Float>()

  init(sampleRate: Int) {
    let rate = Float(sampleRate)
    let rates = SIMD4<Float>(0.53, 0.71, 0.89, 1.13)
    step = rates * 2 * Float(DelayBank.run) / rate
    depth = 0.0004 * rate
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
    phase += step
    phase.replace(with: phase - 2, where: phase .>= 1)
    offset = modulation()
    floor = LineRead.floors(before)
    start = before - floor
    end = offset - floor
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
  func interpolate(_ index: Int, _ source: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>) {
    let first = LineRead.weights(start[index])
    let change = (LineRead.weights(end[index]) - first) / Float(DelayBank.run)
    let ramp = Frames(0, 1, 2, 3)
    var (a, b) = (ramp * change[0] + first[0], ramp * change[1] + first[1])
    var (c, d) = (ramp * change[2] + first[2], ramp * change[3] + first[3])
    let step = change * 4
    var frame = 0
    while frame < DelayBank.run {
      let sum = a * Octet.load(source + frame) + b * Octet.load(source + frame + 1)
      let more = c * Octet.load(source + frame + 2) + d * Octet.load(source + frame + 3)
      Octet.store(sum + more, row + frame)
      a += step[0]
      b += step[1]
      c += step[2]
      d += step[3]
      frame &+= 4
    }
  }

  /// Of the frames 2, 1, 0 and -1 before the whole delay.
  @_noLocks @inline(__always)
  private static func weights(_ u: Float) -> Frames {
    Frames(
      (u + 1) * u * (u - 1) / 6, -(u + 1) * u * (u - 2) / 2,
      (u + 1) * (u - 1) * (u - 2) / 2, -u * (u - 1) * (u - 2) / 6)
  }
}
