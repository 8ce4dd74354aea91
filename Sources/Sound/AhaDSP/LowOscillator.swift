/// The phase of a low-frequency oscillator, and its waveforms.
///
/// The phase is a whole number that wraps around, so it does not depend on how frames are divided
/// into calls.
struct LowOscillator {
  typealias Lanes = SIMD4<Float>
  typealias Phases = SIMD4<UInt32>

  /// Frames between two values of a slow control, such as a delay, which moves linearly between.
  static var run: Int { @_noLocks get { 1 << runBits } }
  static var runBits: Int32 { @_noLocks get { 5 } }

  /// 2^32 is one cycle.
  var phase: UInt32 = 0
  private var step: UInt32 = 0
  private let perHertz: Float

  init(sampleRate: Int) { perHertz = 0x1p32 / Float(sampleRate) }

  @_noLocks
  mutating func setRate(hertz: Float) { step = UInt32(min(hertz * perHertz, 0x1p31)) }

  @_noLocks @inline(__always)
  mutating func advance(_ frames: Int) {
    phase = phase &+ step &* UInt32(truncatingIfNeeded: frames)
  }

  /// The phases of four frames, the first of them `frame` frames from now.
  @_noLocks @inline(__always)
  func phases(_ frame: Int) -> Phases {
    let first = phase &+ step &* UInt32(truncatingIfNeeded: frame)
    return Phases(first, first &+ step, first &+ 2 &* step, first &+ 3 &* step)
  }

  /// -1...1; 0 and rising at phase 0.
  @_noLocks @inline(__always)
  static func triangle(_ phases: Phases) -> Lanes {
    let shifted = phases &+ Phases(repeating: 0x4000_0000)
    let bits = (shifted &>> 9) | Phases(repeating: 0x3F80_0000)
    let phase = unsafeBitCast(bits, to: Lanes.self) - Lanes(repeating: 1.5)
    return Lanes(repeating: 1) - phase.absolute * Lanes(repeating: 4)
  }

  @_noLocks @inline(__always)
  static func sine(_ phases: Phases) -> Lanes { quarterSine(triangle(phases)) }

  /// sin(pi/2 x) for -1...1, as a polynomial; accurate to 4e-6.
  @_noLocks @inline(__always)
  static func quarterSine(_ x: Lanes) -> Lanes {
    let square = x * x
    var sum = Lanes(repeating: 0.000160441) * square + Lanes(repeating: -0.00468175)
    sum = sum * square + Lanes(repeating: 0.0796926)
    sum = sum * square + Lanes(repeating: -0.645964)
    return (sum * square + Lanes(repeating: 1.57079633)) * x
  }
}
