import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine
@testable import AhaProject
@testable import AhaStore

/// A session follows edits of points.
@Suite("Sessions and edited points")
struct LaneUpdateTests {
  let test: SessionRig
  let project: Project
  let lane: Document.ID

  init() throws {
    test = try SessionRig()
    project = test.project
    lane = try project.document.addLane(.track(test.track(1, frames: 1000)), parameter: "pan")
  }

  private func rowsRead() throws -> Int {
    try project.document.store.locked { (database) throws(AhaError) in database.rowsRead }
  }

  @Test func oneEditedPointOfManyReadsItsNeighborsOnly() throws {
    let points = (0..<20_000).map { AutomationPoint(time: Int64($0) * 50, value: 0.5) }
    try project.document.addPoints(points, to: lane)
    let engine = try test.engine()
    defer { engine.close() }
    let session = try Session(project.document, on: engine)
    defer { session.close() }
    let before = try rowsRead()
    try project.document.setPoint(AutomationPoint(time: 500_000, value: -1), of: lane)
    try session.update()
    #expect(try rowsRead() - before < 5)
    #expect(session.lanes[lane]?.points[10_000].value == -1)
  }

  private func edit(_ random: inout Random) throws {
    let time = Int64.random(in: 0...30, using: &random)
    let end = time + Int64.random(in: 0...5, using: &random)
    let curve = AutomationCurve.allCases.randomElement(using: &random)!
    let point = AutomationPoint(
      time: time, value: Float.random(in: -1...1, using: &random), curve: curve)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try project.document.removePoints(of: lane, in: time...end)
    case 1: try project.document.replacePoints(of: lane, in: time...end, with: [point, point])
    case 2: try project.history.undo()
    case 3: try project.history.redo()
    case 4: try project.document.addPoints([point, point], to: lane)
    default: try project.document.setPoint(point, of: lane)
    }
  }

  /// Jumps take two rows 1 us apart, so an edit changes how its neighbors are read.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func theSessionHasThePointsOfTheProject(seed: UInt64) throws {
    let engine = try test.engine()
    defer { engine.close() }
    let session = try Session(project.document, on: engine)
    defer { session.close() }
    var random = Random(seed: seed)
    for turn in 0..<200 {
      // Refused edits change nothing.
      try? edit(&random)
      if turn % 3 == 0 { try? edit(&random) }
      try session.update()
      let isSame = session.lanes[lane]?.points == (try? project.document.points(of: lane))
      try #require(isSame, "\(turn)")
    }
  }
}
