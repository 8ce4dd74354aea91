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
  /// Frames that a team renders of a voice before it looks for another, at most.
  static let reach = 4 * block

  let commands: Ring<Command>
  let events: Ring<RenderEvent>
  let retired: Ring<Retired>
  let counters: UnsafeMutablePointer<RenderCounters>

  let voices: UnsafeMutablePointer<Voice>
  let strips: UnsafeMutablePointer<Strip>
  /// Which strips are buses; the others belong to the control threads.
  let used: UnsafeMutablePointer<Bool>
  let maxStrips: Int
  let channels: Int
  let sampleRate: Int
  /// Length of ramps in frames.
  let ramp: Int
  let silence: UnsafeMutablePointer<Float>

  let effects: UnsafeMutablePointer<EffectSlot>
  let changes: UnsafeMutablePointer<Change>
  var freeChange = 0
  let chainScratch: StereoTarget
  let dryScratch: StereoTarget
  /// The effect behind the master bus; -1: none.
  var limiter = -1
  var outputChain = ChainLinks()
  /// An effect was added to a player or a bus.
  var hasEffects = false
  /// Some effect of a bus has frames to take in.
  var hasDebts = false
  /// The bus whose debts are being paid; -1: none.
  var payingStrip = -1

  /// The next frame to render.
  var clock: Int64 = 0
  /// Strips in use, leaves first, the master last.
  let order: UnsafeMutablePointer<Int>
  /// Scratch of `sortStrips`: how many strips are how deep, then where they go.
  let levels: UnsafeMutablePointer<Int>
  var orderCount = 0
  var orderIsOld = true
  var active = 0
  /// The frame at which the last sound of all that is over ended.
  var lastEnd: Int64 = 0
  let timeline: UnsafeMutablePointer<TimelineState>
  let moves: Ring<LaneMove>
  /// The voices that have clips, in the order in which those came; -1: none.
  var firstClip = -1
  var lastClip = -1
  /// Some streamed sound has starts that wait for their frames.
  var hasStreamedStarts = false
  /// Lanes that wait to be given back.
  var deadLanes: UnsafeMutablePointer<AutomationLane>?
  /// Frames of the block that are to be rendered.
  var restOfBlock = 0
  /// None of it has been rendered.
  var beginsBlock = false
  /// What is mixed now comes up to a multiple of `block`: there it is decided what has rung out, so
  /// that it does not depend on how the host cuts time.
  var endsCell = false
  /// Counts what is mixed at once; a voice that moves to another list is not mixed twice.
  var part: Int64 = 0

  // Steady voices that wait to be mixed four at a time.
  let batchSources: UnsafeMutablePointer<StereoSource>
  let batchGains: UnsafeMutablePointer<StereoGain>
  var batchCount = 0

  // Threads that help: nil in a live engine.
  var team: UnsafeMutablePointer<TeamState>?
  /// Voices of the present round.
  let calm: UnsafeMutablePointer<CalmVoice>
  var calmCount = 0
  /// Frames of the block with which the round begins.
  var calmFrames = 0
  /// Two planes of `reach` frames for each voice.
  let calmPlanes: UnsafeMutablePointer<Float>
  /// The frame up to which the host has asked for frames.
  var callEnd: Int64 = 0
  /// The frame up to which voices may have been rendered; no command is taken before.
  var aheadUntil: Int64 = 0

  let memory: RendererMemory

  init(settings: EngineSettings) throws(AhaError) {
    memory = try RendererMemory(
      voices: settings.maxPlayers, strips: settings.maxBuses, effects: settings.maxEffects,
      hasTeam: settings.hasTeam)
    voices = memory.voices
    strips = memory.strips
    used = memory.used
    silence = memory.silence
    order = memory.order
    levels = memory.levels
    counters = memory.counters
    effects = memory.effects
    changes = memory.changes
    chainScratch = memory.chainScratch
    dryScratch = memory.dryScratch
    batchSources = memory.batchSources
    batchGains = memory.batchGains
    calm = memory.calm
    calmPlanes = memory.calmPlanes
    timeline = memory.timeline
    maxStrips = settings.maxBuses
    channels = settings.channels
    sampleRate = settings.sampleRate
    ramp = settings.rampFrames
    commands = try Ring(capacity: 4096, in: memory.blocks)
    moves = try Ring(capacity: 4096, in: memory.blocks)
    events = try Ring(capacity: settings.eventCapacity, in: memory.blocks)
    retired = try Ring(
      capacity: settings.maxPlayers + settings.maxBuses + settings.maxEffects + 4096,
      in: memory.blocks)
  }

  /// Renders interleaved frames. The caller holds the engine's render flag.
  @_noLocks
  func render(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    var done = 0
    repeat {
      applyCommands()
      let count = min(Renderer.block, frames - done)
      renderBlock(output + done * channels, frames: count)
      done += count
    } while done < frames
  }

  /// Renders up to `block` frames, with the commands that are applied already.
  @_noLocks
  func renderBlock(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    let state = shim_flush_denormals()
    restOfBlock = frames
    beginsBlock = true
    while restOfBlock > 0 {
      restOfBlock -= renderPart(output + (frames - restOfBlock) * channels)
      beginsBlock = false
    }
    shim_restore_denormals(state)
  }

  /// Renders the block up to where something happens that does not happen within one; returns how
  /// many frames.
  @_noLocks
  private func renderPart(_ output: UnsafeMutablePointer<Float>) -> Int {
    if orderIsOld { sortStrips() }
    payDebts()
    let rest = Renderer.block - Int(clock % Int64(Renderer.block))
    let frames = cut(under: 0, min(restOfBlock, rest))
    endsCell = frames == rest
    mix(under: 0, frames)
    endsCell = false
    if channels == 1 {
      Interleave.mono(strips[0].buffer.source, to: output, frames: frames)
    } else {
      Interleave.stereo(strips[0].buffer.source, to: output, frames: frames)
    }
    feedOutputTaps(output, frames)
    clock += Int64(frames)
    counters.pointee.frames.store(clock, ordering: .relaxed)
    counters.pointee.activePlayers.store(active, ordering: .relaxed)
    publishTimeline()
    return frames
  }

  /// Mixes the next frames of a bus and of all that goes to it.
  @_noLocks
  func mix(under root: Int, _ frames: Int) {
    part += 1
    takeClips()
    for index in 0..<orderCount where isUnder(root, order[index]) {
      clear(strips + order[index], frames)
    }
    prepareCalm(under: root, frames)
    for index in 0..<orderCount where isUnder(root, order[index]) {
      mixVoices(of: order[index], frames)
    }
    for index in 0..<orderCount where isUnder(root, order[index]) {
      gatePlayers(of: order[index], frames)
    }
    for index in 0..<orderCount where isUnder(root, order[index]) {
      pass(order[index], frames)
      if used[order[index]] { strips[order[index]].time += Int64(frames) }
    }
  }

  @_noLocks
  private func clear(_ strip: UnsafeMutablePointer<Strip>, _ frames: Int) {
    strip.pointee.buffer.clear(frames: frames)
    strip.pointee.hasInput = false
  }

  /// Says something to the control threads; counts it as lost when nobody listens.
  @_noLocks
  func announce(
    _ kind: RenderEvent.Kind, _ index: Int, serial: UInt32, at frame: Int64, value: Int64
  ) {
    let event = RenderEvent(kind: kind, index: index, serial: serial, frame: frame, value: value)
    if !events.push(event) {
      counters.pointee.lostEvents.wrappingAdd(1, ordering: .relaxed)
    }
  }
}
