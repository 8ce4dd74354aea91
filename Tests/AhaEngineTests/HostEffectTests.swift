import AhaBase
import AhaDSP
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaEngine

/// State that the functions of a host's effect share with its test.
private final class HostState {
  let destroyed = Atomic<Int>(0)
  var answer: Int32 = 0
  var delay: [Float]
  var place = 0
  var whenDestroyed: () -> Void = {}

  init(delay frames: Int = 0) { delay = [Float](repeating: 0, count: 2 * frames) }
}

/// Multiplies by the only parameter.
private let scale: ProcessFunction = { data, left, right, frames, values in
  guard let data, let left, let right, let values else { return -1 }
  for frame in 0..<Int(frames) {
    left[frame] *= values[0]
    right[frame] *= values[0]
  }
  return Unmanaged<HostState>.fromOpaque(data).takeUnretainedValue().answer
}

/// Delays by half of the count of floats in `delay`.
private let lag: ProcessFunction = { data, left, right, frames, _ in
  guard let data, let left, let right else { return -1 }
  let state = Unmanaged<HostState>.fromOpaque(data).takeUnretainedValue()
  for frame in 0..<Int(frames) {
    (left[frame], state.delay[2 * state.place]) = (state.delay[2 * state.place], left[frame])
    (right[frame], state.delay[2 * state.place + 1]) = (
      state.delay[2 * state.place + 1], right[frame]
    )
    state.place = (state.place + 1) % (state.delay.count / 2)
  }
  return 0
}

/// Writes NaN and infinity while `answer` is not 0.
private let spoil: ProcessFunction = { data, left, right, frames, _ in
  guard let data, let left, let right else { return -1 }
  if Unmanaged<HostState>.fromOpaque(data).takeUnretainedValue().answer == 0 { return 0 }
  for frame in 0..<Int(frames) { (left[frame], right[frame]) = (.nan, -.infinity) }
  return 0
}

private typealias ProcessFunction =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?, UInt32,
    UnsafePointer<Float>?
  ) -> Int32

@Suite struct HostEffectTests {
  private func make(
    _ state: HostState, _ process: @escaping ProcessFunction, latency: Int = 0
  ) -> HostProcess {
    let gain = ParameterSpec("value", title: "Value", unit: .none, range: 0...2, standard: 0.5)
    return HostProcess(
      name: "own", parameters: [(ParameterTexts(name: "gain", title: "gain"), gain)],
      latency: latency, tail: 0, process: process, reset: nil,
      userData: Unmanaged.passUnretained(state).toOpaque(),
      destroy: {
        state.destroyed.add(1, ordering: .relaxed)
        state.whenDestroyed()
      })
  }

  private func add(_ host: HostProcess, to player: Player) throws -> Effect {
    let effect = try player.engine.makeEffect(.host, content: .host(host))
    try insert(effect, into: player)
    return effect
  }

  private func insert(_ effect: Effect, into player: Player) throws {
    try player.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: player.engine)
    }
  }

  private func remove(_ effect: Effect, from player: Player) throws {
    try player.editChain { (chain) throws(AhaError) in
      try chain.remove(effect, engine: player.engine)
    }
  }

  let music = Signal.music(frames: 20_000, channels: 2)

  /// The music without an effect.
  private func plain() throws -> [Float] {
    let rig = try Rig()
    try rig.player(rig.sound(music, channels: 2)).start()
    return rig.render(20_000)
  }

  @Test func theHostsFunctionProcessesWithItsParameter() throws {
    let state = HostState()
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    let effect = try add(make(state, scale), to: player)
    try effect.set(0, value: 0.25, over: 0)
    try player.start()
    let output = rig.render(20_000)
    #expect(Measure.largestDifference(output, try plain().map { 0.25 * $0 }) < 1e-6)
    #expect(throws: AhaError.self) { try effect.set(0, value: 2.5, over: 0) }
    #expect(throws: AhaError.self) { try effect.set(1, value: 1, over: 0) }
  }

  @Test(arguments: [1, 500, 513, HostProcess.maxLatency])
  func theLatencyIsCompensated(frames: Int) throws {
    let state = HostState(delay: frames)
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    _ = try add(make(state, lag, latency: frames), to: player)
    try player.start()
    let output = rig.render(20_000, blocks: [512, 7, 100])
    #expect(Measure.largestDifference(output, try plain()) < 1e-6)
  }

  @Test func aFailedCallIsSilentAndItsResultIsKept() throws {
    let state = HostState()
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    let host = make(state, scale)
    _ = try add(host, to: player)
    try player.start()
    rig.render(1024)
    #expect(host.failure == 0)
    state.answer = -5
    #expect(rig.render(1024).allSatisfy { $0 == 0 })
    state.answer = 0
    #expect(rig.render(1024).contains { $0 != 0 })
    #expect(host.failure == -5)
  }

  /// Also in the state of an effect behind it.
  @Test(arguments: [nil, .reverb, .filter, .compressor, .pitch, .chorus] as [EffectKind?])
  func garbageIsSilentAndDoesNotLast(behind kind: EffectKind?) throws {
    let state = HostState()
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    _ = try add(make(state, spoil), to: player)
    if let kind { try player.add(kind) }
    try player.start()
    rig.render(1024)
    #expect(rig.engine.stats.nonfiniteSamples == 0)
    state.answer = 1
    #expect(rig.render(1024).allSatisfy { $0.isFinite })
    if kind == nil {
      #expect(rig.engine.stats.nonfiniteSamples > 0)
      #expect(rig.events().contains { $0.kind == .nonfinite })
    }
    state.answer = 0
    rig.render(8192)
    #expect(rig.render(1024).contains { $0.magnitude > 0.01 })
  }

  @Test func anEffectIsRefusedUntilItsFadeOutIsRendered() throws {
    let state = HostState()
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    let effect = try add(make(state, scale), to: player)
    try player.start()
    rig.render(1024)
    try remove(effect, from: player)
    #expect(throws: AhaError.self) { try insert(effect, into: player) }
    rig.render(1024)
    try insert(effect, into: player)
    #expect(rig.render(1024).contains { $0 != 0 })
  }

  @Test func theHostIsToldOnceAndMayCallTheEngineThen() throws {
    let state = HostState()
    do {
      let rig = try Rig()
      let player = try rig.player(rig.sound(music, channels: 2))
      let engine = rig.engine
      state.whenDestroyed = { [unowned engine] in _ = engine.lock.locked { 0 } }
      _ = try add(make(state, scale), to: player)
      try player.start()
      rig.render(1024)
      #expect(state.destroyed.load(ordering: .relaxed) == 0)
    }
    #expect(state.destroyed.load(ordering: .relaxed) == 1)
  }

  @Test func anImpulseResponseIsHeard() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(music, channels: 2))
    let effect = try rig.engine.makeEffect(.convolution)
    let response = [Float](repeating: 0, count: 300) + [0.5]
    try effect.setImpulse(rig.sound(response), isNormalized: false)
    try effect.set(0, value: 1, over: 0)
    try insert(effect, into: player)
    try player.start()
    let output = rig.render(20_000)
    let wanted = try [Float](repeating: 0, count: 600) + plain().dropLast(600).map { 0.5 * $0 }
    #expect(Measure.largestDifference(output, wanted) < 1e-5)
    #expect(throws: AhaError.self) {
      try effect.setImpulse(rig.sound(response), isNormalized: false)
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity], [true, false])
  func samplesOfAnImpulseResponseThatAreNoNumbersAreSilence(
    sample: Float, isStreamed: Bool
  ) throws {
    func output(_ sample: Float) throws -> [Float] {
      let rig = try Rig()
      let response = [1, 0.5, sample, 0.25]
      let player = try rig.player(rig.sound(music, channels: 2))
      let effect = try rig.engine.makeEffect(.convolution)
      try effect.setImpulse(
        isStreamed ? rig.streamed(response) : rig.sound(response), isNormalized: true)
      try insert(effect, into: player)
      try player.start()
      return rig.render(2000)
    }
    let wanted = try output(0)
    #expect(Measure.energy(wanted) > 1)
    let isSame = try output(sample) == wanted
    #expect(isSame)
  }

  @Test func anImpulseResponseOfOverAMinuteIsRefused() throws {
    let rig = try Rig()
    let effect = try rig.engine.makeEffect(.convolution)
    let long = try rig.sound([Float](repeating: 0, count: 61 * Rig.rate))
    #expect(failure { try effect.setImpulse(long, isNormalized: true) }?.code == .limit)
    let reverb = try rig.engine.makeEffect(.reverb)
    #expect(throws: AhaError.self) { try reverb.setImpulse(rig.sound([1]), isNormalized: true) }
  }
}
