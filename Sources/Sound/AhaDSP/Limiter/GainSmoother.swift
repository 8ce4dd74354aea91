import AhaBase
import CShims

/// Converts the peaks of groups of four frames to gains that are low enough in time.
///
/// Invariant: a frame's gain is a mean of values that are all at most the gain the frame needs. The
/// sums are integers, so they never drift.
struct GainSmoother {
  typealias Lanes = SIMD4<Float>

  /// Fixed-point 1. A sum of 100 of them fits; the second sum uses the first one's 128th part.
  private static var one: Int32 {
    @_noLocks get { 1 << 24 }
  }

  /// Delay in frames from a peak to its gain: the length of both means together.
  let lookAhead: Int
  /// Frames of each mean, and groups for which a peak holds the gain down.
  private let length, window: Int
  private let sampleRate: Float
  /// Factor from the second sum to a gain.
  private let scale: Float
  /// Needed gains of the window before the block, and of the block.
  private let needed: Floats
  /// Content of the two moving averages: a value per group; a sum per frame.
  private let values, sums: Buffer<Int32>
  private var valueAt = 0
  private var sumAt = 0
  private var sum: Int32 = 0
  private var sumOfSums: Int32 = 0
  /// Double: a slow release moves by less than the last bit of a float.
  private var held = 1.0
  private var holding = 0
  private var openGroups = 0
  private var release = 0.0

  init(sampleRate: Int) {
    self.sampleRate = Float(sampleRate)
    let groups = max((sampleRate / 950 + 4) / 8, 1)
    length = 4 * groups
    lookAhead = 2 * length
    // The group, the frame after it, and one more group during which the gain stays.
    window = 2 * groups + 3
    scale = 1 / (Float(length) * Float(Int32(length) * (GainSmoother.one >> 7)))
    needed = Floats(repeating: 1, count: window + 4)
    values = Buffer(repeating: 0, count: groups)
    sums = Buffer(repeating: 0, count: length)
    reset()
  }

  func free() {
    needed.deallocate()
    values.deallocate()
    sums.deallocate()
  }

  /// No peak within the window reduces the gain.
  var isOpen: Bool {
    @_noLocks get { openGroups >= window }
  }

  @_noLocks
  mutating func setRelease(milliseconds: Float) {
    let groups = milliseconds * sampleRate / 4000
    release = Double(1 / (groups + 1))
  }

  @_noLocks
  mutating func reset() {
    for index in 0..<window + 4 { needed[index] = 1 }
    for index in 0..<length / 4 { values[index] = GainSmoother.one }
    sum = Int32(length) * GainSmoother.one
    for index in 0..<length { sums[index] = sum >> 7 }
    sumOfSums = Int32(length) * (sum >> 7)
    (valueAt, sumAt, holding) = (0, 0, 0)
    held = 1
    openGroups = window
  }

  @_noLocks
  mutating func copyState(of other: GainSmoother) {
    needed.copy(other.needed)
    values.copy(other.values)
    sums.copy(other.sums)
    (valueAt, sumAt, sum, sumOfSums) = (other.valueAt, other.sumAt, other.sum, other.sumOfSums)
    (held, holding, openGroups) = (other.held, other.holding, other.openGroups)
    release = other.release
  }

  /// The gains of the frames that are `lookAhead` frames before the peaks' groups.
  @_noLocks
  mutating func run(_ peaks: Lanes, ceiling: Float, into gains: Floats) {
    for index in 0..<window { needed[index] = needed[index + 4] }
    // A NaN peak gets gain 0.
    let lowered = Lanes().replacing(with: ceiling / peaks, where: peaks .> ceiling)
    store4(lowered.replacing(with: 1, where: peaks .<= ceiling), to: needed + window)
    var least = load4(needed + window)
    for group in 1..<window { least = least.smaller(load4(needed + group)) }
    for group in 0..<4 {
      let value = releasing(least[group])
      openGroups = value < 1 ? 0 : min(openGroups + 1, window)
      average(value, gains: gains + 4 * group)
    }
  }

  /// Two moving averages in series, for a group whose frames have the same value.
  @_noLocks @inline(__always)
  private mutating func average(_ value: Float, gains: Floats) {
    let new = Int32(value * Float(GainSmoother.one))
    let change = new &- values[valueAt]
    values[valueAt] = new
    valueAt = valueAt + 1 == length / 4 ? 0 : valueAt + 1
    let old = sums + sumAt
    sumAt = sumAt + 4 == length ? 0 : sumAt + 4
    var (first, second) = (sum, sumOfSums)
    for frame in 0..<4 {
      first = first &+ change
      second = second &+ (first >> 7) &- old[frame]
      old[frame] = first >> 7
      gains[frame] = min(Float(second) * scale, 1)
    }
    (sum, sumOfSums) = (first, second)
  }

  @_noLocks @inline(__always)
  private mutating func releasing(_ least: Float) -> Float {
    let wanted = Double(least)
    if wanted <= held * 1.02 {
      if least < 1 { holding = Int(sampleRate * 0.01 / 4) }
      if wanted < held { held = wanted }
    }
    if holding > 0 {
      holding -= 1
      return Float(held)
    }
    held += release * (wanted - held)
    if held > 0.99999, least == 1 { held = 1 }
    return Float(held)
  }
}
