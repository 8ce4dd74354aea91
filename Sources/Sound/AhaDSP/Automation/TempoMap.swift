/// A point of a tempo track.
public struct TempoPoint: Equatable, Sendable {
  /// Units: those of the map.
  public var time: Double
  public var bpm: Double
  /// Whether the tempo changes evenly in octaves up to the next point; else it jumps there.
  public var isRamp: Bool

  public init(time: Double, bpm: Double, isRamp: Bool = false) {
    (self.time, self.bpm, self.isRamp) = (time, bpm, isRamp)
  }
}

/// The beats of a timeline whose tempo jumps and ramps. Beat 0 is at time 0.
///
/// Units: of times: any; a minute's length in that unit says which. Beats are quarter notes.
public struct TempoMap: Equatable, Sendable {
  /// Units: beats per minute. Other values are clamped; NaN is 120.
  public static let limits = 1.0...1000
  /// In order. The pace of the first one also applies before its start.
  public private(set) var segments: [TempoSegment]
  /// Units: beats.
  public let bar: Double
  private let minute: Double

  /// - Parameters:
  ///   - minute: The length of a minute: 60 for seconds, 60 times the rate for frames.
  ///   - bar: Beats per bar, more than 0.
  public init(bpm: Double, minute: Double = 60, bar: Double = 4) {
    (self.minute, self.bar) = (minute, bar)
    segments = [TempoSegment(start: 0, beat: 0, pace: TempoMap.clamped(bpm) / minute)]
  }

  /// - Parameters:
  ///   - bpm: The tempo without points.
  ///   - points: Times ascend from 0 on; of those at one time, the last one applies from there.
  ///     The first tempo also applies before its point.
  public init(bpm: Double, points: [TempoPoint], minute: Double = 60, bar: Double = 4) {
    self.init(bpm: points.first?.bpm ?? bpm, minute: minute, bar: bar)
    for (index, point) in points.enumerated() {
      let next = point.isRamp && index + 1 < points.count ? points[index + 1] : point
      append(at: point.time, bpm: point.bpm)
      if next.time > point.time {
        append(at: point.time, bpm: next.bpm, over: next.time - point.time)
      }
    }
  }

  /// Changes the tempo from a time on. Segments that would start later are dropped.
  /// - Parameter length: Of a ramp, even in octaves, from the tempo at that time; 0: a jump.
  public mutating func append(at time: Double, bpm: Double, over length: Double = 0) {
    let beat = self.beat(at: time)
    let goal = TempoMap.clamped(bpm) / minute
    let pace = self.pace(at: time)
    while segments.count > 1, segments[segments.count - 1].start >= time { segments.removeLast() }
    if segments[0].start >= time { segments.removeAll() }
    if length > 0 {
      segments.append(
        TempoSegment(start: time, beat: beat, pace: pace, to: goal, over: length))
      // Of the ramp's rounded end, so that the beats are continuous.
      let end = segments[segments.count - 1].beat(at: time + length)
      segments.append(TempoSegment(start: time + length, beat: end, pace: goal))
    } else {
      segments.append(TempoSegment(start: time, beat: beat, pace: goal))
    }
  }

  public func bpm(at time: Double) -> Double { pace(at: time) * minute }

  public func beat(at time: Double) -> Double { segment { $0.start <= time }.beat(at: time) }

  public func time(of beat: Double) -> Double { segment { $0.beat <= beat }.time(of: beat) }

  /// The first multiple of a count of beats, such as 1 or `bar`, at a time or after it. A time that
  /// differs from a multiple by rounding only is at it.
  public func next(_ beats: Double, after time: Double) -> Double {
    let count = beat(at: time) / beats
    let nearest = count.rounded()
    let isThere = (count - nearest).magnitude < 1e-9 * max(1, nearest.magnitude)
    return isThere ? time : self.time(of: count.rounded(.up) * beats)
  }

  /// The nearest multiple of a count of beats.
  public func nearest(_ beats: Double, to time: Double) -> Double {
    self.time(of: (beat(at: time) / beats).rounded() * beats)
  }

  private func pace(at time: Double) -> Double { segment { $0.start <= time }.pace(at: time) }

  /// The last segment that has begun, O(log n); the first one, as if it were constant before its
  /// start, if none has.
  private func segment(_ hasBegun: (TempoSegment) -> Bool) -> TempoSegment {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if hasBegun(segments[middle]) { low = middle + 1 } else { high = middle }
    }
    if low > 0 { return segments[low - 1] }
    let first = segments[0]
    return TempoSegment(start: first.start, beat: first.beat, pace: first.pace)
  }

  static func clamped(_ bpm: Double) -> Double {
    bpm.isNaN ? 120 : max(limits.lowerBound, min(bpm, limits.upperBound))
  }
}
