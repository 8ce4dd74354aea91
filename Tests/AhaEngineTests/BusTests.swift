import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct BusTests {
  static let constant = [Float](repeating: 0.5, count: 200_000)

  /// Level after all ramps have ended.
  func level(_ rig: Rig) -> Float { rig.left(4000).last! / 0.5 }

  func playing(_ rig: Rig, on bus: Bus) throws {
    try rig.player(rig.sound(Self.constant), on: bus).start()
  }

  @Test func gainsMultiplyDownTheTree() throws {
    let rig = try Rig()
    let outer = try rig.engine.makeBus(into: rig.master)
    let inner = try rig.engine.makeBus(into: outer)
    try playing(rig, on: inner)
    try outer.setGain(db: -20)
    try inner.setGain(db: -20)
    #expect(abs(level(rig) - 0.01) < 1e-5)
    try rig.master.setGain(db: 20)
    #expect(abs(level(rig) - 0.1) < 1e-4)
  }

  @Test func soloLetsItsWayThroughOnly() throws {
    let rig = try Rig()
    let drums = try rig.engine.makeBus(into: rig.master)
    let snare = try rig.engine.makeBus(into: drums)
    let bass = try rig.engine.makeBus(into: rig.master)
    for bus in [drums, snare, bass, rig.master] { try playing(rig, on: bus) }
    #expect(abs(level(rig) - 4) < 1e-4)
    try snare.setSoloed(true)
    #expect(abs(level(rig) - 1) < 1e-4)
    try drums.setSoloed(true)
    #expect(abs(level(rig) - 2) < 1e-4)
    try drums.setMuted(true)
    #expect(level(rig) == 0)
    try drums.setMuted(false)
    try snare.setSoloed(false)
    try drums.setSoloed(false)
    #expect(abs(level(rig) - 4) < 1e-4)
    #expect(throws: AhaError.self) { try rig.master.setSoloed(true) }
  }

  @Test func metersPeakAndRms() throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    let tone = try rig.sound(Signal.sine(frames: 96_000, amplitude: 0.8))
    try rig.player(tone, on: bus) { $0.pan = -1 }.start()
    rig.render(90_000)
    let meter = bus.meter()
    #expect(abs(meter.peak.left - 0.8) < 0.01)
    #expect(abs(meter.rms.left - 0.8 * Float(0.5).squareRoot()) < 0.01)
    #expect(meter.peak.right < 1e-6)
    #expect(bus.meter().peak.left == 0)
  }

  @Test func circlesAndDepthAreRefused() throws {
    let rig = try Rig()
    let outer = try rig.engine.makeBus(into: rig.master)
    let inner = try rig.engine.makeBus(into: outer)
    #expect(throws: AhaError.self) { try outer.setParent(inner) }
    #expect(throws: AhaError.self) { try outer.setParent(outer) }
    #expect(throws: AhaError.self) { try rig.master.setParent(outer) }
    var last = rig.master
    for _ in 0..<Engine.maximumDepth { last = try rig.engine.makeBus(into: last) }
    #expect(throws: AhaError.self) { try rig.engine.makeBus(into: last) }
  }

  @Test func swappingParentsIsSafe() throws {
    let rig = try Rig()
    let a = try rig.engine.makeBus(into: rig.master)
    let b = try rig.engine.makeBus(into: a)
    try playing(rig, on: b)
    for _ in 0..<20 {
      try b.setParent(rig.master)
      try a.setParent(b)
      #expect(abs(level(rig) - 1) < 1e-4)
      try a.setParent(rig.master)
      try b.setParent(a)
      #expect(abs(level(rig) - 1) < 1e-4)
    }
  }

  @Test func aReleasedBusLivesWhileSomethingGoesToIt() throws {
    let rig = try Rig { $0.maxBuses = 2 }
    let bus = try rig.engine.makeBus(into: rig.master)
    let player = try rig.player(rig.sound(Self.constant), on: bus)
    try player.start()
    bus.release()
    #expect(abs(level(rig) - 1) < 1e-4)
    #expect(throws: AhaError.self) { try rig.engine.makeBus(into: rig.master) }
    try player.setBus(rig.master)
    #expect(abs(level(rig) - 1) < 1e-4)
    _ = try rig.engine.makeBus(into: rig.master)
  }

  @Test func infinityBecomesSilenceAndIsCounted() throws {
    let rig = try Rig()
    // A chain of 30 buses, each 24 dB up, with the highest sample that a sound may hold.
    var samples = [Float](repeating: 0, count: 1000)
    samples[500] = 1_073_741_824
    var bus = rig.master
    for _ in 0..<30 {
      bus = try rig.engine.makeBus(into: bus)
      try bus.setGain(db: 24)
    }
    try rig.player(rig.sound(samples), on: bus).start()
    let output = rig.left(2000)
    #expect(output.allSatisfy { $0.isFinite })
    #expect(rig.engine.stats.nonfiniteSamples > 0)
    #expect(rig.events().contains { $0.kind == .nonfinite })
  }
}
