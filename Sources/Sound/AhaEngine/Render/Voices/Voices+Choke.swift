import AhaBase
import AhaDSP

// Choke groups: a start of a member fades out the other audible members, at its frame.
extension Voices {
  /// Makes a voice a member of a group, in place of its former one; 0: of none.
  @_noLocks
  mutating func join(_ index: Int, group: UInt32) {
    let wasMember = table[index].chokeGroup != 0
    if table[index].chokeGroup != group { withdraw(index, from: .min) }
    table[index].chokeGroup = group
    table[index].chokes = group == 0 ? nil : chokes
    table[index].armStops()
    if wasMember == (group != 0) || !table[index].isListed { return }
    if table[index].isDeferred { return }
    if wasMember { unlinkMember(index) } else { linkMember(index) }
  }

  @_noLocks
  mutating func linkMember(_ index: Int) {
    table[index].previousMember = -1
    table[index].nextMember = firstMember
    if firstMember >= 0 { table[firstMember].previousMember = index }
    firstMember = index
  }

  @_noLocks
  mutating func unlinkMember(_ index: Int) {
    let (next, previous) = (table[index].nextMember, table[index].previousMember)
    if previous >= 0 { table[previous].nextMember = next } else { firstMember = next }
    if next >= 0 { table[next].previousMember = previous }
  }

  /// After a start of a member: earlier starts of the others no longer choke it.
  @_noLocks
  func chokeOthers(than index: Int, at now: Int64) {
    table[index].chokedUntil = now
    table[index].armStops()
    announce(index, startAt: now)
  }

  /// Announces a start of a member to the others.
  @_noLocks
  func announce(_ index: Int, startAt frame: Int64) {
    announce(MemberStart(frame: frame, serial: table[index].serial, group: table[index].chokeGroup))
  }

  @_noLocks
  func announce(_ start: MemberStart) {
    guard chokes.value.add(start) else { return }
    var other = firstMember
    while other >= 0 {
      table[other].choke(at: start)
      other = table[other].nextMember
    }
  }

  /// Announces the pending starts of a member before a frame, each once.
  @_noLocks
  func announceStarts(_ index: Int, from now: Int64, before end: Int64) {
    let first = table[index].announcedUntil
    guard first < end else { return }
    table[index].announcedUntil = end
    let next = table[index].startAt
    if next >= first, next < end { announce(index, startAt: max(now, next)) }
    guard let schedule = table[index].schedule else { return }
    var entry = 0
    while schedule.value.starts.frame(entry) < end {
      let frame = schedule.value.starts.frame(entry)
      if frame >= first { announce(index, startAt: max(now, frame)) }
      entry += 1
    }
  }

  /// Withdraws the announced starts of a member from a frame on.
  @_noLocks
  func withdraw(_ index: Int, from frame: Int64) {
    guard table[index].chokeGroup != 0 else { return }
    chokes.value.remove(from: frame, serial: table[index].serial)
    if frame == .min { table[index].announcedUntil = .min }
    var other = firstMember
    while other >= 0 {
      if table[other].chokeGroup == table[index].chokeGroup { table[other].armStops() }
      other = table[other].nextMember
    }
  }
}

extension Voice {
  /// As a start: later starts of other members choke the voice.
  var lastStart: MemberStart {
    @_noLocks get { MemberStart(frame: chokedUntil, serial: serial, group: chokeGroup) }
  }

  /// A voice that waits for its start frame is not choked: with effects it would warm up early.
  var canBeChoked: Bool {
    @_noLocks get { isSounding || isDue }
  }

  /// Fades out at another member's start. A member that starts at the same frame plays on.
  @_noLocks
  mutating func choke(at start: MemberStart) {
    guard canBeChoked, start.chokes(lastStart) else { return }
    chokeAt = min(chokeAt, start.frame)
    stopAt = min(stopAt, chokeAt)
  }
}

extension Renderer {
  /// Announces the starts within the next frames of a part: voices are mixed one after another, and
  /// a voice with latency ahead of the others.
  @_noLocks
  func announceStarts(_ frames: Int) {
    var end = shots.members > 0 ? endOfBuses(frames) : Int64.min
    var index = voices.firstMember
    while index >= 0 {
      let label = label(of: index)
      let ahead = frames + chains.framesToPrime(voices[index].chain)
      end = max(end, label + Int64(ahead))
      index = voices[index].nextMember
    }
    voices.recall(before: end)
    // All labels to come are later; a member that is idle now may start at any of them.
    voices.chokes.value.remove(before: clock)
    index = voices.firstMember
    while index >= 0 {
      if !buses[voices[index].bus].isStill {
        voices.announceStarts(index, from: self.label(of: index), before: end)
      }
      index = voices[index].nextMember
    }
    while let start = shots.nextStart(before: end) { voices.announce(start) }
  }
}
