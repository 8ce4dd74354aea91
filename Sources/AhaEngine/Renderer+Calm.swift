import AhaDSP
import Synchronization

/// A voice of a round, and how much of it is to be rendered.
struct CalmVoice: BitwiseCopyable {
  var index = 0
  var frames = 0
}

// Calm voices: those with effects to which nothing happens for a while but that their sound, or
// their tail, goes through them. Several threads render them, each for itself and some blocks
// ahead, so that they seldom wait for each other; they are mixed in their places afterwards, so
// that the sum is the same with any number of threads.
extension Renderer {
  /// Lets the team render what is calm under a bus.
  @_noLocks
  func prepareCalm(under root: Int, _ frames: Int) {
    guard let team else { return }
    calmCount = 0
    calmFrames = frames
    let reach = payingStrip < 0 ? max(frames, min(Renderer.reach, Int(callEnd - clock))) : frames
    for index in 0..<orderCount where isUnder(root, order[index]) {
      collectCalm(strips + order[index], reach)
    }
    // A single one is as well rendered in its place.
    guard calmCount > 1 else { return }
    for place in 0..<calmCount {
      aheadUntil = max(aheadUntil, clock + Int64(calm[place].frames))
    }
    team.pointee.begin(calmCount, team)
    takePart(in: team, dryScratch)
    team.pointee.finish(calmCount)
  }

  @_noLocks
  private func collectCalm(_ strip: UnsafeMutablePointer<Strip>, _ reach: Int) {
    var index = strip.pointee.firstVoice
    while index >= 0 {
      let frames = calmFrames(index, reach)
      if frames > 0 {
        calm[calmCount] = CalmVoice(index: index, frames: frames)
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
      renderCalm(calm[place], scratch)
      team.pointee.done.wrappingAdd(1, ordering: .releasing)
    }
  }

  @_noLocks
  private func calmTarget(_ index: Int) -> StereoTarget {
    let left = calmPlanes + 2 * index * Renderer.reach
    return StereoTarget(left: left, right: left + Renderer.reach)
  }

  /// As `mixChainedPiece` does, block by block, but for what others share.
  @_noLocks
  private func renderCalm(_ work: CalmVoice, _ scratch: StereoTarget) {
    var prepared = PreparedFrames()
    let label = label(of: work.index)
    while prepared.areFinite, prepared.count < work.frames {
      let left = work.frames - prepared.count
      let count = prepared.count == 0 ? min(calmFrames, left) : min(Renderer.block, left)
      let audio = calmTarget(work.index).advanced(by: prepared.count)
      voices[work.index].put(to: audio, frames: count)
      let now = label + Int64(prepared.count)
      _ = pass(&voices[work.index].chain, audio, count, label: now, scratch: scratch)
      // What comes after that is for effects that have recovered.
      prepared.areFinite = BusPass.isFinite(audio.source, frames: count)
      prepared.count += count
    }
    voices[work.index].prepared = prepared
  }

  /// What the team has rendered goes into its bus; returns how many frames of the block those were.
  @_noLocks
  func mixPrepared(_ index: Int, _ frames: Int) -> Int {
    let count = min(frames, voices[index].prepared.count)
    if count == 0 { return 0 }
    let output = calmTarget(index).advanced(by: voices[index].prepared.begin)
    if !voices[index].prepared.areFinite {
      _ = guardFinite(voices[index].chain, output, count, voices[index].bus)
    }
    if voices[index].phase == .idle {
      watchEnd(index, output, count, label(of: index))
    } else {
      voices[index].chain.ringing.feed()
    }
    mixFader(index, output, at: 0, count)
    voices[index].prepared.begin += count
    voices[index].prepared.count -= count
    finishPiece(index, at: strips[voices[index].bus].time + Int64(count))
    return count
  }

  // MARK: Who is calm

  /// Frames for which a voice is calm, of as many as are wanted; 0: it is not.
  @_noLocks
  private func calmFrames(_ index: Int, _ reach: Int) -> Int {
    guard voices[index].isHot, voices[index].prepared.count == 0, !voices[index].isLeaving,
      voices[index].pendingBus < 0, isCalm(voices[index].chain)
    else { return 0 }
    // A tail that is over is not rendered on, also by those who render ahead.
    if voices[index].phase != .idle, isCalm(index, reach) { return reach }
    return isCalm(index, calmFrames) ? calmFrames : 0
  }

  @_noLocks
  private func isCalm(_ index: Int, _ frames: Int) -> Bool {
    if hasSpan(index, frames) { return false }
    let label = label(of: index)
    if voices[index].phase == .idle {
      return min(voices[index].startAt, voices[index].stopAt) >= label + Int64(frames)
    }
    guard voices[index].isUnmoved(from: label, for: Int64(frames)) else { return false }
    return voices[index].hasSupply(frames, ramp: ramp)
  }

  /// The timeline starts, stops or jumps somewhere between what the voice takes in and what it
  /// gives. After this, nobody who looks that far has to derive spans.
  @_noLocks
  private func hasSpan(_ index: Int, _ frames: Int) -> Bool {
    let length = lead(of: voices[index].chain) + frames + 2
    let label = strips[voices[index].bus].time
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
