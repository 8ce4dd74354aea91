/// Scores of the 24 major and minor keys or chords: state r is major on the root r, 12 + r minor.
///
/// The weights are tenths, for the notes from the root up: 12 of all notes, 12 of the bass.
struct TriadScores {
  static let count = 24

  private let weights: [[Int8]]

  /// Of keys, for the share of each note during a second. Fitted by maximum likelihood on random
  /// songs in 24 keys.
  static let keys = TriadScores(weights: [
    [
      12, -21, 11, -12, 15, 30, -25, 16, -27, 14, -42, 26,
      9, -11, 7, -10, 8, 7, -9, 8, -18, 7, -21, 6,
    ],
    [
      22, -43, 19, 19, -26, 12, -11, 11, 17, -22, -4, 9,
      12, -18, 6, 9, -17, 12, -7, 8, 9, -18, 8, 12,
    ],
  ])

  /// Of chords, for the square root of the share of each note. Fitted on the same songs.
  static let chords = TriadScores(weights: [
    [
      50, -35, 2, -58, 79, 0, -14, 33, -13, -30, -12, 7,
      51, -6, -19, -20, 42, -24, -9, 36, -18, -36, -5, 8,
    ],
    [
      64, -31, 11, 78, -20, -17, -45, 43, -40, -20, -5, -27,
      52, 3, -16, 39, -31, -21, -7, 38, -27, -18, 3, -14,
    ],
  ])

  /// - Parameter notes: Twelve values of all notes from C, then twelve of the bass.
  func callAsFunction(_ notes: [Float]) -> [Float] {
    (0..<TriadScores.count).map { state in
      let (weights, root) = (weights[state / 12], state % 12)
      var sum: Float = 0
      for index in 0..<24 {
        sum += 0.1 * Float(weights[index]) * notes[index / 12 * 12 + (index + root) % 12]
      }
      return sum
    }
  }
}

extension PitchTimeline {
  /// The shares of each step: of all notes from C, then of the bass.
  /// - Parameter tuning: Bins of the histogram from A = 440 Hz.
  func shares(tuning: Int) -> [[Float]] {
    steps.map { $0.all.chroma(tuning: tuning) + $0.bass.chroma(tuning: tuning) }
  }
}
