import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

extension Rig {
  func bus(into parent: Bus? = nil, _ kinds: EffectKind...) throws -> Bus {
    let bus = try engine.makeBus(into: parent ?? master)
    for kind in kinds { try insert(kind, into: bus) }
    return bus
  }

  @discardableResult
  func insert(_ kind: EffectKind, into bus: Bus) throws -> Effect {
    let effect = try engine.makeEffect(kind)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: engine)
    }
    return effect
  }

  func stereo(_ samples: [Float], on bus: Bus) throws -> Player {
    try player(sound(samples.flatMap { [$0, $0] }, channels: 2), on: bus)
  }
}

@Suite struct SendTests {
  static let noise = Signal.noise(count: 20_000).map { $0 * 0.2 }
  static let constant = [Float](repeating: 0.25, count: 100_000)

  @Test func aSendAfterTheFaderFollowsIt() throws {
    let rig = try Rig()
    let (source, hall) = (try rig.bus(), try rig.bus())
    try source.setGain(db: -20)
    _ = try source.makeSend(to: hall, point: .afterFader, gainDb: -20)
    try rig.stereo(Self.noise, on: source).start()
    let output = rig.left(4000)
    for frame in Rig.ramp..<4000 where abs(output[frame] - Self.noise[frame] * 0.11) > 1e-7 {
      Issue.record("frame \(frame): \(output[frame])")
      return
    }
  }

  @Test func aSendBeforeTheFaderDoesNotFollowIt() throws {
    let rig = try Rig()
    let (source, hall) = (try rig.bus(), try rig.bus())
    try source.setMuted(true)
    _ = try source.makeSend(to: hall, point: .beforeFader, gainDb: 0)
    try rig.stereo(Self.noise, on: source).start()
    let isSame = rig.left(4000)[Rig.ramp...] == Self.noise[Rig.ramp..<4000]
    #expect(isSame)
  }

  /// The way through the return has a latency, and the direct way has none.
  @Test(arguments: [false, true])
  func theDirectSoundWaitsForTheReturn(isPlaying: Bool) throws {
    let rig = try Rig()
    let (source, hall) = (try rig.bus(), try rig.bus(into: nil, .limiter, .limiter))
    let player = try rig.stereo(Self.noise, on: source)
    if isPlaying {
      try player.start()
      rig.render(1000)
    }
    _ = try source.makeSend(to: hall, point: .afterFader, gainDb: 0)
    if !isPlaying { try player.start() }
    let start = isPlaying ? 1000 : 0
    let output = rig.left(8000)
    let latency = Int(hall.chain.latency)
    let first = Rig.ramp + (isPlaying ? latency : 0)
    #expect(latency > 100)
    for frame in first..<8000 where output[frame] != 2 * Self.noise[start + frame] {
      Issue.record("frame \(frame): \(output[frame]) is not twice \(Self.noise[start + frame])")
      return
    }
  }

  @Test(arguments: [SendPoint.afterFader, .beforeFader], [false, true])
  func sendsComeAndGoWithoutAStep(point: SendPoint, isLate: Bool) throws {
    let rig = try Rig()
    let source = try isLate ? rig.bus(into: rig.bus(into: nil, .limiter)) : rig.bus()
    let hall = try isLate ? rig.bus() : rig.bus(into: nil, .limiter)
    try rig.stereo(Self.constant, on: source).start()
    rig.render(2000)
    var output: [Float] = []
    for _ in 0..<3 {
      let send = try source.makeSend(to: hall, point: point, gainDb: 0)
      output += rig.left(3000)
      #expect(output.last == 0.5)
      try send.setGain(db: -10)
      output += rig.left(3000)
      send.release()
      output += rig.left(3000)
      #expect(output.last == 0.25)
    }
    #expect(largestStep(output) < 2 * 0.25 / Float(Rig.ramp))
    #expect(output.min()! > 0.249)
  }

  @Test func aPlayerSendsFromABusOfItsOwn() throws {
    let rig = try Rig()
    let (voice, hall) = (try rig.bus(), try rig.bus())
    let player = try rig.stereo(Self.constant, on: voice)
    try player.setGain(db: -20)
    try player.start()
    rig.render(1000)
    let send = try player.makeSend(to: hall, point: .beforeFader, gainDb: -.infinity)
    let output = rig.left(2000)
    #expect(output.allSatisfy { abs($0 - 0.025) < 1e-6 })
    try send.setGain(db: 0)
    rig.render(1000)
    #expect(abs(rig.left(10).last! - 0.275) < 1e-5)
    try player.setGain(db: -.infinity)
    rig.render(1000)
    #expect(rig.left(10).last! == 0.25)
    try player.setBus(hall)
    try voice.setMuted(true)
    rig.render(1000)
    #expect(rig.left(10).last! == 0.25)
  }

  @Test func aReturnIsHeardInSolo() throws {
    let rig = try Rig()
    let (source, other, hall) = (try rig.bus(), try rig.bus(), try rig.bus())
    for bus in [source, other] {
      _ = try bus.makeSend(to: hall, point: .beforeFader, gainDb: 0)
      try rig.stereo(Self.constant, on: bus).start()
    }
    try rig.stereo(Self.constant, on: hall).start()
    func level() -> Float { rig.left(4000).last! / 0.25 }
    #expect(level() == 5)
    try source.setSoloed(true)
    #expect(level() == 2)
    try source.setSoloed(false)
    try hall.setSoloed(true)
    #expect(level() == 3)
  }

  @Test func loopsAreRefused() throws {
    let rig = try Rig()
    let (a, b, c) = (try rig.bus(), try rig.bus(), try rig.bus())
    let gate = try rig.insert(.gate, into: c)
    #expect(throws: AhaError.self) { try a.makeSend(to: a, point: .afterFader, gainDb: 0) }
    #expect(throws: AhaError.self) { try rig.master.makeSend(to: a, point: .afterFader, gainDb: 0) }
    let send = try a.makeSend(to: b, point: .afterFader, gainDb: 0)
    #expect(throws: AhaError.self) { try b.makeSend(to: a, point: .beforeFader, gainDb: 0) }
    #expect(throws: AhaError.self) { try b.setParent(a) }
    _ = try a.makeSend(to: send, point: .afterFader, gainDb: 0)
    try gate.setSidechain(b)
    #expect(throws: AhaError.self) { try c.makeSend(to: a, point: .afterFader, gainDb: 0) }
    #expect(throws: AhaError.self) { try gate.setSidechain(c) }
    #expect(throws: AhaError.self) { try gate.setSidechain(rig.master) }
    try gate.setSidechain(nil)
    rig.render(2000)
    _ = try c.makeSend(to: a, point: .afterFader, gainDb: 0)
    rig.render(2000)
  }

  @Test func placesOfSendsAreLimitedAndReused() throws {
    let rig = try Rig { $0.maxBuses = 8 }
    let (source, hall) = (try rig.bus(), try rig.bus())
    for _ in 0..<50 {
      let sends = try (0..<5).map { _ in
        try source.makeSend(to: hall, point: .beforeFader, gainDb: 0)
      }
      #expect(throws: AhaError.self) {
        try source.makeSend(to: hall, point: .afterFader, gainDb: 0)
      }
      for send in sends { send.release() }
      rig.render(4000)
    }
    #expect(throws: AhaError.self) {
      try source.makeSend(to: hall, point: .afterFader, gainDb: .nan)
    }
    hall.release()
    rig.render(4000)
    #expect(throws: AhaError.self) { try source.makeSend(to: hall, point: .afterFader, gainDb: 0) }
  }

  /// Frames beyond those that a history holds could not wait for the other way.
  @Test func aLatencyThatCannotBeCompensatedIsRefused() throws {
    func limit(_ work: () throws -> Void) {
      let error = failure(work)
      #expect(error?.code == .limit && error?.line.contains("\(Engine.maxLatency)") == true)
    }
    let late = try Rig()
    let (first, hall) = (try late.bus(), try late.bus())
    while hall.chain.latency <= Engine.maxLatency { try late.insert(.pitch, into: hall) }
    limit { _ = try first.makeSend(to: hall, point: .afterFader, gainDb: 0) }
    let rig = try Rig()
    let (source, room) = (try rig.bus(), try rig.bus())
    _ = try source.makeSend(to: room, point: .afterFader, gainDb: 0)
    let one = try rig.insert(.pitch, into: room).latency
    while room.chain.latency + one <= Engine.maxLatency { try rig.insert(.pitch, into: room) }
    limit { try rig.insert(.pitch, into: room) }
  }

  /// The render ends with the last frame, and all buses become idle.
  @Test func aRenderEndsAfterTheTailOfTheReturn() throws {
    let rig = try Rig()
    let (source, hall) = (try rig.bus(), try rig.bus(into: nil, .reverb))
    _ = try source.makeSend(to: hall, point: .afterFader, gainDb: 0)
    try rig.stereo(Array(Self.noise[..<3000]), on: source).start()
    var frames = 0
    var last: Float = 0
    try rig.engine.renderOffline(frames: nil) { (samples, count) throws(AhaError) in
      frames += count
      #expect(count > 0)
      last = samples[2 * count - 1]
    }
    #expect((20_000..<600_000).contains(frames))
    #expect(abs(last) < 1e-3)
  }
}
