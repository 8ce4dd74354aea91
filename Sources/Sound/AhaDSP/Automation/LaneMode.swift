/// How a lane and the host's moves share a parameter.
///
/// The raw values are those of aha/lane.h.
public enum LaneMode: Int64, CaseIterable, BitwiseCopyable, Sendable {
  /// The lane does not play.
  case off = 0
  /// The lane plays.
  case read
  /// The lane plays until the host moves the parameter, and again after the host released it.
  case touch
  /// The lane plays until the host moves the parameter, and again after the timeline stopped or
  /// jumped.
  case latch
  /// The lane does not play: the host's moves apply from the timeline's start on.
  case write

  /// Whether the points are heard.
  public var plays: Bool { self != .off && self != .write }

  /// The name in project files.
  public var name: StaticString {
    switch self {
    case .off: "off"
    case .read: "read"
    case .touch: "touch"
    case .latch: "latch"
    case .write: "write"
    }
  }
}
