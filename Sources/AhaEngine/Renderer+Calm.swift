import AhaDSP
import CShims
import Synchronization

// Calm voices: those with effects to which nothing happens in a block but that their sound goes
// through them. Several threads render them, each for itself; they are mixed in their places
// afterwards, so that the sum is the same with any number of threads.
extension Renderer {
  /// Lets the team render what is calm under a bus.
  @_noLocks
  func prepareCalm(under root: Int, _ frames: Int) {
    guard let team else { return }
    calmCount = 0
    for index in 0..<orderCount where isUnder(root, order[index]) {
      collectCalm(strips + order[index], frames)
    }
    guard calmCount > 1 else { return }
    for place in 0..<calmCount { voices[calm[place]].prepared = place }
    calmFrames = frames
    team.pointee.begin(calmCount, team)
    takePart(in: team, dryScratch)
    team.pointee.finish(calmCount)
  }

  @_noLocks
  private func collectCalm(_ strip: UnsafeMutablePointer<Strip>, _ frames: Int) {
    var index = strip.pointee.firstVoice
    while index >= 0 {
      if isCalm(voices + index, frames) {
        calm[calmCount] = index
        calmCount += 1
      }
      index = voices[index].next
    }
  }

  /// Renders pieces of the present round until none is left.
  /// - Parameter scratch: The thread's own.
  @_noLocks
  func takePart(in team: UnsafeMutablePointer<TeamState>, _ scratch: StereoTarget) {
    while let place = team.pointee.take() {
      renderCalm(calm[place], calmTarget(place), scratch)
      team.pointee.done.wrappingAdd(1, ordering: .releasing)
    }
  }

  @_noLocks
  private func calmTarget(_ place: Int) -> StereoTarget {
    let left = calmPlanes + 2 * place * Renderer.block
    return StereoTarget(left: left, right: left + Renderer.block)
  }

  /// As `mixChainedPiece` does, but for what others share.
  @_noLocks
  private func renderCalm(_ index: Int, _ audio: StereoTarget, _ scratch: StereoTarget) {
    let voice = voices + index
    let label = label(of: voice)
    putSteady(voice, audio, calmFrames)
    voice.pointee.chain.ringing.feed()
    _ = pass(&voice.pointee.chain, audio, calmFrames, label: label, scratch: scratch)
  }

  /// What the team rendered goes into its bus.
  @_noLocks
  func mixPrepared(_ index: Int, _ frames: Int) {
    let voice = voices + index
    let output = calmTarget(voice.pointee.prepared)
    voice.pointee.prepared = -1
    _ = guardFinite(voice.pointee.chain, output, frames, voice.pointee.bus)
    mixFader(voice, output, at: 0, frames)
    finishPiece(index, at: strips[voice.pointee.bus].time + Int64(frames))
    if endsCell { endVoiceCell(index) }
    finishBlock(index)
  }

  @_noLocks
  private func isCalm(_ voice: UnsafeMutablePointer<Voice>, _ frames: Int) -> Bool {
    guard voice.pointee.isHot, !voice.pointee.isLeaving, voice.pointee.pendingBus < 0,
      isCalm(voice.pointee.chain), !hasSpan(voice, frames)
    else { return false }
    return isSteady(voice, from: label(of: voice), for: Int64(frames))
  }

  /// The timeline starts, stops or jumps somewhere between what the voice takes in and what it
  /// gives. After this, nobody who looks that far has to derive spans.
  @_noLocks
  private func hasSpan(_ voice: UnsafeMutablePointer<Voice>, _ frames: Int) -> Bool {
    let length = lead(of: voice.pointee.chain) + frames + 2
    let label = strips[voice.pointee.bus].time
    return timeline.pointee.framesToSpan(from: label - 1, length) < length
  }

  /// Gives as many frames as it takes, and no effect comes, goes, or waits to be changed.
  @_noLocks
  private func isCalm(_ chain: ChainLinks) -> Bool {
    guard !chain.isEmpty, chain.gate.isSteady, chain.gate.value == 1, !chain.hasMoves,
      chain.hold == 0
    else { return false }
    var index = chain.first
    while index >= 0 {
      let slot = effects + index
      guard slot.pointee.stage == .working, slot.pointee.firstChange < 0,
        slot.pointee.unit.pointee.absorbed == slot.pointee.unit.pointee.latency,
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
