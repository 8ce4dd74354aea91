import AhaBase
import AhaDSP
import CShims

/// The musical clock from a label on: a ramp of the tempo, or none, and the tempo after it.
struct BeatSegment: BitwiseCopyable {
  let begin: Int64
  /// Of the ramp; `begin`: none.
  let end: Int64
  /// Beats per minute.
  let first: Double
  let target: Double
  /// Frames per minute.
  private let minute: Double
  private let ramp: TempoSegment
  private let rest: TempoSegment

  @_noLocks
  init(begin: Int64, beat: Double, from first: Double, to target: Double, end: Int64, rate: Int) {
    (self.begin, self.end, self.first, self.target) = (begin, end, first, target)
    minute = Double(rate) * 60
    ramp = TempoSegment(
      start: Double(begin), beat: beat, pace: first / minute, to: target / minute,
      over: Double(end - begin))
    rest = TempoSegment(
      start: Double(end), beat: ramp.beat(at: Double(end)), pace: target / minute)
  }

  /// Begins at frame 0.
  init(tempo: Double, rate: Int) {
    self.init(begin: 0, beat: 0, from: tempo, to: tempo, end: 0, rate: rate)
  }

  var beat: Double {
    @_noLocks get { ramp.beat }
  }

  var isRamp: Bool {
    @_noLocks get { end > begin && first != target }
  }

  @_noLocks
  func isRamp(at label: Int64) -> Bool { isRamp && label < end }

  /// Beats per minute.
  @_noLocks
  func tempo(at label: Int64) -> Double {
    isRamp(at: label) ? ramp.pace(at: Double(label)) * minute : target
  }

  @_noLocks
  func beat(at label: Int64) -> Double {
    label < end ? ramp.beat(at: Double(label)) : rest.beat(at: Double(label))
  }

  /// The label nearest to a beat.
  @_noLocks
  func label(of beat: Double) -> Int64 {
    let time = beat < rest.beat ? ramp.time(of: beat) : rest.time(of: beat)
    return Int64(max(0, min(time, 0x1p60)) + 0.5)
  }

  /// From a later label on.
  @_noLocks
  func next(at label: Int64, to target: Double, over frames: Int64) -> BeatSegment {
    BeatSegment(
      begin: label, beat: beat(at: label), from: frames > 0 ? tempo(at: label) : target,
      to: target, end: label + frames, rate: Int(minute / 60))
  }
}
