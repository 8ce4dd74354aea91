import AhaBase
import AhaDSP

/// Effects of players and buses: sends samples through chains and moves their parameters.
///
/// Each sample has a *label*: the engine frame at which it is audible. An effect with latency
/// absorbs that many frames before its first output; its chain is then *primed*. So the output
/// keeps its labels and every sample is heard at its own frame.
///
/// Thread: the threads of a team process different chains at the same time, so mutable state is
/// behind pointers. Only the renderer's own thread adds or drops effects, changes and lanes.
struct Chains {
  /// The table that control threads fill before they send `EffectCommand.add`.
  let effects: Buffer<EffectSlot>
  let changes: Buffer<Change>
  let pool: Reference<ChainPool>
  let timeline: Reference<TimelineState>
  let reports: Reports
  /// Frames.
  let ramp: Int

  /// - Parameter capacity: Count of effects.
  /// Errors: `outOfMemory`.
  init(
    capacity: Int, in memory: MemoryBlocks, scratch: RenderScratch,
    timeline: Reference<TimelineState>, reports: Reports, ramp: Int
  ) throws(AhaError) {
    effects = try memory.claim(capacity, of: "effects")
    changes = try memory.claim(Renderer.maxChanges, of: "changes")
    for index in 0..<Renderer.maxChanges {
      let next = index + 1 < Renderer.maxChanges ? index + 1 : -1
      changes.initialize(index, to: Change(next: next))
    }
    pool = try memory.claim(
      holding: ChainPool(keyScratch: scratch.key, freshScratch: scratch.fresh), of: "changes")
    self.timeline = timeline
    self.reports = reports
    self.ramp = ramp
  }

  /// Frames that the chain's effects must still absorb before the first output.
  @_noLocks
  func framesToPrime(_ chain: ChainLinks) -> Int {
    var frames = 0
    var index = chain.first
    while index >= 0 {
      frames += effects[index].unit.value.latency - effects[index].unit.value.absorbed
      index = effects[index].next
    }
    return frames
  }

  /// Frames by which the chain's input is ahead of its output now.
  @_noLocks
  func lead(of chain: ChainLinks) -> Int {
    var frames = 0
    var index = chain.first
    while index >= 0 {
      frames += effects[index].unit.value.absorbed
      index = effects[index].next
    }
    return frames
  }

  /// Frames that the chain produces after its last input, latency included.
  @_noLocks
  func tail(of chain: ChainLinks) -> Int64 {
    var frames: Int64 = 0
    var index = chain.first
    while index >= 0 {
      let unit = effects[index].unit
      frames += Int64(unit.value.latency) + Int64(unit.value.tail)
      index = effects[index].next
    }
    return frames
  }

  /// Resets effects whose state is not finite.
  @_noLocks
  func recover(_ chain: ChainLinks) {
    var index = chain.first
    while index >= 0 {
      effects[index].unit.value.recover()
      index = effects[index].next
    }
  }

  /// Sends frames through a chain, in place. Returns the count of frames produced; they are the
  /// last frames of the buffer.
  ///
  /// From the first to the last effect that joins or leaves there are two signals: that of the old
  /// chain in the buffer, and that of the new one apart.
  /// - Parameters:
  ///   - label: Label of the first frame.
  ///   - scratch: The calling thread's own buffer; holds a block.
  @_noLocks
  func run(
    _ chain: inout ChainLinks, audio: StereoTarget, frames: Int, label: Int64,
    scratch: StereoTarget
  ) -> Int {
    let fresh = pool.value.freshScratch
    var label = label
    var taken = 0
    var isSplit = false
    var index = chain.first
    while index >= 0, taken < frames {
      let slot = effects.reference(index)
      let unit = slot.value.unit
      let (old, new) = (audio.advanced(by: taken), fresh.advanced(by: taken))
      if slot.value.role != .steady {
        if !isSplit { new.copy(old.source, frames: frames - taken) }
        isSplit = true
      } else if isSplit, unit.value.isPresent || unit.value.latency > 0 {
        join(&chain, old: old, new: new, frames: frames - taken)
        isSplit = false
      }
      label -= Int64(unit.value.absorbed)
      let joins = slot.value.role == .joins
      let heard = joins ? new : old
      let apart = isSplit ? joins ? old : new : nil
      let absorbed = absorb(slot, audio: heard, apart: apart, frames: frames - taken)
      taken += absorbed
      runUnit(
        index, audio: heard.advanced(by: absorbed), frames: frames - taken, label: label,
        scratch: scratch,
        apart: apart?.advanced(by: absorbed))
      index = slot.value.next
    }
    if isSplit {
      join(
        &chain, old: audio.advanced(by: taken), new: fresh.advanced(by: taken),
        frames: frames - taken)
    }
    return frames - taken
  }

  /// Lets an effect absorb the frames that it misses; returns their count.
  @_noLocks
  private func absorb(
    _ slot: Reference<EffectSlot>, audio: StereoTarget, apart: StereoTarget?, frames: Int
  ) -> Int {
    let unit = slot.value.unit
    let count = min(unit.value.latency - unit.value.absorbed, frames)
    if count > 0 { unit.value.absorb(audio.source, apart: apart?.source, frames: count) }
    return count
  }

  /// Advances an effect's time while no audio passes through it.
  @_noLocks
  func skip(_ slot: Reference<EffectSlot>, to label: Int64) {
    let frames = min(label - max(0, slot.value.time), Int64(Int32.max))
    slot.value.unit.value.skip(Int(frames))
    slot.value.time = label
    slot.value.hasRun = false
  }

  /// Processes frames in pieces that end where parameters change.
  @_noLocks
  func runUnit(
    _ index: Int, audio: StereoTarget, frames: Int, label: Int64, scratch: StereoTarget,
    apart: StereoTarget? = nil
  ) {
    let slot = effects.reference(index)
    if slot.value.time >= 0, slot.value.time < label { skip(slot, to: label) }
    var key: StereoSource?
    if slot.value.key != nil { key = self.key(of: slot, frames: frames, at: label) }
    var isFresh = !slot.value.hasRun
    var done = 0
    while done < frames {
      var next = Int64.max
      if slot.value.lanes != nil {
        next = runLanes(slot, at: label + Int64(done), limit: frames - done, isFresh: isFresh)
      }
      if slot.value.followed != nil {
        next = min(next, followTempo(slot, at: label + Int64(done), isFresh: isFresh))
      }
      next = min(next, applyChanges(slot, upTo: label + Int64(done)))
      let count = Int(min(Int64(frames - done), next - (label + Int64(done))))
      let piece = key == nil ? nil : key!.advanced(by: done)
      slot.value.unit.value.process(
        audio.advanced(by: done), frames: count, scratch: scratch, key: piece,
        apart: apart?.advanced(by: done))
      done += count
      isFresh = false
      slot.value.hasRun = true
    }
    slot.value.time = label + Int64(frames)
  }

  /// True if the chain is primed and no effect is being added, removed, moved or changed.
  @_noLocks
  func isSettled(_ chain: ChainLinks) -> Bool {
    guard !chain.isEmpty, chain.gate.isSteady, chain.gate.value == 1, !chain.isTurning,
      !chain.hasEdits, chain.hold == 0
    else { return false }
    var index = chain.first
    while index >= 0 {
      let slot = effects.reference(index)
      guard slot.value.stage == .working, slot.value.firstChange < 0,
        slot.value.unit.value.absorbed == slot.value.unit.value.latency,
        slot.value.key == nil,
        !hasNewLane(slot)
      else { return false }
      index = slot.value.next
    }
    return true
  }

  @_noLocks
  private func hasNewLane(_ slot: Reference<EffectSlot>) -> Bool {
    var lane = slot.value.lanes
    while let present = lane {
      if present.value.isNew { return true }
      lane = present.value.next
    }
    return false
  }
}

/// Free list of changes, and the lanes that wait to be retired.
struct ChainPool {
  var freeChange = 0
  var deadLanes: Reference<AutomationLane>?
  /// Hold the key of an effect, and the signal of a new chain, for a block; used by the renderer's
  /// own thread.
  let keyScratch: StereoTarget
  let freshScratch: StereoTarget
}
