import AhaBase
import AhaDSP

// One-shots on buses that stand still: they have no events, and no virtual one returns. Their
// labels shift when the bus continues.
extension Shots {
  /// Holds all one-shots of a bus. Cost: O(one-shots).
  @_noLocks
  mutating func hold(_ bus: Int) {
    for shot in 0..<used where isOn(bus, shot: shot) { hold(shot: shot) }
  }

  @_noLocks
  mutating func hold(shot: Int) {
    if table[shot].state == .over || table[shot].isHeld { return }
    table[shot].isHeld = true
    stillCount += 1
    events.remove(shot)
    if table[shot].state == .virtual { hidden.remove(shot) }
  }

  /// Releases the one-shots of a bus that stood still for a number of frames.
  @_noLocks
  mutating func goOn(_ bus: Int, after frames: Int64) {
    for shot in 0..<used where isOn(bus, shot: shot) {
      if !table[shot].isHeld { continue }
      table[shot].isHeld = false
      stillCount -= 1
      table[shot].shift(by: frames)
      requeue(shot)
      if table[shot].state == .virtual { hide(shot) }
      guard table[shot].state == .waiting, table[shot].group != 0 else { continue }
      if table[shot].awaitsAnnouncement { starts.remove(shot) }
      if table[shot].isEmpty { continue }
      announceLater(shot)
    }
  }

  /// Stops the one-shots of a bus at a label, or those that wait for a later start.
  /// - Parameter release: Nil: their own.
  @_noLocks
  mutating func stop(_ bus: Int, at label: Int64, over release: Fade?) {
    for shot in 0..<used where isOn(bus, shot: shot) {
      if table[shot].state == .over || table[shot].hasStopped { continue }
      if let release { table[shot].release = release }
      table[shot].stop = min(table[shot].stop, label)
      if table[shot].state == .waiting { table[shot].start = min(table[shot].start, label) }
      if table[shot].isHeld { continue }
      events.remove(shot)
      requeue(shot)
    }
  }

  /// Queues the next event of a one-shot that has none.
  @_noLocks
  private mutating func requeue(_ shot: Int) {
    if table[shot].state == .waiting {
      queue(shot, order: table[shot].order)
    } else {
      queueEnd(shot)
    }
  }
}

extension Shot {
  /// Moves all labels.
  @_noLocks
  fileprivate mutating func shift(by frames: Int64) {
    start += frames
    if stop < Shot.maxFrames { stop += frames }
    if choke < Shot.maxFrames { choke += frames }
    if hideAt < Shot.maxFrames { hideAt += frames }
  }
}

extension Renderer {
  @_noLocks
  func stopShots(of bus: Int, over wanted: Fade?) {
    let isStill = buses[bus].isStill
    let release: Fade? = wanted == nil ? nil : Fade.edge(wanted, ramp: ramp)
    shots.stop(bus, at: isStill ? buses[bus].stillSince : buses[bus].time, over: release)
    for shot in 0..<shots.used where shots.isOn(bus, shot: shot) {
      if shots.table[shot].state != .over { voices.arm(shot, record: shots.table.reference(shot)) }
    }
  }

  /// Continues the voices of one-shots that stood still.
  @_noLocks
  func goOnWithShots(on bus: Int, after frames: Int64) {
    shots.goOn(bus, after: frames)
    for shot in 0..<shots.used where shots.isOn(bus, shot: shot) {
      if shots.table[shot].state == .over { continue }
      let voice = voices.firstShot + shot
      if voices[voice].startAt != Voice.never { voices[voice].startAt += frames }
      voices.arm(shot, record: shots.table.reference(shot))
    }
  }
}
