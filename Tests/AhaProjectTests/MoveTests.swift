import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

/// Parameters moved during playback, and played again.
@Suite("Recorded automation")
final class MoveTests: SessionRig {
  private static let frames = 60_000

  /// A track with a filter and recording lanes. Compares a performance with its replay from the
  /// lanes.
  private func perform(_ mode: LaneMode, thins: Bool) throws -> (played: [Float], again: [Float]) {
    let track = try track(1, frames: 80_000)
    let filter = try document.addEffect(.filter, to: .track(track))
    let lane = try document.addLane(.effect(filter), parameter: "cutoff_hz", mode: mode)
    if mode != .write {
      try document.addPoints(
        [.init(time: 0, value: 2000, curve: .exponential), .init(time: 1_000_000, value: 4000)],
        to: lane)
    }
    let session = try session()
    try session.timeline.start(from: 0)
    let effect = try #require(session.tracks[track]?.chain.effect(filter))
    var played = session.render(5000)
    for step in 0..<40 {
      let value = thins ? 1000 + 2 * Float(step) : 1000 + 800 * sine(Float(step) / 5)
      try effect.set(EffectRegistry.filterCutoff, value: value, over: nil)
      played += session.render(300 + 7 * step, blocks: [64])
    }
    if mode == .touch {
      try session.timeline.release(effect, parameter: EffectRegistry.filterCutoff)
    }
    played += session.render(Self.frames - played.count / 2)
    try session.timeline.stop()
    session.render(20_000)
    #expect(try session.recordMoves(thins: thins) == 1)
    #expect(try session.recordMoves() == 0 && session.timeline.lostMoves == 0)
    try document.setLaneMode(lane, to: .read)
    let count = try document.pointCount(of: lane)
    #expect(thins ? count < 20 : count > 80)
    return (played, try heard(Self.frames))
  }

  @Test(arguments: [LaneMode.touch, .latch, .write])
  func playsTheSameSamples(mode: LaneMode) throws {
    let (played, again) = try perform(mode, thins: false)
    #expect(played.contains { $0.magnitude > 0.1 })
    // The lane's own segment is cut where the pass begins, which can change its rounding.
    let limit: Float = mode == .write ? 0 : 1e-6
    #expect(Measure.largestDifference(played, again) <= limit)
  }

  /// Parameters set right after the start, before the first render.
  @Test(arguments: [LaneMode.touch, .latch, .write])
  func beginsWithAJump(mode: LaneMode) throws {
    var filters: [(Document.ID, Document.ID)] = []
    for number in 1...16 {
      let filter = try document.addEffect(.filter, to: .track(track(number)))
      let lane = try document.addLane(.effect(filter), parameter: "cutoff_hz", mode: mode)
      filters.append((filter, lane))
    }
    let session = try session()
    try session.timeline.start(from: 0)
    for (number, (filter, _)) in filters.enumerated() {
      let effect = try #require(session.effect(of: .effect(filter)))
      try effect.set(EffectRegistry.filterCutoff, value: 331.7 * Float(number + 1), over: nil)
    }
    let played = session.render(4800, blocks: [64])
    try session.timeline.stop()
    session.render(2000)
    #expect(try session.recordMoves(thins: false) == filters.count)
    for (_, lane) in filters { try document.setLaneMode(lane, to: .read) }
    let again = try bounce { ($0.end, $0.hasTail) = (100_000, false) }
    #expect(played.contains { $0.magnitude > 0.1 } && played == again)
  }

  @Test func isThinnedUnheard() throws {
    let (played, again) = try perform(.latch, thins: true)
    #expect(Measure.largestDifference(played, again) < 2e-3)
  }

  @Test func keepsAudiblePoints() {
    let spec = EffectRegistry.spec(.filter).parameters[Int(EffectRegistry.filterCutoff)]
    var points = (0..<100).map {
      AutomationPoint(
        time: Int64($0 * 10), value: 100 * power(2, exponent: Float($0) / 20), curve: .exponential)
    }
    #expect(Thinning.thinned(points, spec: spec).map(\.time) == [0, 990])
    points[50].value *= 1.1
    #expect(Thinning.thinned(points, spec: spec).map(\.time) == [0, 490, 500, 510, 990])
  }
}
