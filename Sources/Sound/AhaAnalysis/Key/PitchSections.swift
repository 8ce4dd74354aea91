/// Pitch histograms of at most 16 consecutive sections of equal length. If all are full, pairs are
/// merged and the length doubles: constant memory for any length of sound.
struct PitchSections {
  private static let capacity = 16

  private var sections: [PitchHistogram] = []
  private var framesPerSection = 4
  /// Frames in the last section.
  private var frames = 0

  mutating func add(_ pitches: PitchHistogram, times factor: Float) {
    if sections.isEmpty || frames == framesPerSection {
      if sections.count == PitchSections.capacity { merge() }
      sections.append(PitchHistogram())
      frames = 0
    }
    sections[sections.count - 1].add(pitches, times: factor)
    frames += 1
  }

  private mutating func merge() {
    sections = stride(from: 0, to: sections.count, by: 2).map {
      var pair = sections[$0]
      pair.add(sections[$0 + 1], times: 1)
      return pair
    }
    framesPerSection *= 2
  }

  /// Two parts of nearly equal length; empty for fewer than four sections.
  var halves: [PitchHistogram] {
    guard sections.count >= 4 else { return [] }
    var halves = [PitchHistogram(), PitchHistogram()]
    for (index, section) in sections.enumerated() {
      halves[2 * index / sections.count].add(section, times: 1)
    }
    return halves
  }
}
