import AhaDSP

// Voices with effects. A voice is *hot* while audio passes through its chain: it stays listed until
// the tail of its effects has ended.
extension Renderer {
  @_noLocks
  func mixChained(_ index: Int, frames: Int) {
    var done =
      voices[index].isHot ? mixPrepared(index, frames: frames) : warmUp(index, frames: frames)
    var fills = false
    while done < frames, voices[index].isListed, !voices[index].chain.isEmpty {
      if chains.framesToPrime(voices[index].chain) > 0 { fills = true }
      done += mixChainedPiece(index, at: done, space: frames - done, fills: fills)
      finishPiece(index, at: buses[voices[index].bus].time + Int64(done))
    }
    let label = buses[voices[index].bus].time + Int64(done)
    mixTaps(index, from: done, frames: frames - done, label: label)
    if endsCell { endVoiceCell(index) }
    finishBlock(index)
  }

  /// Waits for the start frame and for data; returns the count of frames waited.
  @_noLocks
  private func warmUp(_ index: Int, frames: Int) -> Int {
    let label = buses[voices[index].bus].time
    let wait = voices[index].startAt == Voice.never ? 0 : voices[index].startAt - label
    let stop = voices[index].stopAt - label
    if wait >= Int64(frames), stop >= Int64(frames) { return frames }
    if wait <= 0, voices[index].startAt == Voice.never, !hasData(index) { return frames }
    voices[index].isHot = true
    return Int(max(0, min(wait, stop)))
  }

  /// - Parameter fills: The chain was not full yet in this block.
  @_noLocks
  private func mixChainedPiece(_ index: Int, at done: Int, space: Int, fills: Bool) -> Int {
    var limit = space
    if voices[index].chain.gate.frames > 0 { limit = min(limit, voices[index].chain.gate.frames) }
    var wanted = min(Renderer.block, limit + chains.framesToPrime(voices[index].chain))
    if fills { wanted = runAgenda(ofVoice: index, at: done, before: wanted) }
    let label = label(of: index) + Int64(done)
    let count = applyIntervals(index, at: label, limit: wanted)
    let hadInput = voices[index].phase != .idle
    read(index, frames: count, label: label)
    if hadInput { voices[index].chain.ringing.feed() }
    let came = chains.pass(
      &voices[index].chain, audio: chainScratch, frames: count, label: label, scratch: dryScratch)
    let output = chainScratch.advanced(by: count - came)
    _ = guardFinite(voices[index].chain, to: output, frames: came, bus: voices[index].bus)
    if voices[index].phase == .idle { watchEnd(index, to: output, frames: came, label: label) }
    mixFader(index, to: output, at: done, frames: came)
    return came
  }

  /// Reads frames of the voice's sound into the input of its chain.
  @_noLocks
  private func read(_ index: Int, frames: Int, label: Int64) {
    if voices[index].isSteady(from: label, for: Int64(frames)) {
      voices[index].putSteady(to: chainScratch, frames: frames)
    } else {
      chainScratch.clear(frames: frames)
      mixTaps(index, from: 0, frames: frames, label: label)
    }
  }

  /// The frame at which the samples that the voice reads now are audible.
  @_noLocks
  func label(of index: Int) -> Int64 {
    let time = buses[voices[index].bus].time + Int64(voices[index].mixedFrames)
    return voices[index].isHot ? time + Int64(chains.lead(of: voices[index].chain)) : time
  }

  /// Ends a voice after the tail of its effects.
  @_noLocks
  func endVoiceCell(_ index: Int) {
    guard voices[index].isListed, voices[index].isHot else { return }
    voices[index].chain.ringing.endCell(
      Renderer.block, tail: chains.tail(of: voices[index].chain) + Int64(Renderer.block),
      sampleRate: sampleRate)
    guard voices[index].phase == .idle, voices[index].chain.ringing.isOver else { return }
    coolDown(index)
    if voices[index].chain.isEmpty { leaveChain(index) }
  }

  @_noLocks
  func watchEnd(_ index: Int, to output: StereoTarget, frames: Int, label: Int64) {
    let reading = BusPass.apply(.unity, to: output, frames: frames)
    let peak = max(reading.peakSquared.left, reading.peakSquared.right)
    if voices[index].chain.ringing.hear(peakSquared: peak) {
      let lead = chains.lead(of: voices[index].chain)
      voices.hear(until: label - Int64(lead) + Int64(frames))
    }
  }

  @_noLocks
  func mixFader(_ index: Int, to output: StereoTarget, at offset: Int, frames: Int) {
    let bus = voices[index].bus
    buses[bus].hasInput = true
    let target = buses[bus].buffer.advanced(by: offset)
    voices[index].mixFader(output, to: target, frames: frames)
  }

  /// Carries out changes that waited for silence; checks for the end of the effects' tail.
  @_noLocks
  func finishPiece(_ index: Int, at label: Int64) {
    if voices[index].isLeaving, voices[index].chain.isHeld, voices[index].chain.isClosed {
      voices.hear(until: label)
      voices.retire(index)
      return
    }
    if voices[index].pendingBus >= 0, voices[index].chain.isClosed {
      voices.moveToPendingBus(index)
      voices[index].chain.isHeld = false
      chains.reopen(&voices[index].chain)
    }
    if voices[index].chain.isEmpty { leaveChain(index) }
  }

  /// Idles the chain after the effects' tail.
  @_noLocks
  private func coolDown(_ index: Int) {
    chains.cool(&voices[index].chain)
    voices[index].isHot = false
    voices[index].gains.settle(&voices[index].fader)
    leaveOrWait(index)
  }

  @_noLocks
  private func leaveChain(_ index: Int) {
    voices[index].endChain()
    if voices[index].phase == .idle { leaveOrWait(index) }
  }

  /// Unlists a silent voice, unless a start or its clip is pending.
  @_noLocks
  private func leaveOrWait(_ index: Int) {
    if voices[index].isLeaving { return voices.retire(index) }
    guard voices[index].awaitsStart else { return voices.unlist(index) }
    voices[index].isAnnounced = false
    voices[index].phase = .waiting
  }
}
