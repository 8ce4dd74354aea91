/// Renderer's record of a one-shot; the voice of the same number plays it.
///
/// A control thread writes it before it sends `Command.shot`.
struct Shot: BitwiseCopyable {
  enum State: UInt8 {
    /// Before its first frame.
    case waiting
    /// Mixed.
    case heard
    /// Not mixed; its position follows from the time since its start.
    case virtual
    /// Past its end.
    case over
  }

  /// Bound of starts and durations: their sums stay in range.
  static let maxFrames: Int64 = 1 << 61

  var state = State.waiting
  var bus: Int
  /// Label of the first frame. Before `Shots.add`: the frame that the host requested.
  var start: Int64
  /// Frames from start to end at its speed, with all loop passes.
  let duration: Int64
  /// Priority, then loudness: the lowest becomes virtual first.
  let rank: Int64
  /// Among equal ranks, the oldest becomes virtual first.
  var order: Int64 = 0

  /// - Parameter gain: The larger of the channel factors.
  init(bus: Int, start: Int64, duration: Int64, priority: UInt8, gain: Float) {
    self.bus = bus
    self.start = start
    self.duration = duration
    // The bit patterns of positive floats have the order of the numbers.
    rank = Int64(priority) << 32 | (gain > 0 ? Int64(gain.bitPattern) : 0)
  }

  /// Label of the next event: start or end.
  var label: Int64 {
    @_noLocks get { state == .waiting ? start : start + duration }
  }
}
