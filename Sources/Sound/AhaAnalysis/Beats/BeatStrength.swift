import AhaBase

/// Onset strength and level of low, middle and high bands for the beats: 86 values per second, of
/// the first hour.
struct BeatStrength {
  static let groups = 3
  private static let maxFrames = 310_000
  /// Frames of `OnsetStrength` in a frame.
  static let step = 2
  /// Half the steps of a neper of onset strength.
  private static let scale: Float = 32
  /// A group with a smaller deviation counts less.
  private static let quiet: Float = 4
  /// Half the steps of a neper of level, and the lowest level.
  private static let levelScale: Float = 3
  private static let lowest: Float = -24
  private static let bands = [
    0..<OnsetStrength.middle, OnsetStrength.middle..<OnsetStrength.high,
    OnsetStrength.high..<OnsetStrength.bands,
  ]
  /// Units: frames of `OnsetStrength`, from the start of a frame to its middle, and from the
  /// steepest rise of an onset to the middle of the rise.
  static let middle = 1.5

  /// For each frame, a byte of onset strength and then one of level for each group.
  private var values: [UInt8] = []
  private var first: (rises: SIMD4<Float>, levels: SIMD4<Float>)?

  private static let stride = 2 * groups
  var count: Int { values.count / BeatStrength.stride }

  /// - Parameter levels: Log powers of the bands.
  mutating func add(_ rises: SIMD4<Float>, levels: Floats) {
    guard count < BeatStrength.maxFrames else { return }
    var means = SIMD4<Float>()
    for (group, bands) in BeatStrength.bands.enumerated() {
      for band in bands { means[group] += levels[band] / Float(bands.count) }
    }
    guard let first else { return first = (rises, means) }
    self.first = nil
    append(BeatStrength.scale * (first.rises + rises))
    append(BeatStrength.levelScale * (first.levels + means - 2 * BeatStrength.lowest))
  }

  private mutating func append(_ levels: SIMD4<Float>) {
    for group in 0..<BeatStrength.groups {
      let level = levels[group] + 0.5
      values.append(level < 255 ? UInt8(max(0, level)) : 255)
    }
  }

  private func rise(_ group: Int, at frame: Int) -> Float {
    Float(values[BeatStrength.stride * frame + group])
  }

  /// The weighted sum of the groups in units of their standard deviations, smoothed, in units of
  /// its own; max 6.
  func emphasis(_ weights: SIMD4<Float>) -> [Float] {
    var sums = [Float](repeating: 0, count: count)
    for group in 0..<BeatStrength.groups {
      let weight = weights[group] / spread(of: group)
      for frame in sums.indices { sums[frame] += weight * rise(group, at: frame) }
    }
    let smooth = sums.indices.map { frame in
      let (before, after) = (sums[max(0, frame - 1)], sums[min(count - 1, frame + 1)])
      return 0.5 * sums[frame] + 0.25 * (before + after)
    }
    let deviation = max(1e-6, BeatStrength.deviation(of: smooth))
    return smooth.map { min(6, $0 / deviation) }
  }

  /// The smoothed rises of a group in the first frames, less their mean.
  func centered(_ group: Int, frames: Int) -> [Float] {
    let smooth = (0..<frames).map { frame in
      let beside = rise(group, at: max(0, frame - 1)) + rise(group, at: min(frames - 1, frame + 1))
      return 0.5 * rise(group, at: frame) + 0.25 * beside
    }
    let mean = Float(smooth.reduce(0.0) { $0 + Double($1) } / Double(max(1, frames)))
    return smooth.map { $0 - mean }
  }

  /// The deviation of a group's rises, with that of a quiet group added.
  func spread(of group: Int) -> Float {
    let rises = (0..<count).lazy.map { rise(group, at: $0) }
    return BeatStrength.deviation(of: rises) + BeatStrength.quiet
  }

  private static func deviation(of values: some Collection<Float>) -> Float {
    var (sum, squares) = (0.0, 0.0)
    for value in values {
      sum += Double(value)
      squares += Double(value * value)
    }
    let mean = sum / Double(max(1, values.count))
    return Float(max(0, squares / Double(max(1, values.count)) - mean * mean).squareRoot())
  }

  /// The highest onset strength of a group within a frame of a position.
  func highest(_ group: Int, near position: Double) -> Float {
    let center = max(1, min(Int(max(0, position).rounded()), count - 2))
    guard center > 0, center + 1 < count else { return 0 }
    return max(
      rise(group, at: center - 1), rise(group, at: center), rise(group, at: center + 1))
  }

  /// The highest level of a group in the 46 ms after a frame. Units: nepers.
  func level(_ group: Int, after frame: Int) -> Float {
    let last = min(frame + 3, count - 1)
    guard frame <= last else { return 0 }
    var highest: UInt8 = 0
    for at in frame...last {
      highest = max(highest, values[BeatStrength.stride * at + BeatStrength.groups + group])
    }
    return Float(highest) / (2 * BeatStrength.levelScale)
  }
}
