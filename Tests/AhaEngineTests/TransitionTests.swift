import AhaBase
import AhaDSP
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaEngine

/// A change of a sounding value, at a frame and over a fade.
enum Change: String, CaseIterable, CustomTestStringConvertible {
  case start, stop, pause, resume, seek, reverse, speed, gain, pan, space, listener
  case busGain, busPan, mute, sendGain, masterGain, bypass, limiterBypass, value

  var testDescription: String { rawValue }
}

/// An engine with one player on a bus with a send, and everything that a change can concern.
private final class Scene {
  let rig: Rig
  let player: Player
  let bus: Bus
  let send: Bus
  let effect: Effect
  let isStreamed: Bool

  init(latency: Bool = false, isStreamed: Bool = false, limiter: Bool = false) throws {
    rig = try Rig { $0.hasLimiter = limiter }
    self.isStreamed = isStreamed
    bus = try rig.bus()
    let hall = try rig.bus()
    let samples = Signal.music(frames: 60_000, channels: 2)
    let sound =
      isStreamed
      ? try rig.streamed(samples, channels: 2) : try rig.sound(samples, channels: 2)
    player = try rig.player(sound, on: bus)
    if latency { try player.add(.pitch) }
    effect = try player.add(.filter)
    if latency { try rig.insert(.limiter, into: bus) }
    send = try bus.makeSend(to: hall, point: .afterFader, gainDb: -3)
    if limiter { try rig.engine.limiter().set(0, value: -24, over: 0) }
    var space = Space()
    space.position = Vector(x: 1, y: 0, z: -1)
    try player.setSpace(space)
  }

  /// Everything before the change.
  func begin(_ change: Change) throws {
    if change != .start { try player.start() }
    if change == .resume { try player.pause(at: 3000) }
  }

  func apply(_ change: Change, over fade: Fade? = nil, at frame: Int64 = 0) throws {
    switch change {
    case .start: try player.start(at: frame, over: fade)
    case .stop: try player.stop(at: frame, over: fade)
    case .pause: try player.pause(at: frame, over: fade)
    case .resume: try player.resume(at: frame, over: fade)
    case .seek: try player.seek(to: 30_000, at: frame, over: fade)
    case .reverse: try player.setReversed(true, over: fade, at: frame)
    case .speed: try player.setSpeed(1.5, over: fade, at: frame)
    case .gain: try player.setGain(db: -12, over: fade, at: frame)
    case .pan: try player.setPan(-0.7, over: fade, at: frame)
    case .space:
      var space = Space()
      space.position = Vector(x: -2, y: 0, z: 3)
      try player.setSpace(space, over: fade, at: frame)
    case .listener:
      var listener = Listener()
      listener.position = Vector(x: 4, y: 0, z: 0)
      try rig.engine.setListener(listener, over: fade, at: frame)
    case .busGain: try bus.setGain(db: -12, over: fade, at: frame)
    case .busPan: try bus.setPan(0.7, over: fade, at: frame)
    case .mute: try bus.setMuted(true, over: fade, at: frame)
    case .sendGain: try send.setGain(db: -20, over: fade, at: frame)
    case .masterGain: try rig.master.setGain(db: -6, over: fade, at: frame)
    case .bypass: try effect.setBypassed(true, over: fade, at: frame)
    case .limiterBypass: try rig.engine.limiter().setBypassed(true, over: fade, at: frame)
    case .value: try effect.set(EffectRegistry.filterCutoff, value: 300, over: fade, at: frame)
    }
  }
}

@Suite struct TransitionTests {
  private static let frame: Int64 = 7001

  private func output(
    _ change: Change, at frame: Int64?, over fade: Fade? = nil, latency: Bool = false,
    isStreamed: Bool = false, blocks: [Int] = [512]
  ) throws -> [Float] {
    let scene = try Scene(
      latency: latency, isStreamed: isStreamed, limiter: change == .limiterBypass)
    try scene.begin(change)
    if let frame { try scene.apply(change, over: fade, at: frame) }
    return scene.rig.render(20_000, blocks: blocks)
  }

  @Test(arguments: Change.allCases, [false, true])
  func aChangeBeginsExactlyAtItsFrame(_ change: Change, latency: Bool) throws {
    if latency, change == .limiterBypass { return }
    let before = try output(change, at: nil, latency: latency)
    // A jump of a filter is crossfaded between two filters; a ramp is exact.
    let fade: Fade? = change == .value ? 3000 : nil
    let after = try output(change, at: Self.frame, over: fade, latency: latency)
    let first = zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }
    let frame = Int64(try #require(first).offset / 2)
    // A pitch shifter hears a change of its input within its grain, not at a frame.
    let isInput = [.start, .stop, .pause, .resume, .seek, .reverse, .speed].contains(change)
    if latency, isInput {
      #expect(abs(frame - Self.frame) < 3000)
    } else {
      // The first frames of a ramp may be equal by chance.
      #expect((Self.frame...Self.frame + 2).contains(frame))
    }
  }

  @Test(arguments: Change.allCases, [false, true])
  func aChangeAtAFrameDoesNotDependOnBlocks(_ change: Change, latency: Bool) throws {
    if latency, change == .limiterBypass { return }
    let fade = Fade(3001, shape: .smooth)
    let whole = try output(change, at: Self.frame, over: fade, latency: latency)
    for blocks in [[1000], [64, 511, 7], [1, 300]] {
      let other = try output(
        change, at: Self.frame, over: fade, latency: latency, blocks: blocks)
      #expect(other == whole)
    }
  }

  /// The chain reads its whole latency ahead in the first block.
  @Test(arguments: [Change.seek, .pause, .reverse, .speed, .bypass, .value], [1, 500, 4799, 4900])
  func aChangeWhileTheChainFillsDoesNotDependOnBlocks(_ change: Change, frame: Int64) throws {
    let whole = try output(change, at: frame, latency: true)
    for blocks in [[1000], [64, 511, 7]] {
      #expect(try output(change, at: frame, latency: true, blocks: blocks) == whole)
    }
  }

  @Test(arguments: [Change.seek, .pause, .reverse], [1, 40, 81, 82, 300])
  func aChangeWhileTheChainFillsIsAtItsFrame(_ change: Change, after frames: Int64) throws {
    let outputs = try [false, true].map { isLate in
      let rig = try Rig()
      let player = try rig.player(rig.sound(Signal.music(frames: 40_000, channels: 1)))
      try player.setGain(db: -30)
      // A quiet sound passes a limiter unchanged.
      if isLate { try player.add(.limiter) }
      try player.start(at: 1000)
      switch change {
      case .seek: try player.seek(to: 30_000, at: 1000 + frames)
      case .pause: try player.pause(at: 1000 + frames)
      default: try player.setReversed(true, at: 1000 + frames)
      }
      return rig.render(4000)
    }
    #expect(zip(outputs[0], outputs[1]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [1, 0.5])
  func aSoundThatEndsInACrossfadeDoesNotDependOnBlocks(speed: Double) throws {
    let outputs = try [[512], [64], [1, 7, 300]].map { blocks in
      let rig = try Rig()
      let player = try rig.player(rig.sound(Signal.music(frames: 4000, channels: 1)))
      try player.setSpeed(speed)
      try player.setLoop(begin: 0, end: 4000, count: Loop.forever)
      try player.start()
      try player.seek(to: 100, at: 2001, over: 6000)
      return rig.render(12_000, blocks: blocks)
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  @Test(arguments: [Change.seek, .pause, .reverse, .gain, .mute])
  func aStreamedSoundDoesNotDependOnBlocksEither(_ change: Change) throws {
    let fade = Fade(3001, shape: .equalPower)
    let whole = try output(change, at: Self.frame, over: fade, isStreamed: true)
    let other = try output(
      change, at: Self.frame, over: fade, isStreamed: true, blocks: [64, 511, 7])
    #expect(other == whole)
  }

  @Test(arguments: Change.allCases)
  func aPastFrameIsNow(_ change: Change) throws {
    let frame = Int64(Renderer.block * 14)
    let now = try Scene(limiter: change == .limiterBypass)
    let past = try Scene(limiter: change == .limiterBypass)
    for scene in [now, past] {
      try scene.begin(change)
      scene.rig.render(Int(frame))
    }
    try now.apply(change)
    try past.apply(change, at: 5)
    #expect(now.rig.render(4000) == past.rig.render(4000))
  }

  @Test(arguments: Change.allCases, FadeShape.allCases)
  func noChangeMakesAStep(_ change: Change, shape: FadeShape) throws {
    let samples = [Float](repeating: 0.5, count: 80_000)
    let rig = try Rig()
    let bus = try rig.bus()
    let player = try rig.stereo(samples, on: bus)
    try player.start()
    if change == .resume { try player.pause(at: 3000) }
    let fade = Fade(4000, shape: shape)
    switch change {
    case .gain: try player.setGain(db: -60, over: fade, at: 5000)
    case .pan: try player.setPan(1, over: fade, at: 5000)
    case .busGain: try bus.setGain(db: -60, over: fade, at: 5000)
    case .busPan: try bus.setPan(-1, over: fade, at: 5000)
    case .mute: try bus.setMuted(true, over: fade, at: 5000)
    case .masterGain: try rig.master.setGain(db: -60, over: fade, at: 5000)
    case .pause: try player.pause(at: 5000, over: fade)
    case .resume: try player.resume(at: 5000, over: fade)
    case .stop: try player.stop(at: 5000, over: fade)
    case .seek: try player.seek(to: 40_000, at: 5000, over: fade)
    case .reverse: try player.setReversed(true, over: fade, at: 5000)
    default: return
    }
    // In reverse, the sound ends at 10 000.
    let output = rig.left(9900)[1000...]
    // An exponential fade of 60 dB in 4000 frames falls by 0.2 % in a frame.
    #expect(largestStep(Array(output.dropFirst(3000))) < 0.002)
  }

  @Test(arguments: [Change.gain, .busGain, .mute, .pause, .stop])
  func aFadeLastsItsFrames(_ change: Change) throws {
    let rig = try Rig()
    let bus = try rig.bus()
    let player = try rig.stereo([Float](repeating: 0.5, count: 80_000), on: bus)
    try player.start()
    let fade: Fade = 10_000
    switch change {
    case .gain: try player.setGain(db: -.infinity, over: fade, at: 1000)
    case .busGain: try bus.setGain(db: -.infinity, over: fade, at: 1000)
    case .mute: try bus.setMuted(true, over: fade, at: 1000)
    case .pause: try player.pause(at: 1000, over: fade)
    default: try player.stop(at: 1000, over: fade)
    }
    let output = rig.left(13_000)
    #expect(output[999] == 0.5)
    #expect(abs(output[5999] - 0.25) < 1e-3)
    #expect(output[10_990] > 0)
    #expect(output[11_001...].allSatisfy { $0 == 0 })
  }

  @Test func gainAndPanFadeIndependently() throws {
    let rig = try Rig { $0.panLaw = .minus3 }
    let player = try rig.stereo([Float](repeating: 0.5, count: 80_000), on: rig.master)
    try player.start()
    try player.setGain(db: -20, over: 20_000, at: 1000)
    rig.render(11_000)
    try player.setPan(-1)
    let output = rig.left(20_000)
    // Half of the fade is over: 0.55; the left side rises by 3 dB.
    #expect(abs(output[300] - 0.275 * Float(2).squareRoot()) < 0.01)
    #expect(abs(output[15_000] - 0.05 * Float(2).squareRoot()) < 1e-3)
  }

  @Test func changesOfARemovedPlayerAreDropped() throws {
    let rig = try Rig { $0.maxPlayers = 1 }
    let samples = [Float](repeating: 0.5, count: 80_000)
    for _ in 0..<3 {
      let player = try rig.stereo(samples, on: rig.master)
      try player.setGain(db: -40, at: 50_000)
      player.release()
      rig.render(2000)
    }
    let player = try rig.stereo(samples, on: rig.master)
    try player.start()
    #expect(rig.left(60_000).last == 0.5)
    let counters = rig.engine.renderer.reports.counters
    #expect(counters.value.waitingChanges.load(ordering: .relaxed) == 0)
  }

  @Test func changesOfEffectsEndWithTheirPlayer() throws {
    let rig = try Rig { $0.maxEffects = 1 }
    let samples = [Float](repeating: 0.5, count: 80_000)
    let first = try rig.stereo(samples, on: rig.master)
    try first.add(.fader).setBypassed(true, at: 20_000)
    first.release()
    rig.render(4000)
    let player = try rig.stereo(samples, on: rig.master)
    try player.add(.fader).set(0, value: -20)
    try player.start()
    #expect(abs(rig.left(40_000).last! - 0.05) < 1e-6)
  }

  @Test func theCountOfPendingChangesIsLimited() throws {
    let rig = try Rig()
    for _ in 0..<Renderer.maxChanges { try rig.master.setGain(db: -1, at: 1 << 40) }
    #expect(throws: AhaError.self) { try rig.master.setGain(db: -1, at: 1 << 40) }
    rig.render(10)
    #expect(throws: AhaError.self) { try rig.master.setGain(db: -1, at: 1 << 40) }
    try rig.master.setGain(db: -1)
  }

  @Test func changesAtOneFrameApplyInTheirOrder() throws {
    let rig = try Rig()
    try rig.stereo([Float](repeating: 0.5, count: 80_000), on: rig.master).start()
    try rig.master.setGain(db: -40, at: 3000)
    try rig.master.setGain(db: -20, at: 2000)
    try rig.master.setGain(db: 0, at: 3000)
    let output = rig.left(6000)
    #expect(abs(output[2990] - 0.05) < 1e-6)
    #expect(output.last == 0.5)
  }

  @Test func startsThatWaitStayAfterAPauseAtAFrame() throws {
    let rig = try Rig()
    let player = try rig.stereo([Float](repeating: 0.5, count: 80_000), on: rig.master)
    try player.start()
    try player.start(at: 8000)
    try player.pause(at: 4000)
    let output = rig.left(10_000)
    #expect(output[6000] == 0)
    #expect(output[9000] == 0.5)
  }
}
