/// How long a chain goes on after its input has ended.
struct Ringing {
  /// Square of the level below which nobody hears anything: -100 dB.
  private static let quietSquared: Float = 1e-10
  /// Seconds of quiet after which nothing comes any more: longer than any delay.
  private static let longestPause: Float = 2.1

  /// Frames to go at most; -1 while there is input.
  private var left: Int64 = 0
  private var quietFrames: Int64 = 0
  // Of the cell under way.
  private var wasFed = false
  private var wasHeard = false

  @_noLocks
  init() {}

  var isOver: Bool {
    @_noLocks get { left == 0 }
  }

  /// There is input, and the end is open.
  @_noLocks
  mutating func feed() {
    left = -1
    quietFrames = 0
    wasFed = true
  }

  /// Something without input came out; true when it was heard.
  @_noLocks
  mutating func hear(peakSquared: Float) -> Bool {
    let isHeard = peakSquared > Ringing.quietSquared
    if isHeard { wasHeard = true }
    return isHeard
  }

  /// A cell is over. After the first one without input `tail` frames are to come.
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
