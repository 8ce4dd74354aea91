import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// An effect that wakes within a sound did not process the earlier frames. Its delay lines must not
/// repeat that edge, after any delay.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct WakeTests {
  enum Place: CaseIterable { case player, bus, master }

  enum Waking: CaseIterable { case add, insert, unbypass, move, value }

  /// Values with which an effect changes the signal.
  static func values(_ kind: EffectKind) -> [Int: Float] {
    switch kind {
    case .filter: [2: 500]
    case .reverb: [5: 0.5]
    case .pitch, .livePitch: [0: 300]
    case .compressor: [0: -30, 6: 1]
    case .limiter: [2: 6]
    case .equalizer: [3: 12]
    case .delay: [0: 30, 1: 2000, 5: 0.5]
    case .tuner: [3: 1]
    case .fader: [0: -12]
    case .convolution: [0: 0.5]
    case .chorus, .phaser, .saturation, .crusher: [index(of: "mix", kind): 0.5]
    case .tremolo: [index(of: "depth", kind): 0.5]
    case .gate: [index(of: "ratio", kind): 10]
    case .deesser: [index(of: "range_db", kind): 12]
    case .width: [index(of: "width", kind): 2]
    case .ladder: [index(of: "cutoff_hz", kind): 500]
    case .host, .lv2: [:]
    }
  }

  private static func index(of name: String, _ kind: EffectKind) -> Int {
    EffectRegistry.spec(kind).parameters.firstIndex { $0.name.description == name }!
  }

  /// The parameter that makes an effect inactive or nearly so, and its value then.
  static func asleep(_ kind: EffectKind) -> (parameter: UInt32, value: Float) {
    switch kind {
    case .filter: (2, 20_000)
    case .reverb, .delay: (5, 0)
    case .pitch, .livePitch, .fader, .convolution, .host, .lv2: (0, 0)
    case .compressor: (6, 0)
    case .limiter: (2, 0)
    case .equalizer: (3, 0)
    case .tuner: (3, 0)
    case .chorus, .phaser, .saturation, .crusher: (UInt32(index(of: "mix", kind)), 0)
    case .tremolo: (UInt32(index(of: "depth", kind)), 0)
    case .gate: (UInt32(index(of: "ratio", kind)), 1)
    case .deesser: (UInt32(index(of: "range_db", kind)), 0)
    case .width: (UInt32(index(of: "width", kind)), 1)
    case .ladder: (UInt32(index(of: "cutoff_hz", kind)), 20_000)
    }
  }

  /// An engine that plays an endless sine through a chain.
  struct Playing {
    let rig = try! Rig()
    let player: Player
    let bus: Bus
    let place: Place

    init(_ place: Place) throws {
      self.place = place
      bus = try place == .bus ? rig.engine.makeBus(into: rig.master) : rig.master
      let tone = Signal.sine(frames: 48_000, frequency: 220, amplitude: 0.25)
      player = try rig.player(rig.sound(tone), on: bus) { $0.loopCount = Loop.forever }
      try player.start()
    }

    func edit(_ body: (Chain) throws(AhaError) -> Void) throws {
      if place == .player { try player.editChain(body) } else { try bus.editChain(body) }
    }

    func insert(_ effect: Effect, at position: Int) throws {
      try edit { (chain) throws(AhaError) in
        try chain.insert(effect, at: position, engine: rig.engine)
      }
    }

    func make(_ kind: EffectKind) throws -> Effect {
      let effect = try rig.engine.makeEffect(kind)
      for (index, value) in WakeTests.values(kind) {
        try effect.set(UInt32(index), value: value, over: 0)
      }
      return effect
    }

    func move(_ effect: Effect, to position: Int) throws {
      try edit { (chain) throws(AhaError) in
        try chain.move(effect, to: position, engine: rig.engine)
      }
    }
  }

  /// Wakes an effect of the kind after it was idle. Returns the output, longer than any delay.
  func wake(
    _ kind: EffectKind, on place: Place, by waking: Waking, after idle: Int, blocks: [Int] = [512]
  ) throws -> [Float] {
    let playing = try Playing(place)
    let effect = try playing.make(kind)
    let sleep = Self.asleep(kind)
    switch waking {
    case .add: break
    case .insert: try playing.insert(playing.make(.fader), at: 0)
    case .unbypass: try effect.setBypassed(true)
    case .move: try playing.insert(playing.make(.fader), at: 0)
    case .value: try effect.set(sleep.parameter, value: sleep.value, over: 0)
    }
    if waking != .add, waking != .insert { try playing.insert(effect, at: 0) }
    // An inactive kernel sleeps when its tail is over. Renders up to a peak of the sine, where an
    // edge is largest.
    playing.rig.render(48_000 / 10 + idle + 55, blocks: blocks)
    switch waking {
    case .add, .insert: try playing.insert(effect, at: 0)
    case .unbypass: try effect.setBypassed(false)
    case .move: try playing.move(effect, to: 1)
    case .value:
      let value = Self.values(kind)[Int(sleep.parameter)]!
      try effect.set(sleep.parameter, value: value, over: nil)
    }
    return playing.rig.render(48_000 * 23 / 10, blocks: blocks)
  }

  /// No slope exceeds the sine's, those in `before` and at the end, or a fade's over the ramp.
  func expectSmooth(_ output: [Float], after before: [Float] = [], _ what: String) {
    let end = measure(output[(output.count - 19_200)...])
    let steady = before.isEmpty ? end : measure(before[(before.count - 19_200)...])
    let step = max(0.0052, end.step, steady.step)
    let peak = max(0.18, end.peak, steady.peak)
    #expect(measure(output[...]).step < 1.5 * step + 3 * peak / Float(Rig.ramp), "\(what)")
  }

  /// Largest difference between neighbors of a side, and the peak; interleaved.
  func measure(_ samples: ArraySlice<Float>) -> (step: Float, peak: Float) {
    var (step, peak): (Float, Float) = (0, 0)
    samples.withUnsafeBufferPointer { samples in
      for index in 2..<samples.count {
        step = max(step, (samples[index] - samples[index - 2]).magnitude)
        peak = max(peak, samples[index].magnitude)
      }
    }
    return (step, peak)
  }

  @Test(arguments: EffectKind.allCases, Place.allCases)
  func wakingLeavesNoEdge(kind: EffectKind, place: Place) throws {
    let idles = place == .player ? [0, 3 * Rig.rate, 30 * Rig.rate] : [9 * Rig.rate]
    for waking in Waking.allCases {
      for idle in idles {
        let output = try wake(kind, on: place, by: waking, after: idle)
        expectSmooth(output, "\(waking) after \(idle)")
      }
    }
  }

  /// The effect falls asleep after the last frame of a block and wakes with the first frame of the
  /// next.
  @Test(arguments: [EffectKind.delay, .reverb])
  func wakingWhereTheFadeEndsLeavesNoEdge(kind: EffectKind) throws {
    let playing = try Playing(.player)
    let effect = try playing.make(kind)
    try playing.insert(effect, at: 0)
    playing.rig.render(48_000 / 10 + 55 - Rig.ramp)
    try effect.setBypassed(true)
    playing.rig.render(Rig.ramp)
    try effect.setBypassed(false)
    expectSmooth(playing.rig.render(48_000 * 23 / 10), "\(kind)")
  }

  @Test(arguments: [EffectKind.delay, .reverb], [EffectKind.pitch, .limiter])
  func movingAnEffectWithLatencyLeavesNoEcho(kind: EffectKind, late: EffectKind) throws {
    for place in Place.allCases {
      for (from, to) in [(0, 1), (1, 0)] {
        let playing = try Playing(place)
        let moved = try playing.make(late)
        try playing.insert(playing.make(kind), at: 0)
        try playing.insert(moved, at: from)
        let before = playing.rig.render(12 * Rig.rate + 55)
        try playing.move(moved, to: to)
        let output = playing.rig.render(48_000 * 23 / 10)
        expectSmooth(output, after: before, "\(place), \(from) to \(to)")
      }
    }
  }

  @Test(arguments: [EffectKind.delay, .reverb], Waking.allCases)
  func wakingGivesTheSameBitsInAnyBlocks(kind: EffectKind, waking: Waking) throws {
    let whole = try wake(kind, on: .player, by: waking, after: 4800)
    for blocks in [[7], [64], [511, 1, 4096]] {
      let cut = try wake(kind, on: .player, by: waking, after: 4800, blocks: blocks)
      let isSame = cut == whole
      #expect(isSame, "blocks \(blocks)")
    }
  }

  /// Between two sounds the effect is reset. It stays asleep and misses the beginning of the second
  /// sound.
  @Test(arguments: [EffectKind.delay, .reverb])
  func wakingInALaterSoundLeavesNoEdge(kind: EffectKind) throws {
    let playing = try Playing(.player)
    let effect = try playing.make(kind)
    let sleep = Self.asleep(kind)
    try effect.set(sleep.parameter, value: sleep.value, over: 0)
    try playing.insert(effect, at: 0)
    playing.rig.render(30 * Rig.rate)
    try playing.player.stop()
    playing.rig.render(12 * Rig.rate)
    try playing.player.start()
    playing.rig.render(48_000 / 10 + 55)
    try effect.set(sleep.parameter, value: Self.values(kind)[Int(sleep.parameter)]!, over: nil)
    expectSmooth(playing.rig.render(48_000 * 23 / 10), "\(kind)")
  }

  /// The block with infinity is silent and the kernel restarts after it, near a peak of the sine.
  /// Faders add 600 dB, because a sound holds no sample above 2^30.
  @Test(arguments: [EffectKind.delay, .reverb])
  func recoveringFromInfinityLeavesNoEdge(kind: EffectKind) throws {
    let rig = try Rig()
    var tone = Signal.sine(frames: 3 * Rig.rate, frequency: 220, amplitude: 0.25e-30)
    tone[14 * Renderer.block + 100] = 1_073_741_824
    let player = try rig.player(rig.sound(tone))
    for _ in 0..<25 { try player.add(.fader).set(0, value: 24, over: 0) }
    let effect = try player.add(kind)
    for (index, value) in Self.values(kind) { try effect.set(UInt32(index), value: value, over: 0) }
    try player.start()
    rig.render(15 * Renderer.block)
    #expect(rig.engine.stats.nonfiniteSamples > 0)
    expectSmooth(rig.render(48_000 * 5 / 2), "\(kind)")
  }

  @Test(arguments: [EffectKind.delay, .reverb], [EffectKind.pitch, .limiter])
  func addingAnEffectWhileAnotherOneMovesLeavesNoEcho(kind: EffectKind, late: EffectKind) throws {
    let playing = try Playing(.player)
    let moved = try playing.make(late)
    try playing.insert(moved, at: 0)
    try playing.insert(playing.make(.fader), at: 1)
    playing.rig.render(12 * Rig.rate + 55)
    try playing.move(moved, to: 1)
    playing.rig.render(64, blocks: [64])
    try playing.insert(playing.make(kind), at: 2)
    expectSmooth(playing.rig.render(48_000 * 23 / 10), "\(kind) behind \(late)")
  }

  /// An effect that wakes between two sounds repeats the whole attack of the second one. So does an
  /// effect whose fade ends long before the attack.
  @Test(arguments: [EffectKind.delay, .reverb])
  func wakingBeforeTheSoundKeepsTheAttack(kind: EffectKind) throws {
    func repeats(_ sleeps: Bool, _ silence: Int) throws -> Double {
      let rig = try Rig()
      var click = [Float](repeating: 0, count: 30 * Rig.rate)
      click[silence] = 0.5
      let player = try rig.player(rig.sound(click))
      let effect = try player.add(kind)
      try effect.set(5, value: sleeps ? 0 : 0.5, over: 0)
      if sleeps {
        try player.start()
        rig.render(42 * Rig.rate)
        try effect.set(5, value: 0.5, over: 0)
        rig.render(Renderer.block)
      }
      try player.start()
      return Measure.energy(Array(rig.left(48_000)[(silence + 1)...]))
    }
    let whole = try repeats(false, 4 * Rig.ramp)
    for sleeps in [false, true] {
      let energy = try repeats(sleeps, 10)
      #expect(energy > 0.9 * whole && energy < 1.1 * whole, "\(energy), \(whole)")
    }
  }
}
