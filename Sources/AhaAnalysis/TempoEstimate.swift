/// How fast something is, as far as it can be told.
public struct TempoEstimate: Equatable, Sendable {
  public struct Candidate: Equatable, Sendable {
    public var bpm: Double
    /// 0 to 1; those of all candidates together are 1.
    public var weight: Double
  }

  /// Beats a minute; nil where nothing repeats.
  public var bpm: Double?
  /// 0 to 1: how well it repeats.
  public var confidence = 0.0
  /// What else it could be, the likeliest first.
  public var candidates: [Candidate] = []
  /// Whether the whole length is a whole number of beats, and the tempo is taken from that.
  public var isFromLength = false
}
