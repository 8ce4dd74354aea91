import AhaBase
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
    try locked { () throws(AhaError) in
      try check(parent)
      guard depth(of: parent) < Engine.maximumDepth else {
        throw AhaError(.limit, "more than \(Engine.maximumDepth) buses one into another")
      }
      let index = try takeBusIndex()
      let bus = Bus(engine: self, index: index, parent: parent)
      bus.serial = newSerial()
      prepare(index, for: bus, parent)
      do throws(AhaError) {
        try send(.bus(index, .add))
      } catch {
        freeBuses.append(index)
        throw error
      }
      buses[index] = bus
      parent.users += 1
      try sendGates()
      return bus
    }
  }

  private func takeBusIndex() throws(AhaError) -> Int {
    if freeBuses.isEmpty, buses.count == settings.maxBuses { collectWithoutRenderer() }
    if let index = freeBuses.popLast() { return index }
    guard buses.count < settings.maxBuses else {
      throw AhaError(.limit, "the engine's \(settings.maxBuses) buses are all in use")
    }
    buses.append(nil)
    renderer.memory.addStrip(buses.count - 1)
    return buses.count - 1
  }

  /// Initializes a strip before the renderer knows it.
  private func prepare(_ index: Int, for bus: Bus, _ parent: Bus) {
    let strip = renderer.memory.strips + index
    var new = Strip(status: strip.pointee.status, buffer: strip.pointee.buffer)
    new.serial = bus.serial
    new.parent = parent.index
    strip.initialize(to: new)
    strip.pointee.status.pointee.clear()
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
    freeEffects(renderer.memory.strips[index].chain)
    buses[index] = nil
    freeBuses.append(index)
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
    var next: Bus? = parent
    while let ancestor = next {
      if ancestor === bus { throw AhaError(.invalidArgument, "the bus would go into itself") }
      next = ancestor.parent
    }
    guard depth(of: parent) + height(of: bus) <= Engine.maximumDepth else {
      throw AhaError(.limit, "more than \(Engine.maximumDepth) buses one into another")
    }
  }

  /// Count of buses up to the master.
  private func depth(of bus: Bus) -> Int {
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
    var highest = 1
    for case let other? in buses {
      var steps = 1
      var next: Bus? = other
      while let step = next, step !== bus {
        steps += 1
        next = step.parent
      }
      if next != nil { highest = max(highest, steps) }
    }
    return highest
  }

  /// Computes the gates that solo requires and sends changes. Invariant: caller holds lock.
  func sendGates() throws(AhaError) {
    let all = buses.compactMap { $0 }
    let hasSolo = all.contains { $0.isSoloed }
    for bus in all {
      let isHeard = !hasSolo || isInSolo(bus)
      let isPassing = isHeard || bus.isMaster || all.contains { $0.isSoloed && isIn($0, bus) }
      try bus.updateGates(isHeard: isHeard, isPassing: isPassing)
    }
  }

  /// True if the bus is soloed, or sends to a soloed bus.
  private func isInSolo(_ bus: Bus) -> Bool {
    var next: Bus? = bus
    while let step = next {
      if step.isSoloed { return true }
      next = step.parent
    }
    return false
  }

  /// True if `bus` sends to `ancestor`, directly or not.
  private func isIn(_ bus: Bus, _ ancestor: Bus) -> Bool {
    var next: Bus? = bus
    while let step = next {
      if step === ancestor { return true }
      next = step.parent
    }
    return false
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
