import AhaDSP

/// The points of a parameter, and where the renderer is among them.
///
/// Made and freed by control threads; in between it is the renderer's, but for `points`, `id`
/// and the links of the list of all lanes.
struct AutomationLane: BitwiseCopyable {
  let points: UnsafeBufferPointer<AutomationPoint>
  let parameter: Int
  /// Id that the host chose.
  let id: UInt32
  // The list of all lanes: the control threads'.
  var older: UnsafeMutablePointer<AutomationLane>?
  var newer: UnsafeMutablePointer<AutomationLane>?

  /// Next lane of the same effect, or next lane that waits to be retired.
  var next: UnsafeMutablePointer<AutomationLane>?
  var mode: LaneMode
  /// The first point after the position that was looked at last.
  var cursor = 0
  /// The label at which there is something to do; .max: nothing before the next span.
  var due = Int64.max
  /// It has not found its place yet.
  var isNew = true
  /// It has moved the parameter since the timeline runs.
  var isDriving = false
  /// The host moves the parameter, in place of the lane.
  var isOverridden = false
  /// The span in which that began.
  var passSpan: Int64 = 0

  init(
    points: UnsafeBufferPointer<AutomationPoint>, parameter: Int, id: UInt32, mode: LaneMode
  ) {
    self.points = points
    self.parameter = parameter
    self.id = id
    self.mode = mode
  }

  /// Finds the first point after a position that may be anywhere.
  @_noLocks
  mutating func seek(to position: Int64) {
    cursor = points.count(upTo: position)
  }

  /// The same from where it was.
  @_noLocks
  mutating func advance(to position: Int64) {
    while cursor < points.count, points[cursor].time <= position { cursor += 1 }
  }

  /// The value at a position at or after the cursor's.
  @_noLocks
  func value(at position: Int64, isStepped: Bool) -> Float {
    var place = cursor
    while place < points.count, points[place].time <= position { place += 1 }
    return points.value(at: position, before: place, isStepped: isStepped)
  }

  /// The segment that ends at the cursor. Precondition: the cursor is between two points.
  @_noLocks
  func segment(at position: Int64) -> Segment {
    Segment(from: points[cursor - 1], to: points[cursor], at: position)
  }

  /// Nothing moves between the point before the cursor and the one at it.
  @_noLocks
  func rests(isStepped: Bool) -> Bool {
    guard cursor > 0, cursor < points.count, !isStepped else { return true }
    let first = points[cursor - 1]
    return first.curve == .step ? true : first.value == points[cursor].value
  }

  /// The position is that of a point to which the parameter jumps.
  @_noLocks
  func jumps(at position: Int64) -> Bool {
    guard cursor > 1 else { return false }
    return points[cursor - 1].time == position ? points[cursor - 2].time == position : false
  }
}

/// Host's move of a parameter while its lane was overridden, at its audible frame.
public struct LaneMove: BitwiseCopyable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// From here on the lane does not play.
    case begin
    /// From `from` to `value` over `ramp` frames;
    /// with `LaneMove.jump` it is there at once, unheard.
    case move
    /// From here on the lane plays again.
    case end
  }

  /// The lane's.
  public let id: UInt32
  public let kind: Kind
  /// The engine frame.
  public let frame: Int64
  public let position: Int64
  public let from: Float
  public let value: Float
  public let ramp: Int64

  static let jump = -1
}
