/// The most likely sequence of states.
///
/// Source: Viterbi (1967), with the same cost for each change.
enum BestPath {
  typealias Run = (state: Int, steps: Range<Int>)

  /// Runs of equal states. O(steps × states).
  /// - Parameters:
  ///   - scores: Log likelihoods: for each step, one for each of at most 256 states.
  ///   - cost: Cost of a change. Units: nepers.
  static func runs(of scores: [[Float]], changeCost cost: Float) -> [Run] {
    guard var sums = scores.first else { return [] }
    var before: [[UInt8]] = []
    for row in scores.dropFirst() {
      let best = highest(in: sums)
      before.append(
        row.indices.map { state in
          let changes = sums[state] < sums[best] - cost
          sums[state] = row[state] + (changes ? sums[best] - cost : sums[state])
          return UInt8(changes ? best : state)
        })
    }
    return runs(endingIn: highest(in: sums), before: before)
  }

  private static func runs(endingIn last: Int, before: [[UInt8]]) -> [Run] {
    var (state, end) = (last, before.count + 1)
    var runs: [Run] = []
    for step in stride(from: before.count, through: 1, by: -1) {
      let previous = Int(before[step - 1][state])
      if previous == state { continue }
      runs.append((state, step..<end))
      (state, end) = (previous, step)
    }
    runs.append((state, 0..<end))
    return runs.reversed()
  }

  private static func highest(in values: [Float]) -> Int {
    var best = 0
    for index in values.indices where values[index] > values[best] { best = index }
    return best
  }
}
