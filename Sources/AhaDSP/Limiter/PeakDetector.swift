/// Finds true peaks of a stereo signal, by groups of four frames, in blocks of four groups.
///
/// A group is looked at between its samples only where that can matter: what it can reach at most,
/// by its samples and the second differences around it, is above the ceiling and above all samples
/// of its block and of the blocks before and after. Any other group counts with what it can reach at
/// most, so a group's peak is never too low; and where it is too high, then not above a sample so near.
struct PeakDetector {
  typealias Lanes = SIMD4<Float>

  /// Frames from the last one of the block whose peaks come out to the newest one.
  static var ahead: Int {
    @_noLocks get { Interpolator.pairs + 1 }
  }
  /// Groups that the newest block is ahead of the block whose peaks come out.
  private static var lag: Int {
    @_noLocks get { Interpolator.pairs / 4 }
  }

  private let interpolator = Interpolator()
  /// Highest samples of groups: of the block before the one that comes out, of that, and the rest.
  private let samples: UnsafeMutablePointer<Float>
  /// The largest second differences of the last four blocks.
  private var leftBends = Lanes()
  private var rightBends = Lanes()

  init() {
    samples = UnsafeMutablePointer<Float>.allocate(capacity: 8 + PeakDetector.lag)
    samples.initialize(repeating: 0, count: 8 + PeakDetector.lag)
  }

  func free() {
    samples.deallocate()
    interpolator.free()
  }

  @_noLocks
  mutating func reset() {
    for index in 0..<8 + PeakDetector.lag { samples[index] = 0 }
    leftBends = Lanes()
    rightBends = Lanes()
  }

  /// The peaks of the four groups that end `ahead` frames before the end of the newest block.
  ///
  /// - Parameters:
  ///   - left: The newest block, after at least 48 older samples; as `right`.
  ///   - ceiling: What is not above it need not be known exactly.
  @_noLocks
  mutating func run(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, ceiling: Float
  ) -> Lanes {
    take(left, right)
    let block = load4(samples + 4)
    let around = load4(samples).larger(block).larger(load4(samples + 8))
    var limit = max(ceiling, around.highest)
    let bends = leftBends.larger(rightBends)
    var peaks = block + interpolator.excess * bends.highest
    let start = -PeakDetector.ahead
    for group in 0..<4 where peaks[group] > limit {
      let at = start &+ 4 &* group
      peaks[group] = interpolator.highest(left + at, right + at)
      samples[4 &+ group] = max(peaks[group], samples[4 &+ group])
      limit = max(limit, peaks[group])
    }
    return peaks
  }

  /// The newest block's highest samples and second differences. The groups begin a frame early, so
  /// that the sample after them is there.
  @_noLocks @inline(__always)
  private mutating func take(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) {
    for index in stride(from: 0, to: 4 + PeakDetector.lag, by: 1) {
      samples[index] = samples[index + 4]
    }
    var (leftBend, rightBend) = (Lanes(), Lanes())
    for group in 0..<4 {
      let one = sides(left + (4 &* group &- 1), &leftBend)
      let other = sides(right + (4 &* group &- 1), &rightBend)
      samples[4 + PeakDetector.lag + group] = one.larger(other).highest
    }
    leftBends = Lanes(leftBends[1], leftBends[2], leftBends[3], leftBend.highest)
    rightBends = Lanes(rightBends[1], rightBends[2], rightBends[3], rightBend.highest)
  }

  /// The higher of the samples on both sides of each interval.
  @_noLocks @inline(__always)
  private func sides(_ source: UnsafePointer<Float>, _ bend: inout Lanes) -> Lanes {
    let (here, next) = (load4(source), load4(source + 1))
    bend = bend.larger(((load4(source - 1) - here) + (next - here)).absolute)
    return here.absolute.larger(next.absolute)
  }
}
