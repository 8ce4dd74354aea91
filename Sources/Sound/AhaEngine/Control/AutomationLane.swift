import AhaDSP

/// Value of a parameter at a timeline position, and the curve to the next point. Two points at one
/// position are a jump.
public struct LanePoint: BitwiseCopyable {
  public var frame: Int64
  public var value: Float
  public var curve: Segment.Curve

  public init(frame: Int64, value: Float, curve: Segment.Curve = .linear) {
    self.frame = frame
    self.value = value
    self.curve = curve
  }
}

public enum LaneMode: UInt8, BitwiseCopyable, Sendable {
  /// Does nothing.
  case off = 0
  /// Plays.
  case read
  /// Plays until the host moves the parameter, and again when it has let go of it.
  case touch
  /// Plays until the host moves the parameter; again after the timeline was stopped or has jumped.
  case latch
  /// Does not play: the host's moves apply from the timeline's start on.
  case write
}

/// The points of a parameter, and where the renderer is among them.
///
/// Made and freed by control threads; in between it is the renderer's, but for `points`, `count`,
/// `id` and the links of the list of all lanes.
struct AutomationLane: BitwiseCopyable {
  let points: UnsafeMutablePointer<LanePoint>
  let count: Int
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
    points: UnsafeMutablePointer<LanePoint>, count: Int, parameter: Int, id: UInt32, mode: LaneMode
  ) {
    self.points = points
    self.count = count
    self.parameter = parameter
    self.id = id
    self.mode = mode
  }

  /// Finds the first point after a position that may be anywhere.
  @_noLocks
  mutating func seek(to position: Int64) {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle].frame <= position { low = middle + 1 } else { high = middle }
    }
    cursor = low
  }

  /// The same from where it was.
  @_noLocks
  mutating func advance(to position: Int64) {
    while cursor < count, points[cursor].frame <= position { cursor += 1 }
  }

  /// The value at a position at or after the cursor's.
  @_noLocks
  func value(at position: Int64, isStepped: Bool) -> Float {
    var place = cursor
    while place < count, points[place].frame <= position { place += 1 }
    if place == 0 { return points[0].value }
    guard place < count, !isStepped else { return points[place - 1].value }
    return segment(before: place, at: position).value
  }

  /// The segment that ends at a point. Precondition: it is not the first.
  @_noLocks
  func segment(before place: Int, at position: Int64) -> Segment {
    let (first, second) = (points[place - 1], points[place])
    return Segment(
      from: first.value, to: second.value, length: Int(second.frame - first.frame),
      elapsed: Int(position - first.frame), curve: first.curve)
  }

  /// Nothing moves between the point before the cursor and the one at it.
  @_noLocks
  func rests(isStepped: Bool) -> Bool {
    guard cursor > 0, cursor < count, !isStepped else { return true }
    let first = points[cursor - 1]
    return first.curve == .step ? true : first.value == points[cursor].value
  }

  /// The position is that of a point to which the parameter jumps.
  @_noLocks
  func jumps(at position: Int64) -> Bool {
    guard cursor > 1 else { return false }
    return points[cursor - 1].frame == position ? points[cursor - 2].frame == position : false
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
