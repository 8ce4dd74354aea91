/// What a sound says about itself.
public struct Analysis: Sendable {
  public struct Onset: Equatable, Sendable {
    public var frame: Int
    /// The mean rise of the bands, in nepers of power.
    public var strength: Float
  }

  public var sampleRate = 0
  public var channels = 0
  public var frames = 0
  /// Units: LUFS, LU and dBTP; nil where it is silent or too short.
  public var loudness: Double?
  public var highestShortTermLoudness: Double?
  public var loudnessRange: Double?
  public var truePeakDb: Double?
  public var tempo = TempoEstimate()
  public var key = KeyEstimate()
  /// The first ones; `onsetCount` counts all.
  public var onsets: [Onset] = []
  public var onsetCount = 0
  /// The best first.
  public var loops: [LoopPoints] = []
  /// Frames that sound; nil where all is silent.
  public var sounding: Range<Int>?
  public var waveform: Waveform

  public var leadingSilence: Int { sounding?.lowerBound ?? frames }
  public var trailingSilence: Int { frames - (sounding?.upperBound ?? frames) }
}
