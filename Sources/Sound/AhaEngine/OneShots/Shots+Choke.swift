import AhaBase
import AhaDSP

// Choke groups of one-shots. `ChokeList` holds the starts of players and one-shots; each start is
// known before any frame with a later label is mixed. A member is in a list while it is heard and
// its choke is not due, so a start is compared with the few members that sound on.
extension Shots {
  /// One-shots in groups that wait for their start or may be choked.
  var members: Int {
    @_noLocks get { starts.count + groupCount }
  }

  /// Adds a member that becomes heard. If its choke was due before, it is fading out.
  @_noLocks
  mutating func joinGroup(_ shot: Int, starts: ChokeList) {
    guard table[shot].group != 0, table[shot].choke == Shot.maxFrames else { return }
    groups.insert(shot)
    let frame = starts.next(after: table[shot].memberStart)
    if frame < Shot.maxFrames { setChoke(shot, at: frame) }
  }

  /// Removes a member that becomes virtual. A choke that is not due does not count: if it is not
  /// withdrawn, it is found when it is past.
  @_noLocks
  mutating func leaveGroup(_ shot: Int) {
    guard table[shot].isMember else { return }
    groups.remove(shot)
    if table[shot].choke < Shot.maxFrames { setChoke(shot, at: Shot.maxFrames) }
  }

  /// The next pending start of a member before a label, each once.
  @_noLocks
  mutating func nextStart(before label: Int64) -> MemberStart? {
    guard let next = starts.first, next.key < label else { return nil }
    starts.remove(next.item)
    table[next.item].awaitsAnnouncement = false
    return table[next.item].memberStart
  }

  /// Chokes the heard members for which a start is the first later one.
  @_noLocks
  mutating func choke(at start: MemberStart) {
    var shot = groups.first(of: start.group)
    while shot >= 0 {
      if start.frame < table[shot].choke, start.chokes(table[shot].memberStart) {
        setChoke(shot, at: start.frame)
      }
      shot = table[shot].next
    }
  }

  /// Repeats the choice of all heard members after a start was withdrawn.
  @_noLocks
  mutating func choke(by starts: ChokeList) {
    for list in 0..<ShotGroups.lists {
      var shot = groups.first(of: UInt32(list))
      while shot >= 0 {
        let frame = min(Shot.maxFrames, starts.next(after: table[shot].memberStart))
        if frame != table[shot].choke { setChoke(shot, at: frame) }
        shot = table[shot].next
      }
    }
  }

  @_noLocks
  private mutating func setChoke(_ shot: Int, at frame: Int64) {
    table[shot].choke = frame
    if table[shot].isHeld { return }
    events.remove(shot)
    queueEnd(shot)
  }

  /// Makes a choke final that is due. Its end is the next event.
  @_noLocks
  mutating func settleChoke(_ shot: Int, at frame: Int64) {
    table[shot].choke = frame
    groups.remove(shot)
    queueEnd(shot)
  }
}
