import AhaBase
import AhaDSP

// The bus that the player sends to, and one of its own.
extension Player {
  public func setBus(_ newBus: Bus) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try engine.check(newBus)
      engine.alignMove(of: self, to: newBus)
      if hasOwnBus {
        try requireAlive()
        return try engine.move(bus, into: newBus)
      }
      guard newBus !== bus else { return }
      try tell(.setBus(newBus.index))
      newBus.users += 1
      let old = bus
      bus = newBus
      try engine.letGo(of: old)
    }
  }

  /// Moves the player to a bus of its own, which sends to the present one. Invariant: caller holds
  /// lock.
  func claimOwnBus() throws(AhaError) -> Bus {
    try requireAlive()
    if hasOwnBus { return bus }
    let own = try engine.addBus(into: bus, gainDb: 0)
    do throws(AhaError) {
      try tell(.setOwnBus(own.index))
    } catch {
      try? engine.letGo(of: own)
      throw error
    }
    let old = bus
    (bus, hasOwnBus) = (own, true)
    if chain.latency > 0 { engine.countedLatency = nil }
    try engine.letGo(of: old)
    return own
  }

  /// Its sound goes to a bus, directly or through others.
  func isOn(_ group: Bus) -> Bool {
    var next: Bus? = isReleased ? nil : bus
    while let present = next, present !== group { next = present.parent }
    return next != nil
  }
}
