import CShims

/// An LFO that moves a parameter through part of its range.
///
/// The phase counts frames from the start, so the values do not depend on how frames are divided
/// into calls. The random waveform is xorshift32 from a seed.
public struct Modulator: BitwiseCopyable {
  public enum Waveform: UInt32, BitwiseCopyable, Sendable {
    case random = 0
    case sine, triangle
  }

  public var waveform: Waveform
  /// Hz: cycles, or random values, per second.
  public var rate: Float
  /// Share of the range that is used; 1: from the minimum to the maximum.
  public var depth: Float
  /// Frames until the end; `forever`: no end.
  public var duration: Int64
  private var state: UInt32
  private var held: Float
  private var phase: Float = 0

  public static let forever = Int64.max

  @_noLocks
  public init(waveform: Waveform, rate: Float, depth: Float, duration: Int64, seed: UInt32) {
    self.waveform = waveform
    self.rate = rate
    self.depth = depth
    self.duration = duration
    state = seed == 0 ? 0x9E37_79B9 : seed
    held = 0
    held = nextRandom()
  }

  public var isOver: Bool {
    @_noLocks get { duration <= 0 }
  }

  /// Moves on by `frames` frames; returns the waveform there, 0...1.
  @_noLocks
  public mutating func advance(_ frames: Int, sampleRate: Float) -> Float {
    if duration != Modulator.forever { duration -= Int64(frames) }
    phase += rate * Float(frames) / sampleRate
    if phase >= 1 {
      phase -= Float(Int(phase))
      if waveform == .random { held = nextRandom() }
    }
    switch waveform {
    case .random: return held
    case .sine: return 0.5 + 0.5 * shim_sin(2 * .pi * phase)
    case .triangle: return triangle(phase)
    }
  }

  /// Starts in the middle and rises, as the sine does.
  @_noLocks
  private func triangle(_ phase: Float) -> Float {
    if phase < 0.25 { return 0.5 + 2 * phase }
    return phase < 0.75 ? 1.5 - 2 * phase : 2 * phase - 1.5
  }

  @_noLocks
  private mutating func nextRandom() -> Float {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Float(state >> 8) * 0x1p-24
  }
}
