import AhaDSP

extension Renderer {
  /// Does what the control threads asked for since the last block.
  @_noLocks
  func applyCommands() {
    if clock < aheadUntil { return }
    while let command = commands.pop() {
      switch command.kind.subject {
      case .player: applyToPlayer(command)
      case .bus: applyToBus(command)
      case .effect: applyToEffect(command)
      case .input: applyToInput(command)
      case .tap: applyToTap(command)
      case .timeline: applyToTimeline(command)
      case .lane: applyToLane(command)
      }
    }
    buryLanes()
  }

  @_noLocks
  private func applyToPlayer(_ command: Command) {
    let index = command.index
    switch command.kind {
    case .addPlayer: publish(voices + index)
    case .removePlayer: remove(index)
    case .start: start(index, at: label(of: voices + index))
    case .startAt, .stopAt: schedule(index, command)
    case .stop: stop(index, at: label(of: voices + index))
    case .pause: pause(index)
    case .resume: resume(index, at: label(of: voices + index))
    case .seek: seek(index, to: command.first)
    case .setLoop: setLoop(index, command)
    case .setPlayerGain: setGain(voices + index, command)
    case .setPlayerBus: setBus(index, Int(command.first))
    case .setClip, .removeClip: setClip(index, command)
    default: break
    }
    if giveBack(index) { return }
    if voices[index].phase == .waiting { publish(voices + index) }
  }

  @_noLocks
  private func remove(_ index: Int) {
    dropSchedule(voices + index)
    unlinkClip(index)
    if voices[index].isHot {
      voices[index].isLeaving = true
      voices[index].chain.isHeld = true
      voices[index].chain.close(over: ramp)
    } else if voices[index].isSounding {
      fade(index, then: .remove)
    } else {
      retire(index)
    }
  }

  @_noLocks
  private func setLoop(_ index: Int, _ command: Command) {
    let voice = voices + index
    let loop = Loop(
      begin: command.first, end: command.second, count: command.count,
      stepLeft: command.left, stepRight: command.right)
    voice.pointee.loopsDone = 0
    if voice.pointee.stream != nil, voice.pointee.phase == .playing {
      setStreamLoop(voice, loop)
      return
    }
    voice.pointee.takeLoop(loop)
    if voice.pointee.stream != nil { askStream(voice, for: voice.pointee.nextPosition) }
  }

  @_noLocks
  private func setGain(_ voice: UnsafeMutablePointer<Voice>, _ command: Command) {
    let gain = StereoGain(left: command.left, right: command.right)
    if !voice.pointee.chain.isEmpty {
      voice.pointee.fader.go(to: gain, over: voice.pointee.isHot ? ramp : 0)
      return
    }
    let isHeard = voice.pointee.phase == .playing || voice.pointee.phase == .fading
    voice.pointee.main.mix.gain.go(to: gain, over: isHeard ? ramp : 0)
    if voice.pointee.hasGhost { voice.pointee.ghost.mix.gain.go(to: gain, over: ramp) }
  }

  // MARK: Buses

  @_noLocks
  private func applyToBus(_ command: Command) {
    let strip = strips + command.index
    let ramp = strip.pointee.isHeard ? self.ramp : 0
    switch command.kind {
    case .addBus:
      used[command.index] = true
      strip.pointee.time = strips[strip.pointee.parent].time
      orderIsOld = true
    case .removeBus:
      strip.pointee.isLeaving = true
      strip.pointee.quietFrames = strip.pointee.hasInput ? 0 : self.ramp + 2 * Renderer.block
      leaveWhenQuiet(command.index, 0)
    case .setBusGain:
      let gain = StereoGain(left: command.left, right: command.right)
      strip.pointee.gain.go(to: gain, over: ramp)
    case .setBusGates:
      strip.pointee.playerGate.go(to: command.left, over: ramp)
      strip.pointee.gate.go(to: command.right, over: ramp)
    case .setBusParent:
      strip.pointee.pendingParent = Int(command.first)
      strip.pointee.parentGate.go(to: 0, over: ramp)
    default: break
    }
  }
}

extension Command.Kind {
  fileprivate enum Subject { case player, bus, effect, input, tap, timeline, lane }

  fileprivate var subject: Subject {
    @_noLocks get {
      switch self {
      case .addBus, .removeBus, .setBusGain, .setBusGates, .setBusParent: .bus
      case .addEffect, .removeEffect, .moveEffect, .rankEffect, .bypassEffect, .setParameter,
        .changeParameter, .modulate, .endModulation:
        .effect
      case .addInput, .removeInput, .setMonitor: .input
      case .startTimeline, .stopTimeline, .seekTimeline, .setTimelineLoop: .timeline
      case .setLane, .setLaneMode, .removeLane, .releaseLane: .lane
      case .addTap, .removeTap, .startTap, .stopTap, .pauseTap, .resumeTap: .tap
      default: .player
      }
    }
  }
}
