import AhaBase
import AhaDSP

extension Renderer {
  /// Applies the commands received since the last block. If voices were rendered ahead, the
  /// commands wait until those frames are mixed.
  @_noLocks
  func applyCommands() {
    if clock < lookahead.until { return }
    while !commands.isEmpty, let timed = commands.pop() {
      if timed.frame > 0 { agenda.add(timed) } else { apply(timed.command) }
    }
    chains.retireLanes()
  }

  @_noLocks
  func apply(_ command: Command) {
    switch command {
    case .player(let index, let command): apply(command, toPlayer: index)
    case .shot(let shot): addShot(shot)
    case .moveShot(let shot, let serial, let gain, let fade):
      guard shots.isKnown(shot, serial: serial) else { return }
      voices[voices.firstShot + shot].setGain(.third, gain: gain, over: fade, ramp: ramp)
    case .bus(let index, let command): apply(command, toBus: index)
    case .effect(let index, let command): apply(command, toEffect: index)
    case .input(let bus, let command): apply(command, toInputOf: bus)
    case .tap(let tap, let bus, let command): apply(command, to: tap, of: bus)
    case .timeline(let command): apply(command)
    case .tempo(let order): apply(order)
    case .lane(let effect, let parameter, let command):
      chains.apply(command, toLaneOf: effect, parameter: Int(parameter), isHeard: isHeard(effect))
    }
  }

  @_noLocks
  private func apply(_ command: PlayerCommand, toPlayer index: Int) {
    switch command {
    case .add: publish(index)
    case .remove:
      dropAgenda(ofPlayer: index)
      if buses[voices[index].bus].isStill {
        voices.cut(index)
      } else {
        voices.remove(index, cutsTail: chains.hasHost(voices[index].chain))
      }
    case .start(let gain, let fade):
      voices.start(index, at: label(of: index), gain: gain, over: fade)
    case .startAt(var start, let schedule):
      start.frame = stillFrame(start.frame, on: voices[index].bus)
      start.moveToBeat(beats, from: label(of: index))
      voices.schedule(index, start: start, schedule: schedule, at: label(of: index))
    case .stopAt(var stop, let schedule):
      stop.frame = stillFrame(stop.frame, on: voices[index].bus)
      voices.schedule(index, stop: stop, schedule: schedule, at: label(of: index))
    case .stop(let fade): voices.stop(index, at: label(of: index), over: fade)
    case .pause(let fade, let dropsStarts):
      voices.pause(index, at: label(of: index), over: fade, dropsStarts: dropsStarts)
    case .resume(let fade): voices.resume(index, at: label(of: index), over: fade)
    case .seek(let position, let fade): voices[index].seek(to: position, over: fade, ramp: ramp)
    case .setLoop(let loop, let sound):
      if voices[index].source.id == sound { voices[index].setLoop(loop, ramp: ramp) }
    case .setNext(let next): voices.setNext(index, to: next)
    case .setNextPan(let gain): voices[index].following?.value.pan = gain
    case .setMix(let mix): voices.setMix(index, to: mix)
    case .setGain(let factor, let gain, let fade):
      voices[index].setGain(factor, gain: gain, over: fade, ramp: ramp)
    case .setEnvelope(let envelope): voices[index].contour.envelope = envelope
    case .setChoke(let group, let frames):
      voices.join(index, group: group)
      voices[index].chokeFrames = frames
    case .setSpeed(let speed, let fade, let tables):
      voices[index].speed.tables = tables
      voices[index].setSpeed(speed, over: fade)
    case .changeSpeed(var change, let schedule, let tables):
      change.frame = stillFrame(change.frame, on: voices[index].bus)
      voices[index].speed.tables = tables
      voices[index].schedule(change, schedule: schedule)
    case .drive(let command, let drive, let tables):
      voices[index].speed.tables = tables
      chains.bury(voices[index].apply(command, new: drive, over: ramp))
    case .setTempo(let octaves, let fade, let pitch, let drive, let tables):
      voices[index].speed.tables = tables
      setTempo(index, octaves: octaves, over: fade, pitch: pitch, drive: drive)
    case .follow(let tempo, let pitch, let drive, let tables):
      voices[index].speed.tables = tables
      follow(index, tempo: tempo, pitch: pitch, drive: drive)
    case .setReversed(let isReversed, let fade):
      voices[index].setReversed(isReversed, over: fade, ramp: ramp)
    case .setBus(let bus): voices.setBus(index, bus: bus)
    case .setOwnBus(let bus):
      (buses[bus].gain, buses[bus].gains) = voices.setOwnBus(index, bus: bus)
      // Its output continues that of the former bus, so changes of it are ramped.
      buses[bus].hasInput = either(voices[index].isHot, voices[index].isSounding)
    case .setClip(let start, let fades): voices.setClip(index, start: start, fades: fades)
    case .removeClip:
      voices.removeClip(index, at: label(of: index))
      publish(index)
    }
    if retire(index) { return }
    voices.refreshDeferred(index)
    if voices[index].phase == .waiting { publish(index) }
  }
}
