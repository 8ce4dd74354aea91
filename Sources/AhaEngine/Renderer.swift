import AhaBase
import AhaDSP
import CShims
import Synchronization

/// Turns players and buses into frames. Everything here runs on the audio thread.
///
/// Control threads reach it through `commands` only; it answers through `events`, `retired`, and
/// the status structures. It owns its memory from `init` on and never touches a reference count.
/// Source of the block's order: players into their buses, then buses from the leaves to the master.
final class Renderer {
  /// Frames rendered at once, at most.
  static let block = 512

  let commands: Ring<Command>
  let reports: Reports
  let chains: Chains

  let voices: UnsafeMutablePointer<Voice>
  var buses: Buses
  var batch: VoiceBatch
  var lookahead: Lookahead
  var output: MasterOutput
  let sampleRate: Int
  /// Length of ramps in frames.
  let ramp: Int
  let silence: UnsafeMutablePointer<Float>

  let chainScratch: StereoTarget
  let dryScratch: StereoTarget
  /// An effect was added to a player or a bus.
  var hasEffects = false
  /// Some effect of a bus has latency that is not primed.
  var needsPriming = false
  /// The bus that is being primed; -1: none.
  var primingBus = -1

  /// The next frame to render.
  var clock: Int64 = 0
  var active = 0
  /// The frame at which the last sound of all that is over ended.
  var lastEnd: Int64 = 0
  let timeline: UnsafeMutablePointer<TimelineState>
  /// The voices that have clips, in the order in which those came; -1: none.
  var firstClip = -1
  var lastClip = -1
  /// Some streamed sound has starts that wait for their frames.
  var hasStreamedStarts = false
  /// Frames of the block that are to be rendered.
  var restOfBlock = 0
  /// None of it has been rendered.
  var beginsBlock = false
  /// What is mixed now comes up to a multiple of `block`: there it is decided what has rung out, so
  /// that it does not depend on how the host cuts time.
  var endsCell = false
  /// Counts what is mixed at once; a voice that moves to another list is not mixed twice.
  var part: Int64 = 0

  let memory: RendererMemory

  init(settings: EngineSettings) throws(AhaError) {
    memory = try RendererMemory(
      voices: settings.maxPlayers, strips: settings.maxBuses, effects: settings.maxEffects,
      hasTeam: settings.hasTeam)
    voices = memory.voices
    buses = Buses(memory, capacity: settings.maxBuses)
    batch = VoiceBatch(memory)
    lookahead = Lookahead(memory)
    output = MasterOutput(channels: settings.channels)
    silence = memory.silence
    chainScratch = memory.chainScratch
    dryScratch = memory.dryScratch
    timeline = memory.timeline
    sampleRate = settings.sampleRate
    ramp = settings.rampFrames
    commands = try Ring(capacity: 4096, in: memory.blocks)
    reports = try Reports(settings, memory)
    chains = Chains(memory, reports, ramp: ramp)
  }

  /// Renders interleaved frames. The caller holds the engine's render flag.
  @_noLocks
  func render(_ host: UnsafeMutablePointer<Float>, frames: Int) {
    var done = 0
    repeat {
      applyCommands()
      let count = min(Renderer.block, frames - done)
      renderBlock(host + done * output.channels, frames: count)
      done += count
    } while done < frames
  }

  /// Renders up to `block` frames, with the commands that are applied already.
  @_noLocks
  func renderBlock(_ host: UnsafeMutablePointer<Float>, frames: Int) {
    let state = shim_flush_denormals()
    restOfBlock = frames
    beginsBlock = true
    while restOfBlock > 0 {
      restOfBlock -= renderPart(host + (frames - restOfBlock) * output.channels)
      beginsBlock = false
    }
    shim_restore_denormals(state)
  }

  /// Renders the block up to where something happens that must not fall within one; returns how
  /// many frames.
  @_noLocks
  private func renderPart(_ host: UnsafeMutablePointer<Float>) -> Int {
    buses.sort()
    primeBuses()
    let rest = Renderer.block - Int(clock % Int64(Renderer.block))
    let count = cut(under: 0, min(restOfBlock, rest))
    endsCell = count == rest
    mix(under: 0, count)
    endsCell = false
    output.write(buses[0].buffer.source, to: host, frames: count)
    output.feed(buses[0].firstTap, host, count, label: clock)
    clock += Int64(count)
    reports.counters.pointee.frames.store(clock, ordering: .relaxed)
    reports.counters.pointee.activePlayers.store(active, ordering: .relaxed)
    timeline.pointee.publish(at: clock, to: reports)
    return count
  }

  /// Mixes the next frames of a bus and of all that send to it.
  @_noLocks
  func mix(under root: Int, _ frames: Int) {
    part += 1
    takeClips()
    for place in 0..<buses.count {
      if let bus = buses.bus(at: place, under: root) { buses[bus].clear(frames) }
    }
    renderAhead(under: root, frames)
    for place in 0..<buses.count {
      if let bus = buses.bus(at: place, under: root) { mixVoices(of: bus, frames) }
    }
    for place in 0..<buses.count {
      if let bus = buses.bus(at: place, under: root) { buses[bus].gatePlayers(frames) }
    }
    for place in 0..<buses.count {
      guard let bus = buses.bus(at: place, under: root) else { continue }
      pass(bus, frames)
      if buses.used[bus] { buses[bus].time += Int64(frames) }
    }
  }
}
