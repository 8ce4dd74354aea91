import AhaBase
import AhaDSP

// Renders a block of a bus: chain, gains, meter, and the mix into the parent. A bus is mixed ahead
// of its parent by the latency of the bus's chain.
extension Renderer {
  @_noLocks
  func apply(_ command: BusCommand, toBus index: Int) {
    let ramp = buses[index].isHeard ? self.ramp : 0
    switch command {
    case .add:
      buses.add(index)
      if buses[index].pair > 0 { addPair(index) }
    case .remove:
      dropAgenda(ofBus: index)
      // Nothing on it would end.
      if buses[index].isPaused { endPause(index) }
      buses[index].isLeaving = true
      closeTap(of: index, over: ramp)
      buses[index].quietFrames = buses[index].hasInput ? 0 : self.ramp + 2 * Renderer.block
      leaveWhenQuiet(index, frames: 0)
    case .setGain(let factor, let gain, let fade):
      let edge = ramp == 0 ? Fade() : Fade.edge(fade, ramp: ramp)
      buses[index].gains.go(factor, to: gain, over: edge, ramp: &buses[index].gain)
    case .setGates(let players, let all, let way):
      buses[index].playerGate.go(to: players, over: ramp)
      buses[index].gate.go(to: all, over: ramp)
      // The parent may still have to read frames of a bus that is silent now.
      let label = buses[buses[index].parent].time
      let isRead = buses[index].history?.value.isHeard(from: label) ?? false
      buses[index].wayGate.go(to: way, over: isRead ? self.ramp : ramp)
      buses[index].formerWay.go(to: way, over: isRead ? self.ramp : ramp)
    case .pause(let fade): pause(index, over: fade)
    case .resume(let fade): resume(index, over: fade)
    case .stopShots(let fade): stopShots(of: index, over: fade)
    case .setParent(let parent): move(index, to: parent, ramp: ramp)
    case .keepHistory(let history): buses.keep(history, of: index)
    case .keepChainHistory(let history): buses[index].chainHistory = history
    case .resetHostFrames: resetHostFrames(of: index)
    case .addTap(let feed):
      buses[index].tap = feed
      buses.add(feed)
    }
  }

  /// The renderer owns a tap from its `add` until it is detached.
  @_noLocks
  func apply(_ command: TapCommand, to tap: Reference<RecorderTap>, of bus: Int) {
    switch command {
    case .add: buses[bus].attach(tap)
    case .remove: buses[bus].detach(tap)
    case .start(let frame): tap.value.start(at: frame)
    case .stop(let frame): tap.value.stop(at: frame)
    case .pause: tap.value.pause()
    case .resume: tap.value.resume()
    }
  }

  /// Sends a bus's block through its chain and gains to its parent.
  @_noLocks
  func pass(_ index: Int, frames: Int) {
    if buses[index].isStill { return passStill(index, frames: frames) }
    if buses[index].isLate {
      mixVoices(of: index, frames: frames)
      buses[index].gatePlayers(frames)
    }
    if !buses[index].hasGathered, buses.hasFeeds { gather(index, frames: frames) }
    buses[index].hasGathered = false
    if buses[index].hasInput { buses[index].chain.ringing.feed() }
    let absorbs = isPriming ? framesToPrime(index) > 0 : false
    if buses[index].isHeard || absorbs {
      passAudio(index, frames: frames)
    } else {
      buses[index].skip(frames, sampleRate: sampleRate)
      feedTaps(of: index, audio: buses[index].buffer, came: frames, of: frames)
      if buses[index].history != nil { keepSilence(of: index, frames: frames) }
    }
    if endsCell { endCell(index) }
    changeParent(of: index)
    if buses[index].isLeaving { leaveWhenQuiet(index, frames: frames) }
  }

  /// Moves a bus to another parent. One that is not heard moves at once, so that its next sound is
  /// heard from its first frame.
  @_noLocks
  private func move(_ index: Int, to parent: Int, ramp: Int) {
    buses.setParent(of: index, to: parent, ramp: ramp)
    if buses[index].history == nil { return changeParent(of: index) }
    guard buses.tendMove(of: index, ramp: self.ramp) else { return }
    needsPriming = true
    if buses[index].time > buses[parent].time {
      buses.sort()
      fallBack(index)
    }
  }

  /// Count of frames up to the next end of a fade for which a pause or a move waits, at most
  /// `frames`: it begins between blocks.
  @_noLocks
  func framesToHold(_ frames: Int) -> Int {
    if !either(either(buses.pauses, buses.moves > 0), voices.mayMove) { return frames }
    let scansVoices = voices.mayMove
    voices.mayMove = false
    var count = Int64(frames)
    for rank in 0..<buses.count {
      let bus = buses[at: rank]
      guard buses.used[bus], !buses[bus].isStill else { continue }
      if buses[bus].isPaused, !buses[bus].pause.isSteady {
        count = min(count, buses[bus].pausePieces.framesLeft + Int64(buses[bus].pause.frames))
      }
      if buses[bus].pendingParent >= 0, buses[bus].history == nil, buses[bus].parentGate.frames > 0
      {
        count = min(count, Int64(buses[bus].parentGate.frames + framesToPrime(bus)))
      }
      if scansVoices { count = framesToMove(ofVoicesOn: bus, limit: count) }
    }
    return Int(count)
  }

  /// As `framesToHold` for the voices that wait for another bus: it, and the order of its sum,
  /// begin with a block.
  @_noLocks
  private func framesToMove(ofVoicesOn bus: Int, limit: Int64) -> Int64 {
    var count = limit
    var index = voices.first(on: bus)
    while index >= 0 {
      if voices[index].pendingBus >= 0 {
        voices.mayMove = true
        let left = framesToMove(ofVoice: index)
        if left > 0 { count = min(count, left) }
      }
      index = voices[index].next
    }
    return count
  }

  /// Frames up to the end of the fade for which a move waits; 0: not known.
  @_noLocks
  private func framesToMove(ofVoice index: Int) -> Int64 {
    if voices[index].isHot {
      let left = voices[index].chain.gate.frames
      return left > 0 ? Int64(left + chains.framesToPrime(voices[index].chain)) : 0
    }
    guard voices[index].isSounding else { return 0 }
    return voices[index].hasTail ? voices[index].tail.framesToGoal : voices[index].main.framesToGoal
  }

  /// Changes the parent of a bus without a history if its gate has closed.
  @_noLocks
  private func changeParent(of index: Int) {
    guard buses[index].pendingParent >= 0, buses[index].history == nil else { return }
    let lead = chains.lead(of: buses[index].chain)
    let ramp = buses[index].isHeard ? self.ramp : 0
    let hasChanged = buses.changeParent(of: index, lead: lead, ramp: ramp)
    if hasChanged { needsPriming = true }
  }

  @_noLocks
  private func passAudio(_ index: Int, frames: Int) {
    let came = passChain(index, frames: frames)
    let audio = buses[index].buffer.advanced(by: frames - came)
    buses[index].applyPause(to: audio, frames: came)
    if buses[index].chainHistory != nil {
      keepChain(of: index, audio: audio, came: came, of: frames)
    }
    var reading = buses[index].scale(audio, frames: came)
    if !reading.isFinite {
      silenceNonfinite(audio, bus: index, frames: came)
      reading = BusPass.apply(.unity, to: audio, frames: came)
    }
    if index == 0, !output.limiter.isEmpty {
      limit(audio, frames: came)
      reading = BusPass.apply(.unity, to: audio, frames: came)
    }
    feedTaps(of: index, audio: audio, came: came, of: frames)
    if came == 0 { return }
    if !buses[index].hasInput { watchEnd(index, frames: came, reading: reading) }
    buses[index].measure(reading, frames: came, sampleRate: sampleRate)
    if index == 0 { return }
    let isOpen = buses[index].monitors(audio, frames: came)
    if buses[index].history != nil {
      keep(
        buses[index].history, of: index, audio: isOpen ? audio.source : nil, came: came, of: frames)
    } else if isOpen {
      buses[buses[index].parent].add(audio.source, frames: came)
    }
  }

  /// Sends a bus's block through its chain; returns the count of frames that the chain produced.
  @_noLocks
  private func passChain(_ index: Int, frames: Int) -> Int {
    if buses[index].chain.isEmpty { return frames }
    let audio = buses[index].buffer
    let before = chains.lead(of: buses[index].chain)
    let came = passChain(index, audio: audio, frames: frames)
    if guardFinite(
      buses[index].chain, to: audio.advanced(by: frames - came), frames: came, bus: index)
    {
      buses.shiftTimes(under: index, by: -before)
      needsPriming = true
    }
    return came
  }

  @_noLocks
  private func passChain(_ index: Int, audio: StereoTarget, frames: Int) -> Int {
    if buses[index].hasPassed {
      buses[index].hasPassed = false
      return frames
    }
    if !BusPass.isFinite(audio.source, frames: frames) {
      silenceNonfinite(audio, bus: index, frames: frames)
    }
    return chains.pass(
      &buses[index].chain, audio: audio, frames: frames, label: buses[index].time,
      scratch: dryScratch)
  }

  @_noLocks
  private func limit(_ audio: StereoTarget, frames: Int) {
    let label = buses[0].time - Int64(chains.lead(of: buses[0].chain))
    _ = chains.run(&output.limiter, audio: audio, frames: frames, label: label, scratch: dryScratch)
  }

  /// Feeds the recorders of a bus, except the master: the master's recorders hear the output.
  @_noLocks
  func feedTaps(of index: Int, audio: StereoTarget, came: Int, of frames: Int) {
    if index == 0 { return }
    let behind = frames - came - chains.lead(of: buses[index].chain)
    buses[index].feedTaps(audio, frames: came, label: buses[index].time + Int64(behind))
  }

  /// Silences non-finite output and resets the chain's kernels, which may hold non-finite state;
  /// returns true if the output was not finite.
  @_noLocks
  func guardFinite(
    _ chain: ChainLinks, to output: StereoTarget, frames: Int, bus: Int
  ) -> Bool {
    if BusPass.isFinite(output.source, frames: frames) { return false }
    silenceNonfinite(output, bus: bus, frames: frames)
    chains.recover(chain)
    return true
  }

  @_noLocks
  func silenceNonfinite(_ buffer: StereoTarget, bus: Int, frames: Int) {
    let found =
      BusPass.silenceNonfinite(buffer.left, count: frames)
      + BusPass.silenceNonfinite(buffer.right, count: frames)
    guard found > 0 else { return }
    reports.countNonfinite(found)
    reports.announce(
      .nonfinite, index: bus, serial: buses[bus].serial, at: clock, value: Int64(found))
  }

  /// True if a player or a one-shot plays or waits.
  var isPlaying: Bool {
    if buses.pauses, agenda.head < 0 { return hasMovingVoice }
    return voices.active > 0 || shots.count > 0
  }

  /// True if a player or a one-shot plays, or its output is still audible.
  var isSounding: Bool { isPlaying || clock < voices.lastEnd || buses.isRinging }
}
