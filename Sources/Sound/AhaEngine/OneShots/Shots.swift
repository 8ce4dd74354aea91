import AhaBase
import AhaDSP

/// One-shots: their starts and ends, and which of them are heard.
///
/// Times are the renderer's: the label of a bus less the bus's lead. So all events have one order,
/// also those of buses with latency. `Shots` decides; the renderer applies the decisions to the
/// voices. The cost of a block does not depend on the count of virtual one-shots: those that a
/// start chokes are found later, and do not return until then.
struct Shots {
  let table: Buffer<Shot>
  private let isAdded: Buffer<Bool>
  /// Label of each bus less the renderer's clock.
  private let leads: Buffer<Int64>
  /// Next event of each one-shot: its start, its choke or its end.
  var events: KeyedHeap
  /// Starts of members of choke groups by label, until they are announced.
  var starts: KeyedHeap
  var groups: ShotGroups
  /// Lowest rank first.
  private var heard: KeyedHeap
  /// Highest rank first.
  var hidden: KeyedHeap
  /// Max count of heard one-shots.
  private let limit: Int
  /// One-shots of choke groups that have started.
  private(set) var groupCount = 0
  /// Index in `hidden` of the one that `nextHidden` has returned last.
  private var lastHidden = 0
  /// One-shots that the renderer has not returned.
  private(set) var count = 0
  /// Those below it may be in use.
  private(set) var used = 0
  /// One-shots on buses that stand still.
  var stillCount = 0
  private var nextOrder: Int64 = 0
  private var needsRekeying = false

  /// Errors: `outOfMemory`.
  init(
    _ table: ShotTable, settings: EngineSettings, in memory: MemoryBlocks
  ) throws(AhaError) {
    (self.table, isAdded) = (table.shots, table.isAdded)
    leads = try memory.claim(repeating: 0, count: settings.maxBuses, of: "buses")
    (events, heard) = (table.events, table.heard)
    (hidden, starts) = (table.hidden, table.starts)
    groups = try ShotGroups(table.shots, in: memory)
    limit = settings.maxHeard
  }

  var heardCount: Int {
    @_noLocks get { heard.count }
  }

  var virtualCount: Int {
    @_noLocks get { hidden.count }
  }

  // MARK: Events

  /// Adds a one-shot that waits for its start frame.
  /// - Parameter now: Label of the next frame of its bus.
  @_noLocks
  mutating func add(_ shot: Int, at now: Int64) {
    count += 1
    isAdded[shot] = true
    used = max(used, shot + 1)
    table[shot].start = max(table[shot].start, now)
    table[shot].order = claimOrder()
    let order = table[shot].order
    queue(shot, order: order)
    if table[shot].group == 0 || table[shot].isEmpty { return }
    announceLater(shot)
  }

  /// Its start will be announced to the other members of its group.
  @_noLocks
  mutating func announceLater(_ shot: Int) {
    table[shot].awaitsAnnouncement = true
    starts.insert(
      KeyedHeap.Entry(item: shot, key: table[shot].start, order: table[shot].order))
  }

  @_noLocks
  mutating func queue(_ shot: Int, order: Int64) {
    let key = table[shot].label - leads[table[shot].bus]
    events.insert(KeyedHeap.Entry(item: shot, key: key, order: order))
  }

  /// Queues the next event after the start: before all starts at the same time.
  @_noLocks
  mutating func queueEnd(_ shot: Int) { queue(shot, order: table[shot].order - (1 << 62)) }

  @_noLocks
  private mutating func claimOrder() -> Int64 {
    nextOrder += 1
    return nextOrder
  }

  @_noLocks
  func lead(of bus: Int) -> Int64 { leads[bus] }

  @_noLocks
  mutating func setLead(_ lead: Int64, of bus: Int) {
    if leads[bus] == lead { return }
    leads[bus] = lead
    needsRekeying = true
  }

  /// Moves the pending events after a change of leads.
  @_noLocks
  mutating func rekey() {
    guard needsRekeying else { return }
    needsRekeying = false
    for index in 0..<events.count {
      let shot = table[events.item(at: index)]
      events.setKey(shot.label - leads[shot.bus], at: index)
    }
    events.restore()
  }

  /// The next event before `limit`.
  @_noLocks
  mutating func nextEvent(before limit: Int64) -> KeyedHeap.Entry? {
    guard let event = events.first, event.key < limit else { return nil }
    events.remove(event.item)
    return event
  }

  /// Starts a one-shot, which awaits its end from now on.
  @_noLocks
  mutating func begin(_ shot: Int) {
    table[shot].state = .virtual
    table[shot].order = claimOrder()
    if table[shot].group != 0 { groupCount += 1 }
    queueEnd(shot)
  }

  @_noLocks
  mutating func end(_ shot: Int) {
    if table[shot].state == .heard { heard.remove(shot) }
    if table[shot].state == .virtual { hidden.remove(shot) }
    if table[shot].state != .waiting, table[shot].group != 0 { groupCount -= 1 }
    table[shot].state = .over
    groups.remove(shot)
  }

  @_noLocks
  mutating func giveBack(_ shot: Int) {
    count -= 1
    isAdded[shot] = false
  }

  /// Whether a one-shot that the renderer knows is on a bus: control threads may prepare others.
  @_noLocks
  func isOn(_ bus: Int, shot: Int) -> Bool { isAdded[shot] && table[shot].bus == bus }

  /// Whether the renderer has the one-shot, and no later one of the same index.
  @_noLocks
  func isKnown(_ shot: Int, serial: UInt32) -> Bool {
    isAdded[shot] && table[shot].serial == serial
  }

  // MARK: Ranks

  /// Makes a one-shot heard. Returns the one-shot that becomes virtual instead, which may be the
  /// same; nil if the limit was not reached.
  @_noLocks
  mutating func admit(_ shot: Int, starts: ChokeList) -> Int? {
    table[shot].state = .heard
    heard.insert(entry(shot))
    joinGroup(shot, starts: starts)
    guard heard.count > limit, let lowest = heard.first?.item else { return nil }
    heard.remove(lowest)
    leaveGroup(lowest)
    table[lowest].state = .virtual
    if !table[lowest].isHeld { hide(lowest) }
    return lowest
  }

  @_noLocks
  mutating func hide(_ shot: Int) {
    let entry = entry(shot)
    hidden.insert(KeyedHeap.Entry(item: shot, key: -entry.key, order: -entry.order))
  }

  /// The virtual one-shot of the highest rank, if it should be heard.
  @_noLocks
  func nextReturn() -> Int? {
    guard let best = hidden.first?.item else { return nil }
    if heard.count == limit, let lowest = heard.first, !(lowest < entry(best)) { return nil }
    return best
  }

  @_noLocks
  mutating func removeReturn(_ shot: Int) { hidden.remove(shot) }

  /// Another virtual one-shot at each call; nil if none is a member of a group.
  @_noLocks
  mutating func nextHidden() -> Int? {
    if groupCount == groups.count || hidden.count == 0 { return nil }
    lastHidden = lastHidden + 1 < hidden.count ? lastHidden + 1 : 0
    return hidden.item(at: lastHidden)
  }

  @_noLocks
  private func entry(_ shot: Int) -> KeyedHeap.Entry {
    KeyedHeap.Entry(item: shot, key: table[shot].rank, order: table[shot].order)
  }
}
