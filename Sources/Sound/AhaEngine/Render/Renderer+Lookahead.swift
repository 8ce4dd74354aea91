import AhaBase
import AhaDSP
import Synchronization

// Renders voices ahead on several threads: voices whose effects only process audio for a while,
// without edits or changes. Each thread claims one voice for several blocks, so that threads seldom
// wait for each other. The renderer mixes the voices in their usual order afterwards, so the sum is
// the same with any number of threads.
extension Renderer {
  /// Lets the team render voices ahead.
  @_noLocks
  func renderAhead(_ frames: Int, priming level: Int) {
    guard let team = lookahead.team else { return }
    lookahead.begin(frames)
    let limit = isPriming ? frames : lookahead.limit(at: clock)
    for rank in 0..<buses.count {
      guard let bus = buses.bus(at: rank, priming: level), !buses[bus].isLate,
        !buses[bus].isStill
      else { continue }
      let reach = buses.awaitsParent(bus) ? frames : buses.pauses ? frames : limit
      var index = voices.first(on: bus)
      while index >= 0 {
        // The starts of the other members are known for this block only.
        let isMember = voices[index].chokeGroup != 0
        let count = framesAhead(index, block: frames, limit: isMember ? frames : reach)
        if count > 0 { lookahead.add(index, frames: count) }
        index = voices[index].next
      }
    }
    // A single voice gains nothing from the team.
    guard lookahead.count > 1 else { return }
    lookahead.commit(at: clock)
    team.value.begin(lookahead.count, state: team)
    work(in: team, scratch: dryScratch)
    team.value.finish(lookahead.count)
  }

  /// Renders voices of the present round until none is left. Thread: any thread of the team.
  /// - Parameter scratch: The calling thread's own buffer.
  @_noLocks
  func work(in team: Reference<TeamState>, scratch: StereoTarget) {
    while let index = team.value.next() {
      renderAhead(lookahead[index], scratch: scratch)
      team.value.done.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Like `mixChainedPiece`, block by block, but without access to state that threads share.
  @_noLocks
  private func renderAhead(_ work: AheadVoice, scratch: StereoTarget) {
    var prepared = PreparedFrames()
    let label = label(of: work.voice)
    while prepared.areFinite, prepared.count < work.frames {
      let left = work.frames - prepared.count
      let count = min(prepared.count == 0 ? lookahead.blockFrames : Renderer.block, left)
      let audio = lookahead.target(of: work.voice).advanced(by: prepared.count)
      voices[work.voice].put(to: audio, frames: count)
      let now = label + Int64(prepared.count)
      _ = chains.pass(
        &voices[work.voice].chain, audio: audio, frames: count, label: now, scratch: scratch)
      // After non-finite samples the effects must be reset first.
      prepared.areFinite = BusPass.isFinite(audio.source, frames: count)
      prepared.count += count
    }
    voices[work.voice].prepared = prepared
  }

  /// Mixes the team's prepared frames into the voice's bus; returns their count.
  @_noLocks
  func mixPrepared(_ index: Int, frames: Int) -> Int {
    let count = min(frames, voices[index].prepared.count)
    if count == 0 { return 0 }
    let output = lookahead.target(of: index).advanced(by: voices[index].prepared.begin)
    if !voices[index].prepared.areFinite {
      _ = guardFinite(voices[index].chain, to: output, frames: count, bus: voices[index].bus)
    }
    if voices[index].phase == .idle {
      watchEnd(index, to: output, frames: count, label: label(of: index))
    } else {
      voices[index].chain.ringing.feed()
    }
    mixFader(index, to: output, at: 0, frames: count)
    voices[index].prepared.begin += count
    voices[index].prepared.count -= count
    finishPiece(index, at: buses[voices[index].bus].time + Int64(count))
    return count
  }

  // MARK: Which voices

  /// Count of frames for which a voice can be rendered ahead: `limit`, the block's, or 0.
  @_noLocks
  private func framesAhead(_ index: Int, block: Int, limit: Int) -> Int {
    guard voices[index].isHot, voices[index].prepared.count == 0, !voices[index].isLeaving,
      voices[index].pendingBus < 0, chains.isSettled(voices[index].chain)
    else { return 0 }
    // An effects tail ends at a block boundary, with or without lookahead.
    if voices[index].phase != .idle, isUndisturbed(index, frames: limit) { return limit }
    return isUndisturbed(index, frames: block) ? block : 0
  }

  @_noLocks
  private func isUndisturbed(_ index: Int, frames: Int) -> Bool {
    if hasInterval(index, frames: frames) { return false }
    let label = label(of: index)
    if agenda.next < label + Int64(frames) { return false }
    if voices[index].phase == .idle {
      return min(voices[index].startAt, voices[index].stopAt) >= label + Int64(frames)
    }
    guard voices[index].isUnmoved(from: label, for: Int64(frames)) else { return false }
    return voices[index].hasSupply(frames, ramp: ramp)
  }

  /// True if the timeline starts, stops or jumps between the labels of the chain's input and
  /// output. Derives the intervals, so that no thread of the team has to.
  @_noLocks
  private func hasInterval(_ index: Int, frames: Int) -> Bool {
    let length = chains.lead(of: voices[index].chain) + frames + 2
    let label = buses[voices[index].bus].time
    return timeline.value.framesToInterval(from: label - 1, limit: length) < length
  }
}
