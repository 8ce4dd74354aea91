import AhaBase
import AhaDSP
import Synchronization

extension Engine {
  /// Max depth of the bus tree.
  static let maximumDepth = 32

  /// Errors: `released`.
  public func master() throws(AhaError) -> Bus {
    try locked { () throws(AhaError) in buses[0]! }
  }

  /// Makes a bus that sends to `parent`. Errors: `limit`, `invalidArgument`.
  public func makeBus(into parent: Bus) throws(AhaError) -> Bus {
    try locked { () throws(AhaError) in try addBus(into: parent, gainDb: 0) }
  }

  /// Invariant: caller holds lock.
  func addBus(into parent: Bus, pair: Int = 0, gainDb: Float) throws(AhaError) -> Bus {
    try check(parent)
    guard depth(of: parent) < Engine.maximumDepth else {
      throw AhaError(.limit, "more than \(Engine.maximumDepth) buses one into another")
    }
    let index = try claimBusIndex()
    let bus = Bus(engine: self, index: index, parent: parent, pair: pair, gainDb: gainDb)
    bus.serial = newSerial()
    prepare(index, for: bus, parent: parent, gainDb: gainDb)
    do throws(AhaError) {
      try send(.bus(index, .add))
    } catch {
      freeBuses.append(index)
      throw error
    }
    buses[index] = bus
    parent.users += 1
    parent.children.insert(index)
    let isHeard = parent.solo.isHeard
    try bus.updateGates(SoloGates(isHeard: isHeard, isOnWay: isHeard))
    return bus
  }

  /// Invariant: caller holds lock.
  func move(_ bus: Bus, into parent: Bus) throws(AhaError) {
    if let old = bus.parent, old === parent { return }
    try check(parent, asParentOf: bus)
    guard let old = bus.parent else { return }
    alignMove(of: bus, from: old, to: parent)
    try send(.bus(bus.index, .setParent(parent.index)))
    parent.users += 1
    parent.children.insert(bus.index)
    old.children.remove(bus.index)
    bus.parent = parent
    try letGo(of: old)
    if solos > 0 { try sendGates() }
  }

  /// A bus can be made without `collectWithoutRenderer`, which may delay a renderer.
  var hasFreeBus: Bool { freeBuses.isEmpty ? buses.count < settings.maxBuses : true }

  private func claimBusIndex() throws(AhaError) -> Int {
    if freeBuses.isEmpty, buses.count == settings.maxBuses { collectWithoutRenderer() }
    if let index = freeBuses.popLast() { return index }
    guard buses.count < settings.maxBuses else {
      throw AhaError(.limit, "the engine's \(settings.maxBuses) buses are all in use")
    }
    buses.append(nil)
    renderer.stripTable.add(buses.count - 1)
    return buses.count - 1
  }

  /// Initializes a strip before the renderer knows it.
  private func prepare(_ index: Int, for bus: Bus, parent: Bus, gainDb: Float) {
    let strip = renderer.stripTable.strips.reference(index)
    var new = Strip(status: strip.value.status, buffer: strip.value.buffer)
    new.serial = bus.serial
    new.parent = parent.index
    new.pair = bus.pair
    new.gains = GainProduct(level: StereoGain(Level.linear(db: gainDb)))
    new.gain = StereoRamp(new.gains.target)
    strip.initialize(to: new)
    strip.value.status.value.clear()
  }

  /// Releases one reference; the last release removes the bus. Invariant: caller holds lock.
  func letGo(of bus: Bus) throws(AhaError) {
    bus.users -= 1
    guard bus.users == 0, !bus.isMaster else { return }
    try send(.bus(bus.index, .remove))
    bus.isLeaving = true
    bus.chain.close(self)
  }

  /// Frees a bus that the renderer has retired. Invariant: caller holds lock.
  func freeBus(_ index: Int) {
    guard let bus = buses[index] else { return }
    freeEffects(renderer.stripTable.strips[index].chain)
    buses[index] = nil
    freeBuses.append(index)
    bus.parent?.children.remove(index)
    if let parent = bus.parent { try? letGo(of: parent) }
  }

  func check(_ bus: Bus) throws(AhaError) {
    guard bus.engine === self else {
      throw AhaError(.invalidArgument, "the bus belongs to another engine")
    }
    if bus.isLeaving { throw AhaError(.released, "the bus was released") }
  }

  func check(_ parent: Bus, asParentOf bus: Bus) throws(AhaError) {
    if bus.isMaster { throw AhaError(.invalidArgument, "the master bus has no parent") }
    if flows(from: parent, to: bus) {
      throw AhaError(.invalidArgument, "the bus would go into itself")
    }
    guard depth(of: parent) + height(of: bus) <= Engine.maximumDepth else {
      throw AhaError(.limit, "more than \(Engine.maximumDepth) buses one into another")
    }
  }

  /// Count of buses up to the master.
  func depth(of bus: Bus) -> Int {
    var steps = 0
    var next = bus.parent
    while let ancestor = next {
      steps += 1
      next = ancestor.parent
    }
    return steps
  }

  /// Count of levels from the bus's parent to the deepest bus that sends to it, directly or not.
  private func height(of bus: Bus) -> Int {
    bus.children.reduce(1) { max($0, 1 + (buses[$1].map { height(of: $0) } ?? 0)) }
  }

  /// A bus and those whose parent it is, directly or not. Invariant: caller holds lock.
  func tree(of bus: Bus) -> [Bus] {
    bus.children.reduce([bus]) { $0 + (buses[$1].map { tree(of: $0) } ?? []) }
  }

  /// Computes the gates that solo requires and sends changes. Cost: O(buses + sends). Invariant:
  /// caller holds lock.
  func sendGates() throws(AhaError) {
    let soloed = solos == 0 ? [] : buses.compactMap { $0?.isSoloed == true ? $0 : nil }
    let heard = reaching(soloed)
    let carried = reached(from: soloed)
    for case let bus? in buses {
      let isHeard = soloed.isEmpty || heard[bus.index]
      let carriesSolo = bus.isMaster || carried[bus.index]
      let isParentHeard = soloed.isEmpty || heard[(bus.parent ?? bus).index]
      try bus.updateGates(
        SoloGates(
          isHeard: isHeard, carriesSolo: carriesSolo, isOnWay: isParentHeard || carriesSolo))
    }
  }
}

extension BusStatus {
  fileprivate func clear() {
    peakSquaredLeft.store(0, ordering: .relaxed)
    peakSquaredRight.store(0, ordering: .relaxed)
    meanSquareLeft.store(0, ordering: .relaxed)
    meanSquareRight.store(0, ordering: .relaxed)
  }
}
