import CShims

/// How fast something is, as far as it can be told.
public struct TempoEstimate: Equatable, Sendable {
  public struct Candidate: Equatable, Sendable {
    public var bpm: Double
    /// 0 to 1; those of all candidates together are 1.
    public var weight: Double
  }

  /// Beats a minute; nil where nothing repeats.
  public var bpm: Double?
  /// 0 to 1: how well it repeats, less where half or twice the tempo is likely too.
  public var confidence = 0.0
  /// What else it could be, the likeliest first.
  public var candidates: [Candidate] = []
  /// The weight of twice and half the tempo.
  public var octaveWeight: Double {
    guard let bpm else { return 0 }
    return candidates.reduce(0) { sum, one in
      let octaves = abs(log2(one.bpm / bpm))
      return abs(octaves - 1) < 0.04 ? sum + one.weight : sum
    }
  }

  /// Twice or half the tempo is too likely for a tempo that a piece is labelled with.
  public var isOctaveOpen: Bool { octaveWeight >= 0.15 }

  /// Whether the whole length is a whole number of beats, and the tempo is taken from that.
  public var isFromLength = false
}
