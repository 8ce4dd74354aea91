/// Pitches over time: at most 1024 consecutive steps of equal length. If all are full, pairs are
/// merged and the length of a step doubles: bounded memory for any length of sound.
struct PitchTimeline {
  /// The sums of one or more frames.
  struct Step {
    /// Each frame's pitches sum to its weight.
    var all = PitchHistogram()
    var bass = PitchHistogram()
    var power = 0.0
    /// The power in steady tones.
    var clearPower = 0.0
    var frames = 0
    var audibleFrames = 0
    /// Frames with steady tones.
    var pitchedFrames = 0

    mutating func add(_ other: Step) {
      all.add(other.all, times: 1)
      bass.add(other.bass, times: 1)
      power += other.power
      clearPower += other.clearPower
      frames += other.frames
      audibleFrames += other.audibleFrames
      pitchedFrames += other.pitchedFrames
    }
  }

  private static let capacity = 1024

  private(set) var steps: [Step] = []
  private(set) var framesPerStep = 1

  /// - Parameter step: One frame.
  mutating func add(_ step: Step) {
    if let last = steps.last, last.frames < framesPerStep {
      steps[steps.count - 1].add(step)
      return
    }
    if steps.count == PitchTimeline.capacity { merge() }
    steps.append(step)
  }

  private mutating func merge() {
    steps = stride(from: 0, to: steps.count, by: 2).map {
      var pair = steps[$0]
      pair.add(steps[$0 + 1])
      return pair
    }
    framesPerStep *= 2
  }
}
