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
  let effects: UnsafeMutablePointer<EffectSlot>
  let changes: UnsafeMutablePointer<Change>
  let pool: UnsafeMutablePointer<ChainPool>
  let timeline: UnsafeMutablePointer<TimelineState>
  let reports: Reports
  /// Frames.
  let ramp: Int

  init(_ memory: RendererMemory, _ reports: Reports, ramp: Int) {
    effects = memory.effects
    changes = memory.changes
    pool = memory.chainPool
    timeline = memory.timeline
    self.reports = reports
    self.ramp = ramp
  }

  /// Frames that the chain's effects must still absorb before the first output.
  @_noLocks
  func framesToPrime(_ chain: ChainLinks) -> Int {
    var frames = 0
    var index = chain.first
    while index >= 0 {
      frames += effects[index].unit.pointee.latency - effects[index].unit.pointee.absorbed
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
      frames += effects[index].unit.pointee.absorbed
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
      frames += Int64(unit.pointee.latency) + Int64(unit.pointee.tail)
      index = effects[index].next
    }
    return frames
  }

  /// Resets effects whose state is not finite.
  @_noLocks
  func recover(_ chain: ChainLinks) {
    var index = chain.first
    while index >= 0 {
      effects[index].unit.pointee.recover()
      index = effects[index].next
    }
  }

  /// Sends frames through a chain, in place. Returns the count of frames produced; they are the
  /// last frames of the buffer.
  /// - Parameters:
  ///   - label: Label of the first frame.
  ///   - scratch: The calling thread's own buffer; holds a block.
  @_noLocks
  func run(
    _ chain: ChainLinks, _ audio: StereoTarget, _ frames: Int, label: Int64, scratch: StereoTarget
  ) -> Int {
    var label = label
    var taken = 0
    var index = chain.first
    while index >= 0, taken < frames {
      let next = effects[index].next
      let unit = effects[index].unit
      let missing = unit.pointee.latency - unit.pointee.absorbed
      label -= Int64(unit.pointee.absorbed)
      if missing > 0 {
        let count = min(missing, frames - taken)
        unit.pointee.absorb(audio.advanced(by: taken).source, frames: count)
        taken += count
      }
      let rest = audio.advanced(by: taken)
      runUnit(index, rest, frames - taken, label: label, scratch: scratch)
      index = next
    }
    return frames - taken
  }

  /// Advances an effect's time while no audio passes through it.
  @_noLocks
  func skip(_ slot: UnsafeMutablePointer<EffectSlot>, to label: Int64) {
    let frames = min(label - max(0, slot.pointee.time), Int64(Int32.max))
    slot.pointee.unit.pointee.skip(Int(frames))
    slot.pointee.time = label
    slot.pointee.hasRun = false
  }

  /// Processes frames in pieces that end where parameters change.
  @_noLocks
  func runUnit(
    _ index: Int, _ audio: StereoTarget, _ frames: Int, label: Int64, scratch: StereoTarget
  ) {
    let slot = effects + index
    if slot.pointee.time >= 0, slot.pointee.time < label { skip(slot, to: label) }
    var key: StereoSource?
    if slot.pointee.key != nil { key = self.key(of: slot, frames, at: label) }
    var isFresh = !slot.pointee.hasRun
    var done = 0
    while done < frames {
      var next = Int64.max
      if slot.pointee.lanes != nil {
        next = runLanes(slot, at: label + Int64(done), frames - done, isFresh: isFresh)
      }
      next = min(next, applyChanges(slot, upTo: label + Int64(done)))
      let count = Int(min(Int64(frames - done), next - (label + Int64(done))))
      let piece = key == nil ? nil : key!.advanced(by: done)
      slot.pointee.unit.pointee.process(
        audio.advanced(by: done), frames: count, scratch: scratch, key: piece)
      done += count
      isFresh = false
      slot.pointee.hasRun = true
    }
    slot.pointee.time = label + Int64(frames)
  }

  /// True if the chain is primed and no effect is being added, removed, moved or changed.
  @_noLocks
  func isSettled(_ chain: ChainLinks) -> Bool {
    guard !chain.isEmpty, chain.gate.isSteady, chain.gate.value == 1, !chain.hasMoves,
      chain.hold == 0
    else { return false }
    var index = chain.first
    while index >= 0 {
      let slot = effects + index
      guard slot.pointee.stage == .working, slot.pointee.firstChange < 0,
        slot.pointee.unit.pointee.absorbed == slot.pointee.unit.pointee.latency,
        slot.pointee.key == nil,
        !hasNewLane(slot)
      else { return false }
      index = slot.pointee.next
    }
    return true
  }

  @_noLocks
  private func hasNewLane(_ slot: UnsafeMutablePointer<EffectSlot>) -> Bool {
    var lane = slot.pointee.lanes
    while let present = lane {
      if present.pointee.isNew { return true }
      lane = present.pointee.next
    }
    return false
  }
}

/// Free list of changes, and the lanes that wait to be retired.
struct ChainPool {
  var freeChange = 0
  var deadLanes: UnsafeMutablePointer<AutomationLane>?
  /// Holds the key of an effect for a block; used by the renderer's own thread.
  let keyScratch: StereoTarget
}
