/// Detects the end of a chain's tail after its input has ended.
struct Ringing {
  /// Square of the audibility limit: -100 dB.
  private static let quietSquared: Float = 1e-10
  /// Seconds of silence after which the tail has ended: longer than any delay.
  private static let longestPause: Float = 2.1

  /// Max frames left of the tail; -1 while there is input.
  private var left: Int64 = 0
  private var quietFrames: Int64 = 0
  // Of the present cell.
  private var wasFed = false
  private var wasHeard = false

  @_noLocks
  init() {}

  var isOver: Bool {
    @_noLocks get { left == 0 }
  }

  /// Records input: the tail restarts.
  @_noLocks
  mutating func feed() {
    left = -1
    quietFrames = 0
    wasFed = true
  }

  /// The input has ended: `tail` frames remain. Returns the frames that are left by now.
  @_noLocks
  mutating func endInput(tail: Int64) -> Int64 {
    if left < 0 { left = tail }
    return left
  }

  /// Records output without input; returns true if it was audible.
  @_noLocks
  mutating func hear(peakSquared: Float) -> Bool {
    let isHeard = peakSquared > Ringing.quietSquared
    if isHeard { wasHeard = true }
    return isHeard
  }

  /// Ends a cell. After the first cell without input, `tail` frames remain.
  @_noLocks
  mutating func endCell(_ frames: Int, tail: Int64, sampleRate: Int) {
    if left < 0 {
      if !wasFed { left = tail }
    } else {
      left = max(0, left - Int64(frames))
      quietFrames = wasHeard ? 0 : quietFrames + Int64(frames)
      if Float(quietFrames) > Ringing.longestPause * Float(sampleRate) { left = 0 }
    }
    wasFed = false
    wasHeard = false
  }

  @_noLocks
  mutating func end() { left = 0 }
}
