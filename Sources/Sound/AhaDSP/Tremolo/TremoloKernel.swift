import AhaBase
import CShims

/// Moves the gain (tremolo) or the position between left and right (auto-pan) with a low-frequency
/// oscillator.
///
/// Tremolo: the gain moves between 1 and 1 - depth. Auto-pan: the position moves by `depth`, with
/// constant power. The edges of the square waveform take 3 ms. The oscillator starts
/// in the middle and rises.
///
/// Source: J. Dattorro, Effect design part 2, 1997 (the oscillator is `LowOscillator`).
public struct TremoloKernel: Kernel {
  typealias Lanes = SIMD4<Float>

  private static var edgeSeconds: Float { @_noLocks get { 0.003 } }

  private var oscillator: LowOscillator
  /// Weights of sine, triangle and square; depth; share of auto-pan.
  private var weights = LinearRamps()
  /// Slope of the square's edges, in triangles.
  private var edge: Float = 1

  public init(sampleRate: Int) throws(AhaError) {
    oscillator = LowOscillator(sampleRate: sampleRate)
  }

  public func free() {}

  public var tail: Int { @_noLocks get { 0 } }

  public var isNeutral: Bool {
    @_noLocks get { weights.frames == 0 ? weights.target[3] == 0 : false }
  }

  /// Values in the registry's order: mode, rate, depth, shape.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    oscillator.setRate(hertz: values[1])
    edge = max(1, 1 / (2 * TremoloKernel.edgeSeconds * values[1]))
    var wanted = SIMD8<Float>()
    wanted[min(max(Int(values[3]), 0), 2)] = 1
    wanted[3] = values[2]
    wanted[4] = values[0]
    weights.go(to: wanted, over: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = weights.segment(frames - done)
      run(audio.advanced(by: done), count: count)
      weights.advance(count)
      oscillator.advance(count)
      done += count
    }
  }

  @_noLocks
  private func run(_ audio: StereoTarget, count: Int) {
    var time = weights.time
    for frame in stride(from: 0, to: count, by: 4) {
      let wave = wave(oscillator.phases(frame), time: time)
      let depth = weights.lanes(3, at: time)
      let (left, right) = gains(wave, depth: depth, pan: weights.lanes(4, at: time))
      let rest = count - frame
      store4(load4(audio.left + frame, upTo: rest) * left, to: audio.left + frame, upTo: rest)
      store4(load4(audio.right + frame, upTo: rest) * right, to: audio.right + frame, upTo: rest)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks @inline(__always)
  private func wave(_ phases: SIMD4<UInt32>, time: Lanes) -> Lanes {
    let triangle = LowOscillator.triangle(phases)
    let steep = triangle * Lanes(repeating: edge)
    let square = steep.smaller(Lanes(repeating: 1)).larger(Lanes(repeating: -1))
    return LowOscillator.quarterSine(triangle) * weights.lanes(0, at: time)
      + triangle * weights.lanes(1, at: time) + square * weights.lanes(2, at: time)
  }

  @_noLocks @inline(__always)
  private func gains(_ wave: Lanes, depth: Lanes, pan: Lanes) -> (Lanes, Lanes) {
    let (one, half) = (Lanes(repeating: 1), Lanes(repeating: 0.5))
    let both = one - depth * (half - wave * half)
    let (angle, open) = (depth * wave * half, Lanes(repeating: 1.41421356))
    let left = open * LowOscillator.quarterSine(half - angle)
    let right = open * LowOscillator.quarterSine(half + angle)
    return (both + (left - both) * pan, both + (right - both) * pan)
  }

  @_noLocks
  public mutating func reset() {
    oscillator.phase = 0
    weights.settle()
  }
}
