import AhaDSP

// Which bus a voice is on.
extension Renderer {
  /// To another bus; a resident sound that is heard is crossfaded, a streamed one fades out and in.
  @_noLocks
  func setBus(_ index: Int, _ bus: Int) {
    let voice = voices + index
    voice.pointee.pendingBus = -1
    guard bus != voice.pointee.bus else { return }
    let isHeard = voice.pointee.isSounding
    if voice.pointee.isHot {
      voice.pointee.pendingBus = bus
      voice.pointee.chain.isHeld = true
      voice.pointee.chain.close(over: ramp)
    } else if !isHeard {
      move(index, to: bus)
    } else if voice.pointee.hasGhost || voice.pointee.phase == .fading {
      voice.pointee.pendingBus = bus
    } else if voice.pointee.stream != nil {
      voice.pointee.pendingBus = bus
      fade(index, then: .rejoin)
    } else {
      leaveGhost(voice)
      move(index, to: bus)
      voice.pointee.main.mix.envelope.jump(to: 0)
      voice.pointee.main.mix.envelope.go(to: 1, over: ramp)
    }
  }

  @_noLocks
  func moveToPendingBus(_ index: Int) {
    let bus = voices[index].pendingBus
    guard bus >= 0 else { return }
    voices[index].pendingBus = -1
    move(index, to: bus)
  }

  @_noLocks
  private func move(_ index: Int, to bus: Int) {
    let wasListed = voices[index].isListed
    unlist(index)
    voices[index].bus = bus
    if wasListed { list(index) }
  }

  // MARK: Lists

  /// Appends the voice to its bus's list.
  @_noLocks
  func list(_ index: Int) {
    let voice = voices + index
    guard !voice.pointee.isListed else { return }
    let strip = strips + voice.pointee.bus
    voice.pointee.isListed = true
    voice.pointee.next = -1
    voice.pointee.previous = strip.pointee.lastVoice
    if strip.pointee.lastVoice >= 0 {
      voices[strip.pointee.lastVoice].next = index
    } else {
      strip.pointee.firstVoice = index
    }
    strip.pointee.lastVoice = index
    active += 1
  }

  @_noLocks
  func unlist(_ index: Int) {
    let voice = voices + index
    guard voice.pointee.isListed else { return }
    let strip = strips + voice.pointee.bus
    let next = voice.pointee.next
    let previous = voice.pointee.previous
    if previous >= 0 { voices[previous].next = next } else { strip.pointee.firstVoice = next }
    if next >= 0 { voices[next].previous = previous } else { strip.pointee.lastVoice = previous }
    voice.pointee.isListed = false
    voice.pointee.next = -1
    voice.pointee.previous = -1
    active -= 1
  }

  /// The voice is done; `giveBack` follows.
  @_noLocks
  func retire(_ index: Int) {
    unlist(index)
    voices[index].phase = .idle
    voices[index].hasGhost = false
    voices[index].isRetired = true
  }

  /// Gives a voice that is done back to the control threads; nothing may look at it afterwards.
  /// True when it did.
  @_noLocks
  func giveBack(_ index: Int) -> Bool {
    guard voices[index].isRetired else { return false }
    dropChanges(of: voices[index].chain)
    _ = retired.push(.player(index))
    return true
  }

  /// Some voice plays, or will, and nothing is known to end it.
  var hasEndlessVoice: Bool {
    if firstClip >= 0, timeline.pointee.loops, timeline.pointee.last.isRunning { return true }
    for bus in 0..<maxStrips where used[bus] {
      var index = strips[bus].firstVoice
      while index >= 0 {
        if isEndless(voices + index) { return true }
        index = voices[index].next
      }
    }
    return false
  }

  private func isEndless(_ voice: UnsafeMutablePointer<Voice>) -> Bool {
    let loops = voice.pointee.hasJoined ? voice.pointee.loopsLeft : voice.pointee.nextLoopsLeft
    return voice.pointee.phase != .idle && voice.pointee.phase != .fading && loops == Loop.forever
      && voice.pointee.stopAt == Voice.never
  }
}
