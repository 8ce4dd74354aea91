import AhaBase
import AhaDSP

/// Voice to render ahead, with its count of frames.
struct AheadVoice: BitwiseCopyable {
  var voice = 0
  var frames = 0
}

/// Buffers and list for voices that several threads render ahead of their block, in an offline
/// engine.
///
/// Thread: the renderer changes it between rounds; within a round the team's threads only read it.
struct Lookahead {
  /// Max frames that a thread renders of one voice before it claims another.
  static let frames = 4 * Renderer.block

  /// Nil in a live engine.
  var team: Reference<TeamState>?
  /// End of the frames that the host requested in this call.
  var callEnd: Int64 = 0
  /// Frame up to which voices may be rendered already; commands wait until then.
  var until: Int64 = 0
  /// Frames of the first block of the round.
  private(set) var blockFrames = 0
  private(set) var count = 0
  private let list: Buffer<AheadVoice>
  /// Two planes of `frames` frames for each voice.
  private let planes: Floats

  /// Errors: `outOfMemory`.
  init(_ settings: EngineSettings, in memory: MemoryBlocks) throws(AhaError) {
    list = try memory.claim(settings.maxPlayers, of: "voices")
    let count = settings.hasTeam ? 2 * settings.maxPlayers * Lookahead.frames : 0
    planes = try memory.claim(repeating: 0, count: count + SampleBuffer.padding, of: "samples")
  }

  @_noLocks
  subscript(index: Int) -> AheadVoice { list[index] }

  /// Starts the list of a round.
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

  /// Max count of frames to render ahead.
  @_noLocks
  func limit(at clock: Int64) -> Int {
    max(blockFrames, min(Lookahead.frames, Int(callEnd - clock)))
  }

  /// Commits to render the listed voices: commands wait until these frames are mixed.
  @_noLocks
  mutating func commit(at clock: Int64) {
    for index in 0..<count { until = max(until, clock + Int64(list[index].frames)) }
  }

  /// Buffer of a voice's prepared frames.
  @_noLocks
  func target(of voice: Int) -> StereoTarget {
    let left = planes + 2 * voice * Lookahead.frames
    return StereoTarget(left: left, right: left + Lookahead.frames)
  }
}
