import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Lanes of a clip's speed: modes, and the host's moves that they report.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct SpeedLaneTests {
  /// A clip from the timeline's start on; each of its samples is its own frame.
  private func clip(
    _ points: Points = [(0, 2, .step)], id: UInt32 = 7, mode: LaneMode
  ) throws -> (t: TimelineRig, player: Player) {
    let t = try TimelineRig()
    let sound = try t.rig.sound(TimelineRig.counter(60_000), channels: 2)
    let player = try t.clip(sound, at: 0).player
    try t.timeline.setSpeedLane(of: player, points, id: id, mode: mode)
    return (t, player)
  }

  /// Frames of the sound in the next 100 frames.
  private func pace(_ t: TimelineRig, _ player: Player) -> Int64 {
    let before = player.position
    t.rig.render(100)
    return player.position - before
  }

  @Test func readModeOverridesTheHost() throws {
    let (t, player) = try clip(mode: .read)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(4)
    t.rig.render(1000, blocks: [77])
    #expect(player.position == 4000)
    #expect(t.moves().isEmpty)
  }

  @Test func modeOffLeavesTheSpeedToTheHost() throws {
    let (t, player) = try clip(mode: .off)
    try t.timeline.start()
    t.rig.render(1000)
    #expect(player.position == 1000)
    try player.setSpeed(3, over: 0)
    #expect(pace(t, player) == 300)
    try t.timeline.seek(to: 500)
    t.rig.render(1)
    #expect(player.position == 1503)
    #expect(t.moves().isEmpty)
  }

  @Test func aTouchedLanePlaysAgainAfterTheRelease() throws {
    let (t, player) = try clip(mode: .touch)
    try t.timeline.start(from: 100)
    t.rig.render(1000, blocks: [300])
    try player.setSpeed(0.5, over: 100)
    t.rig.render(500)
    #expect(pace(t, player) == 50)
    try player.setSpeed(1, over: 0)
    #expect(pace(t, player) == 100)
    try t.timeline.releaseSpeed(of: player)
    t.rig.render(Rig.ramp)
    #expect(pace(t, player) == 200)
    let moves = t.moves()
    #expect(moves.map(\.kind) == [.begin, .move, .move, .end])
    #expect(moves.map(\.frame) == [1000, 1000, 1600, 1700])
    #expect(moves.allSatisfy { $0.position == $0.frame + 100 && $0.id == 7 })
    #expect(moves.map(\.from) == [2, 2, 0.5, 1])
    #expect(moves.map(\.value) == [2, 0.5, 1, 1])
    #expect(moves.map(\.ramp) == [0, 100, 0, 0])
  }

  @Test func aLatchedLanePlaysAfterAJump() throws {
    let (t, player) = try clip(mode: .latch)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(1, over: 0)
    try t.timeline.releaseSpeed(of: player)
    t.rig.render(Rig.ramp)
    #expect(pace(t, player) == 100)
    try t.timeline.seek(to: 5000)
    #expect(pace(t, player) > 200)
    #expect(player.position == 10_200)
    #expect(pace(t, player) == 200)
    let moves = t.moves()
    #expect(moves.map(\.kind) == [.begin, .move, .end])
    #expect(moves.map(\.position) == [1000, 1000, 1340])
  }

  @Test func writingContinuesFromPassToPass() throws {
    let (t, player) = try clip(mode: .write)
    try player.setSpeed(3)
    try t.timeline.setLoop(begin: 0, end: 5000)
    try t.timeline.start()
    t.rig.render(7000)
    try player.setSpeed(1, over: 0)
    t.rig.render(5000)
    try t.timeline.setSpeedMode(of: player, mode: .read)
    t.rig.render(Rig.ramp)
    #expect(pace(t, player) == 200)
    let moves = t.moves()
    #expect(moves.map(\.kind) == [.begin, .end, .begin, .move, .end, .begin, .end])
    #expect(moves.map(\.frame) == [0, 5000, 5000, 7000, 10_000, 10_000, 12_000])
    #expect(moves.map(\.position) == [0, 5000, 0, 2000, 5000, 0, 2000])
    #expect(moves.map(\.value) == [3, 3, 3, 1, 1, 1, 1])
  }

  enum Ending: CaseIterable {
    case stop, seek, loop, release, mode, removal, otherLane, rest, end, removedPlayer
  }

  @Test(arguments: Ending.allCases)
  func aPassEnds(with ending: Ending) throws {
    let (t, player) = try clip(mode: .touch)
    if ending == .loop { try t.timeline.setLoop(begin: 500, end: 5500) }
    try t.timeline.start(from: 500)
    t.rig.render(1000)
    try player.setSpeed(1, over: 0)
    t.rig.render(1000)
    var wanted: Int64 = 2000
    switch ending {
    case .stop:
      wanted = 2777
      try t.timeline.stop(at: 2777)
    case .seek: try t.timeline.seek(to: 100)
    case .loop: wanted = 5000
    case .release: try t.timeline.releaseSpeed(of: player)
    case .mode: try t.timeline.setSpeedMode(of: player, mode: .off)
    case .removal: try t.timeline.removeSpeedLane(of: player)
    case .otherLane: try t.timeline.setSpeedLane(of: player, [], id: 8, mode: .touch)
    case .rest:
      wanted += Int64(Rig.ramp)
      try player.stop()
    case .end:
      try player.setSpeed(16, over: 0)
      // Playing along the lane to 1500 * 2, then 1000 frames at speed 1.
      wanted += (60_000 - 4000 + 15) / 16 + Int64(Rig.ramp)
    case .removedPlayer:
      wanted += Int64(Rig.ramp)
      player.release()
    }
    t.rig.render(8000, blocks: [512, 100])
    let moves = t.moves().filter { $0.id == 7 }
    #expect(moves.first?.kind == .begin)
    #expect(moves.last?.kind == .end)
    #expect(moves.count == (ending == .end ? 4 : 3))
    #expect(moves.last?.frame == wanted)
    #expect(moves.last?.position == 500 + wanted)
  }

  @Test func aLaneWithTheSameIdAndModeContinuesThePass() throws {
    let (t, player) = try clip(mode: .latch)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(1, over: 0)
    t.rig.render(1000)
    try t.timeline.setSpeedLane(of: player, [(0, 5, .step)], id: 7, mode: .latch)
    #expect(pace(t, player) == 100)
    #expect(t.moves().map(\.kind) == [.begin, .move])
    try t.timeline.stop()
    t.rig.render(1000)
    #expect(t.moves().map(\.kind) == [.end])
    try t.timeline.start(from: 0)
    t.rig.render(1000)
    #expect(player.position == 5000)
  }

  /// Session updates send lanes again while they play.
  @Test func replacingALaneByItselfChangesNoSample() throws {
    let points: Points = [(0, 0.5, .smooth), (3000, 2, .exponential), (9000, 0.25, .step)]
    func play(_ again: Bool) throws -> [Float] {
      let (t, player) = try clip(points, mode: .touch)
      try t.timeline.start()
      var output: [Float] = []
      for _ in 0..<20 {
        if again { try t.timeline.setSpeedLane(of: player, points, id: 7, mode: .touch) }
        output += t.left(480)
      }
      return output
    }
    #expect(try play(true) == play(false))
  }

  @Test func anEmptyLaneIsRecorded() throws {
    let (t, player) = try clip([], mode: .touch)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(2, over: 480)
    t.rig.render(1000)
    try player.setSpeed(0.5, over: 0)
    t.rig.render(1000)
    try t.timeline.stop()
    t.rig.render(1000)
    let moves = t.moves()
    let (there, position) = (moves.filter { $0.kind == .move }, player.position)
    let points: Points = there.flatMap {
      [($0.position, $0.from, .linear), ($0.position + $0.ramp, $0.value, .linear)]
    }
    #expect(points.map(\.0) == [1000, 1480, 2000, 2000])
    let second = try clip([(0, 1, .step)] + points, mode: .read)
    try second.t.timeline.start()
    second.t.rig.render(3000)
    #expect(position == 0)
    #expect(abs(second.player.position - (1000 + 720 + 1040 + 500)) <= 1)
  }

  @Test func movesBeforeTheClipAreNotRecorded() throws {
    let (t, player) = try clip([(0, 2, .step)], mode: .touch)
    try t.timeline.setClip(of: player, start: 2000)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(4)
    t.rig.render(2000)
    #expect(player.position == 2000)
    #expect(t.moves().isEmpty)
  }

  /// The limiter delays the clip by its latency: a move is heard after it.
  @Test func movesHaveTheirAudibleFrames() throws {
    let t = try TimelineRig()
    let sound = try t.rig.sound(TimelineRig.counter(60_000), channels: 2)
    let (player, effects) = try t.clip(sound, at: 0, [.limiter])
    try t.timeline.setSpeedLane(of: player, [(0, 1, .step)], mode: .latch)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(4, over: 0)
    let latency = Int64(effects[0].latency)
    try #require(latency > 10)
    let output = t.left(1000)
    let move = try #require(t.moves().first { $0.kind == .move })
    #expect(move.frame == 1000 + latency)
    // The first frame at the new speed follows the move's frame.
    let frame = output.indices.dropFirst().first { output[$0] - output[$0 - 1] > 2.5 / 65_536 }
    #expect(frame == Int(latency) + 1)
  }

  /// A sine whose speed ramps has no step beyond its own at the fastest speed, and the speed itself
  /// has none beyond the ramp's.
  @Test func aReleaseRampsTheSpeed() throws {
    let t = try TimelineRig()
    let counter = try t.clip(t.rig.sound(TimelineRig.counter(60_000), channels: 2), at: 0).player
    try t.timeline.setSpeedLane(of: counter, [(0, 4, .step)], mode: .touch)
    try t.timeline.start()
    t.rig.render(1000)
    try counter.setSpeed(1, over: 0)
    t.rig.render(1000)
    try t.timeline.releaseSpeed(of: counter)
    let output = t.left(600, blocks: [512, 1, 33]).map { Double($0) * 65_536 }
    let speeds = zip(output, output.dropFirst()).map { $1 - $0 }
    let jerk = zip(speeds, speeds.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(abs(speeds[0] - 1) < 0.1 && abs(speeds[500] - 4) < 0.1)
    #expect(jerk < 2 * 3 / Double(Rig.ramp))
  }

  @Test func aNewLaneRampsTheSpeedOfASoundingClip() throws {
    let (t, player) = try clip([], mode: .read)
    try t.timeline.start()
    t.rig.render(1000)
    try t.timeline.setSpeedLane(of: player, [(0, 3, .step)], mode: .read)
    #expect((140...175).contains(pace(t, player)))
    t.rig.render(Rig.ramp)
    #expect(pace(t, player) == 300)
    try t.timeline.removeSpeedLane(of: player)
    #expect(pace(t, player) == 300)
  }

  @Test func badLanesAreRefused() throws {
    let (t, player) = try clip(mode: .read)
    for value: Float in [0, -1, 0.04, 17, .nan, .infinity] {
      #expect(throws: AhaError.self) {
        try t.timeline.setSpeedLane(of: player, [(0, value, .linear)], mode: .touch)
      }
    }
    for points: Points in [[(-1, 1, .step)], [(10, 1, .step), (9, 1, .step)], [(.max, 1, .step)]] {
      #expect(throws: AhaError.self) {
        try t.timeline.setSpeedLane(of: player, points, mode: .write)
      }
    }
    let other = try TimelineRig()
    #expect(throws: AhaError.self) { try other.timeline.setSpeedMode(of: player, mode: .off) }
    #expect(throws: AhaError.self) { try other.timeline.releaseSpeed(of: player) }
    #expect(throws: AhaError.self) { try other.timeline.removeSpeedLane(of: player) }
    #expect(throws: AhaError.self) { try other.timeline.setSpeedLane(of: player, [], mode: .off) }
    player.release()
    #expect(throws: AhaError.self) { try t.timeline.setSpeedLane(of: player, [], mode: .off) }
    #expect(throws: AhaError.self) { try t.timeline.setSpeedMode(of: player, mode: .off) }
    #expect(throws: AhaError.self) { try t.timeline.releaseSpeed(of: player) }
    #expect(throws: AhaError.self) { try t.timeline.removeSpeedLane(of: player) }
  }

  @Test func withoutALaneNothingHappens() throws {
    let t = try TimelineRig()
    let player = try t.clip(t.rig.sound(TimelineRig.counter(9000), channels: 2), at: 0).player
    try t.timeline.setSpeedMode(of: player, mode: .write)
    try t.timeline.releaseSpeed(of: player)
    try t.timeline.removeSpeedLane(of: player)
    try t.timeline.start()
    t.rig.render(1000)
    try player.setSpeed(2)
    t.rig.render(1000)
    #expect(t.moves().isEmpty)
    #expect(player.drive == nil)
  }
}

extension Timeline {
  func setSpeedLane(
    of player: Player, _ points: Points, id: UInt32 = 1, mode: LaneMode
  ) throws {
    let lane = points.map { AutomationPoint(time: $0.0, value: $0.1, curve: $0.2) }
    try setSpeedLane(of: player, id: id, points: lane, mode: mode)
  }
}
