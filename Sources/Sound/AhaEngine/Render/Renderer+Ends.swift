import AhaBase
import AhaDSP

// The end of a bus: its effects ring out, then a bus that was removed is retired.
extension Renderer {
  @_noLocks
  func endCell(_ index: Int) {
    if buses[index].chain.ringing.isOver {
      if buses[index].history != nil { fallBack(index) }
      return
    }
    var frames = chains.tail(of: buses[index].chain)
    if index == 0 { frames += chains.tail(of: output.limiter) }
    buses[index].chain.ringing.endCell(Renderer.block, tail: frames, sampleRate: sampleRate)
    if buses[index].chain.ringing.isOver { dropDelays(index) }
  }

  @_noLocks
  func watchEnd(_ index: Int, frames: Int, reading: LevelReading) {
    let peak = max(reading.peakSquared.left, reading.peakSquared.right)
    if buses[index].chain.ringing.hear(peakSquared: peak) {
      let ahead = Int64(chains.lead(of: buses[index].chain))
      voices.hear(until: buses[index].time - ahead + Int64(frames))
    }
  }

  /// Drops the remaining delays of removed effects, once the bus is silent.
  @_noLocks
  func dropDelays(_ index: Int) {
    let before = chains.lead(of: buses[index].chain)
    chains.carryOut(&buses[index].chain)
    chains.dropLeaving(&buses[index].chain)
    buses.shiftTimes(under: index, by: chains.lead(of: buses[index].chain) - before)
  }

  /// Retires a bus once no player, no fade-out and no other bus sends to it.
  @_noLocks
  func leaveWhenQuiet(_ index: Int, frames: Int) {
    buses[index].quietFrames += frames
    if voices.areAny(on: index) { buses[index].quietFrames = 0 }
    if buses.isParent(index) { buses[index].quietFrames = 0 }
    if !buses[index].chain.ringing.isOver { buses[index].quietFrames = 0 }
    if buses[index].tap != nil { buses[index].quietFrames = 0 }
    if let history = buses[index].history, history.value.isHeard(from: clock) {
      buses[index].quietFrames = 0
    }
    guard buses[index].quietFrames > ramp + Renderer.block else { return }
    buses.remove(index)
    chains.dropKeys(of: buses[index].chain)
    chains.dropChanges(of: buses[index].chain)
    dropAgenda(ofEffectsIn: buses[index].chain)
    reports.retire(.bus(index))
  }
}
