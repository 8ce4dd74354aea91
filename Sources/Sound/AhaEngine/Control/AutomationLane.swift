import AhaBase
import AhaDSP

/// The points of a parameter, and the renderer's position among them.
///
/// Ownership: control threads allocate and free it. In between the renderer owns it, except
/// `points`, `id` and the links of the list of all lanes.
struct AutomationLane: BitwiseCopyable {
  let points: Buffer<AutomationPoint>
  let parameter: Int
  /// Id that the host chose.
  let id: UInt32
  /// For a lane of a speed: the distances from the first point to each point.
  var sums: Buffer<Double>?
  // Next older lane in the list of all lanes. Thread: control threads.
  var older: Reference<AutomationLane>?
  var newer: Reference<AutomationLane>?

  /// Next lane of the same effect, or next lane to retire.
  var next: Reference<AutomationLane>?
  var mode: LaneMode
  /// Index of the first point after the last processed position.
  var cursor = 0
  /// Label of the next action; .max: none before the next interval.
  var due = Int64.max
  /// True until the lane has searched its position.
  var isNew = true
  /// True after the lane has moved the parameter since the timeline started.
  var isDriving = false
  /// True while the host's moves replace the lane.
  var isOverridden = false
  /// Index of the interval in which `isOverridden` was set.
  var passInterval: Int64 = 0

  init(points: Buffer<AutomationPoint>, parameter: Int, id: UInt32, mode: LaneMode) {
    self.points = points
    self.parameter = parameter
    self.id = id
    self.mode = mode
  }

  /// Binary search of the first point after any position.
  @_noLocks
  mutating func seek(to position: Int64) {
    cursor = points.count(upTo: position)
  }

  /// Moves the cursor forward to a position at or after the last one.
  @_noLocks
  mutating func advance(to position: Int64) {
    while cursor < points.count, points[cursor].time <= position { cursor += 1 }
  }

  /// Value at a position at or after the cursor's.
  @_noLocks
  func value(at position: Int64, isStepped: Bool) -> Float {
    var index = cursor
    while index < points.count, points[index].time <= position { index += 1 }
    return points.value(at: position, before: index, isStepped: isStepped)
  }

  /// Segment that ends at a point. Precondition: it is not the first point.
  @_noLocks
  func segment(at position: Int64) -> Segment {
    Segment(from: points[cursor - 1], to: points[cursor], at: position)
  }

  /// True if the value is constant between the points around the cursor.
  @_noLocks
  func rests(isStepped: Bool) -> Bool {
    guard cursor > 0, cursor < points.count, !isStepped else { return true }
    let first = points[cursor - 1]
    return first.curve == .step || first.value == points[cursor].value
  }

  /// True if the position has a point to which the parameter jumps.
  @_noLocks
  func jumps(at position: Int64) -> Bool {
    guard cursor > 1 else { return false }
    return points[cursor - 1].time == position ? points[cursor - 2].time == position : false
  }
}

/// Host's move of a parameter while its lane was overridden, at its audible frame.
public struct LaneMove: BitwiseCopyable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The lane stops playing here.
    case begin
    /// Ramp from `from` to `value` over `ramp` frames; `LaneMove.jump`: an inaudible jump.
    case move
    /// The lane plays again from here.
    case end
  }

  /// Id of the lane.
  public let id: UInt32
  public let kind: Kind
  /// Engine frame.
  public let frame: Int64
  public let position: Int64
  public let from: Float
  public let value: Float
  public let ramp: Int64

  static let jump = -1
}
