import AhaBase
import AhaDSP
import CShims

/// Work that any thread of a team may do.
struct AheadWork: BitwiseCopyable {
  /// The voice, or the bus.
  var index = 0
  /// The chain of a bus, whose buffer holds these frames; else frames of a voice with its chain.
  var isBus = false
  var frames = 0
}

/// Buffers and list for voices that are rendered ahead of their mix, and for the chains of buses,
/// by one or several threads.
///
/// Thread: the renderer changes it between rounds; within a round the team's threads only read it,
/// apart from the costs of their own work.
struct Lookahead {
  /// Max frames that a thread renders of one voice before it claims another.
  static let frames = 4 * Renderer.block
  /// Max count of voices, by index: others are rendered with their block.
  static let maxVoices = 1024

  /// Nil without helper threads.
  var team: Reference<TeamState>?
  /// Max frames of a voice in one round: a block in a live engine; 0: nothing is rendered ahead.
  let capacity: Int
  /// End of the frames that the host requested in this call.
  var callEnd: Int64 = 0
  /// Frame up to which voices may be rendered already; commands wait until then.
  var until: Int64 = 0
  /// Frames of the first block of the round.
  private(set) var blockFrames = 0
  private(set) var count = 0
  private(set) var pieces = 0
  private let list: Buffer<AheadWork>
  /// For each piece, the number of its first work; one more for the end.
  private let starts: Buffer<Int>
  /// Of each voice and then of each bus, measured, in picoseconds per frame; 0: unknown.
  private let costs: Buffer<Int>
  private let voices: Int
  /// Least cost of a piece in picoseconds: many times that of a claim.
  private let piece: Int
  /// Two planes of `capacity` frames for each voice.
  private let planes: Floats

  /// Errors: `outOfMemory`.
  init(_ settings: EngineSettings, in memory: MemoryBlocks) throws(AhaError) {
    voices = min(settings.maxPlayers, Lookahead.maxVoices)
    piece = settings.pieceNanoseconds * 1000
    capacity =
      !settings.rendersAhead
      ? 0 : settings.isOffline ? Lookahead.frames : settings.threads > 1 ? Renderer.block : 0
    let members = capacity == 0 ? 0 : max(voices, settings.maxBuses)
    list = try memory.claim(members, of: "voices")
    starts = try memory.claim(members + 1, of: "voices")
    costs = try memory.claim(
      repeating: 0, count: capacity == 0 ? 0 : voices + settings.maxBuses, of: "voices")
    planes = try memory.claim(2 * voices * capacity + SampleBuffer.padding, of: "samples")
    // A live engine must not wait for pages.
    if !settings.isOffline { planes.clear() }
  }

  @_noLocks
  subscript(number: Int) -> AheadWork { list[number] }

  /// Starts the list of a round.
  @_noLocks
  mutating func begin(_ frames: Int) {
    count = 0
    blockFrames = frames
  }

  @_noLocks
  mutating func add(_ work: AheadWork) {
    list[count] = work
    count += 1
  }

  /// Whether the voice has a buffer.
  @_noLocks
  func includes(_ voice: Int) -> Bool { voice < voices }

  /// Max count of frames to render ahead.
  @_noLocks
  func limit(at clock: Int64) -> Int {
    max(blockFrames, min(capacity, Int(callEnd - clock)))
  }

  /// Commits to render the listed voices: commands wait until these frames are mixed.
  @_noLocks
  mutating func commit(at clock: Int64) {
    for number in 0..<count { until = max(until, clock + Int64(list[number].frames)) }
  }

  /// Buffer of a voice's prepared frames.
  @_noLocks
  func target(of voice: Int) -> StereoTarget {
    let left = planes + 2 * voice * capacity
    return StereoTarget(left: left, right: left + capacity)
  }

  // MARK: Pieces

  /// Divides the list into pieces of neighbors that each cost more than to claim them.
  @_noLocks
  mutating func divide() {
    pieces = 0
    var sum = piece
    for number in 0..<count {
      if sum >= piece {
        starts[pieces] = number
        pieces += 1
        sum = 0
      }
      let cost = costs[costIndex(number)]
      sum += cost == 0 ? piece : cost * list[number].frames
    }
    // The last ones may be cheap.
    if pieces > 1, sum < piece { pieces -= 1 }
    starts[pieces] = count
  }

  @_noLocks
  func works(of piece: Int) -> Range<Int> { starts[piece]..<starts[piece + 1] }

  /// Adapts the costs of the works of a piece to its duration. An interruption of the thread at
  /// most doubles them.
  @_noLocks
  func learn(_ works: Range<Int>, nanoseconds: Int64) {
    var frames = 0
    for number in works { frames += list[number].frames }
    let cost = max(1, Int(min(nanoseconds, 1 << 40)) * 1000 / max(1, frames))
    for number in works {
      let before = costs[costIndex(number)]
      costs[costIndex(number)] =
        before == 0 ? cost : max(1, before + (min(cost, 2 * before) - before) / 4)
    }
  }

  @_noLocks
  private func costIndex(_ number: Int) -> Int {
    list[number].isBus ? voices + list[number].index : list[number].index
  }
}
