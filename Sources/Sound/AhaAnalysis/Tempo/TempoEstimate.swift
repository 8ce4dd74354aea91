import CShims

/// The estimated tempo of a sound.
public struct TempoEstimate: Equatable, Sendable {
  public struct Candidate: Equatable, Sendable {
    public var bpm: Double
    /// 0 to 1; the weights of all candidates sum to 1.
    public var weight: Double
  }

  /// Beats per minute; nil if nothing repeats.
  public var bpm: Double?
  /// 0 to 1: strength of the repetition, reduced if half or twice the tempo is likely too.
  public var confidence = 0.0
  /// All candidates, most likely first.
  public var candidates: [Candidate] = []
  /// The weight of twice and half the tempo.
  public var octaveWeight: Double {
    candidates.reduce(0) { isOctave($1.bpm) ? $0 + $1.weight : $0 }
  }

  /// Whether a tempo is half or twice the estimated one.
  func isOctave(_ other: Double) -> Bool {
    guard let bpm else { return false }
    return abs(abs(log2(other / bpm)) - 1) < 0.04
  }

  /// Twice or half the tempo is so likely that a piece should not be labelled with this tempo.
  public var isOctaveOpen: Bool { octaveWeight >= 0.15 }

  /// Whether the length of the sound is a whole number of beats, and the tempo is computed from it.
  public var isFromLength = false
}
