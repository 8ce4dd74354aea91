/// The pitches of a part of a sound, for the estimate of its key.
struct PitchEvidence {
  /// Frames of the first notes.
  private static let beginning = 8
  private static let lastDecay: Float = 0.8
  /// Min steps for halves that can be compared.
  private static let minSteps = 16

  private(set) var all = PitchHistogram()
  private(set) var bass = PitchHistogram()
  private(set) var first = PitchHistogram()
  private(set) var last = PitchHistogram()
  /// Pitches of each half, which differ if the key changes; empty for a short part.
  private(set) var halves: [PitchHistogram] = []
  /// Share of the frames that are not silent.
  private(set) var audibleShare = 0.0
  /// Share of the power in steady tones.
  private(set) var tonalShare = 0.0

  init(_ steps: ArraySlice<PitchTimeline.Step>) {
    if steps.count >= PitchEvidence.minSteps {
      halves = [PitchHistogram(), PitchHistogram()]
    }
    var sum = PitchTimeline.Step()
    for (index, step) in steps.enumerated() {
      if !halves.isEmpty { halves[2 * index / steps.count].add(step.all, times: 1) }
      if sum.pitchedFrames < PitchEvidence.beginning { first.add(step.all, times: 1) }
      sum.add(step)
      if step.pitchedFrames > 0 { end(with: step, after: sum) }
    }
    (all, bass) = (sum.all, sum.bass)
    if sum.frames > 0 { audibleShare = Double(sum.audibleFrames) / Double(sum.frames) }
    if sum.power > 0 { tonalShare = sum.clearPower / sum.power }
  }

  /// Quiet steps, such as a reverb's tail, are not the last notes.
  private mutating func end(with step: PitchTimeline.Step, after sum: PitchTimeline.Step) {
    let mean = sum.all.sum / Float(sum.pitchedFrames)
    guard step.all.sum > 0.3 * mean * Float(step.pitchedFrames) else { return }
    for _ in 0..<min(step.pitchedFrames, 64) { last.scale(PitchEvidence.lastDecay) }
    last.add(step.all, times: 1)
  }
}
