import AhaBase

/// Finds true peaks of a stereo signal, per group of four frames, in blocks of four groups.
///
/// Interpolation is needed only if it can change the result. The upper bound of a group, from its
/// samples and the second differences around it, must be above the ceiling and above every known
/// peak of its block and the adjacent blocks; then the group is interpolated. For any other group
/// the bound is its peak. So a peak is never too low, and where it is above the ceiling and too
/// high, an equal peak is known within 31 frames. Half of the groups are interpolated whenever the
/// bound is above the ceiling, to keep the load even.
struct PeakDetector {
  typealias Lanes = SIMD4<Float>

  /// Frames from the end of the block whose peaks are returned to the newest frame.
  static var ahead: Int {
    @_noLocks get { Interpolator.pairs + 1 }
  }
  /// Groups between the block whose peaks are returned and the newest block.
  private static var lag: Int {
    @_noLocks get { Interpolator.pairs / 4 }
  }

  private let interpolator = Interpolator()
  /// Known peaks per group: of the block before the returned one, of that block, and of the rest.
  private let samples: Floats
  /// The largest second differences of the last three blocks, which a block's points depend on.
  private var bends = Lanes()
  /// The groups of the last run whose peaks are interpolated; for the others they are bounds.
  private(set) var areInterpolated = SIMDMask<SIMD4<Int32>>(repeating: false)

  init() {
    samples = Floats(repeating: 0, count: 8 + PeakDetector.lag)
  }

  func free() {
    samples.deallocate()
    interpolator.free()
  }

  @_noLocks
  mutating func reset() {
    for index in 0..<8 + PeakDetector.lag { samples[index] = 0 }
    bends = Lanes()
  }

  @_noLocks
  mutating func copyState(of other: PeakDetector) {
    for index in 0..<8 + PeakDetector.lag { samples[index] = other.samples[index] }
    bends = other.bends
  }

  /// The peaks of the four groups that end `ahead` frames before the end of the newest block.
  ///
  /// - Parameters:
  ///   - left: The newest block, after 32 older samples; the same for `right`.
  ///   - ceiling: Peaks up to it need not be exact.
  @_noLocks
  mutating func run(left: Floats, right: Floats, ceiling: Float) -> Lanes {
    append(left: left, right: right)
    let block = load4(samples + 4)
    let around = load4(samples).larger(block).larger(load4(samples + 8))
    var limit = max(ceiling, around.highest)
    var peaks = block + interpolator.excess * bends.highest
    let start = -PeakDetector.ahead
    areInterpolated = SIMDMask(repeating: false)
    let least = peaks.highest > ceiling ? 0 : limit
    for group in 0..<4 where peaks[group] > (group < 2 ? least : limit) {
      let at = start &+ 4 &* group
      // max returns its first argument if the second is NaN: a peak of NaN is ignored.
      let peak = max(samples[4 &+ group], interpolator.highest(left: left + at, right: right + at))
      samples[4 &+ group] = peak
      peaks[group] = peak
      areInterpolated[group] = true
      limit = max(limit, peak)
    }
    return peaks
  }

  /// The highest samples and second differences of the newest block. The groups begin one frame
  /// early, so that the sample after them is available.
  @_noLocks @inline(__always)
  private mutating func append(left: Floats, right: Floats) {
    for index in 0..<4 + PeakDetector.lag {
      samples[index] = samples[index + 4]
    }
    var bend = Lanes()
    for group in 0..<4 {
      let one = sides(left + (4 &* group &- 1), bend: &bend)
      let other = sides(right + (4 &* group &- 1), bend: &bend)
      samples[4 + PeakDetector.lag + group] = one.larger(other).highest
    }
    bends = Lanes(bends[1], bends[2], bend.highest, 0)
  }

  /// The larger magnitude of the samples at both ends of each interval.
  @_noLocks @inline(__always)
  private func sides(_ source: Floats, bend: inout Lanes) -> Lanes {
    let (here, next) = (load4(source), load4(source + 1))
    bend = bend.larger(((load4(source - 1) - here) + (next - here)).absolute)
    return here.absolute.larger(next.absolute)
  }
}
