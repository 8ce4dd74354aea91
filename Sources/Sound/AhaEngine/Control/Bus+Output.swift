import AhaBase

extension Bus {
  /// The first of the two output channels that receive the sound of the bus.
  public var output: Int {
    engine.lock.locked {
      var last = self
      while last.pair == 0, let parent = last.parent { last = parent }
      return 2 * last.pair
    }
  }

  /// Sends the bus to a pair of output channels instead of its parent; 0: to the master.
  /// Errors: `invalidArgument`, `limit`, `outOfMemory`, `released`.
  public func setOutput(_ firstChannel: Int) throws(AhaError) {
    let channels = engine.settings.channels
    guard firstChannel.isMultiple(of: 2), (0..<channels).contains(firstChannel) else {
      throw AhaError(
        .invalidArgument,
        "first_channel \(firstChannel): the engine has \(channels) channels, and a pair begins at"
          + " an even one")
    }
    try engine.locked { () throws(AhaError) in
      try engine.check(self)
      if isMaster {
        throw AhaError(.invalidArgument, "the master bus is always on channels 0 and 1")
      }
      try engine.move(self, into: engine.bus(ofPair: firstChannel / 2))
    }
  }
}

extension Engine {
  /// The bus of a pair of output channels, added for the first bus that goes there. Invariant:
  /// caller holds lock.
  fileprivate func bus(ofPair pair: Int) throws(AhaError) -> Bus {
    let master = buses[0]!
    if pair == 0 { return master }
    if let known = pairs.first(where: { $0.pair == pair }) { return known }
    let bus = try addBus(into: master, pair: pair, gainDb: 0)
    do throws(AhaError) {
      try requireHistory(of: bus, point: .afterFader)
      try requireLatency()
    } catch {
      try? letGo(of: bus)
      throw error
    }
    pairs.append(bus)
    return bus
  }
}
