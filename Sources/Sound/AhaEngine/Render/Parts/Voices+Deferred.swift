import AhaBase
import AhaDSP

// Deferred voices: those that wait for a distant start leave the list of their bus, so that blocks
// do not visit them. They return to their rank in the list before their start, so samples and
// events are the same as if they had stayed. Only the list changes: a deferred voice counts as
// listed.
//
// Invariant: a deferred voice waits for `startAt`, is not hot, and is not linked as a member of a
// choke group. Its key in `deferred` is not later than its next start or stop.
extension Voices {
  /// Returns to their lists the voices with a start or stop before a label.
  @_noLocks
  mutating func recall(before label: Int64) {
    recalledTo = max(recalledTo, label)
    while let next = deferred.first, next.key < label {
      deferred.remove(next.item)
      recalled.insert(
        KeyedHeap.Entry(item: next.item, key: -table[next.item].rank, order: 0))
    }
    if recalled.count == 0 { return }
    recalls += 1
    // The last ranks first: each list is searched once.
    while let next = recalled.first {
      recalled.remove(next.item)
      recall(next.item)
    }
  }

  @_noLocks
  private mutating func recall(_ index: Int) {
    let bus = table[index].bus
    var before = lists[bus].last
    if lists[bus].recall == recalls { before = table[lists[bus].lastRecalled].previous }
    while before >= 0, table[before].rank > table[index].rank { before = table[before].previous }
    let after = before < 0 ? lists[bus].first : table[before].next
    link(index, between: before, and: after)
    (lists[bus].recall, lists[bus].lastRecalled) = (recalls, index)
    lists[bus].deferred -= 1
    table[index].isDeferred = false
    if table[index].chokeGroup != 0 { linkMember(index) }
  }

  /// Defers a voice that a block does not change, unless its start is near; returns true if it did.
  @_noLocks
  mutating func deferStart(_ index: Int) -> Bool {
    guard table[index].awaitsStart, table[index].phase == .waiting, table[index].former == nil,
      !isShot(index)
    else { return false }
    let next = min(table[index].startAt, table[index].stopAt)
    if next < recalledTo + Int64(Renderer.block) { return false }
    unlink(index)
    if table[index].chokeGroup != 0 { unlinkMember(index) }
    lists[table[index].bus].deferred += 1
    table[index].isDeferred = true
    deferred.insert(KeyedHeap.Entry(item: index, key: next, order: table[index].rank))
    return true
  }

  /// Ends the deferral of a voice without a return to the list.
  @_noLocks
  mutating func dropDeferred(_ index: Int) {
    deferred.remove(index)
    lists[table[index].bus].deferred -= 1
    table[index].isDeferred = false
  }

  /// Accepts an earlier start or stop of a voice. A later one needs no call: the voice returns to
  /// its list and is deferred again.
  @_noLocks
  mutating func refreshDeferred(_ index: Int) {
    guard table[index].isDeferred else { return }
    let next = table[index].nextVisit
    if next >= deferred.key(of: index) { return }
    deferred.remove(index)
    deferred.insert(KeyedHeap.Entry(item: index, key: next, order: table[index].rank))
  }

  /// Moves the deferred starts that wait for a beat; see `moveStarts`.
  @_noLocks
  mutating func moveDeferred(from horizon: Int64) {
    for entry in 0..<deferred.count {
      let index = deferred.item(at: entry)
      moveStarts(index, from: horizon)
      deferred.setKey(table[index].nextVisit, at: entry)
    }
    deferred.restore()
  }
}

extension Voice {
  /// The frame up to which nothing changes in a deferred voice.
  fileprivate var nextVisit: Int64 {
    @_noLocks get { isDue ? .min : min(startAt, stopAt) }
  }
}
