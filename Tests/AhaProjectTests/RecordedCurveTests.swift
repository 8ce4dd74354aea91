import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject
@testable import AhaStore

/// Curves outside the recorded range stay, and a failed recording keeps the former curve.
@Suite("Recorded automation and its surroundings")
final class RecordedCurveTests: SessionRig {
  /// A segment of a lane from 0.1 to 1.1 s.
  struct Line: Sendable, CustomTestStringConvertible {
    let parameter: String
    let from, to: Float
    let curve: AutomationCurve
    /// The value that the host sets.
    let moved: Float

    var testDescription: String { "\(parameter) from \(from) to \(to), \(curve)" }
  }

  /// A session with a lane in touch mode, moved from 0.3125 to 0.5 s.
  private struct Stage {
    let session: Session
    let lane: Document.Lane
    let effect: Effect

    func perform(_ value: Float, from begin: Int = 15_000, frames: Int = 9000) throws {
      try session.timeline.start(from: 0)
      session.render(begin, blocks: [500])
      try effect.set(lane.parameter.number, value: value, over: nil)
      session.render(frames, blocks: [500])
      try session.timeline.release(effect, parameter: lane.parameter.number)
      session.render(3000, blocks: [500])
      try session.timeline.stop()
      session.render(2000, blocks: [500])
    }
  }

  private func stage(_ name: String, _ points: [AutomationPoint]) throws -> Stage {
    let track = try track(1, frames: 80_000)
    let isFilter = name.hasSuffix("_hz")
    let filter = isFilter ? try document.addEffect(.filter, to: .track(track)) : 0
    let lane = try document.addLane(
      isFilter ? .effect(filter) : .track(track), parameter: name, mode: .touch)
    let session = try session()
    let effect = try isFilter ? session.effect(filter) : session.fader(of: .track(track))
    try document.addPoints(points, to: lane)
    try session.update()
    return Stage(session: session, lane: try document.lane(lane), effect: effect)
  }

  private func curve(_ stage: Stage) throws -> PlotCurve {
    PlotCurve(points: try document.points(of: stage.lane.id), parameter: stage.lane.parameter)
  }

  static let lines = [
    Line(parameter: "gain_db", from: -30, to: -3, curve: .step, moved: -80),
    Line(parameter: "gain_db", from: -90, to: 20, curve: .linear, moved: -100),
    Line(parameter: "gain_db", from: -110, to: -1, curve: .exponential, moved: 12),
    Line(parameter: "gain_db", from: 20, to: -110, curve: .exponential, moved: 3),
    Line(parameter: "gain_db", from: 0, to: -110, curve: .exponential, moved: 3),
    Line(parameter: "gain_db", from: -110, to: 20, curve: .smooth, moved: 3),
    Line(parameter: "cutoff_hz", from: 30, to: 15_000, curve: .linear, moved: 700),
    Line(parameter: "cutoff_hz", from: 15_000, to: 30, curve: .exponential, moved: 700),
    Line(parameter: "cutoff_hz", from: 30, to: 15_000, curve: .smooth, moved: 700),
  ]

  /// Time of the host's moves. The lane takes over at the next multiple of 64 frames.
  private static let touched = Int64(312_000)...502_000

  /// Largest difference of two curves outside a time range.
  private func difference(
    _ one: PlotCurve, _ other: PlotCurve, outside time: ClosedRange<Int64>, _ spec: ParameterSpec
  ) throws -> Float {
    var limit: Float = 0
    for now in stride(from: Int64(0), through: 1_300_000, by: 250) where !time.contains(now) {
      let (first, second) = try (#require(one.value(at: now)), #require(other.value(at: now)))
      limit = max(
        limit, (Thinning.height(first, spec: spec) - Thinning.height(second, spec: spec)).magnitude)
    }
    return limit
  }

  private func spec(_ line: Line) -> ParameterSpec {
    let isFilter = line.parameter == "cutoff_hz"
    let number = isFilter ? EffectRegistry.filterCutoff : ParameterTable.gain.number
    return EffectRegistry.spec(isFilter ? .filter : .fader).parameters[Int(number)]
  }

  @Test(arguments: RecordedCurveTests.lines, [true, false])
  func leavesTheRestUnchanged(line: Line, thins: Bool) throws {
    let points = [
      AutomationPoint(time: 100_000, value: line.from, curve: line.curve),
      AutomationPoint(time: 1_100_000, value: line.to),
    ]
    let stage = try stage(line.parameter, points)
    let before = try curve(stage)
    try stage.perform(line.moved)
    #expect(try stage.session.recordMoves(thins: thins) == 1)
    let after = try curve(stage)
    let inside = try #require(after.value(at: 400_000))
    #expect((inside - line.moved).magnitude < 0.01 * line.moved.magnitude)
    let limit = Thinning.tolerance(of: spec(line)) * (thins ? 1 : 0.2)
    let found = try difference(before, after, outside: Self.touched, spec(line))
    #expect(found < limit, "\(found), and at most \(limit)")
    #expect(after.points.count < (thins ? 200 : 600))
  }

  @Test func leavesAJumpBeforeAPassUnchanged() throws {
    let points = [
      AutomationPoint(time: 100_000, value: -20),
      AutomationPoint(time: 200_000, value: -10, curve: .step),
      AutomationPoint(time: 200_000, value: -30), AutomationPoint(time: 1_100_000, value: -12),
    ]
    let stage = try stage("gain_db", points)
    try stage.perform(-60)
    #expect(try stage.session.recordMoves() == 1)
    #expect(try Array(curve(stage).points.prefix(3)) == Array(points.prefix(3)))
  }

  /// A lane holds its first value before its first point, and its last value after the last point.
  @Test(arguments: [Int64(50_000), 900_000])
  func leavesHeldValuesUnchanged(time: Int64) throws {
    let points = [
      AutomationPoint(time: time, value: -20), AutomationPoint(time: time + 50_000, value: -10),
    ]
    let stage = try stage("gain_db", points)
    let before = try curve(stage)
    try stage.perform(-60)
    #expect(try stage.session.recordMoves() == 1)
    let after = try curve(stage)
    let inside = try #require(after.value(at: 400_000))
    #expect((inside + 60).magnitude < 0.1)
    let line = Line(parameter: "gain_db", from: 0, to: 0, curve: .step, moved: 0)
    #expect(try difference(before, after, outside: Self.touched, spec(line)) < 0.072)
  }

  @Test func keepsUnsavedPasses() throws {
    let stage = try stage("gain_db", [.init(time: 0, value: -20)])
    try document.store.locked { (database) throws(AhaError) in
      try database.execute("PRAGMA busy_timeout = 0")
    }
    let path = project.path
    let other = try Database(path, access: .change)
    try stage.perform(-60)
    try other.execute("BEGIN EXCLUSIVE")
    #expect(failure { _ = try stage.session.recordMoves() }?.code == .state)
    try stage.perform(-40, from: 30_000)
    #expect(failure { _ = try stage.session.recordMoves() }?.code == .state)
    try other.execute("COMMIT")
    #expect(try stage.session.recordMoves(thins: false) == 1)
    let curve = try self.curve(stage)
    let values = try [Int64(400_000), 700_000].map { try #require(curve.value(at: $0)) }
    #expect((values[0] + 60).magnitude < 0.1 && (values[1] + 40).magnitude < 0.1)
    #expect(try stage.session.recordMoves() == 0)
    #expect(try self.curve(stage).points == curve.points)
  }

  @Test func dropsPassesOfRemovedLanes() throws {
    let stage = try stage("gain_db", [.init(time: 0, value: -20)])
    try stage.perform(-60)
    try document.removeLane(stage.lane.id)
    let steps = try history.steps().count
    #expect(try stage.session.recordMoves() == 0)
    #expect(try stage.session.recordMoves() == 0 && history.steps().count == steps)
  }
}
