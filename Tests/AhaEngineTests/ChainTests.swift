import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Effect of a chain on the output and its timing. A pitch of 0 cents only adds latency, so the
/// output must be the same as without it.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct ChainTests {
  let music = Signal.music(frames: 40_000, channels: 2)

  func add(_ kind: EffectKind, to player: Player, at position: Int? = nil) throws -> Effect {
    try player.add(kind, at: position)
  }

  func add(_ kind: EffectKind, to bus: Bus) throws -> Effect {
    let effect = try bus.engine.makeEffect(kind)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: bus.engine)
    }
    return effect
  }

  func remove(_ effect: Effect, from player: Player) throws {
    try player.editChain { (chain) throws(AhaError) in
      try chain.remove(effect, engine: player.engine)
    }
  }

  // MARK: Latency

  @Test(arguments: [false, true])
  func aPlayerIsHeardInItsPlace(isStreamed: Bool) throws {
    func perform(_ kinds: [EffectKind]) throws -> [Float] {
      let rig = try Rig()
      let sound = try isStreamed ? rig.streamed(music, channels: 2) : rig.sound(music, channels: 2)
      let player = try rig.player(sound)
      for kind in kinds { _ = try add(kind, to: player) }
      try player.setLoop(begin: 3000, end: 20_000, count: 1)
      try player.setPan(0.2)
      try player.start(at: 777)
      return rig.render(60_000, blocks: [512, 100, 7])
    }
    let plain = try perform([])
    for kinds in [[EffectKind.pitch], [.pitch, .limiter, .pitch]] {
      let late = try perform(kinds)
      #expect(Measure.largestDifference(late, plain) < 1e-6)
    }
  }

  @Test func effectsWithLatencyComeAndGoUnheard() throws {
    func perform(_ isChanging: Bool) throws -> [Float] {
      let rig = try Rig()
      let player = try rig.player(rig.sound(music, channels: 2))
      try player.start()
      var output = rig.render(5000)
      let effect = isChanging ? try add(.pitch, to: player) : nil
      output += rig.render(9000)
      if let effect { try remove(effect, from: player) }
      output += rig.render(9000)
      if isChanging { _ = try add(.limiter, to: player) }
      return output + rig.render(9000)
    }
    let (changed, plain) = (try perform(true), try perform(false))
    #expect(Measure.largestDifference(changed, plain) < 1e-6)
  }

  @Test func busesAreHeardInTheirPlaces() throws {
    func perform(_ isDelayed: Bool) throws -> [Float] {
      let rig = try Rig()
      let outer = try rig.engine.makeBus(into: rig.master)
      let inner = try rig.engine.makeBus(into: outer)
      if isDelayed {
        _ = try add(.pitch, to: outer)
        _ = try add(.limiter, to: inner)
      }
      for bus in [rig.master, outer, inner] {
        try rig.player(rig.sound(music, channels: 2), on: bus) { $0.gainDb = -9 }.start()
      }
      var output = rig.render(9000)
      if isDelayed { _ = try add(.pitch, to: rig.master) }
      output += rig.render(9000)
      try rig.player(rig.sound(music, channels: 2), on: inner) { $0.gainDb = -12 }
        .start(at: 30_000)
      return output + rig.render(20_000)
    }
    let (delayed, plain) = (try perform(true), try perform(false))
    #expect(Measure.largestDifference(delayed, plain) < 1e-5)
  }

  @Test func theOutputLimiterIsUnheardBelowItsCeiling() throws {
    func perform(_ hasLimiter: Bool) throws -> [Float] {
      let rig = try Rig { $0.hasLimiter = hasLimiter }
      try rig.player(rig.sound(music, channels: 2)) { $0.gainDb = -6 }.start()
      return rig.render(50_000, blocks: [1, 512, 33])
    }
    let limited = try perform(true)
    let plain = try perform(false)
    #expect(limited == plain)
  }

  @Test func theOutputLimiterHoldsItsCeiling() throws {
    let rig = try Rig { $0.hasLimiter = true }
    for _ in 0..<4 { try rig.player(rig.sound(music, channels: 2)) { $0.gainDb = 6 }.start() }
    let peak = rig.render(40_000).reduce(0) { max($0, $1.magnitude) }
    #expect(peak < 0.9 && peak > 0.7)
    let limiter = try rig.engine.limiter()
    #expect(throws: AhaError.self) {
      try rig.master.editChain { (chain) throws(AhaError) in
        try chain.insert(limiter, at: 0, engine: rig.engine)
      }
    }
  }

  @Test func thePositionIsTheAudibleOne() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    _ = try add(.pitch, to: player)
    try player.start()
    rig.render(10_000)
    #expect(player.position == 10_000)
    try player.pause()
    rig.render(20_000)
    #expect(player.state == .paused)
    try player.resume()
    rig.render(1000)
    #expect(player.state == .playing)
  }

  @Test func thePositionIncludesTheLimitersLatency() throws {
    let rig = try Rig { $0.hasLimiter = true }
    let player = try rig.player(rig.sound(music, channels: 2))
    try player.start()
    rig.render(512)
    #expect(player.position == 512)
    try player.stop()
    rig.render(2000)
    try player.seek(to: 1000)
    try player.start()
    var positions: [Int64] = []
    for _ in 0..<20 {
      rig.render(16)
      positions.append(player.position)
    }
    #expect(positions == positions.sorted() && positions.first! >= 1000)
    #expect(positions.last! > 1000 && positions.last! <= 1320)
  }

  @Test func latencyIsReported() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    let first = try add(.pitch, to: player)
    let second = try add(.limiter, to: player)
    #expect(first.latency > 0)
    var latency = 0
    try player.editChain { chain in latency = chain.latency }
    #expect(latency == first.latency + second.latency)
    try remove(first, from: player)
    rig.render(512)
    try player.editChain { chain in latency = chain.latency }
    #expect(latency == second.latency)
  }

  // MARK: Tails

  @Test func aTailIsHeardAfterTheEnd() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Array(music.prefix(9600)), channels: 2))
    let reverb = try add(.reverb, to: player)
    try reverb.set(1, value: 1, over: nil)
    try player.start()
    rig.render(9600)
    #expect(player.state == .ended)
    #expect(rig.engine.stats.activePlayers == 1)
    let tail = rig.render(24_000)
    #expect(Measure.energy(tail) > 0.01)
    rig.render(48_000 * 5)
    #expect(rig.engine.stats.activePlayers == 0)
    #expect(rig.events().map(\.kind).contains(.playerEnded))
    try player.start()
    #expect(Measure.energy(rig.render(4800)) > 0.01)
  }

  @Test func aBusRingsOn() throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    _ = try add(.reverb, to: bus)
    try rig.player(rig.sound(Array(music.prefix(9600)), channels: 2), on: bus).start()
    rig.render(9600)
    #expect(Measure.energy(rig.render(9600)) > 0.001)
    rig.render(48_000 * 8)
    #expect(rig.render(512).allSatisfy { $0 == 0 })
  }

  @Test func aReleasedPlayerFadesWithItsTail() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    _ = try add(.reverb, to: player)
    _ = try add(.pitch, to: player)
    try player.start()
    let before = rig.render(9600)
    player.release()
    let after = rig.render(2048)
    #expect(largestStep(after) <= largestStep(before) + 0.05)
    #expect(after.suffix(1000).allSatisfy { $0 == 0 })
    #expect(rig.engine.stats.activePlayers == 0)
    // The slots are free again.
    for _ in 0..<40 {
      let next = try rig.player(rig.sound([0.5, 0.5], channels: 2))
      _ = try add(.filter, to: next)
      next.release()
      rig.render(512)
    }
  }

  // MARK: Edits while it plays

  @Test(arguments: [[1], [64], [511], [4096]])
  func editsGiveTheSameBitsInAnyBlocks(blocks: [Int]) throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      let rig = try Rig()
      let bus = try rig.engine.makeBus(into: rig.master)
      let player = try rig.player(rig.sound(music, channels: 2), on: bus)
      try player.start(at: 100)
      var output = rig.render(1000, blocks: blocks)
      let filter = try add(.filter, to: player)
      let delay = try add(.delay, to: player, at: 0)
      let reverb = try add(.reverb, to: bus)
      output += rig.render(2000, blocks: blocks)
      try filter.set(2, value: 200, over: 1500)
      try filter.set(2, value: 5000, over: 300, at: 5077)
      try delay.setBypassed(true)
      output += rig.render(3000, blocks: blocks)
      try player.editChain { (chain) throws(AhaError) in
        try chain.move(filter, to: 0, engine: rig.engine)
      }
      try filter.modulate(EffectRegistry.filterCutoff, options: .spacewave)
      output += rig.render(3000, blocks: blocks)
      try remove(filter, from: player)
      try player.setGain(db: -4)
      try bus.editChain { (chain) throws(AhaError) in try chain.remove(reverb, engine: rig.engine) }
      output += rig.render(3000, blocks: blocks)
      try player.stop()
      return output + rig.render(9000, blocks: blocks)
    }
    let cut = try perform(blocks)
    let whole = try perform([512])
    #expect(cut == whole)
  }

  @Test func nothingClicks() throws {
    let rig = try Rig()
    let tone = Signal.sine(frames: 480_000, frequency: 200, amplitude: 0.3)
    let player = try rig.player(rig.sound(tone))
    try player.start()
    let plain = largestStep(rig.left(4800))
    var effects: [Effect] = []
    func expectSmooth(_ what: String) {
      #expect(largestStep(rig.left(9600)) < plain * 1.3 + 0.005, "\(what)")
    }
    for kind in [EffectKind.filter, .equalizer, .compressor, .pitch] {
      effects.append(try add(kind, to: player, at: 0))
      expectSmooth("adding")
    }
    for effect in effects {
      try player.editChain { (chain) throws(AhaError) in
        try chain.move(effect, to: 2, engine: rig.engine)
      }
      expectSmooth("moving")
    }
    try effects[0].modulate(EffectRegistry.filterCutoff, options: .spacewave)
    expectSmooth("modulating")
    for effect in effects {
      try remove(effect, from: player)
      expectSmooth("removing")
    }
  }

  @Test func aChangeIsHeardAtItsFrame() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.1, count: 20_000)))
    _ = try add(.pitch, to: player)
    let compressor = try add(.compressor, to: player)
    _ = try add(.pitch, to: player)
    try player.start()
    try compressor.set(0, value: 0, over: nil)
    try compressor.set(5, value: 6, over: 0, at: 5003)
    let output = rig.left(8000, blocks: [512, 3, 64])
    #expect(abs(output[5002] - 0.1) < 1e-5)
    #expect(abs(output[5003] - 0.1 * 1.9953) < 1e-4)
  }

  // MARK: Misuse

  @Test func refusesInvalidCalls() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0.1, 0.2]))
    let filter = try add(.filter, to: player)
    #expect(throws: AhaError.self) { try filter.set(2, value: .nan, over: nil) }
    #expect(throws: AhaError.self) { try filter.set(2, value: 19, over: nil) }
    #expect(throws: AhaError.self) { try filter.set(0, value: 0.5, over: nil) }
    #expect(throws: AhaError.self) { try filter.set(4, value: 0, over: nil) }
    #expect(try filter.value(2) == 1000)
    #expect(throws: AhaError.self) { try filter.modulate(0, options: ModulationOptions()) }
    #expect(throws: AhaError.self) {
      try player.editChain { (chain) throws(AhaError) in
        try chain.insert(filter, at: 0, engine: rig.engine)
      }
    }
    let stranger = try Rig()
    let other = try stranger.engine.makeEffect(.filter)
    #expect(throws: AhaError.self) {
      try player.editChain { (chain) throws(AhaError) in
        try chain.insert(other, at: 0, engine: rig.engine)
      }
    }
    let loose = try rig.engine.makeEffect(.reverb)
    #expect(throws: AhaError.self) {
      try loose.modulate(EffectRegistry.filterCutoff, options: .spacewave)
    }
    #expect(throws: AhaError.self) { try loose.set(5, value: 1, over: 0, at: 100) }
  }

  @Test func holdsThirtyTwoEffects() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    for index in 0..<32 {
      _ = try add(EffectKind(rawValue: UInt32(index % 8 + 1))!, to: player, at: index / 2)
    }
    #expect(throws: AhaError.self) { _ = try add(.filter, to: player) }
    try player.start()
    #expect(rig.render(20_000).allSatisfy { $0.isFinite })
    try player.editChain { (chain) throws(AhaError) in try chain.clear(rig.engine) }
    #expect(rig.render(20_000).allSatisfy { $0.isFinite })
  }

  @Test func onlySoManyChangesWait() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0.1, 0.2]))
    let filter = try add(.filter, to: player)
    for index in 0..<4096 { try filter.set(2, value: 500, over: 0, at: Int64(1000 + index)) }
    #expect(throws: AhaError.self) { try filter.set(2, value: 500, over: 0, at: 1000) }
    try remove(filter, from: player)
    rig.render(512)
    let next = try add(.filter, to: player)
    try next.set(2, value: 500, over: 0, at: 1000)
  }
}
