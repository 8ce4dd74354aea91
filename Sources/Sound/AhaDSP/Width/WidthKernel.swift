import AhaBase
import CShims

/// Stereo width by mid and side: gains of both, and a high-pass in the side, so that bass is mono.
///
///     mid = (left + right) / 2, side = (left - right) / 2
///     left = mid m + side s, right = mid m - side s
///
/// The high-pass is a second-order Butterworth filter; its coefficients follow `aim`.
///
/// Source: A. D. Blumlein, British patent 394325, 1931; the filter: `SectionCoefficients`.
public struct WidthKernel: TwinnedKernel {
  private static var chunk: Int { @_noLocks get { 64 } }
  private static var off: Float { @_noLocks get { 20 } }

  private let sampleRate: Float
  /// Gains of mid and side, and the share of the high-pass.
  private var gains = LinearRamps()
  private var highPass = SideHighPass()
  private let middle, side: Floats
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    middle = Floats(repeating: 0, count: 2 * WidthKernel.chunk)
    side = middle + WidthKernel.chunk
  }

  public func free() { middle.deallocate() }

  public var isNeutral: Bool {
    @_noLocks get {
      guard gains.frames == 0 else { return false }
      return gains.target == SIMD8(1, 1, 0, 0, 0, 0, 0, 0)
    }
  }

  public var stateDecay: Int {
    @_noLocks get { tail / 2 }
  }

  @_noLocks
  public mutating func copyState(of other: WidthKernel) {
    (gains, highPass, tail) = (other.gains, other.highPass, other.tail)
  }

  /// Values in the registry's order: width, mid, side, mono below.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let (cutoff, isOn) = (values[3], values[3] > WidthKernel.off)
    let share: Float = isOn ? 1 : 0
    gains.go(
      to: SIMD8(
        Level.factor(db: values[1]), values[0] * Level.factor(db: values[2]), share, 0, 0, 0, 0, 0),
      over: frames)
    highPass.tune(shim_tan(.pi * min(cutoff / sampleRate, 0.45)))
    // The poles decay by 0.707 nepers per radian.
    tail = isOn ? Int(18.5 * sampleRate / (0.707 * 2 * .pi * cutoff)) : 0
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      // Exact, so that it is the same whenever the effect falls asleep.
      if isNeutral { return highPass.clear() }
      let count = gains.segment(min(frames - done, WidthKernel.chunk))
      run(audio.advanced(by: done), count: count)
      gains.advance(count)
      done += count
    }
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, count: Int) {
    split(audio, count: count)
    if gains.frames > 0 || gains.target[2] > 0 {
      let time = gains.time[0]
      for frame in 0..<count {
        let share = gains.values(at: time + Float(frame))[2]
        side[frame] += share * (highPass.next(side[frame]) - side[frame])
      }
      highPass.repair()
    } else {
      highPass.clear()
    }
    join(audio, count: count)
  }

  /// Both terms are halved first, because their sum may overflow a float.
  @_noLocks
  private func split(_ audio: StereoTarget, count: Int) {
    for frame in stride(from: 0, to: count, by: 4) {
      let left = load4(audio.left + frame, upTo: count - frame) * SIMD4(repeating: 0.5)
      let right = load4(audio.right + frame, upTo: count - frame) * SIMD4(repeating: 0.5)
      store4(left + right, to: middle + frame)
      store4(left - right, to: side + frame)
    }
  }

  @_noLocks
  private func join(_ audio: StereoTarget, count: Int) {
    var time = gains.time
    for frame in stride(from: 0, to: count, by: 4) {
      let mid = load4(middle + frame) * gains.lanes(0, at: time)
      let wide = load4(side + frame) * gains.lanes(1, at: time)
      store4(mid + wide, to: audio.left + frame, upTo: count - frame)
      store4(mid - wide, to: audio.right + frame, upTo: count - frame)
      time = time + SIMD4(repeating: 4)
    }
  }

  @_noLocks
  public mutating func reset() {
    gains.settle()
    highPass.clear()
  }
}

/// A trapezoidal state-variable high-pass, Butterworth.
private struct SideHighPass {
  private var g: Float = 0
  private var scale: Float = 1
  private var s1: Float = 0
  private var s2: Float = 0

  private static var damping: Float { @_noLocks get { 1.41421356 } }

  /// - Parameter warped: tan(pi frequency / sample rate).
  @_noLocks
  mutating func tune(_ warped: Float) {
    g = warped
    scale = 1 / (1 + g * (g + SideHighPass.damping))
  }

  @_noLocks @inline(__always)
  mutating func next(_ x: Float) -> Float {
    let high = (x - (SideHighPass.damping + g) * s1 - s2) * scale
    let band = g * high + s1
    let low = g * band + s2
    s1 = g * high + band
    s2 = g * band + low
    return high
  }

  @_noLocks
  mutating func clear() { (s1, s2) = (0, 0) }

  /// Clears the states after NaN or infinity.
  @_noLocks
  mutating func repair() { if !((s1 + s2).magnitude < .infinity) { clear() } }
}
