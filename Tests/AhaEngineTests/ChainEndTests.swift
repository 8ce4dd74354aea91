import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Effects of released players and buses. The renderer's table of effects reuses their slots.
@Suite struct ChainEndTests {
  let tone = Signal.sine(frames: 40_000, frequency: 220, amplitude: 0.5)

  enum Change: CaseIterable {
    case value, valueAtFrame, modulation, endOfModulation, spacewave, bypass
    case lane, laneMode, endOfLane, releaseOfParameter

    func make(on effect: Effect) throws(AhaError) {
      let timeline = try effect.engine.timeline()
      let cutoff = EffectRegistry.filterCutoff
      switch self {
      case .value: try effect.set(cutoff, value: 50, over: 0)
      case .valueAtFrame: try effect.set(cutoff, value: 50, over: 0, at: 0)
      case .modulation: try effect.modulate(cutoff, options: ModulationOptions())
      case .endOfModulation: try effect.endModulation(cutoff)
      case .spacewave: try effect.modulate(EffectRegistry.filterCutoff, options: .spacewave)
      case .bypass: try effect.setBypassed(true)
      case .lane:
        let points = [AutomationPoint(time: 0, value: 50)]
        try timeline.setLane(of: effect, parameter: cutoff, id: 1, points: points)
      case .laneMode: try timeline.setMode(of: effect, parameter: cutoff, mode: .off)
      case .endOfLane: try timeline.removeLane(of: effect, parameter: cutoff)
      case .releaseOfParameter: try timeline.release(effect, parameter: cutoff)
      }
    }
  }

  /// Code of the thrown error; nil: no error.
  func code(_ body: () throws(AhaError) -> Void) -> ResultCode? {
    do throws(AhaError) { try body() } catch { return error.code }
    return nil
  }

  func addFilter(to bus: Bus) throws -> Effect {
    let effect = try bus.engine.makeEffect(.filter)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: 0, engine: bus.engine)
    }
    return effect
  }

  @Test(arguments: Change.allCases)
  func aChangeAfterTheReleaseIsRefused(change: Change) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(tone))
    let bus = try rig.engine.makeBus(into: rig.master)
    let effects = [try player.add(.filter), try addFilter(to: bus)]
    try player.start()
    rig.render(512)
    player.release()
    bus.release()
    // Before and after the renderer has freed them.
    for _ in 0..<2 {
      for effect in effects {
        #expect(code { () throws(AhaError) in try change.make(on: effect) } == .released)
      }
      rig.render(4096)
    }
    #expect(try effects.allSatisfy { try $0.value(EffectRegistry.filterCutoff) == 1000 })
    #expect(effects.allSatisfy { !$0.bypassed })
  }

  @Test func aReleasedBusHasItsEffectsUntilItsLastPlayerIsReleased() throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    let player = try rig.player(rig.sound(tone), on: bus)
    let filter = try addFilter(to: bus)
    try player.start()
    bus.release()
    rig.render(512)
    try filter.set(EffectRegistry.filterCutoff, value: 50, over: 0)
    #expect(Measure.energy(Array(rig.left(4096).suffix(2048))) < 20)
    player.release()
    rig.render(4096)
    #expect(code { () throws(AhaError) in try filter.setBypassed(true) } == .released)
  }

  /// Output of a player whose effect has the slot of a changed effect of a released player.
  func play(after change: Change?) throws -> [Float] {
    let rig = try Rig()
    try rig.engine.timeline().start()
    let released = try rig.player(rig.sound(tone))
    let effect = try released.add(.filter)
    let place = effect.slot
    try released.start()
    rig.render(512)
    released.release()
    rig.render(16)
    // Simulates the middle of a block: the renderer takes commands again after that frame.
    rig.engine.renderer.lookahead.until = rig.engine.renderer.clock + 4096
    try? change?.make(on: effect)
    rig.render(4096)
    let player = try rig.player(rig.sound(tone))
    #expect(try player.add(.filter).slot == place)
    try player.start()
    return rig.left(8192)
  }

  @Test(arguments: Change.allCases)
  func aChangeAfterTheReleaseReachesNoOtherEffect(change: Change) throws {
    let output = try play(after: nil)
    #expect(Measure.energy(output) > 100)
    #expect(try play(after: change) == output)
  }

  @Test func anEffectOfAReleasedPlayerWorksInAnotherChain() throws {
    let rig = try Rig()
    let (first, second) = (try rig.player(rig.sound(tone)), try rig.player(rig.sound(tone)))
    let filter = try first.add(.filter)
    try filter.set(EffectRegistry.filterCutoff, value: 50, over: 0)
    try first.start()
    rig.render(512)
    first.release()
    try second.editChain { (chain) throws(AhaError) in
      try chain.insert(filter, at: 0, engine: rig.engine)
    }
    try second.start()
    rig.render(4096)
    let quiet = Measure.energy(rig.left(4096))
    try filter.set(EffectRegistry.filterCutoff, value: 5000, over: 0)
    rig.render(4096)
    #expect(Measure.energy(rig.left(4096)) > 10 * quiet)
  }
}

extension ModulationOptions {
  /// Five random values a second for three seconds, through the whole range.
  static var spacewave: ModulationOptions {
    var options = ModulationOptions()
    options.duration = 3
    return options
  }
}
