import AhaBase
import CShims

/// The gain of a gate or downward expander, from the samples of a detector.
///
/// The detector's level is the higher peak of both channels. The gate opens at the threshold. It
/// closes when the level has stayed below the threshold minus the hysteresis for the hold time.
/// While it is closed, each dB below the threshold becomes `ratio` dB, but no gain is lower than
/// the range. The gain moves exponentially: 63 % of a change in the attack or release time.
///
/// Source: D. Giannoulis, M. Massberg, J. Reiss, Digital dynamic range compressor design, 2012;
/// U. Zölzer, DAFX, 2011, chapter 4 (noise gate with hysteresis).
struct GateGain {
  typealias Lanes = SIMD4<Float>

  /// Max frames of one `run`.
  static var chunk: Int { @_noLocks get { 64 } }
  private static var decibelsPerOctave: Float { @_noLocks get { 6.02059991 } }

  /// Threshold, ratio - 1, and the range as a loss. Units: dB.
  var curve = LinearRamps()
  var hysteresis: Float = 0
  var holdFrames = 0
  /// Shares of a change that are made in one frame.
  var attack: Float = 1
  var release: Float = 1
  private var isOpen = false
  private var holdLeft = 0
  private var gain: Float = 0
  /// dB over the threshold, and the gain of the closed gate, of each frame.
  private let over, closed: Floats

  init() {
    over = Floats(repeating: 0, count: 2 * GateGain.chunk)
    closed = over + GateGain.chunk
  }

  func free() { over.deallocate() }

  /// Writes the gains of the next frames. Precondition: count <= curve.segment(chunk).
  @_noLocks
  mutating func run(_ key: StereoSource, into gains: Floats, count: Int) {
    measure(key, count: count)
    for frame in 0..<count {
      decide(over[frame])
      let wanted = isOpen ? 1 : closed[frame]
      gain += (wanted - gain) * (wanted > gain ? attack : release)
      if wanted == 1, gain > 0.9999 { gain = 1 }
      gains[frame] = gain
    }
    curve.advance(count)
    if !(gain.magnitude < .infinity) { gain = 0 }
  }

  @_noLocks
  private func measure(_ key: StereoSource, count: Int) {
    let octave = GateGain.decibelsPerOctave
    var time = curve.time
    for frame in stride(from: 0, to: count, by: 4) {
      let left = load4(key.left + frame, upTo: count - frame).absolute
      let right = load4(key.right + frame, upTo: count - frame).absolute
      let level = FastLog.log2(left.larger(right)) * Lanes(repeating: octave)
      let excess = level - curve.lanes(0, at: time)
      let loss = Lanes() - excess * curve.lanes(1, at: time)
      let limited = loss.larger(Lanes()).smaller(curve.lanes(2, at: time))
      store4(excess, to: over + frame)
      store4(FastLog.exp2(limited * Lanes(repeating: -1 / octave)), to: closed + frame)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks @inline(__always)
  private mutating func decide(_ over: Float) {
    if over >= 0 { isOpen = true }
    guard isOpen else { return }
    if over >= -hysteresis {
      holdLeft = holdFrames
    } else if holdLeft > 0 {
      holdLeft -= 1
    } else {
      isOpen = false
    }
  }

  @_noLocks
  mutating func reset() {
    (isOpen, holdLeft, gain) = (false, 0, 0)
    curve.settle()
  }
}
