import AhaBase
import AhaCodec

/// Frames of a sound: from `begin` to before `end`.
struct FrameRange: BitwiseCopyable, Equatable {
  var begin: Int64 = 0
  var end: Int64 = 0
}

extension FrameRange {
  /// Errors: `invalidArgument`.
  /// - Parameter end: 0: the sound's end.
  init(_ begin: Int64, _ end: Int64, of length: Int64) throws(AhaError) {
    self.init(begin: begin, end: end == 0 ? length : end)
    if begin == 0, self.end == length { return }
    guard 0 <= begin, begin < self.end, self.end <= length else {
      throw AhaError(
        .invalidArgument, "frames \(begin) to \(self.end) of a sound of \(length)")
    }
  }
}

/// The frames of a sound that a player plays, and its loop, in frames of the sound.
struct Loop: BitwiseCopyable {
  static let forever = UInt32.max

  /// The played frames. The loop lies inside them.
  var range = FrameRange()
  var begin: Int64 = 0
  var end: Int64 = 0
  /// Count of jumps back; `forever`, or a number.
  var count: UInt32 = 0
  /// Runs back from `end` to `begin` instead of jumping.
  var isPingPong = false
  /// Correction of a resident sound's loop jump that would step; 0 for a seamless loop.
  var stepLeft: Float = 0
  var stepRight: Float = 0
  /// The same for a jump from `begin` to `end` in reverse.
  var backLeft: Float = 0
  var backRight: Float = 0

  @_noLocks
  init() {}

  /// A loop of a file, cut to the range; nil: none.
  /// - Parameter count: Replaces the file's; 0: that one.
  init(_ range: FrameRange, file: FileLoop?, count: UInt32) {
    self.init(range)
    guard let file else { return }
    var loop = Loop(range, count: count == 0 ? file.count : count, isPingPong: file.isPingPong)
    (loop.begin, loop.end) = (file.begin, file.end)
    self = loop.cut(to: range)
  }

  /// Loops over the whole range.
  @_noLocks
  init(_ range: FrameRange, count: UInt32 = 0, isPingPong: Bool = false) {
    (self.range, self.count, self.isPingPong) = (range, count, isPingPong)
    (begin, end) = (range.begin, range.end)
  }

  /// The loop with another range, cut to it. Looping ends if none of the loop is left.
  func cut(to range: FrameRange) -> Loop {
    var cut = Loop(range, count: count, isPingPong: isPingPong)
    (cut.begin, cut.end) = (max(begin, range.begin), min(end, range.end))
    return cut.begin < cut.end ? cut : Loop(range)
  }
}

/// The direction of a read position, which a ping-pong loop turns.
struct PlayDirection: BitwiseCopyable {
  var isReversed = false
  /// It runs back through a ping-pong loop.
  var isTurned = false

  @_noLocks
  init() {}

  @_noLocks
  init(isReversed: Bool, isTurned: Bool = false) {
    (self.isReversed, self.isTurned) = (isReversed, isTurned)
  }

  /// The frame at which the direction turns, the loop jumps or the range ends.
  @_noLocks
  func boundary(from position: Int64, in loop: Loop, loopsLeft: UInt32) -> Int64 {
    let loops = isTurned || loopsLeft > 0
    if isReversed { return loops && position >= loop.begin ? loop.begin : loop.range.begin }
    return loops && position <= loop.end ? loop.end : loop.range.end
  }

  /// True if the loop jumps or turns at the position.
  @_noLocks
  func jumps(at position: Int64, in loop: Loop, loopsLeft: UInt32) -> Bool {
    if isTurned { return position == boundary(from: position, in: loop, loopsLeft: loopsLeft) }
    return loopsLeft > 0 && position == (isReversed ? loop.begin : loop.end)
  }

  /// Turns at an edge of a ping-pong loop; the turn that begins a run back counts.
  @_noLocks
  mutating func flip(_ loopsLeft: inout UInt32) {
    if !isTurned, loopsLeft != Loop.forever { loopsLeft -= 1 }
    isTurned.toggle()
    isReversed.toggle()
  }
}
