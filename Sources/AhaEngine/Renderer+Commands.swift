import AhaDSP

extension Renderer {
  /// Does what the control threads asked for since the last block.
  @_noLocks
  func applyCommands() {
    if clock < aheadUntil { return }
    while let command = commands.pop() {
      switch command {
      case .player(let index, let command): apply(command, toPlayer: index)
      case .bus(let index, let command): apply(command, toBus: index)
      case .effect(let index, let command): apply(command, toEffect: index)
      case .input(let bus, let command): apply(command, toInputOf: bus)
      case .tap(let tap, let bus, let command): apply(command, to: tap, of: bus)
      case .timeline(let command): apply(command)
      case .lane(let effect, let parameter, let command):
        apply(command, toLaneOf: effect, Int(parameter))
      }
    }
    buryLanes()
  }

  @_noLocks
  private func apply(_ command: PlayerCommand, toPlayer index: Int) {
    switch command {
    case .add: publish(index)
    case .remove: remove(index)
    case .start: start(index, at: label(of: index))
    case .startAt(let frame, let schedule): self.schedule(index, startAt: frame, schedule)
    case .stopAt(let frame, let schedule): self.schedule(index, stopAt: frame, schedule)
    case .stop: stop(index, at: label(of: index))
    case .pause: pause(index, at: label(of: index))
    case .resume: resume(index, at: label(of: index))
    case .seek(let position): voices[index].seek(to: position, over: ramp)
    case .setLoop(let loop): voices[index].setLoop(loop)
    case .setGain(let gain): voices[index].setGain(gain, over: ramp)
    case .setBus(let bus): setBus(index, bus)
    case .setClip(let start): setClip(index, start: start)
    case .removeClip: removeClip(index)
    }
    if giveBack(index) { return }
    if voices[index].phase == .waiting { publish(index) }
  }

  @_noLocks
  private func remove(_ index: Int) {
    voices[index].dropSchedule()
    unlinkClip(index)
    if voices[index].isHot {
      voices[index].isLeaving = true
      voices[index].chain.isHeld = true
      voices[index].chain.close(over: ramp)
    } else if voices[index].isSounding {
      voices[index].fade(then: .remove, over: ramp)
    } else {
      retire(index)
    }
  }

  // MARK: Buses

  @_noLocks
  private func apply(_ command: BusCommand, toBus index: Int) {
    let strip = strips + index
    let ramp = strip.pointee.isHeard ? self.ramp : 0
    switch command {
    case .add:
      used[index] = true
      strip.pointee.time = strips[strip.pointee.parent].time
      orderIsOld = true
    case .remove:
      strip.pointee.isLeaving = true
      strip.pointee.quietFrames = strip.pointee.hasInput ? 0 : self.ramp + 2 * Renderer.block
      leaveWhenQuiet(index, 0)
    case .setGain(let gain):
      strip.pointee.gain.go(to: gain, over: ramp)
    case .setGates(let players, let all):
      strip.pointee.playerGate.go(to: players, over: ramp)
      strip.pointee.gate.go(to: all, over: ramp)
    case .setParent(let parent):
      strip.pointee.pendingParent = parent
      strip.pointee.parentGate.go(to: 0, over: ramp)
    }
  }
}
