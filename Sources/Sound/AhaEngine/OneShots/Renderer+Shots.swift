import AhaDSP
import Synchronization

// One-shots start, end and become virtual at exact frames, and become audible again at multiples of
// `block`: the result does not depend on the host's block sizes.
extension Renderer {
  @_noLocks
  func addShot(_ shot: Int) { shots.add(shot, at: buses[shots.table[shot].bus].time) }

  /// Decides which one-shots are heard in the next frames of the buses.
  @_noLocks
  func turnShots(_ frames: Int, priming level: Int) {
    // Priming advances labels, but not the clock.
    let limit = isPriming ? clock : clock + Int64(frames)
    for place in 0..<buses.count {
      guard let bus = buses.bus(at: place, priming: level) else { continue }
      shots.setLead(buses[bus].time + Int64(frames) - limit, of: bus)
    }
    shots.rekey()
    if limit > clock, clock % Int64(Renderer.block) == 0 {
      takeShotEvents(before: clock + 1)
      while let shot = shots.takeReturn() { hear(shot, at: clock) }
    }
    takeShotEvents(before: limit)
    reports.counters.pointee.heardShots.store(shots.heardCount, ordering: .relaxed)
    reports.counters.pointee.virtualShots.store(shots.virtualCount, ordering: .relaxed)
  }

  @_noLocks
  private func takeShotEvents(before limit: Int64) {
    while let event = shots.takeEvent(before: limit) {
      if shots.table[event.shot].state == .waiting {
        shots.begin(event.shot)
        hear(event.shot, at: event.key)
      } else {
        shots.end(event.shot)
        giveBack(event.shot)
      }
    }
  }

  /// Makes a one-shot audible at a time, and another one virtual if there is no room.
  @_noLocks
  private func hear(_ shot: Int, at time: Int64) {
    let loser = shots.admit(shot)
    if let loser, loser != shot { voices.hide(loser, at: time + lead(of: loser)) }
    if loser != shot { voices.show(shot, shots.table[shot], at: time + lead(of: shot)) }
  }

  @_noLocks
  private func lead(of shot: Int) -> Int64 { shots.lead(of: shots.table[shot].bus) }

  /// Passes a one-shot to the control threads, once it is over and silent.
  @_noLocks
  func giveBack(_ shot: Int) {
    guard shots.table[shot].state == .over, voices.isSilent(shot: shot) else { return }
    shots.giveBack()
    reports.retire(.shot(shot))
  }
}
