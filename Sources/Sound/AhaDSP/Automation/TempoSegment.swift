import CShims

/// A time of constant tempo, or of a tempo that changes evenly in octaves, in closed form.
///
/// Units: of times: any one, such as seconds or frames. Paces are beats per unit of time.
public struct TempoSegment: Equatable, BitwiseCopyable, Sendable {
  public let start: Double
  /// The beat at the start.
  public let beat: Double
  /// The pace at the start.
  public let pace: Double
  /// The natural logarithm of the pace's change in a unit of time; 0: constant.
  public let growth: Double

  @_noLocks
  public init(start: Double, beat: Double, pace: Double, growth: Double = 0) {
    (self.start, self.beat, self.pace, self.growth) = (start, beat, pace, growth)
  }

  /// A ramp that is at another pace after a length of time.
  @_noLocks
  public init(start: Double, beat: Double, pace: Double, to end: Double, over length: Double) {
    let growth = length > 0 ? shim_precise_log(end / pace) / length : 0
    self.init(start: start, beat: beat, pace: pace, growth: growth)
  }

  @_noLocks
  public func pace(at time: Double) -> Double {
    pace + pace * shim_expm1(growth * (time - start))
  }

  @_noLocks
  public func beat(at time: Double) -> Double {
    let length = time - start
    let exponent = growth * length
    let mean = exponent == 0 ? 1 : shim_expm1(exponent) / exponent
    return beat + pace * length * mean
  }

  /// Infinite for a beat that a falling tempo never reaches.
  @_noLocks
  public func time(of beat: Double) -> Double {
    let length = (beat - self.beat) / pace
    let share = growth * length
    if share <= -1 { return growth < 0 ? .infinity : -.infinity }
    return start + length * (share == 0 ? 1 : shim_log1p(share) / share)
  }
}
