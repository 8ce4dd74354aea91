import AhaBase
import AhaDSP

/// A feed of the renderer, as the control threads see it. It holds a reference to its source.
final class BusLink {
  let source: Bus
  let destination: Bus
  let isKey: Bool
  /// The renderer was sent the command to drop it.
  var isEnding = false

  init(_ source: Bus, to destination: Bus, isKey: Bool) {
    (self.source, self.destination, self.isKey) = (source, destination, isKey)
  }
}

/// Where a send takes the sound of its bus.
public enum SendPoint: UInt32, Sendable {
  /// After gain, pan and mute.
  case afterFader = 0
  /// After the effects, before gain, pan and mute.
  case beforeFader = 1
}

extension Bus {
  /// Makes a send: a bus whose input is the output of this one.
  /// Errors: `invalidArgument` (a loop, a gain), `limit`, `outOfMemory`, `released`.
  public func makeSend(
    to destination: Bus, point: SendPoint, gainDb: Float
  ) throws(AhaError) -> Bus {
    try Level.check(gainDb: gainDb)
    return try engine.locked { () throws(AhaError) in
      try engine.makeSend(from: self, to: destination, point: point, gainDb: gainDb)
    }
  }
}

extension Player {
  /// Makes a send of the player's sound, after its effects. The first one gives the player a bus of
  /// its own. Errors: as those of a bus.
  public func makeSend(
    to destination: Bus, point: SendPoint, gainDb: Float
  ) throws(AhaError) -> Bus {
    try Level.check(gainDb: gainDb)
    return try engine.locked { () throws(AhaError) in
      try engine.check(destination)
      if hasOwnBus { try engine.refuseLoop(from: bus, to: destination) }
      return try engine.makeSend(from: claimOwnBus(), to: destination, point: point, gainDb: gainDb)
    }
  }
}

extension Engine {
  /// Max frames of latency on one way to the output, if buses have sends.
  static let maxLatency = BusHistory.capacity - 4 * Renderer.block

  /// Invariant: caller holds lock.
  func makeSend(
    from source: Bus, to destination: Bus, point: SendPoint, gainDb: Float
  ) throws(AhaError) -> Bus {
    try check(source)
    try check(destination)
    try refuseLoop(from: source, to: destination)
    try requireHistory(of: source, point: point)
    try requireLatency()
    let bus = try addBus(into: destination, gainDb: gainDb)
    do throws(AhaError) {
      let feed = Feed(history(of: source, point: point), from: source.index, to: bus.index)
      _ = try link(feed, source: source, to: bus) { .bus(bus.index, .addTap($0)) }
      if solos > 0 { try sendGates() }
    } catch {
      try? letGo(of: bus)
      throw error
    }
    return bus
  }

  /// Errors: `invalidArgument`.
  func refuseLoop(from source: Bus, to destination: Bus) throws(AhaError) {
    if source === destination {
      throw AhaError(.invalidArgument, "a bus cannot send to itself")
    }
    if flows(from: destination, to: source) {
      throw AhaError(
        .invalidArgument,
        "the send would close a loop: its destination sends to its source already")
    }
  }

  /// True if the sound or a key of a bus reaches another one, or if both are the same.
  func flows(from bus: Bus, to other: Bus) -> Bool {
    var seen: Set<Int> = [bus.index]
    var pending = [bus]
    while let next = pending.popLast() {
      if next === other { return true }
      if let parent = next.parent, seen.insert(parent.index).inserted { pending.append(parent) }
      for link in next.links.values where !link.isEnding {
        let destination = link.destination
        if seen.insert(destination.index).inserted { pending.append(destination) }
      }
    }
    return false
  }

  /// For each index, whether the sound of a bus reaches one of `goals`, or if it is one.
  func reaching(_ goals: [Bus]) -> [Bool] {
    var sources: [Int: [Bus]] = [:]
    if goals.isEmpty { return [] }
    for case let bus? in buses {
      for link in bus.links.values where !link.isEnding && !link.isKey {
        sources[link.destination.index, default: []].append(bus)
      }
    }
    return reached(from: goals) { bus in
      bus.children.compactMap { buses[$0] } + (sources[bus.index] ?? [])
    }
  }

  /// For each index, whether a bus gets the sound of one of `starts`, or if it is one.
  func reached(from starts: [Bus]) -> [Bool] {
    reached(from: starts) { bus in
      var next = bus.links.values.filter { !$0.isEnding && !$0.isKey }.map { $0.destination }
      if let parent = bus.parent { next.append(parent) }
      return next
    }
  }

  private func reached(from starts: [Bus], along next: (Bus) -> [Bus]) -> [Bool] {
    var isReached = [Bool](repeating: false, count: buses.count)
    var pending = starts
    for bus in starts { isReached[bus.index] = true }
    while let bus = pending.popLast() {
      for other in next(bus) where !isReached[other.index] {
        isReached[other.index] = true
        pending.append(other)
      }
    }
    return isReached
  }

  // MARK: Feeds

  private func history(of bus: Bus, point: SendPoint) -> Reference<BusHistory> {
    point == .beforeFader ? bus.chainHistory! : bus.history!
  }

  /// Lets the bus keep its output. Errors: `outOfMemory`.
  func requireHistory(of bus: Bus, point: SendPoint) throws(AhaError) {
    if bus.history == nil {
      let history = try BusHistory.make()
      bus.history = history
      try send(.bus(bus.index, .keepHistory(history)))
    }
    if point == .beforeFader, bus.chainHistory == nil {
      let history = try BusHistory.make()
      bus.chainHistory = history
      try send(.bus(bus.index, .keepChainHistory(history)))
    }
  }

  /// Passes a feed to the renderer. Errors: `outOfMemory`.
  private func link(
    _ feed: Feed, source: Bus, to destination: Bus,
    _ command: (Reference<Feed>) -> Command
  ) throws(AhaError) -> BusLink {
    let memory = try Feed.make(feed)
    do throws(AhaError) { try send(command(memory)) } catch {
      Feed.free(memory)
      throw error
    }
    source.users += 1
    let link = BusLink(source, to: destination, isKey: feed.effect >= 0)
    source.links[memory] = link
    return link
  }

  /// Frees a feed that the renderer has retired. Invariant: caller holds lock.
  func freeFeed(_ feed: Reference<Feed>) {
    guard let source = buses[feed.value.source] else { return }
    source.links[feed] = nil
    Feed.free(feed)
    try? letGo(of: source)
  }

  /// Errors: `limit` (histories are too short for the latencies of the buses).
  /// - Parameter more: Frames that are about to be added.
  func requireLatency(adding more: Int = 0) throws(AhaError) {
    let all = allLatency() + more
    guard all > Engine.maxLatency, buses.contains(where: { $0?.history != nil }) else { return }
    throw AhaError(
      .limit,
      "the effects of all buses have a latency of \(all) frames: with sends or side-chains,"
        + " at most \(Engine.maxLatency) are possible")
  }

  private func allLatency() -> Int {
    if let countedLatency { return countedLatency }
    let all =
      buses.reduce(0) { $0 + ($1?.chain.latency ?? 0) }
      + players.reduce(0) { $0 + ($1?.hasOwnBus == true ? $1!.chain.latency : 0) }
    countedLatency = all
    return all
  }

  // MARK: Moves

  /// Frames of latency on the way of a bus to the output.
  private func latency(of bus: Bus) -> Int {
    var frames = 0
    var next: Bus? = bus
    while let bus = next {
      frames += bus.chain.latency
      if bus.isMaster { frames += outputLimiter?.latency ?? 0 }
      next = bus.pair > 0 ? nil : bus.parent
    }
    return frames
  }

  /// True if the sound of a bus must be kept while it moves between buses, because one of them is
  /// ahead of the other.
  private func needsHistory(from old: Bus, to new: Bus) -> Bool {
    latency(of: old) != latency(of: new) && allLatency() <= Engine.maxLatency
  }

  /// Without memory, the move has a gap.
  func alignMove(of bus: Bus, from old: Bus, to new: Bus) {
    if needsHistory(from: old, to: new) { try? requireHistory(of: bus, point: .afterFader) }
  }

  /// Gives a player that is heard a bus of its own before it moves to one with another latency.
  /// Without a free bus, the move has a gap.
  func alignMove(of player: Player, to new: Bus) {
    guard !player.hasOwnBus, player.mayBeHeard, hasFreeBus, depth(of: new) < Engine.maximumDepth,
      needsHistory(from: player.bus, to: new)
    else { return }
    _ = try? player.claimOwnBus()
  }

  // MARK: Side-chains

  /// Moves the player to a bus of its own first, which is mixed after that of the key.
  func setKey(_ key: Bus?, of effect: Effect, of player: Player) throws(AhaError) {
    if let key {
      try check(key)
      try refuseLoop(throughKey: key, of: effect, in: player.bus)
      _ = try player.claimOwnBus()
    }
    try setKey(key, of: effect, in: player.bus)
  }

  /// Errors: `invalidArgument`.
  private func refuseLoop(
    throughKey key: Bus, of effect: Effect, in bus: Bus
  ) throws(AhaError) {
    guard flows(from: bus, to: key) else { return }
    throw AhaError(
      .invalidArgument,
      key === bus
        ? "the key of the \(effect.name) is its own bus: NULL stands for its own input"
        : "the key of the \(effect.name) is a bus that its own bus sends to")
  }

  /// - Parameter key: Nil: the effect's own input. Invariant: caller holds lock.
  func setKey(_ key: Bus?, of effect: Effect, in bus: Bus) throws(AhaError) {
    guard let key else {
      guard let old = effect.key else { return }
      try send(.effect(effect.slot, .setKey(nil)))
      old.isEnding = true
      effect.key = nil
      return
    }
    try check(key)
    try refuseLoop(throughKey: key, of: effect, in: bus)
    try requireHistory(of: key, point: .afterFader)
    try requireLatency()
    let slot = effect.slot
    let feed = Feed(key.history!, from: key.index, to: bus.index, effect: slot)
    let link = try link(feed, source: key, to: bus) { .effect(slot, .setKey($0)) }
    effect.key?.isEnding = true
    effect.key = link
  }
}
