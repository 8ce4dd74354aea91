import AhaBase

/// The beats of a sound.
public struct BeatEstimate: Equatable, Sendable {
  public struct Beat: Equatable, Sendable {
    public var frame: Int
    /// The tempo around the beat.
    public var bpm: Double
    /// Its number in the bar, from 1; 0 without a time signature.
    public var number = 0
    /// Its bar, from 1; 0 for the beats before the first whole bar.
    public var bar = 0
  }

  public static let maxBeats = 65_536
  /// Beats on either side that count for the local tempo.
  private static let neighbors = 4
  /// Onsets up to this distance move a beat. Units: frames of onset strength.
  private static let nearest = 3.0

  public var beats: [Beat] = []
  public var meter = MeterEstimate()

  init() {}

  /// - Parameters:
  ///   - bpm: The tempo of the whole.
  ///   - frameRate: Frames of onset strength per second.
  ///   - hop: Samples per frame of onset strength.
  init(
    _ strength: BeatStrength, onsets: [Float64], bpm: Double, frameRate: Double, hop: Int,
    frames: Int
  ) {
    let step = Double(BeatStrength.step)
    let path = BeatSearch(strength, period: 60 * frameRate / step / bpm).beats()
    let found = BeatPhase(strength).corrected(path)
    let refined = BeatEstimate.refined(found, onsets: onsets)
    for (index, position) in refined.prefix(BeatEstimate.maxBeats).enumerated() {
      let frame = max(0, min(Int((position * Double(hop)).rounded()), frames - 1))
      let period = BeatEstimate.period(at: index, of: refined)
      beats.append(Beat(frame: frame, bpm: period.map { 60 * frameRate / $0 } ?? bpm))
    }
    meter = MeterSearch(strength, beats: found, bpm: bpm).estimate()
    number()
  }

  /// Numbers the beats of the bars.
  mutating func number() {
    guard meter.beatsPerBar > 0 else { return }
    let length = meter.pulsesPerBar
    for index in beats.indices {
      let passed = index - meter.firstPulse
      beats[index].number = (passed % length + length) % length + 1
      beats[index].bar = passed < 0 ? 0 : passed / length + 1
    }
  }

  /// The positions of the beats, moved to the nearest onset. Units: frames of onset strength.
  private static func refined(_ beats: [Int], onsets: [Float64]) -> [Double] {
    var next = 0
    return beats.map { beat in
      let position = Double(BeatStrength.step * beat) + BeatStrength.middle
      while next + 1 < onsets.count, abs(onsets[next + 1] - position) < abs(onsets[next] - position)
      { next += 1 }
      guard next < onsets.count, abs(onsets[next] - position) <= nearest else { return position }
      return onsets[next]
    }
  }

  /// The slope of the line through the neighboring beats; nil for a single beat.
  private static func period(at index: Int, of positions: [Double]) -> Double? {
    let range = max(0, index - neighbors)...min(positions.count - 1, index + neighbors)
    guard range.count > 1 else { return nil }
    let middle = Double(range.lowerBound + range.upperBound) / 2
    var (products, squares) = (0.0, 0.0)
    for other in range {
      let distance = Double(other) - middle
      products += distance * positions[other]
      squares += distance * distance
    }
    return products / squares
  }
}
