import CShims

/// A histogram of block loudness in steps of 0.1 LU: constant memory for any count of blocks.
struct GatedBlocks {
  /// Absolute gate. Units: LUFS.
  private static let floor = -70.0
  private static let steps = 1000

  private var counts = [Double](repeating: 0, count: steps)
  private var powers = [Double](repeating: 0, count: steps)

  static func loudness(of power: Double) -> Double { 10 * log10(power) - 0.691 }

  mutating func add(_ power: Double) {
    let above = GatedBlocks.loudness(of: power) - GatedBlocks.floor
    guard above > 0 else { return }
    let step = Int(min(10 * above, Double(GatedBlocks.steps - 1)))
    counts[step] += 1
    powers[step] += power
  }

  /// Mean power of the blocks from a step on; nil without blocks.
  private func mean(from first: Int) -> Double? {
    var (count, power) = (0.0, 0.0)
    for step in first..<GatedBlocks.steps {
      count += counts[step]
      power += powers[step]
    }
    return count > 0 ? power / count : nil
  }

  /// Relative gate: the first step whose blocks are at most `below` LU under the mean of all.
  private func gate(below: Double) -> Int {
    guard let all = mean(from: 0) else { return 0 }
    let least = all * pow(10, -below / 10)
    var step = 0
    while step < GatedBlocks.steps - 1, powers[step] < least * counts[step] || counts[step] == 0 {
      step += 1
    }
    return step
  }

  /// Gated at 10 LU below the mean; nil for silence.
  var integrated: Double? { mean(from: gate(below: 10)).map { GatedBlocks.loudness(of: $0) } }

  /// Distance of the 10th and the 95th percentile, gated at 20 LU below the mean. Units: LU.
  var range: Double? {
    let first = gate(below: 20)
    var total = 0.0
    for step in first..<GatedBlocks.steps { total += counts[step] }
    guard total > 0 else { return nil }
    return 0.1
      * Double(stepReaching(0.95 * total, from: first) - stepReaching(0.1 * total, from: first))
  }

  private func stepReaching(_ count: Double, from first: Int) -> Int {
    var (left, step) = (count, first)
    while step < GatedBlocks.steps - 1, left >= counts[step] {
      left -= counts[step]
      step += 1
    }
    return step
  }
}
