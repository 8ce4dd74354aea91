import AhaBase
import AhaDSP
import Synchronization

/// Mixes players and other buses. Used by control threads.
public final class Bus {
  public struct Meter {
    public let peak: StereoGain
    public let rms: StereoGain
  }

  public let engine: Engine
  let index: Int
  private let status: Reference<BusStatus>
  var serial: UInt32 = 0
  /// Handle of the layer above; 0 after release.
  public let tag = Atomic<UInt>(0)

  public let chain: Chain

  // Invariant: accessed with the engine's lock held.
  var parent: Bus?
  /// Above 0: its output is this pair of output channels, not its parent, the master.
  let pair: Int
  /// Indices of the buses whose parent it is.
  var children: Set<Int> = []
  /// The feeds that read it.
  var links: [Reference<Feed>: BusLink] = [:]
  /// Reference count: the host, and players and buses that send here.
  var users = 1
  private var gain: Float
  private var panning: Float = 0
  private var isMuted = false
  private var pauses = false
  private(set) var isSoloed = false
  /// The parts of it that no solo of another bus silences.
  private(set) var solo = SoloGates()
  /// The remove command was sent. No command may follow, because the renderer reuses the index.
  var isLeaving = false
  /// The gates that were last sent.
  private var gates = Gates(players: 1, all: 1, way: 1)
  /// Memory of the renderer for sends; the deinit frees it.
  var history: Reference<BusHistory>?
  var chainHistory: Reference<BusHistory>?

  struct Gates: Equatable {
    var players: Float
    var all: Float
    var way: Float
  }

  init(engine: Engine, index: Int, parent: Bus?, pair: Int = 0, gainDb: Float = 0) {
    self.engine = engine
    self.pair = pair
    self.index = index
    status = engine.renderer.stripTable.strips[index].status
    self.parent = parent
    gain = gainDb
    chain = Chain(owner: EffectSlot.owner(bus: index))
  }

  /// The renderer has retired the bus.
  deinit {
    if let history { BusHistory.free(history) }
    if let chainHistory { BusHistory.free(chainHistory) }
  }

  public var isMaster: Bool { index == 0 }

  public var gainDb: Float { engine.lock.locked { gain } }

  public var pan: Float { engine.lock.locked { panning } }

  public var muted: Bool { engine.lock.locked { isMuted } }

  public var soloed: Bool { engine.lock.locked { isSoloed } }

  /// - Parameters: As `Player.setGain`.
  public func setGain(
    db: Float, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try Level.check(gainDb: db)
    try engine.locked { () throws(AhaError) in
      try send(.level, gain: StereoGain(Level.linear(db: db)), over: fade, at: frame)
      gain = db
    }
  }

  public func setPan(
    _ pan: Float, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try Level.check(pan: pan)
    try engine.locked { () throws(AhaError) in
      try send(.pan, gain: engine.settings.panLaw.balance(pan), over: fade, at: frame)
      panning = pan
    }
  }

  /// Invariant: caller holds lock.
  func send(
    _ factor: GainProduct.Factor, gain: StereoGain, over fade: Fade?, at frame: Int64
  ) throws(AhaError) {
    if isLeaving { return }
    try engine.send(.bus(index, .setGain(factor, gain, over: fade)), at: frame)
  }

  public func setMuted(
    _ muted: Bool, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try send(.third, gain: StereoGain(muted ? 0 : 1), over: fade, at: frame)
      isMuted = muted
    }
  }

  public var isPaused: Bool { engine.lock.locked { pauses } }

  /// Fades out, then stops the time of the bus and of everything that sends to it.
  public func pause(over fade: Fade? = nil, at frame: Int64 = 0) throws(AhaError) {
    try setPaused(true, command: .pause(over: fade), at: frame)
  }

  public func resume(over fade: Fade? = nil, at frame: Int64 = 0) throws(AhaError) {
    try setPaused(false, command: .resume(over: fade), at: frame)
  }

  private func setPaused(
    _ isPaused: Bool, command: BusCommand, at frame: Int64
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try engine.check(self)
      try engine.send(.bus(index, command), at: frame)
      pauses = isPaused
    }
  }

  /// Invariant: caller holds lock.
  func resetHostFrames() throws(AhaError) { try engine.send(.bus(index, .resetHostFrames)) }

  /// Stops all players and one-shots that send to the bus, directly or through other buses.
  /// - Parameter fade: Nil: their own releases.
  public func stopPlayers(over fade: Fade? = nil, at frame: Int64 = 0) throws(AhaError) {
    let players = try engine.locked { () throws(AhaError) in
      try engine.check(self)
      for bus in engine.tree(of: self) {
        try engine.send(.bus(bus.index, .stopShots(over: fade)), at: frame)
      }
      return engine.players.compactMap { player in
        player.map { $0.isOn(self) } == true ? player : nil
      }
    }
    for player in players { try player.stop(at: frame, over: fade) }
  }

  public func setSoloed(_ soloed: Bool) throws(AhaError) {
    if isMaster { throw AhaError(.invalidArgument, "the master bus cannot be soloed") }
    try engine.locked { () throws(AhaError) in
      if isSoloed == soloed { return }
      isSoloed = soloed
      engine.solos += soloed ? 1 : -1
      try engine.sendGates()
    }
  }

  /// Sends changed gates. Invariant: caller holds lock.
  func updateGates(_ new: SoloGates) throws(AhaError) {
    solo = new
    let wanted = Gates(
      players: new.isHeard ? 1 : 0, all: new.isPassing ? 1 : 0,
      way: new.isOnWay ? 1 : 0)
    guard wanted != gates, !isLeaving else { return }
    try engine.send(
      .bus(index, .setGates(players: wanted.players, all: wanted.all, way: wanted.way)))
    gates = wanted
  }

  public func setParent(_ newParent: Bus) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try engine.check(self)
      try engine.check(newParent)
      try engine.move(self, into: newParent)
    }
  }

  /// Returns the level and resets the peak.
  public func meter() -> Meter {
    func root(_ bits: UInt32) -> Float { Float(bitPattern: bits).squareRoot() }
    return Meter(
      peak: StereoGain(
        left: root(status.value.peakSquaredLeft.exchange(0, ordering: .relaxed)),
        right: root(status.value.peakSquaredRight.exchange(0, ordering: .relaxed))),
      rms: StereoGain(
        left: root(status.value.meanSquareLeft.load(ordering: .relaxed)),
        right: root(status.value.meanSquareRight.load(ordering: .relaxed))))
  }

  /// Releases the host's reference; the bus stays while players or buses send to it.
  public func release() {
    try? engine.locked { () throws(AhaError) in
      if isSoloed {
        isSoloed = false
        engine.solos -= 1
        try engine.sendGates()
      }
      try engine.letGo(of: self)
    }
  }
}

/// The parts of a bus that no solo of another bus silences.
struct SoloGates {
  /// Its sound reaches a soloed bus, or it is one: its own players are heard.
  var isHeard = true
  /// It gets the sound of a soloed bus, or is one.
  var carriesSolo = false
  /// Its output is heard at its parent.
  var isOnWay = true

  /// Buses that send to it are heard.
  var isPassing: Bool { isHeard || carriesSolo }
}
