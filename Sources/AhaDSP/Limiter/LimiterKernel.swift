import AhaBase
import CShims

/// Look-ahead true-peak limiter, linked in stereo. Below its ceiling the output is the input, bit
/// for bit.
///
/// The work is done in blocks of 16 frames counted from the start, and in groups of four: peaks
/// between samples, the gain that each group needs, the least gain within the look-ahead, release,
/// and two means in a row over the look-ahead, so that the gain is down when the peak comes out.
///
/// Release: a hold of 10 ms since the last peak that needed the present gain, then the way to the
/// gain that is needed now shrinks to 37 % in the release time.
public struct LimiterKernel: Kernel {
  static var block: Int {
    @_noLocks get { 16 }
  }
  private static var ring: Int {
    @_noLocks get { 512 }
  }

  private let sampleRate: Float
  private var detector: PeakDetector
  private var smoother: GainSmoother
  /// Both planes of the input, each frame twice, a ring's length apart; then a block of output for
  /// each side, and a block of gains.
  private let memory: UnsafeMutablePointer<Float>
  private let left, right, outLeft, outRight, gains: UnsafeMutablePointer<Float>
  /// Where the present block is in the ring, and how many of its frames are there.
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
    memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    (left, right) = (memory, memory + plane)
    outLeft = memory + 2 * plane
    outRight = outLeft + LimiterKernel.block
    gains = outRight + LimiterKernel.block
  }

  public func free() {
    memory.deallocate()
    detector.free()
    smoother.free()
  }

  public var tail: Int {
    @_noLocks get { 0 }
  }

  /// Never: what is above the ceiling is limited.
  public var isNeutral: Bool {
    @_noLocks get { false }
  }

  @_noLocks
  public mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {
    ceiling.go(to: linear(values[0]), over: frames)
    gain.go(to: linear(values[2]), over: frames)
    smoother.setRelease(milliseconds: values[1])
  }

  @_noLocks
  private func linear(_ db: Float) -> Float {
    db == 0 ? 1 : shim_power(10, db / 20)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, LimiterKernel.block - filled)
      let part = audio.advanced(by: done)
      take(part.source, count)
      shim_copy(part.left, outLeft + filled, 4 * count)
      shim_copy(part.right, outRight + filled, 4 * count)
      advance(count)
      done += count
    }
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, LimiterKernel.block - filled)
      take(audio.advanced(by: done), count)
      advance(count)
      done += count
    }
  }

  /// Input, with its gain, into the block.
  @_noLocks
  private mutating func take(_ audio: StereoSource, _ count: Int) {
    let at = position + filled
    var frame = 0
    while frame < count, !gain.isSteady {
      gain.skip(1)
      put(audio.left[frame] * gain.value, left + (at + frame))
      put(audio.right[frame] * gain.value, right + (at + frame))
      frame += 1
    }
    put(audio.left, left + at, frame..<count)
    put(audio.right, right + at, frame..<count)
    ceiling.skip(min(count, ceiling.isSteady ? count : ceiling.frames))
  }

  /// Samples with a gain that does not move, to both places.
  @_noLocks @inline(__always)
  private func put(
    _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    let value = gain.value
    var frame = frames.lowerBound
    while frame &+ 4 <= frames.upperBound {
      let samples = load4(source + frame) * value
      store4(samples, target + frame)
      store4(samples, target + (frame &+ LimiterKernel.ring))
      frame = frame &+ 4
    }
    while frame < frames.upperBound {
      put(source[frame] * value, target + frame)
      frame = frame &+ 1
    }
  }

  @_noLocks @inline(__always)
  private func put(_ sample: Float, _ target: UnsafeMutablePointer<Float>) {
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

  /// The block is there: makes the next block of output.
  @_noLocks
  private mutating func finishBlock() {
    let now = position + LimiterKernel.ring
    let peaks = detector.run(left + now, right + now, ceiling: ceiling.value)
    let start = now + LimiterKernel.block - latency
    if smoother.isOpen, peaks.highest <= ceiling.value {
      shim_copy(outLeft, left + start, 4 * LimiterKernel.block)
      shim_copy(outRight, right + start, 4 * LimiterKernel.block)
    } else {
      smoother.run(peaks, ceiling: ceiling.value, into: gains)
      for frame in stride(from: 0, to: LimiterKernel.block, by: 4) {
        let gain = load4(gains + frame)
        store4(finite(load4(left + (start &+ frame)) * gain), outLeft + frame)
        store4(finite(load4(right + (start &+ frame)) * gain), outRight + frame)
      }
    }
  }

  /// The input gain may leave the range of a float; what does is silence.
  @_noLocks @inline(__always)
  private func finite(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let most = SIMD4<Float>(repeating: .greatestFiniteMagnitude)
    return SIMD4<Float>().replacing(with: value, where: value.absolute .<= most)
  }

  @_noLocks
  public mutating func reset() {
    shim_clear(memory, 4 * (4 * LimiterKernel.ring + 3 * LimiterKernel.block))
    (position, filled) = (0, 0)
    ceiling.jump(to: ceiling.target)
    gain.jump(to: gain.target)
    detector.reset()
    smoother.reset()
  }
}
