import AhaBase
import AhaDSP
import CShims
import Synchronization

// Renders voices before they are mixed, if their effects only process audio meanwhile, without
// edits or changes: on the threads of a team, and offline for several blocks of one voice, whose
// state stays in the cache. The renderer mixes the voices in their usual order afterwards, so the
// sum is the same with any number of threads.
extension Renderer {
  /// Renders voices ahead.
  @_noLocks
  func renderAhead(_ frames: Int, priming level: Int) {
    if lookahead.capacity == 0 { return }
    lookahead.begin(frames)
    let limit = isPriming ? frames : lookahead.limit(at: clock)
    // One thread gains from several blocks only.
    if lookahead.team == nil, limit <= frames { return }
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
        if count > 0 { lookahead.add(AheadWork(index: index, frames: count)) }
        index = voices[index].next
      }
    }
    // A single voice gains nothing.
    guard lookahead.count > 1 else { return }
    // While a bus is primed, the frames are mixed before the next command.
    if !isPriming { lookahead.commit(at: clock) }
    workTogether()
  }

  /// Does the listed work, on all threads if there is enough.
  @_noLocks
  private func workTogether() {
    guard let team = lookahead.team else {
      for number in 0..<lookahead.count { work(on: lookahead[number], scratch: dryScratch) }
      return
    }
    lookahead.divide()
    if either(lookahead.pieces == 1, team.value.worksAlone()) {
      for piece in 0..<lookahead.pieces { work(onPiece: piece, scratch: dryScratch) }
      return
    }
    team.value.begin(lookahead.pieces, state: team)
    work(in: team, number: 0, scratch: dryScratch)
    team.value.finish(lookahead.pieces)
  }

  /// Does pieces of the present round until none is left. Thread: any thread of the team.
  /// - Parameters:
  ///   - number: That of the thread.
  ///   - scratch: The calling thread's own buffer.
  @_noLocks
  func work(in team: Reference<TeamState>, number: Int, scratch: StereoTarget) {
    while let piece = team.value.next(for: number) {
      work(onPiece: piece, scratch: scratch)
      team.value.finishPiece()
    }
  }

  @_noLocks
  private func work(onPiece piece: Int, scratch: StereoTarget) {
    let begin = shim_nanoseconds()
    let works = lookahead.works(of: piece)
    for number in works { work(on: lookahead[number], scratch: scratch) }
    lookahead.learn(works, nanoseconds: shim_nanoseconds() - begin)
  }

  @_noLocks
  private func work(on work: AheadWork, scratch: StereoTarget) {
    work.isBus ? passAhead(work, scratch: scratch) : renderAhead(work, scratch: scratch)
  }

  /// Like `mixChainedPiece`, block by block, but without access to state that threads share.
  @_noLocks
  private func renderAhead(_ work: AheadWork, scratch: StereoTarget) {
    var prepared = PreparedFrames()
    let label = label(of: work.index)
    while prepared.areFinite, prepared.count < work.frames {
      let left = work.frames - prepared.count
      let count = min(prepared.count == 0 ? lookahead.blockFrames : Renderer.block, left)
      let audio = lookahead.target(of: work.index).advanced(by: prepared.count)
      voices[work.index].put(to: audio, frames: count)
      let now = label + Int64(prepared.count)
      _ = chains.pass(
        &voices[work.index].chain, audio: audio, frames: count, label: now, scratch: scratch)
      // After non-finite samples the effects must be reset first.
      prepared.areFinite = BusPass.isFinite(audio.source, frames: count)
      prepared.count += count
    }
    voices[work.index].prepared = prepared
  }

  /// Mixes prepared frames into the voice's bus; returns their count.
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
    guard lookahead.includes(index), voices[index].isHot, voices[index].prepared.count == 0,
      !voices[index].isLeaving,
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
    hasInterval(
      from: buses[voices[index].bus].time, for: chains.lead(of: voices[index].chain) + frames)
  }

  @_noLocks
  private func hasInterval(from label: Int64, for frames: Int) -> Bool {
    let length = frames + 2
    return timeline.value.framesToInterval(from: label - 1, limit: length) < length
  }

  // MARK: Buses

  /// Passes the chains of the buses at these ranks, which do not feed each other, on all threads of
  /// the team. `pass` does what is left.
  @_noLocks
  func passAhead(_ ranks: Range<Int>, frames: Int, priming level: Int) {
    lookahead.begin(frames)
    for rank in ranks {
      guard let bus = buses.bus(at: rank, priming: level), canPassAhead(bus, frames: frames)
      else { continue }
      if buses.hasFeeds { gather(bus, frames: frames) }
      buses[bus].hasGathered = true
      if !buses[bus].isHeard { continue }
      if !BusPass.isFinite(buses[bus].buffer.source, frames: frames) { continue }
      lookahead.add(AheadWork(index: bus, isBus: true, frames: frames))
    }
    if lookahead.count > 1 { workTogether() }
  }

  @_noLocks
  private func canPassAhead(_ bus: Int, frames: Int) -> Bool {
    if bus == 0 { return false }
    if either(buses[bus].isStill, buses[bus].isLate) { return false }
    guard chains.isSettled(buses[bus].chain) else { return false }
    let lead = chains.lead(of: buses[bus].chain)
    return !hasInterval(from: buses[bus].time - Int64(lead), for: lead + frames)
  }

  @_noLocks
  private func passAhead(_ work: AheadWork, scratch: StereoTarget) {
    let bus = work.index
    _ = chains.pass(
      &buses[bus].chain, audio: buses[bus].buffer, frames: work.frames, label: buses[bus].time,
      scratch: scratch)
    buses[bus].hasPassed = true
  }
}
