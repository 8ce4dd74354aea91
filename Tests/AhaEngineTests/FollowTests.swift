import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct FollowTests {
  /// Four beats at 120 beats per minute.
  private static let loopFrames = 96_000

  private func loop(_ rig: Rig, frames: Int = loopFrames) throws -> Player {
    try rig.player(rig.sound(Signal.sine(frames: frames, frequency: 440))) { $0.loopCount = .max }
  }

  /// The frames of the jumps back of loops.
  private func jumps(_ rig: Rig) -> [Int64] {
    rig.events().filter { $0.kind == .playerLooped }.map(\.frame)
  }

  /// 3810 jumps of a loop of two beats, at 127 / 120 of its tempo. A low sample rate saves time.
  @Test func aLoopIsInPhaseAfterAnHour() throws {
    let rig = try Rig { ($0.sampleRate, $0.eventCapacity) = (8000, 8192) }
    try rig.engine.setTempo(127)
    let player = try loop(rig, frames: 8000)
    try player.follow(120)
    try player.start()
    let loop = 2 * 60.0 / 127 * 8000
    rig.render(3600 * 8000, blocks: [1 << 20])
    let last = try #require(jumps(rig).last)
    let passes = (Double(last) / loop).rounded()
    #expect(passes > 3800 && abs(Double(last) - passes * loop) <= 1, "pass \(passes)")
  }

  /// The tempo rises from 120 to 180 in the middle of a loop, past its end.
  @Test(arguments: [false, true])
  func aRampOfTheTempoCrossesALoopInPhase(isStreamed: Bool) throws {
    let rig = try Rig()
    let samples = Signal.sine(frames: 96_000, frequency: 440)
    let sound = try isStreamed ? rig.streamed(samples, readAhead: 1000) : rig.sound(samples)
    let player = try rig.player(sound) { $0.loopCount = .max }
    try player.follow(120)
    try player.start()
    try rig.engine.setTempo(180, over: Fade(80_000), at: 60_000)
    var found: [Int64] = []
    for _ in 0..<40 {
      rig.render(12_000)
      found += jumps(rig)
    }
    #expect(found.count > 5)
    for (index, frame) in found.enumerated() {
      // Both read the clock after the ramp.
      let beat = Double(4 * index + 4)
      let expected = try rig.engine.beatFrame(beat)
      if frame > 140_000 { #expect(abs(frame - expected) <= 1, "beat \(beat)") }
    }
  }

  @Test func theClockCountsTheBeatsOfARamp() throws {
    let rig = try Rig()
    try rig.engine.setTempo(60)
    try rig.engine.setTempo(240, over: Fade(48_000), at: 48_000)
    rig.render(96_000)
    // The mean of 60 * 2^x for x from 0 to 2, in one second.
    let mean = 60 * 3 / (2 * log(2.0))
    #expect(abs(rig.engine.positionBeats - 1 - mean / 60) < 1e-9)
    rig.render(48_000)
    #expect(abs(rig.engine.positionBeats - 5 - mean / 60) < 1e-9)
    #expect(rig.engine.tempo == 240)
  }

  @Test func anEarlierChangeMovesALaterOne() throws {
    let rig = try Rig()
    try rig.engine.setTempo(240, over: Fade(), at: 96_000)
    try rig.engine.setTempo(60, over: Fade(), at: 48_000)
    rig.render(144_000)
    #expect(abs(rig.engine.positionBeats - (2 + 1 + 4)) < 1e-9)
  }

  @Test func theSamplesDoNotDependOnBlocksAndThreads() throws {
    let outputs = try [([512], 1), ([1, 7, 64, 511], 1), ([512], 2)].map { blocks, threads in
      let rig = try Rig { $0.threads = threads }
      let players = try [loop(rig), loop(rig, frames: 24_000)]
      try players[0].follow(119)
      try players[1].follow(120, quantized(4))
      try rig.engine.setTempo(100)
      try rig.engine.setTempo(140, over: Fade(9000), at: 20_001)
      for player in players { try player.start(at: 33) }
      try rig.engine.setTempo(90, at: 77_777)
      return rig.left(200_000, blocks: blocks)
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  private func quantized(_ beats: Double) -> Player.FollowOptions {
    var options = Player.FollowOptions()
    options.quantizeBeats = beats
    return options
  }

  @Test(arguments: [(0, 100, 100), (1, 100, 24_000), (4, 24_001, 96_000), (1, 24_000, 24_000)])
  func aStartWaitsForItsBeat(step: Double, from: Int64, expected: Int64) throws {
    let rig = try Rig()
    let player = try loop(rig)
    try player.follow(120, quantized(step))
    try player.start(at: from)
    rig.render(120_000)
    #expect(rig.events().first { $0.kind == .playerStarted }?.frame == expected)
  }

  @Test func aWaitingStartMovesWithItsBeat() throws {
    let rig = try Rig()
    let player = try loop(rig)
    try player.follow(120, quantized(4))
    try player.start(at: 1)
    rig.render(48_000)
    try rig.engine.setTempo(240, over: Fade())
    rig.render(48_000)
    #expect(rig.events().first { $0.kind == .playerStarted }?.frame == 72_000)
  }

  @Test func aLoopOfNearlyWholeBeatsIsThatManyBeats() throws {
    let rig = try Rig()
    let player = try loop(rig)
    try player.follow(119.5)
    #expect(player.followedTempo == 120)
    try player.setLoop(begin: 0, end: 72_500, count: .max)
    #expect(abs(player.followedTempo - 3 * 60 * 48_000.0 / 72_500) < 1e-9)
    try player.endLoop()
    #expect(player.followedTempo == 119.5)
  }

  @Test func aPlayerThatStopsFollowingKeepsItsTempo() throws {
    let rig = try Rig()
    try rig.engine.setTempo(150)
    let player = try loop(rig)
    try player.follow(120)
    try player.start()
    rig.render(48_000)
    try player.follow(0)
    #expect(player.tempoRatio == 1.25 && player.followedTempo == 0)
    try rig.engine.setTempo(60)
    let before = player.position
    rig.render(24_000)
    #expect(abs(player.position - before - 30_000) <= 1)
  }

  /// So its purity, its transients and its latency are those of a tempo ratio.
  @Test(arguments: [110.4, 120, 129.6])
  func aFollowerSoundsLikeATempoRatio(tempo: Double) throws {
    let outputs = try [false, true].map { follows in
      let rig = try Rig()
      let player = try loop(rig)
      try rig.engine.setTempo(tempo)
      if follows { try player.follow(120) } else { try player.setTempoRatio(tempo / 120) }
      try player.start()
      return rig.left(200_000)
    }
    let difference = zip(outputs[0], outputs[1]).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 1e-4)
  }

  @Test(arguments: [0, 19.9, 1e6, -120, .nan, .infinity])
  func badTemposAreRefused(tempo: Double) throws {
    let rig = try Rig()
    #expect(throws: AhaError.self) { try rig.engine.setTempo(tempo) }
    let player = try loop(rig)
    // 0 stops following.
    if tempo != 0 { #expect(throws: AhaError.self) { try player.follow(tempo) } }
    #expect(rig.engine.tempo == 120 && player.followedTempo == 0)
  }

  @Test func aCurvedRampOfTheTempoIsRefused() throws {
    let rig = try Rig()
    #expect(throws: AhaError.self) {
      try rig.engine.setTempo(100, over: Fade(100, shape: .smooth))
    }
  }

  @Test func waitingChangesOfTheTempoAreLimited() throws {
    let rig = try Rig()
    for frame in 1...64 { try rig.engine.setTempo(100, at: Int64(frame)) }
    #expect(throws: AhaError.self) { try rig.engine.setTempo(100, at: 65) }
    rig.render(100)
    try rig.engine.setTempo(100, at: 200)
  }
}
