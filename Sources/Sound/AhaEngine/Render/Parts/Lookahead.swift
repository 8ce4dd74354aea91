import AhaDSP

/// A voice that is rendered ahead, and for how many frames.
struct AheadVoice: BitwiseCopyable {
  var voice = 0
  var frames = 0
}

/// Room and list for voices that several threads render ahead of their block, in an offline engine.
///
/// Threads: the renderer changes it between rounds; within a round the team's threads read it.
struct Lookahead {
  /// Frames that are rendered of a voice at most before the thread takes another.
  static let frames = 4 * Renderer.block

  /// Nil in a live engine.
  var team: UnsafeMutablePointer<TeamState>?
  /// The frame up to which the host has asked for frames.
  var callEnd: Int64 = 0
  /// The frame up to which voices may have been rendered; no command is taken before.
  var until: Int64 = 0
  /// Frames of the block with which the round begins.
  private(set) var blockFrames = 0
  private(set) var count = 0
  private let list: UnsafeMutablePointer<AheadVoice>
  /// Two planes of `frames` frames for each voice.
  private let planes: UnsafeMutablePointer<Float>

  init(_ memory: RendererMemory) {
    list = memory.aheadVoices
    planes = memory.aheadPlanes
  }

  @_noLocks
  subscript(place: Int) -> AheadVoice { list[place] }

  /// Begins the list of a round.
  @_noLocks
  mutating func begin(_ frames: Int) {
    count = 0
    blockFrames = frames
  }

  @_noLocks
  mutating func add(_ voice: Int, frames: Int) {
    list[count] = AheadVoice(voice: voice, frames: frames)
    count += 1
  }

  /// Frames for which voices may be rendered ahead.
  @_noLocks
  func limit(at clock: Int64) -> Int {
    max(blockFrames, min(Lookahead.frames, Int(callEnd - clock)))
  }

  /// The listed voices will be rendered: no command is taken until they have been mixed.
  @_noLocks
  mutating func commit(at clock: Int64) {
    for place in 0..<count { until = max(until, clock + Int64(list[place].frames)) }
  }

  /// Where the prepared frames of a voice wait.
  @_noLocks
  func target(of voice: Int) -> StereoTarget {
    let left = planes + 2 * voice * Lookahead.frames
    return StereoTarget(left: left, right: left + Lookahead.frames)
  }
}
