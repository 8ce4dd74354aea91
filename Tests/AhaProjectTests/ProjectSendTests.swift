import AhaBase
import AhaDSP
import AhaEngine
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Sends and side-chains of projects: edits")
struct ProjectSendTests {
  let rig = Rig()

  /// A track on a bus, and a bus for returns.
  private func project() throws -> (
    project: Project, track: Document.ID, drums: Document.ID, hall: Document.ID
  ) {
    let project = try rig.create()
    let drums = try project.document.addBus(named: "drums")
    let hall = try project.document.addBus(named: "hall")
    let track = try project.document.addTrack(rig.sound("a.wav"), bus: drums)
    return (project, track, drums, hall)
  }

  private func code(_ work: () throws -> Void) -> ResultCode? { failure(work)?.code }

  @Test func aSendIsABusThatIsKept() throws {
    let (project, track, drums, hall) = try project()
    let one = try project.document.addSend(
      from: .track(track), to: hall, beforeFader: true, gainDb: -12)
    let two = try project.document.addSend(from: .bus(drums), to: hall)
    _ = try project.document.addLane(.bus(one), parameter: "gain_db")
    _ = try project.document.addEffect(.filter, to: .bus(two))
    project.close()
    let again = try rig.open()
    let sends = try again.document.sends()
    #expect(sends.map { $0.id } == [one, two])
    #expect(sends.map { $0.owner } == [.track(track), .bus(drums)])
    #expect(sends.map { $0.isBeforeFader } == [true, false])
    #expect(sends.allSatisfy { $0.destination == hall })
    #expect(
      try again.document.bus(one).fader.gainDb == -12
        && again.document.send(two).owner == .bus(drums))
    #expect(code { _ = try again.document.send(hall) } == .notFound)
  }

  @Test func sendsAreUndoneAndGoWithTheirEnds() throws {
    let (project, track, drums, hall) = try project()
    let other = try project.document.addBus(named: "other", into: hall)
    let sends = try [
      project.document.addSend(from: .track(track), to: hall),
      project.document.addSend(from: .bus(drums), to: other),
    ]
    let lane = try project.document.addLane(.bus(sends[0]), parameter: "gain_db")
    let before = try project.document.dump()
    try project.document.removeTrack(track)
    #expect(try project.document.sends().map { $0.id } == [sends[1]])
    #expect(try project.document.buses().count == 5 && project.document.lanes().isEmpty)
    try project.history.undo()
    #expect(
      try project.document.dump() == before && project.document.lane(lane).target == .bus(sends[0]))
    try project.document.removeBus(hall)
    #expect(try project.document.sends().map { $0.destination } == [other])
    #expect(try project.document.bus(other).parent == Document.master)
    try project.history.undo()
    try project.document.removeBus(drums)
    #expect(try project.document.sends().map { $0.id } == [sends[0]])
    try project.history.undo()
    #expect(try project.document.dump() == before)
    try project.document.removeBus(sends[1])
    #expect(try project.document.sends().count == 1)
    try project.document.setBusParent(sends[0], to: other)
    #expect(try project.document.send(sends[0]).destination == other)
  }

  @Test func loopsAreRefused() throws {
    let (project, track, drums, hall) = try project()
    let gate = try project.document.addEffect(.gate, to: .track(track))
    let send = try project.document.addSend(from: .bus(drums), to: hall)
    let refused: [(String, () throws -> Void)] = [
      ("to itself", { _ = try project.document.addSend(from: .bus(drums), to: drums) }),
      ("from the master", { _ = try project.document.addSend(from: .bus(1), to: hall) }),
      ("back", { _ = try project.document.addSend(from: .bus(hall), to: drums) }),
      ("of the output", { try project.document.setBusParent(hall, to: drums) }),
      ("of the key", { try project.document.setSidechain(gate, to: .bus(hall)) }),
      ("of its own bus", { try project.document.setSidechain(gate, to: .bus(drums)) }),
      ("of itself", { try project.document.setSidechain(gate, to: .track(track)) }),
      ("of the send", { try project.document.setSidechain(gate, to: .bus(send)) }),
      ("of a send", { _ = try project.document.addSend(from: .bus(send), to: hall) }),
      ("to a send", { _ = try project.document.addSend(from: .track(track), to: send) }),
      ("into a send", { try project.document.setBusParent(hall, to: send) }),
      ("bus in a send", { _ = try project.document.addBus(named: "", into: send) }),
      ("track in a send", { _ = try project.document.addTrack(rig.sound("b.wav"), bus: send) }),
      ("gain", { _ = try project.document.addSend(from: .bus(drums), to: hall, gainDb: .nan) }),
      ("an effect", { _ = try project.document.addSend(from: .effect(gate), to: hall) }),
    ]
    let before = try project.document.dump()
    for (name, work) in refused {
      let error = failure(work)
      #expect(error?.code == .invalidArgument && error?.line.isEmpty == false, "\(name)")
    }
    #expect(try project.document.dump() == before)
    #expect(code { _ = try project.document.addSend(from: .track(99), to: hall) } == .notFound)
    #expect(code { _ = try project.document.addSend(from: .track(track), to: 99) } == .notFound)
  }

  @Test func sideChainsCountAsWays() throws {
    let (project, track, drums, hall) = try project()
    let side = try project.document.addBus(named: "side")
    let gate = try project.document.addEffect(.gate, to: .track(track))
    try project.document.setSidechain(gate, to: .bus(side))
    // side → (key) track → drums: drums may not reach side.
    #expect(
      code { _ = try project.document.addSend(from: .bus(drums), to: side) } == .invalidArgument)
    #expect(code { try project.document.setBusParent(drums, to: side) } == .invalidArgument)
    var moved = try project.document.track(track)
    moved.bus = side
    #expect(code { try project.document.setTrack(moved) } == .invalidArgument)
    #expect(
      code { try project.document.moveEffect(gate, to: .bus(side), at: 0) } == .invalidArgument)
    moved.bus = hall
    try project.document.setTrack(moved)
    try project.document.setSidechain(gate, to: nil)
    #expect(try project.document.effect(gate).key == nil)
    _ = try project.document.addSend(from: .bus(hall), to: side)
    #expect(code { try project.document.setSidechain(gate, to: .bus(side)) } == .invalidArgument)
  }

  @Test func keysAreKeptUndoneAndGoWithTheirBus() throws {
    let (project, track, drums, hall) = try project()
    let duck = try project.document.duck(.bus(hall), by: .track(track))
    #expect(try project.document.effect(duck).key == .track(track))
    #expect(try project.history.steps().last?.title == "add ducking")
    #expect(try project.document.effect(duck).values.contains(-40))
    try project.document.setSidechain(duck, to: .bus(drums))
    try project.document.removeBus(drums)
    #expect(try project.document.effect(duck).key == nil)
    try project.history.undo()
    #expect(try project.document.effect(duck).key == .bus(drums))
    try project.history.undo()
    #expect(try project.document.effect(duck).key == .track(track))
    let reverb = try project.document.addEffect(.reverb, to: .bus(hall))
    #expect(code { try project.document.setSidechain(reverb, to: .bus(drums)) } == .unsupported)
    #expect(code { try project.document.setSidechain(99, to: .bus(drums)) } == .notFound)
    #expect(code { try project.document.setSidechain(duck, to: .bus(99)) } == .notFound)
    #expect(
      code { try project.document.setSidechain(duck, to: .effect(reverb)) } == .invalidArgument)
    project.close()
    #expect(try rig.open().document.effect(duck).key == .track(track))
  }

  @Test(arguments: [
    "INSERT INTO send VALUES (77, 1, NULL, 0)", "INSERT INTO send VALUES (3, 77, NULL, 0)",
    "INSERT INTO send VALUES (3, NULL, 77, 0)", "INSERT INTO send VALUES (1, 1, NULL, 0)",
    "INSERT INTO send VALUES (2, 1, NULL, 0)", "INSERT INTO send VALUES (3, NULL, 3, 0)",
    "INSERT INTO send VALUES (3, NULL, 1, 0)", "INSERT INTO sidechain VALUES (77, 1, NULL)",
    "INSERT INTO sidechain VALUES (1, 1, NULL)", "INSERT INTO sidechain VALUES (1, NULL, 77)",
    "INSERT INTO sidechain VALUES (1, NULL, 2)", "DROP TABLE send", "DROP TABLE sidechain",
  ])
  func damagedRowsAreRefused(sql: String) throws {
    let (project, track, _, _) = try project()
    _ = try project.document.addEffect(.gate, to: .track(track))
    project.close()
    try rig.tamper(sql)
    let error = failure { _ = try rig.open() }
    #expect(error?.code == .damaged && error?.line.isEmpty == false)
  }

  @Test func aFileOfVersionOneGetsSends() throws {
    let (first, track, _, hall) = try project()
    first.close()
    try rig.tamper(
      """
      DROP TABLE impulse; DROP TABLE plugin; DROP TABLE send; DROP TABLE sidechain;
      DROP TABLE varispeed;
      PRAGMA user_version = 1
      """)
    var options = Project.Options()
    options.isReadOnly = true
    let read = try rig.open(options)
    #expect(try read.document.sends().isEmpty && read.document.tracks().count == 1)
    read.close()
    let project = try rig.open()
    _ = try project.document.addSend(from: .track(track), to: hall)
    #expect(try project.document.sends().count == 1)
  }
}
