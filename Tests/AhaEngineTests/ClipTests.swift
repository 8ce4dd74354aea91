import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct ClipTests {
  static let step: Float = 1 / 65_536

  @Test(arguments: [[], [EffectKind.pitch], [.limiter, .pitch]], [false, true])
  func aClipIsHeardAtItsFrame(kinds: [EffectKind], isStreamed: Bool) throws {
    let t = try TimelineRig()
    let samples = TimelineRig.counter(20_000)
    let sound =
      try isStreamed
      ? t.rig.streamed(samples, channels: 2) : t.rig.sound(samples, channels: 2)
    _ = try t.clip(sound, at: 3001, kinds)
    try t.timeline.start(from: 1000, at: 50)
    let output = t.left(9000, blocks: [512, 33])
    let begin = 50 + 2001
    #expect(output[..<begin].allSatisfy { abs($0) < 1e-6 })
    for frame in [1, 100, 3000, 6000] {
      #expect(abs(output[begin + frame] - Float(frame) * ClipTests.step) < 1e-6)
    }
  }

  @Test(arguments: [false, true])
  func startsInItsMidst(isStreamed: Bool) throws {
    let t = try TimelineRig()
    let samples = TimelineRig.counter(20_000)
    let sound =
      try isStreamed
      ? t.rig.streamed(samples, channels: 2) : t.rig.sound(samples, channels: 2)
    let clip = try t.clip(sound, at: 100)
    try clip.player.setLoop(begin: 1000, end: 3000, count: 4)
    // Two jumps lie before this position.
    try t.timeline.start(from: 6100)
    let output = t.left(12_000, blocks: [300])
    func expect(_ frame: Int, _ place: Int) {
      #expect(abs(output[frame] - Float(place) * ClipTests.step) < 1e-6, "at \(frame)")
    }
    expect(500, 2500)
    expect(1500, 1500)
    // The last jump is at frame 3000 + 4 * 2000 = 9000 of the clip, 5000 frames from here, and the
    // clip continues.
    expect(4500, 2500)
    expect(5500, 3500)
    #expect(clip.player.state == .playing)
  }

  @Test func placesFollowFromLoops() {
    func place(_ offset: Int64, _ count: UInt32) -> (Int64, UInt32, Bool) {
      var loop = Loop(FrameRange(begin: 0, end: 100), count: count)
      (loop.begin, loop.end) = (10, 30)
      let place = ClipPosition(offset, loop: loop)
      return (place.position, place.loopsLeft, place.isOver)
    }
    #expect(place(29, 2) == (29, 2, false))
    #expect(place(30, 2) == (10, 1, false))
    #expect(place(49, 2) == (29, 1, false))
    #expect(place(50, 2) == (10, 0, false))
    #expect(place(70, 2) == (30, 0, false))
    #expect(place(139, 2) == (99, 0, false))
    #expect(place(140, 2) == (100, 0, true))
    #expect(place(1_000_010, Loop.forever) == (10, Loop.forever, false))
    #expect(place(99, 0) == (99, 0, false))
    #expect(place(100, 0).2)
  }

  @Test func aSeekBeforeTheClipSilencesIt() throws {
    let t = try TimelineRig()
    let clip = try t.clip(t.rig.sound(TimelineRig.counter(20_000), channels: 2), at: 5000)
    try t.timeline.start(from: 8000)
    t.rig.render(1000)
    try t.timeline.seek(to: 3000)
    let output = t.left(6000, blocks: [100])
    #expect(output[300..<2000].allSatisfy { $0 == 0 })
    #expect(clip.player.state == .playing)
    #expect(output[2500] == 500 * ClipTests.step)
    try t.timeline.seek(to: 40_000)
    t.rig.render(1000)
    #expect(clip.player.state == .stopped)
    try t.timeline.seek(to: 5100)
    #expect(t.left(300)[299] == 399 * ClipTests.step)
  }

  /// A seek within the crossfade of another seek is not delayed.
  @Test(arguments: [1, 100, 239])
  func seeksCloseToOneAnother(gap: Int64) throws {
    let t = try TimelineRig()
    _ = try t.clip(t.rig.sound(TimelineRig.counter(60_000), channels: 2), at: 0)
    try t.timeline.start(from: 0)
    try t.timeline.seek(to: 10_000, at: 1000)
    try t.timeline.seek(to: 30_000, at: 1000 + gap)
    let output = t.left(3000, blocks: [64])
    #expect(output[2000] == Float(30_000 + 1000 - gap) * ClipTests.step)
    #expect(largestStep(output) < 0.01)
  }

  @Test func aStopAndStartWithinARampIsNotLate() throws {
    let t = try TimelineRig()
    _ = try t.clip(t.rig.sound(TimelineRig.counter(60_000), channels: 2), at: 0)
    try t.timeline.start(from: 0)
    try t.timeline.stop(at: 1000)
    try t.timeline.start(from: 20_000, at: 1100)
    let output = t.left(3000, blocks: [77])
    #expect(output[2000] == Float(20_900) * ClipTests.step)
  }

  @Test(arguments: [[], [EffectKind.pitch]])
  func aStreamedSoundLoopsInItsPlace(kinds: [EffectKind]) throws {
    let t = try TimelineRig()
    let sound = try t.rig.streamed(TimelineRig.counter(30_000), channels: 2)
    _ = try t.clip(sound, at: 0, kinds)
    try t.timeline.setLoop(begin: 1000, end: 9000)
    try t.timeline.start()
    let output = t.left(20_000, blocks: [512, 100])
    #expect(abs(output[9000 + 700] - 1700 * ClipTests.step) < 1e-6)
    #expect(abs(output[17_000 + 2000] - 3000 * ClipTests.step) < 1e-6)
    #expect(t.engine.stats.underruns == 0)
  }

  @Test func withoutItsClipAPlayerIsAnOrdinaryOne() throws {
    let t = try TimelineRig()
    let sound = try t.rig.sound(TimelineRig.counter(20_000), channels: 2)
    let playing = try t.clip(sound, at: 0)
    let waiting = try t.clip(sound, at: 5000)
    try t.timeline.start(from: 0)
    t.rig.render(1000)
    #expect(waiting.player.state == .waiting)
    try t.timeline.removeClip(of: playing.player)
    try t.timeline.removeClip(of: waiting.player)
    try t.timeline.stop()
    let output = t.left(6000)
    #expect(output[5999] == 6999 * ClipTests.step)
    #expect(waiting.player.state == .stopped)
    try waiting.player.start()
    t.rig.render(10)
    #expect(waiting.player.state == .playing)
  }

  @Test func theHostMayInterfere() throws {
    let t = try TimelineRig()
    let clip = try t.clip(t.rig.sound(TimelineRig.counter(60_000), channels: 2), at: 0)
    try t.timeline.start(from: 0)
    t.rig.render(1000)
    try clip.player.pause()
    t.rig.render(1000)
    #expect(clip.player.state == .paused)
    try t.timeline.seek(to: 10_000)
    #expect(t.left(1000)[999] == 10_999 * ClipTests.step)
    try clip.player.seek(to: 0)
    #expect(t.left(1000)[999] == 999 * ClipTests.step)
  }

  @Test func clipsAreSetWhileItRuns() throws {
    let t = try TimelineRig()
    let player = try t.rig.player(t.rig.sound(TimelineRig.counter(60_000), channels: 2))
    try t.timeline.start(from: 0)
    t.rig.render(5000)
    try t.timeline.setClip(of: player, start: 1000)
    #expect(t.left(1000)[999] == 4999 * ClipTests.step)
    try t.timeline.setClip(of: player, start: 2000)
    #expect(t.left(1000)[999] == 4999 * ClipTests.step)
  }

  /// Voices ring out and restart; players are created and released.
  @Test func manyEditsAreSurvived() throws {
    let t = try TimelineRig { $0.maxPlayers = 64 }
    var random = Random(seed: 5)
    let sound = try t.rig.sound(Signal.music(frames: 9000, channels: 2), channels: 2)
    let stream = try t.rig.streamed(Signal.music(frames: 9000, channels: 2), channels: 2)
    var players: [Player] = []
    try t.timeline.setLoop(begin: 0, end: 12_000)
    try t.timeline.start()
    for turn in 0..<400 {
      let kinds: [EffectKind] = turn % 3 == 0 ? [] : turn % 3 == 1 ? [.pitch] : [.reverb, .fader]
      if players.count < 24 {
        let start = Int64(random.next() % 12_000)
        players.append(try t.clip(turn % 4 == 0 ? stream : sound, at: start, kinds).player)
      }
      let index = Int(random.next() % UInt64(players.count))
      switch random.next() % 6 {
      case 0: players.remove(at: index).release()
      case 1: try t.timeline.removeClip(of: players[index])
      case 2: try t.timeline.seek(to: Int64(random.next() % 14_000))
      case 3: try t.timeline.stop()
      case 4: try players[index].stop()
      default: try t.timeline.start()
      }
      #expect(t.rig.render(Int(random.next() % 900)).allSatisfy { $0.isFinite })
    }
  }
}
