import AhaBase
import AhaDSP
import CShims
import Synchronization

/// Renders players and buses to frames; coordinates the parts that own the state.
///
/// Steps of a block: commands, order of the buses, voices into their buses, buses from the leaves
/// to the master, output; see docs/architecture.md.
/// Control threads reach the renderer through `commands` only. The renderer answers through
/// `reports` and the status structures. Its parts have their memory from `init` on, and it never
/// touches a reference count.
/// Thread: the audio thread.
final class Renderer {
  /// Max frames rendered at once.
  static let block = 512
  /// Max count of pending parameter changes.
  static let maxChanges = 4096

  let commands: Ring<TimedCommand>
  let reports: Reports
  let chains: Chains

  // Invariant: only the audio thread reads or writes these parts. A read by a control thread would
  // race with the mutation; control threads find voices, one-shots and strips in their tables.
  var voices: Voices
  var shots: Shots
  var buses: Buses
  var batch: VoiceBatch
  var lookahead: Lookahead
  /// Commands that wait for their frames.
  var agenda: Agenda
  var output: MasterOutput
  let sampleRate: Int
  /// Length of ramps in frames.
  let ramp: Int
  let silence: Floats

  let chainScratch: StereoTarget
  let dryScratch: StereoTarget
  let speedScratch: PlaySpeed.Scratch
  /// True after an effect was added to any player or bus.
  var hasEffects = false
  /// True if a chain of a bus is not primed, or a bus may have to run further ahead.
  var needsPriming = false
  var isPriming = false
  /// True after the host sent frames through the chain of a bus alone.
  var hasHostFrames = false

  /// The next frame to render.
  var clock: Int64 = 0
  let timeline: Reference<TimelineState>
  let beats: Reference<BeatClock>
  /// Frames of the block that are not rendered yet.
  var restOfBlock = 0
  /// True until the first frame of the block is rendered.
  var beginsBlock = false
  /// The current part ends at a multiple of `block`. Only there does the renderer check whether the
  /// tails of effects have ended, so that the result does not depend on the host's block sizes.
  var endsCell = false
  /// Counts the calls of `mixVoices`, so that a voice that moves to another bus's list is not mixed
  /// twice.
  var part: Int64 = 0

  let voiceTable: VoiceTable
  let shotTable: ShotTable
  let stripTable: StripTable
  let scratch: RenderScratch
  /// Of the parts that only the renderer reaches.
  private let memory = MemoryBlocks()

  /// Errors: `outOfMemory`.
  init(settings: EngineSettings) throws(AhaError) {
    scratch = try RenderScratch()
    silence = scratch.silence
    chainScratch = scratch.chain
    dryScratch = scratch.dry
    speedScratch = scratch.speed
    sampleRate = settings.sampleRate
    ramp = settings.rampFrames
    voiceTable = try VoiceTable(
      players: settings.maxPlayers, shots: settings.maxOneShots, buses: settings.maxBuses,
      silence: scratch.silence)
    shotTable = try ShotTable(capacity: settings.maxOneShots)
    stripTable = try StripTable(capacity: settings.maxBuses)
    timeline = try memory.claim(holding: try TimelineState(in: memory), of: "timelines")
    beats = try memory.claim(
      holding: try BeatClock(sampleRate: settings.sampleRate, in: memory), of: "tempos")
    commands = try Ring(capacity: 4096, in: memory)
    reports = try Reports(settings, in: memory)
    chains = try Chains(
      capacity: settings.maxEffects, in: memory, scratch: scratch, timeline: timeline,
      reports: reports, ramp: ramp)
    voices = Voices(
      voiceTable, reports: reports, beats: beats, ramp: ramp, firstShot: settings.maxPlayers)
    shots = try Shots(shotTable, settings: settings, in: memory)
    buses = try Buses(stripTable, in: memory)
    batch = try VoiceBatch(in: memory)
    lookahead = try Lookahead(settings, in: memory)
    agenda = try Agenda(in: memory)
    output = try MasterOutput(channels: settings.channels, in: memory)
  }

  /// Renders interleaved frames. Invariant: caller holds the engine's render flag.
  @_noLocks
  func render(_ host: Floats, frames: Int) {
    var done = 0
    repeat {
      applyCommands()
      let count = min(Renderer.block, frames - done)
      renderBlock(host + done * output.channels, frames: count)
      done += count
    } while done < frames
  }

  /// Renders up to `block` frames, in parts that end at the intervals of the timeline. The caller
  /// has already applied the commands.
  @_noLocks
  func renderBlock(_ host: Floats, frames: Int) {
    let state = shim_flush_denormals()
    if hasHostFrames { endHostFrames() }
    restOfBlock = frames
    beginsBlock = true
    while restOfBlock > 0 {
      orderBuses()
      let count = beginPart()
      mixVoices(count)
      mixBuses(count)
      write(to: host + (frames - restOfBlock) * output.channels, count: count)
      restOfBlock -= count
      beginsBlock = false
    }
    shim_restore_denormals(state)
  }

  @_noLocks
  private func orderBuses() {
    if buses.hasFeeds { tendFeeds() }
    buses.sort()
    endsCell = false
    primeBuses()
  }

  /// Returns the count of frames up to the next interval of the timeline or the block's end.
  @_noLocks
  private func beginPart() -> Int {
    // Intervals start at block boundaries.
    let rest = Renderer.block - Int(clock % Int64(Renderer.block))
    let count = cut(min(restOfBlock, rest))
    endsCell = count == rest
    return count
  }

  /// Mixes the next frames of the voices on buses.
  /// - Parameter level: See `Buses.bus(at:priming:)`.
  @_noLocks
  func mixVoices(_ frames: Int, priming level: Int = 0) {
    part += 1
    holdStills()
    applyClips()
    voices.recall(before: endOfBuses(frames))
    if either(voices.firstMember >= 0, shots.members > 0) { announceStarts(frames) }
    if shots.count > 0 { updateShots(frames, priming: level) }
    for rank in 0..<buses.count {
      if let bus = buses.bus(at: rank, priming: level) { buses[bus].clear(frames) }
    }
    renderAhead(frames, priming: level)
    for rank in 0..<buses.count {
      guard let bus = buses.bus(at: rank, priming: level), !buses[bus].isLate else { continue }
      if !buses[bus].isStill { mixVoices(of: bus, frames: frames) }
    }
  }

  /// Sends the mix of each bus to its parent, the deepest bus first.
  @_noLocks
  func mixBuses(_ frames: Int, priming level: Int = 0) {
    for rank in 0..<buses.count {
      guard let bus = buses.bus(at: rank, priming: level), !buses[bus].isLate else { continue }
      buses[bus].gatePlayers(frames)
    }
    var rank = 0
    while rank < buses.count {
      let ranks = rank..<buses.levelEnd(rank)
      if lookahead.team != nil, ranks.count > 1 {
        passAhead(ranks, frames: frames, priming: level)
      }
      for rank in ranks {
        guard let bus = buses.bus(at: rank, priming: level) else { continue }
        pass(bus, frames: frames)
        if buses.used[bus] { buses[bus].time += Int64(frames) }
      }
      rank = ranks.upperBound
    }
  }

  /// Writes the master's frames to the host and to the recorders of the output; publishes the time.
  @_noLocks
  private func write(to host: Floats, count: Int) {
    output.write(buses[0].buffer.source, to: host, frames: count)
    if output.channels > 2 { writePairs(to: host, count: count) }
    output.feed(buses[0].firstTap, to: host, frames: count, label: clock)
    clock += Int64(count)
    reports.counters.value.frames.store(clock, ordering: .relaxed)
    reports.counters.value.activePlayers.store(voices.players, ordering: .relaxed)
    timeline.value.publish(at: clock, to: reports)
    beats.value.publish(at: clock, to: reports)
  }
}

/// `one || other` for methods of the renderer: the right side of `||` is a closure, which would
/// retain the renderer.
@_noLocks
func either(_ one: Bool, _ other: Bool) -> Bool { one ? true : other }
