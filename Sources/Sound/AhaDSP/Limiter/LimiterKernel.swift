import AhaBase
import CShims

/// Look-ahead true-peak limiter, linked in stereo. Below its ceiling the output is bit-identical to
/// the input.
///
/// Works in blocks of 16 frames from the start, and in groups of four frames. The stages: peaks
/// between samples, with the part that the interpolator may miss (`NyquistEdge`); the gain that
/// each group needs, the minimum gain within the look-ahead, release, and two moving averages over
/// the look-ahead, so that the gain is reduced when the peak is output.
///
/// Release: holds for 10 ms after the last peak that needed the current gain; then the distance to
/// the needed gain shrinks to 37 % in the release time.
public struct LimiterKernel: TwinnedKernel {
  static var block: Int {
    @_noLocks get { 16 }
  }
  private static var ring: Int {
    @_noLocks get { 512 }
  }

  private let sampleRate: Float
  private var detector: PeakDetector
  private let edge = NyquistEdge()
  private var smoother: GainSmoother
  /// Both planes of the input, each frame stored twice, a ring's length apart; then an output block
  /// per channel, and a block of gains.
  private let memory: Floats
  private let left, right, outLeft, outRight, gains: Floats
  /// Ring index of the current block, and its count of frames so far.
  private var position = 0
  private var filled = 0
  private var ceiling = Ramp(1)
  private var gain = Ramp(1)

  public let latency: Int

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    detector = PeakDetector()
    smoother = GainSmoother(sampleRate: sampleRate)
    latency = LimiterKernel.block + PeakDetector.ahead + smoother.lookAhead
    let plane = 2 * LimiterKernel.ring
    let count = 2 * plane + 3 * LimiterKernel.block
    memory = Floats(repeating: 0, count: count)
    (left, right) = (memory, memory + plane)
    outLeft = memory + 2 * plane
    outRight = outLeft + LimiterKernel.block
    gains = outRight + LimiterKernel.block
  }

  public func free() {
    memory.deallocate()
    detector.free()
    edge.free()
    smoother.free()
  }

  public var tail: Int {
    @_noLocks get { 0 }
  }

  /// Never neutral: peaks above the ceiling are limited.
  public var isNeutral: Bool {
    @_noLocks get { false }
  }

  public var stateDecay: Int {
    @_noLocks get { latency }
  }

  @_noLocks
  public mutating func copyState(of other: LimiterKernel) {
    memory.copy(other.memory.prefix(4 * LimiterKernel.ring + 3 * LimiterKernel.block))
    detector.copyState(of: other.detector)
    smoother.copyState(of: other.smoother)
    (position, filled, ceiling, gain) = (other.position, other.filled, other.ceiling, other.gain)
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    ceiling.go(to: Level.factor(db: values[0]), over: frames)
    gain.go(to: Level.factor(db: values[2]), over: frames)
    smoother.setRelease(milliseconds: values[1])
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, LimiterKernel.block - filled)
      let part = audio.advanced(by: done)
      write(part.source, count: count)
      part.left.copy((outLeft + filled).prefix(count))
      part.right.copy((outRight + filled).prefix(count))
      advance(count)
      done += count
    }
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, LimiterKernel.block - filled)
      write(audio.advanced(by: done), count: count)
      advance(count)
      done += count
    }
  }

  /// Copies the input, times the input gain, into the block.
  @_noLocks
  private mutating func write(_ audio: StereoSource, count: Int) {
    let at = position + filled
    var frame = 0
    while frame < count, !gain.isSteady {
      gain.skip(1)
      put(audio.left[frame] * gain.value, to: left + (at + frame))
      put(audio.right[frame] * gain.value, to: right + (at + frame))
      frame += 1
    }
    put(audio.left, to: left + at, frames: frame..<count)
    put(audio.right, to: right + at, frames: frame..<count)
    ceiling.skip(min(count, ceiling.isSteady ? count : ceiling.frames))
  }

  /// Stores samples with a steady gain at both of their positions.
  @_noLocks @inline(__always)
  private func put(_ source: Floats, to target: Floats, frames: Range<Int>) {
    let value = gain.value
    var frame = frames.lowerBound
    while frame &+ 4 <= frames.upperBound {
      let samples = load4(source + frame) * value
      store4(samples, to: target + frame)
      store4(samples, to: target + (frame &+ LimiterKernel.ring))
      frame = frame &+ 4
    }
    while frame < frames.upperBound {
      put(source[frame] * value, to: target + frame)
      frame = frame &+ 1
    }
  }

  @_noLocks @inline(__always)
  private func put(_ sample: Float, to target: Floats) {
    target[0] = sample
    target[LimiterKernel.ring] = sample
  }

  @_noLocks
  private mutating func advance(_ count: Int) {
    filled += count
    guard filled == LimiterKernel.block else { return }
    filled = 0
    finishBlock()
    position = (position + LimiterKernel.block) & (LimiterKernel.ring - 1)
  }

  /// Computes the next block of output after a complete block of input.
  @_noLocks
  private mutating func finishBlock() {
    let now = position + LimiterKernel.ring
    let found = detector.run(left: left + now, right: right + now, ceiling: ceiling.value)
    let peaks = withMissedPart(found, at: now)
    let start = now + LimiterKernel.block - latency
    if smoother.isOpen, peaks.highest <= ceiling.value {
      outLeft.copy((left + start).prefix(LimiterKernel.block))
      outRight.copy((right + start).prefix(LimiterKernel.block))
    } else {
      smoother.run(peaks, ceiling: ceiling.value, into: gains)
      for frame in stride(from: 0, to: LimiterKernel.block, by: 4) {
        let gain = load4(gains + frame)
        store4(finite(load4(left + (start &+ frame)) * gain), to: outLeft + frame)
        store4(finite(load4(right + (start &+ frame)) * gain), to: outRight + frame)
      }
    }
  }

  /// Adds to interpolated peaks what an interpolator of 32 samples misses: nothing up to three
  /// quarters of the ceiling, all of it in loud peaks. A bound is not raised: an interpolated peak
  /// nearby is at least as high, and is raised instead.
  @_noLocks @inline(__always)
  private func withMissedPart(_ peaks: SIMD4<Float>, at now: Int) -> SIMD4<Float> {
    let extra = (2 * peaks - 1.5 * ceiling.value)
      .replacing(with: 0, where: .!detector.areInterpolated)
    guard extra.highest > 0 else { return peaks }
    let end = now + LimiterKernel.block
    let missing = SIMD4<Float>(repeating: edge.missing(left: left + end, right: right + end))
    return peaks + extra.smaller(missing).larger(SIMD4<Float>())
  }

  /// The input gain may overflow a float; infinity and NaN become silence.
  @_noLocks @inline(__always)
  private func finite(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let limit = SIMD4<Float>(repeating: .greatestFiniteMagnitude)
    return SIMD4<Float>().replacing(with: value, where: value.absolute .<= limit)
  }

  @_noLocks
  public mutating func reset() {
    memory.prefix(4 * LimiterKernel.ring + 3 * LimiterKernel.block).clear()
    (position, filled) = (0, 0)
    ceiling.jump(to: ceiling.target)
    gain.jump(to: gain.target)
    detector.reset()
    smoother.reset()
  }
}
