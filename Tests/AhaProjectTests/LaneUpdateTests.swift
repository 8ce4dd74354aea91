import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine
@testable import AhaProject
@testable import AhaStore

/// A session follows edits of points.
@Suite("Sessions and edited points")
final class LaneUpdateTests: SessionRig {
  private var lane: Document.ID = 0

  override init() throws {
    try super.init()
    lane = try document.addLane(.track(track(1, frames: 1000)), parameter: "pan")
  }

  private func rowsRead() throws -> Int {
    try document.store.locked { (database) throws(AhaError) in database.rowsRead }
  }

  @Test func oneEditedPointOfManyReadsItsNeighborsOnly() throws {
    let points = (0..<20_000).map { AutomationPoint(time: Int64($0) * 50, value: 0.5) }
    try document.addPoints(points, to: lane)
    let session = try session()
    let before = try rowsRead()
    try document.setPoint(AutomationPoint(time: 500_000, value: -1), of: lane)
    try session.update()
    #expect(try (1..<5).contains(rowsRead() - before))
    #expect(session.lanes[lane]?.points[10_000].value == -1)
  }

  private func edit(_ random: inout Random) throws {
    let time = Int64.random(in: 0...30, using: &random)
    let end = time + Int64.random(in: 0...5, using: &random)
    let curve = AutomationCurve.allCases.randomElement(using: &random)!
    let point = AutomationPoint(
      time: time, value: Float.random(in: -1...1, using: &random), curve: curve)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try document.removePoints(of: lane, in: time...end)
    case 1: try document.replacePoints(of: lane, in: time...end, with: [point, point])
    case 2: try history.undo()
    case 3: try history.redo()
    case 4: try document.addPoints([point, point], to: lane)
    default: try document.setPoint(point, of: lane)
    }
  }

  /// Jumps take two rows 1 us apart, so an edit changes how its neighbors are read.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func theSessionHasThePointsOfTheProject(seed: UInt64) throws {
    let session = try session()
    var random = Random(seed: seed)
    for turn in 0..<200 {
      // Refused edits change nothing.
      try? edit(&random)
      if turn % 3 == 0 { try? edit(&random) }
      try session.update()
      let isSame = session.lanes[lane]?.points == (try? document.points(of: lane))
      try #require(isSame, "\(turn)")
    }
  }
}
