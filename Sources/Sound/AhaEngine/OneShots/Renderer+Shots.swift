import AhaBase
import AhaDSP
import Synchronization

// One-shots start, end and become virtual at exact frames, and become audible again at multiples of
// `block`: the result does not depend on the host's block sizes.
extension Renderer {
  /// Max count of choked virtual one-shots that end within a block.
  static let chokedAtOnce = 64

  @_noLocks
  func addShot(_ shot: Int) {
    let bus = shots.table[shot].bus
    shots.add(shot, at: buses[bus].time)
    guard buses[bus].isStill else { return }
    shots.table[shot].start = stillFrame(shots.table[shot].start, on: bus)
    shots.hold(shot: shot)
  }

  /// Decides which one-shots are heard in the next frames of the buses.
  @_noLocks
  func updateShots(_ frames: Int, priming level: Int) {
    // Priming advances labels, but not the clock.
    let limit = isPriming ? clock : clock + Int64(frames)
    if shots.groups.count > 0 { applyChokes() }
    for rank in 0..<buses.count {
      guard let bus = buses.bus(at: rank, priming: level) else { continue }
      shots.setLead(buses[bus].time + Int64(frames) - limit, of: bus)
    }
    shots.rekey()
    if limit > clock, clock % Int64(Renderer.block) == 0 {
      applyShotEvents(before: clock + 1)
      hearVirtualShots()
    }
    applyShotEvents(before: limit)
    reports.counters.value.heardShots.store(shots.heardCount, ordering: .relaxed)
    reports.counters.value.virtualShots.store(shots.virtualCount, ordering: .relaxed)
  }

  @_noLocks
  private func applyShotEvents(before limit: Int64) {
    while let event = shots.nextEvent(before: limit) {
      let shot = shots.table.reference(event.item)
      if shot.value.state == .waiting, !shot.value.isEmpty {
        shots.begin(event.item)
        hear(event.item, at: event.key)
      } else if shot.value.isMember, shot.value.choke < shot.value.end {
        // A player that starts at once may be late for a bus with latency.
        shots.settleChoke(event.item, at: max(shot.value.choke, buses[shot.value.bus].time))
        voices.arm(event.item, record: shot)
      } else {
        let end = shot.value.state == .waiting ? shot.value.start : shot.value.end
        shots.end(event.item)
        giveBack(event.item, at: end)
      }
    }
  }

  /// Makes virtual one-shots audible up to the limit. Virtual ones that were choked end here: a
  /// bounded count, so that a start that chokes many of them does not cost more.
  @_noLocks
  private func hearVirtualShots() {
    var left = Renderer.chokedAtOnce
    while left > 0, let shot = shots.nextReturn() {
      if endIfChoked(shot) {
        left -= 1
      } else {
        shots.removeReturn(shot)
        hear(shot, at: clock)
      }
    }
    while left > 0, let shot = shots.nextHidden() {
      _ = endIfChoked(shot)
      left -= 1
    }
  }

  @_noLocks
  private func endIfChoked(_ shot: Int) -> Bool {
    let label = clock + lead(of: shot)
    guard shots.table[shot].choke == Shot.maxFrames,
      voices.chokes.value.hasChoked(shots.table[shot].memberStart, by: label)
    else { return false }
    shots.events.remove(shot)
    shots.end(shot)
    giveBack(shot, at: label)
    return true
  }

  /// Chokes members at the starts that were announced since the last call.
  @_noLocks
  private func applyChokes() {
    if voices.chokes.value.isStale { shots.choke(by: voices.chokes.value) }
    voices.chokes.value.refresh()
    while let start = voices.chokes.value.nextUnseen() { shots.choke(at: start) }
  }

  /// The label after the next frames of the bus that is furthest ahead.
  @_noLocks
  func endOfBuses(_ frames: Int) -> Int64 {
    var end = clock
    for rank in 0..<buses.count { end = max(end, buses[buses[at: rank]].time) }
    return end + Int64(frames)
  }

  /// Makes a one-shot audible at a time, and another one virtual if the limit is reached.
  @_noLocks
  private func hear(_ shot: Int, at time: Int64) {
    let loser = shots.admit(shot, starts: voices.chokes.value)
    let table = shots.table
    if let loser, loser != shot {
      voices.hide(loser, record: table.reference(loser), at: time + lead(of: loser))
    }
    if loser != shot { voices.show(shot, record: table.reference(shot), at: time + lead(of: shot)) }
  }

  @_noLocks
  private func lead(of shot: Int) -> Int64 { shots.lead(of: shots.table[shot].bus) }

  /// Passes a one-shot to the control threads, once it is over and silent, and reports its end.
  @_noLocks
  func giveBack(_ shot: Int, at end: Int64) {
    guard shots.table[shot].state == .over, voices.isSilent(shot: shot) else { return }
    let number = shots.table[shot].number
    shots.giveBack(shot)
    if number != 0 {
      reports.announce(.shotEnded, index: shot, serial: 0, at: end, value: number)
    }
    reports.retire(.shot(shot))
  }
}
