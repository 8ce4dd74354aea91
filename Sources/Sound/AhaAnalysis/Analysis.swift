/// The measurements of a sound.
public struct Analysis: Sendable {
  public struct Onset: Equatable, Sendable {
    public var frame: Int
    /// Mean rise of the bands. Units: nepers of power.
    public var strength: Float
  }

  public var sampleRate = 0
  public var channels = 0
  public var frames = 0
  /// Units: LUFS, LU and dBTP; nil for a silent or too short sound.
  public var loudness: Double?
  public var highestShortTermLoudness: Double?
  public var loudnessRange: Double?
  public var truePeakDb: Double?
  public var tempo = TempoEstimate()
  /// The beats of the first hour.
  public var beats = BeatEstimate()
  public var key = KeyEstimate()
  /// In order of time, without gaps; empty without a key.
  public var keys: [KeySection] = []
  /// In order of time, without gaps; empty without a chord.
  public var chords: [Chord] = []
  /// The first onsets; `onsetCount` counts all.
  public var onsets: [Onset] = []
  public var onsetCount = 0
  /// Best first.
  public var loops: [LoopPoints] = []
  /// The range between leading and trailing silence; nil if all is silent.
  public var sounding: Range<Int>?
  public var waveform: Waveform

  public var leadingSilence: Int { sounding?.lowerBound ?? frames }
  public var trailingSilence: Int { frames - (sounding?.upperBound ?? frames) }
}
