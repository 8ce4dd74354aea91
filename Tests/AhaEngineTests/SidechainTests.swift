import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct SidechainTests {
  static let constant = [Float](repeating: 0.25, count: 100_000)

  private func key(_ rig: Rig, _ kinds: EffectKind...) throws -> Bus {
    let bus = try rig.bus()
    for kind in kinds { try rig.insert(kind, into: bus) }
    try bus.setParent(rig.bus())
    return bus
  }

  @Test func theKeyAloneMakesTheGain() throws {
    let rig = try Rig()
    let music = try rig.bus()
    let voice = try rig.bus()
    var ducking = Ducking()
    ducking.release = 100
    let duck = try music.duck(by: voice, ducking: ducking)
    try rig.stereo(Self.constant, on: music).start()
    #expect(rig.left(20_000).last == 0.25)
    let burst = [Float](repeating: 0, count: 10_000) + [Float](repeating: 0.5, count: 20_000)
    try rig.stereo(burst, on: voice).start()
    #expect(rig.left(10_000).min() == 0.25)
    let loud = rig.left(20_000).last! - 0.5
    #expect((0.22...0.29).contains(loud / 0.25))
    #expect(abs(rig.left(45_000).last! - 0.25) < 0.001)
    try duck.setSidechain(nil)
    rig.render(40_000)
  }

  /// The level that opens the gate is heard at the same frame, also if the key is late.
  @Test func theKeyIsInTime() throws {
    func opening(_ kinds: EffectKind...) throws -> Int {
      let rig = try Rig()
      let drums = try rig.bus()
      for kind in kinds { try rig.insert(kind, into: drums) }
      let pad = try rig.bus(into: nil, .limiter)
      let gate = try rig.insert(.gate, into: pad)
      try rig.insert(.limiter, into: pad)
      try gate.set(0, value: -30, over: 0)
      try gate.setSidechain(drums)
      try drums.setParent(rig.bus())
      try rig.stereo(Self.constant, on: pad).start()
      let hit = [Float](repeating: 0, count: 5003) + [Float](repeating: 0.2, count: 5000)
      try rig.stereo(hit, on: drums).start()
      let output = rig.left(8000)
      return output.firstIndex { $0 > 0.01 && $0 != 0.2 } ?? -1
    }
    let prompt = try opening()
    #expect((5003..<5030).contains(prompt))
    #expect(try opening(.limiter, .limiter, .limiter) == prompt)
  }

  /// As `theKeyIsInTime`, with the gate in the chain of a player that has latency of its own.
  @Test(arguments: [0, 1, 3], [0, 1, 2])
  func theKeyOfAPlayersEffectIsInTime(lateKey: Int, ownLatency: Int) throws {
    let rig = try Rig()
    let drums = try rig.bus()
    for _ in 0..<lateKey { try rig.insert(.limiter, into: drums) }
    let pad = try rig.stereo(Self.constant, on: rig.bus())
    if ownLatency > 1 { try pad.add(.limiter) }
    let gate = try pad.add(.gate)
    if ownLatency > 0 { try pad.add(.limiter) }
    try gate.set(0, value: -30, over: 0)
    try gate.setSidechain(drums)
    try drums.setParent(rig.bus())
    try pad.start(at: 700)
    let hit = [Float](repeating: 0, count: 5003) + [Float](repeating: 0.2, count: 5000)
    try rig.stereo(hit, on: drums).start()
    let output = rig.left(8000)
    let opening = output.firstIndex { $0 > 0.01 && $0 != 0.2 } ?? -1
    #expect((5003..<5030).contains(opening))
    #expect(output.last! > 0.4)
    try gate.setSidechain(nil)
    #expect(rig.left(4000).last! > 0.2)
  }

  @Test func aPlayerDoesNotMoveIntoItsKey() throws {
    let rig = try Rig()
    let (voice, music) = (try rig.bus(), try rig.bus())
    let player = try rig.stereo(Self.constant, on: music)
    try player.add(.compressor).setSidechain(voice)
    #expect(throws: AhaError.self) { try player.setBus(voice) }
    #expect(throws: AhaError.self) { try music.setParent(voice) }
    let other = try rig.stereo(Self.constant, on: voice)
    #expect(throws: AhaError.self) { try other.add(.gate).setSidechain(music) }
  }

  @Test func aReleasedPlayerEndsItsSidechain() throws {
    let rig = try Rig { ($0.maxBuses, $0.maxPlayers, $0.maxEffects) = (3, 2, 2) }
    let key = try rig.bus()
    try rig.stereo(Self.constant, on: key).start()
    for _ in 0..<10 {
      let player = try rig.stereo(Self.constant, on: rig.master)
      try player.add(.compressor).setSidechain(key)
      try player.start()
      rig.render(1000)
      player.release()
      rig.render(4000)
    }
    #expect(rig.engine.buses.reduce(0) { $0 + ($1?.links.count ?? 0) } <= 1)
    #expect(rig.left(1000).last == 0.25)
  }

  @Test func onlyKindsWithAKeyHaveASidechain() throws {
    let rig = try Rig()
    let (bus, key) = (try rig.bus(), try rig.bus())
    let reverb = try rig.insert(.reverb, into: bus)
    #expect(throws: AhaError.self) { try reverb.setSidechain(key) }
    let loose = try rig.engine.makeEffect(.compressor)
    #expect(throws: AhaError.self) { try loose.setSidechain(key) }
    let player = try rig.stereo(Self.constant, on: bus)
    try player.editChain { (chain) throws(AhaError) in
      try chain.insert(loose, at: 0, engine: rig.engine)
    }
    #expect(throws: AhaError.self) { try loose.setSidechain(bus) }
    #expect(throws: AhaError.self) { try loose.setSidechain(rig.master) }
    try loose.setSidechain(nil)
    #expect(!player.hasOwnBus)
    let gate = try rig.insert(.gate, into: bus)
    key.release()
    rig.render(4000)
    #expect(throws: AhaError.self) { try gate.setSidechain(key) }
  }

  // MARK: Random graphs

  /// Five buses whose sends, side-chains, parents and latencies change at random.
  private func performance(threads: Int, seed: UInt64, blocks: [Int], steps: Bool = false) throws
    -> [Float]
  {
    var random = Random(seed: seed)
    let rig = try Rig { ($0.threads, $0.pieceNanoseconds) = (threads, 0) }
    let buses = try (0..<5).map { _ in try rig.bus() }
    var players: [Player] = []
    for number in 0..<6 {
      let sound = steps ? Self.constant : Signal.noise(count: 60_000).map { $0 * 0.1 }
      let player = try rig.stereo(sound, on: buses[number % 5])
      players.append(player)
      if !steps { try player.add(.filter) }
      try player.start()
      if number > 3 { try player.stop(at: Int64.random(in: 2000..<20_000, using: &random)) }
    }
    var sends: [Bus] = []
    var effects: [(Bus, Effect)] = []
    var output: [Float] = []
    while output.count < 120_000 {
      let bus = buses.randomElement(using: &random)!
      let other = buses.randomElement(using: &random)!
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        let point: SendPoint = Bool.random(using: &random) ? .afterFader : .beforeFader
        if let send = try? bus.makeSend(to: other, point: point, gainDb: -12) { sends.append(send) }
      case 2: if !sends.isEmpty { sends.removeFirst().release() }
      case 3: try? bus.setParent(Bool.random(using: &random) ? rig.master : other)
      case 4: try bus.setGain(db: Float.random(in: -20...0, using: &random))
      case 5:
        if effects.count < 6 { effects.append((bus, try rig.insert(.limiter, into: bus))) }
      case 6:
        let effect = try rig.insert(.compressor, into: bus)
        effects.append((bus, effect))
        try? effect.setSidechain(other)
      case 7:
        let player = players.randomElement(using: &random)!
        guard player.chain.count < 4 else { break }
        let effect = try player.add(.compressor)
        try effect.set(0, value: -60, over: 0)
        try? effect.setSidechain(other)
      default:
        guard !effects.isEmpty else { break }
        let (bus, effect) = effects.removeFirst()
        try bus.editChain { (chain) throws(AhaError) in try chain.remove(effect, engine: rig.engine)
        }
      }
      output += rig.render(Int.random(in: 1...4000, using: &random), blocks: blocks)
    }
    rig.engine.close()
    return output
  }

  @Test(arguments: UInt64(0)..<8)
  func theSamplesDoNotDependOnThreadsOrBlocks(seed: UInt64) throws {
    let alone = try performance(threads: 1, seed: seed, blocks: [4096])
    #expect(alone.contains { $0 != 0 })
    let isSameInATeam = try performance(threads: 3, seed: seed, blocks: [4096]) == alone
    #expect(isSameInATeam)
    let isSameInBlocks = try performance(threads: 1, seed: seed, blocks: [512, 1, 511]) == alone
    #expect(isSameInBlocks)
  }

  @Test(arguments: UInt64(0)..<8)
  func nothingThatAHostDoesSteps(seed: UInt64) throws {
    let output = try performance(threads: 1, seed: seed, blocks: [512], steps: true)
    #expect(output.allSatisfy { $0.isFinite })
    let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
    #expect(largestStep(left) < 12 * 0.25 / Float(Rig.ramp))
  }
}
