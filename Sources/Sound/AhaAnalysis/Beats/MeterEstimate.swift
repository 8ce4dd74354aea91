/// The estimated time signature of a sound.
public struct MeterEstimate: Equatable, Sendable {
  /// The time signature; 0 if it is unknown.
  public var beatsPerBar = 0
  public var beatUnit = 0
  /// Beats of `BeatEstimate` in a bar: 2 for 6/8 in dotted quarters.
  public var pulsesPerBar = 0
  /// The index of a beat that begins a bar, less than `pulsesPerBar`.
  public var firstPulse = 0
  /// The probability that the time signature is right.
  public var confidence = 0.0
}
