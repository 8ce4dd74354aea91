import AhaDSP

// Players with effects. While something goes through a chain the voice is *hot*: it goes on,
// listed, until the effects have nothing more to give.
extension Renderer {
  @_noLocks
  func mixChained(_ index: Int, _ frames: Int) {
    let voice = voices + index
    var done = voice.pointee.isHot ? mixPrepared(index, frames) : warmUp(index, frames)
    while done < frames, voice.pointee.isListed, !voice.pointee.chain.isEmpty {
      done += mixChainedPiece(index, at: done, frames - done)
      finishPiece(index, at: strips[voice.pointee.bus].time + Int64(done))
    }
    let label = strips[voice.pointee.bus].time + Int64(done)
    mixTaps(index, from: done, frames - done, label: label)
    if endsCell { endVoiceCell(index) }
    finishBlock(index)
  }

  /// Waits for the frame to start at, and for data; returns how many frames that took.
  @_noLocks
  private func warmUp(_ index: Int, _ frames: Int) -> Int {
    let voice = voices + index
    let label = strips[voice.pointee.bus].time
    let wait = voice.pointee.startAt == Voice.never ? 0 : voice.pointee.startAt - label
    let stop = voice.pointee.stopAt - label
    if wait >= Int64(frames), stop >= Int64(frames) { return frames }
    if wait <= 0, voice.pointee.startAt == Voice.never, !hasData(voice) { return frames }
    voice.pointee.isHot = true
    return Int(max(0, min(wait, stop)))
  }

  @_noLocks
  private func mixChainedPiece(_ index: Int, at done: Int, _ room: Int) -> Int {
    let voice = voices + index
    var limit = room
    if voice.pointee.chain.gate.frames > 0 { limit = min(limit, voice.pointee.chain.gate.frames) }
    let wanted = min(Renderer.block, limit + debt(of: voice.pointee.chain))
    let label = label(of: voice) + Int64(done)
    let count = takeSpans(index, at: label, wanted)
    let hadInput = voice.pointee.phase != .idle
    read(index, count, label: label)
    if hadInput { voice.pointee.chain.ringing.feed() }
    let came = pass(
      &voice.pointee.chain, chainScratch, count, label: label, scratch: dryScratch)
    let output = chainScratch.advanced(by: count - came)
    _ = guardFinite(voice.pointee.chain, output, came, voice.pointee.bus)
    if voice.pointee.phase == .idle { watchEnd(voice, output, came, label) }
    mixFader(voice, output, at: done, came)
    return came
  }

  /// What the voice reads of its sound, to where its chain begins.
  @_noLocks
  private func read(_ index: Int, _ frames: Int, label: Int64) {
    let voice = voices + index
    if isSteady(voice, from: label, for: Int64(frames)) {
      putSteady(voice, chainScratch, frames)
    } else {
      chainScratch.clear(frames: frames)
      mixTaps(index, from: 0, frames, label: label)
    }
  }

  /// Precondition: the voice is steady.
  @_noLocks
  func putSteady(_ voice: UnsafeMutablePointer<Voice>, _ audio: StereoTarget, _ frames: Int) {
    Mix.put(
      voice.pointee.planes.advanced(by: Int(voice.pointee.main.position)),
      voice.pointee.main.mix.gain.value, to: audio, frames: frames)
    voice.pointee.main.position += Int64(frames)
  }

  /// The frame at which what the voice reads now is to be heard.
  @_noLocks
  func label(of voice: UnsafeMutablePointer<Voice>) -> Int64 {
    let time = strips[voice.pointee.bus].time
    return voice.pointee.isHot ? time + Int64(lead(of: voice.pointee.chain)) : time
  }

  /// Decides whether effects have anything more to give.
  @_noLocks
  func endVoiceCell(_ index: Int) {
    let voice = voices + index
    guard voice.pointee.isListed, voice.pointee.isHot else { return }
    voice.pointee.chain.ringing.endCell(
      Renderer.block, tail: tail(of: voice.pointee.chain) + Int64(Renderer.block),
      sampleRate: sampleRate)
    guard voice.pointee.phase == .idle, voice.pointee.chain.ringing.isOver else { return }
    coolDown(index)
    if voice.pointee.chain.isEmpty { leaveChain(index) }
  }

  @_noLocks
  func watchEnd(
    _ voice: UnsafeMutablePointer<Voice>, _ output: StereoTarget, _ frames: Int, _ label: Int64
  ) {
    let reading = BusPass.apply(.unity, to: output, frames: frames)
    let peak = max(reading.peakSquared.left, reading.peakSquared.right)
    if voice.pointee.chain.ringing.hear(peakSquared: peak) {
      lastEnd = max(lastEnd, label - Int64(lead(of: voice.pointee.chain)) + Int64(frames))
    }
  }

  @_noLocks
  func mixFader(
    _ voice: UnsafeMutablePointer<Voice>, _ output: StereoTarget, at offset: Int, _ frames: Int
  ) {
    let strip = strips + voice.pointee.bus
    strip.pointee.hasInput = true
    if voice.pointee.fader.isSteady {
      let target = strip.pointee.buffer.advanced(by: offset)
      Mix.add(output.source, voice.pointee.fader.value, to: target, frames: frames)
      return
    }
    var done = 0
    while done < frames {
      let count = voice.pointee.fader.segment(frames - done)
      let piece = output.advanced(by: done)
      BusPass.applyRamp(&voice.pointee.fader, to: piece, frames: count)
      Mix.add(
        piece.source, .unity, to: strip.pointee.buffer.advanced(by: offset + done), frames: count)
      done += count
    }
  }

  /// What has waited for silence, and the end of the tail.
  @_noLocks
  func finishPiece(_ index: Int, at label: Int64) {
    let voice = voices + index
    if voice.pointee.isLeaving, voice.pointee.chain.isClosed {
      lastEnd = max(lastEnd, label)
      retire(index)
      return
    }
    if voice.pointee.pendingBus >= 0, voice.pointee.chain.isClosed {
      moveToPendingBus(index)
      voice.pointee.chain.isHeld = false
      reopen(&voice.pointee.chain)
    }
    if voice.pointee.chain.isEmpty { leaveChain(index) }
  }

  /// Nothing comes any more.
  @_noLocks
  private func coolDown(_ index: Int) {
    let voice = voices + index
    cool(&voice.pointee.chain)
    voice.pointee.isHot = false
    leaveOrWait(index)
  }

  @_noLocks
  private func leaveChain(_ index: Int) {
    endChain(voices + index)
    if voices[index].phase == .idle { leaveOrWait(index) }
  }

  /// Unlists a silent voice, unless a start or its clip is pending.
  @_noLocks
  private func leaveOrWait(_ index: Int) {
    guard voices[index].awaitsStart else { return unlist(index) }
    voices[index].isAnnounced = false
    voices[index].phase = .waiting
  }

  /// Kernels recover from whatever they were fed; true when they had to.
  @_noLocks
  func guardFinite(
    _ chain: ChainLinks, _ output: StereoTarget, _ frames: Int, _ bus: Int
  ) -> Bool {
    if BusPass.isFinite(output.source, frames: frames) { return false }
    silenceNonfinite(output, bus, frames)
    var index = chain.first
    while index >= 0 {
      effects[index].unit.pointee.recover()
      index = effects[index].next
    }
    return true
  }
}
