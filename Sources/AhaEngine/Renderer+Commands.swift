import AhaDSP

extension Renderer {
  /// Does what the control threads asked for since the last block.
  @_noLocks
  func applyCommands() {
    if clock < lookahead.until { return }
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
    chains.retireLanes()
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
}
