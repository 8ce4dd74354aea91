/// How long a chain goes on after its input has ended.
struct Ringing {
  /// Square of the level below which nobody hears anything: -100 dB.
  private static let quietSquared: Float = 1e-10
  /// Seconds of quiet after which nothing comes any more: longer than any delay.
  private static let longestPause: Float = 2.1

  /// Frames to go at most; -1 while there is input.
  private var left: Int64 = 0
  private var quietFrames: Int64 = 0

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
  }

  var isFed: Bool {
    @_noLocks get { left < 0 }
  }

  /// The input has ended: `tail` frames are to come.
  @_noLocks
  mutating func begin(_ tail: Int64) { left = tail }

  /// A block without input came out; true when it was heard.
  @_noLocks
  mutating func spend(_ frames: Int, peakSquared: Float, sampleRate: Int) -> Bool {
    left = max(0, left - Int64(frames))
    let isHeard = peakSquared > Ringing.quietSquared
    quietFrames = isHeard ? 0 : quietFrames + Int64(frames)
    if Float(quietFrames) > Ringing.longestPause * Float(sampleRate) { left = 0 }
    return isHeard
  }

  @_noLocks
  mutating func end() { left = 0 }
}
