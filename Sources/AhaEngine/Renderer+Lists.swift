import AhaDSP

// Which bus a voice is on.
extension Renderer {
  /// To another bus; a resident sound that is heard is crossfaded, a streamed one fades out and in.
  @_noLocks
  func setBus(_ index: Int, _ bus: Int) {
    voices[index].pendingBus = -1
    guard bus != voices[index].bus else { return }
    let isHeard = voices[index].isSounding
    if voices[index].isHot {
      voices[index].pendingBus = bus
      voices[index].chain.isHeld = true
      voices[index].chain.close(over: ramp)
    } else if !isHeard {
      move(index, to: bus)
    } else if voices[index].hasTail ? true : voices[index].phase == .fading {
      voices[index].pendingBus = bus
    } else if voices[index].stream != nil {
      voices[index].pendingBus = bus
      voices[index].fade(then: .rejoin, over: ramp)
    } else {
      voices[index].leaveTail(over: ramp)
      move(index, to: bus)
      voices[index].main.mix.envelope.jump(to: 0)
      voices[index].main.mix.envelope.go(to: 1, over: ramp)
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
    guard !voices[index].isListed else { return }
    let strip = buses.strips + voices[index].bus
    voices[index].isListed = true
    voices[index].next = -1
    voices[index].previous = strip.pointee.lastVoice
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
    guard voices[index].isListed else { return }
    let strip = buses.strips + voices[index].bus
    let next = voices[index].next
    let previous = voices[index].previous
    if previous >= 0 { voices[previous].next = next } else { strip.pointee.firstVoice = next }
    if next >= 0 { voices[next].previous = previous } else { strip.pointee.lastVoice = previous }
    voices[index].isListed = false
    voices[index].next = -1
    voices[index].previous = -1
    active -= 1
  }

  /// The voice is done; `giveBack` follows.
  @_noLocks
  func retire(_ index: Int) {
    unlist(index)
    voices[index].phase = .idle
    voices[index].hasTail = false
    voices[index].isRetired = true
  }

  /// Gives a voice that is done back to the control threads; nothing may look at it afterwards.
  /// True when it did.
  @_noLocks
  func giveBack(_ index: Int) -> Bool {
    guard voices[index].isRetired else { return false }
    chains.dropChanges(of: voices[index].chain)
    reports.retire(.player(index))
    return true
  }

  /// Some voice plays, or will, and nothing is known to end it.
  var hasEndlessVoice: Bool {
    if firstClip >= 0, timeline.pointee.loops, timeline.pointee.last.isRunning { return true }
    for bus in 0..<buses.capacity where buses.used[bus] {
      var index = buses[bus].firstVoice
      while index >= 0 {
        if voices[index].isEndless { return true }
        index = voices[index].next
      }
    }
    return false
  }
}
