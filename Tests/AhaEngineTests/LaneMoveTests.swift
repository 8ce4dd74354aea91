import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct LaneMoveTests {
  /// A track with a filter behind a pitch, and a fader on the master.
  func session() throws -> (t: TimelineRig, filter: Effect, fader: Effect) {
    let t = try TimelineRig()
    let music = try t.rig.sound(Signal.music(frames: 60_000, channels: 2), channels: 2)
    let clip = try t.clip(music, at: 0, [.pitch, .filter])
    return (t, clip.effects[1], try t.add(.fader, to: t.rig.master))
  }

  /// Applies recorded moves as a host does.
  func points(_ moves: [LaneMove], id: UInt32, _ curve: AutomationCurve) -> [AutomationPoint] {
    var all: [AutomationPoint] = []
    for move in moves where move.id == id && move.kind == .move {
      all.append(AutomationPoint(time: move.position, value: move.from, curve: curve))
      all.append(AutomationPoint(time: move.position + move.ramp, value: move.value, curve: curve))
    }
    return all
  }

  @Test(arguments: [LaneMode.touch, .latch, .write])
  func movesReplayToTheSameSamples(mode: LaneMode) throws {
    let first = try session()
    try first.t.timeline.setLane(of: first.filter, 2, [], id: 7, mode: mode)
    try first.t.timeline.setLane(of: first.fader, 0, [], id: 8, mode: mode)
    try first.t.timeline.start()
    var played = first.t.rig.render(1003)
    for (index, cutoff) in [300, 8000, 2500, 700, 12_000].enumerated() {
      try first.filter.set(2, value: Float(cutoff), over: index == 2 ? 777 : nil)
      if index % 2 == 0 { try first.fader.set(0, value: Float(-index), over: index == 4 ? 0 : 100) }
      if index == 3 { try first.filter.set(2, value: 400, over: 50, at: 7777) }
      played += first.t.rig.render(1777, blocks: [512, 33])
    }
    let moves = first.t.moves()
    #expect(moves.filter { $0.kind == .move }.count == 9)

    let second = try session()
    try second.t.timeline.setLane(
      of: second.filter, parameter: 2, id: 7, points: points(moves, id: 7, .exponential))
    try second.t.timeline.setLane(
      of: second.fader, parameter: 0, id: 8, points: points(moves, id: 8, .linear))
    try second.t.timeline.start()
    let replayed = second.t.rig.render(played.count / 2, blocks: [100, 7])
    let differs = zip(played, replayed).enumerated().first { $1.0 != $1.1 }.map { $0.offset / 2 }
    #expect(differs == nil, "from frame \(differs ?? 0) on")
    #expect(second.t.moves().isEmpty)
  }

  @Test func movesHaveTheirAudibleFrames() throws {
    let (t, filter, _) = try session()
    try t.timeline.setLane(of: filter, 2, [(0, 500, .linear)], id: 9, mode: .touch)
    try t.timeline.start(from: 10_000)
    t.rig.render(1000)
    #expect(t.moves().isEmpty)
    try filter.set(2, value: 800, over: 123)
    t.rig.render(500)
    try filter.set(2, value: 900, over: 0, at: 1700)
    t.rig.render(500)
    try t.timeline.release(filter, parameter: 2)
    t.rig.render(500)
    try filter.set(2, value: 600, over: nil)
    try t.timeline.stop()
    t.rig.render(9000)
    let moves = t.moves()
    try #require(moves.count == 7)
    #expect(moves.map(\.kind) == [.begin, .move, .move, .end, .begin, .move, .end])
    #expect(moves.map(\.frame) == [1000, 1000, 1700, 2000, 2500, 2500, moves[6].frame])
    #expect(moves.allSatisfy { $0.position == $0.frame + 10_000 && $0.id == 9 })
    #expect(moves[1].from == 500 && moves[1].value == 800 && moves[1].ramp == 123)
    #expect(moves[2].from == 800 && moves[2].value == 900 && moves[2].ramp == 0)
    #expect(moves[5].ramp == 240)
    // Frames already in the pitch effect are not revoked: the timeline stops after them.
    #expect(moves[6].frame > 2500)
  }

  @Test func aTouchedLanePlaysAgain() throws {
    let (t, _, fader) = try session()
    func value() -> Float { t.engine.renderer.chains.effects[fader.slot].unit.value.value(of: 0) }
    try t.timeline.setLane(of: fader, 0, [(0, -10, .linear), (9000, -10, .linear)], mode: .touch)
    try t.timeline.start()
    t.rig.render(1000)
    #expect(value() == -10)
    try fader.set(0, value: -3, over: 0)
    t.rig.render(1000)
    #expect(value() == -3)
    try t.timeline.release(fader, parameter: 0)
    t.rig.render(1000)
    #expect(value() == -10)
  }

  @Test func aLatchedLanePlaysAfterAJump() throws {
    let (t, _, fader) = try session()
    func value() -> Float { t.engine.renderer.chains.effects[fader.slot].unit.value.value(of: 0) }
    try t.timeline.setLane(of: fader, 0, [(0, -10, .linear)], mode: .latch)
    try t.timeline.start()
    t.rig.render(1000)
    try fader.set(0, value: -3, over: 0)
    try t.timeline.release(fader, parameter: 0)
    t.rig.render(1000)
    #expect(value() == -3)
    try t.timeline.seek(to: 100)
    t.rig.render(8000)
    #expect(value() == -10)
    let moves = t.moves()
    #expect(moves.map(\.kind) == [.begin, .move, .end])
    #expect(moves[2].position == moves[2].frame)
  }

  @Test func writingContinuesFromPassToPass() throws {
    let (t, _, fader) = try session()
    try t.timeline.setLane(of: fader, 0, [(0, -10, .linear)], mode: .write)
    try t.timeline.setLoop(begin: 0, end: 5000)
    try t.timeline.start()
    t.rig.render(12_000)
    try t.timeline.setMode(of: fader, parameter: 0, mode: .read)
    t.rig.render(1000)
    let moves = t.moves()
    #expect(moves.map(\.kind) == [.begin, .end, .begin, .end, .begin, .end])
    #expect(moves.map(\.frame) == [0, 5000, 5000, 10_000, 10_000, 12_000])
    #expect(moves.map(\.position) == [0, 5000, 0, 5000, 0, 2000])
    #expect(moves.map(\.value) == [0, 0, 0, 0, 0, 0])
  }

  @Test func readModeReportsNoMoves() throws {
    let (t, _, fader) = try session()
    func value() -> Float { t.engine.renderer.chains.effects[fader.slot].unit.value.value(of: 0) }
    try t.timeline.setLane(of: fader, 0, [(0, -10, .step), (3000, -20, .step)])
    try t.timeline.start()
    t.rig.render(1000)
    try fader.set(0, value: -3, over: nil)
    t.rig.render(1000)
    #expect(value() == -3)
    t.rig.render(2000)
    #expect(value() == -20)
    try t.timeline.setMode(of: fader, parameter: 0, mode: .off)
    try fader.set(0, value: -5, over: nil)
    try t.timeline.seek(to: 0)
    t.rig.render(9000)
    #expect(value() == -5)
    #expect(t.moves().isEmpty)
  }

  @Test func unreadMovesAreCounted() throws {
    let (t, _, fader) = try session()
    try t.timeline.setLane(of: fader, 0, [], mode: .touch)
    try t.timeline.start()
    t.rig.render(10)
    for turn in 0..<4200 {
      try fader.set(0, value: Float(-(turn % 50)), over: nil)
      if turn % 100 == 0 { t.rig.render(1) }
    }
    t.rig.render(10)
    #expect(t.timeline.lostMoves == 4201 - 4096)
    #expect(t.moves().count == 4096)
  }
}
