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
    project: Project, track: Project.ID, drums: Project.ID, hall: Project.ID
  ) {
    let project = try rig.create()
    let drums = try project.addBus(named: "drums")
    let hall = try project.addBus(named: "hall")
    let track = try project.addTrack(rig.sound("a.wav"), bus: drums)
    return (project, track, drums, hall)
  }

  private func code(_ work: () throws -> Void) -> ResultCode? { failure(work)?.code }

  @Test func aSendIsABusThatIsKept() throws {
    let (project, track, drums, hall) = try project()
    let one = try project.addSend(from: .track(track), to: hall, beforeFader: true, gainDb: -12)
    let two = try project.addSend(from: .bus(drums), to: hall)
    _ = try project.addLane(.bus(one), parameter: "gain_db")
    _ = try project.addEffect(.filter, to: .bus(two))
    project.close()
    let again = try rig.open()
    let sends = try again.sends()
    #expect(sends.map { $0.id } == [one, two])
    #expect(sends.map { $0.owner } == [.track(track), .bus(drums)])
    #expect(sends.map { $0.isBeforeFader } == [true, false])
    #expect(sends.allSatisfy { $0.destination == hall })
    #expect(try again.bus(one).fader.gainDb == -12 && again.send(two).owner == .bus(drums))
    #expect(code { _ = try again.send(hall) } == .notFound)
  }

  @Test func sendsAreUndoneAndGoWithTheirEnds() throws {
    let (project, track, drums, hall) = try project()
    let other = try project.addBus(named: "other", into: hall)
    let sends = try [
      project.addSend(from: .track(track), to: hall), project.addSend(from: .bus(drums), to: other),
    ]
    let lane = try project.addLane(.bus(sends[0]), parameter: "gain_db")
    let before = try project.dump()
    try project.removeTrack(track)
    #expect(try project.sends().map { $0.id } == [sends[1]])
    #expect(try project.buses().count == 5 && project.lanes().isEmpty)
    try project.undo()
    #expect(try project.dump() == before && project.lane(lane).target == .bus(sends[0]))
    try project.removeBus(hall)
    #expect(try project.sends().map { $0.destination } == [other])
    #expect(try project.bus(other).parent == Project.master)
    try project.undo()
    try project.removeBus(drums)
    #expect(try project.sends().map { $0.id } == [sends[0]])
    try project.undo()
    #expect(try project.dump() == before)
    try project.removeBus(sends[1])
    #expect(try project.sends().count == 1)
    try project.setBusParent(sends[0], to: other)
    #expect(try project.send(sends[0]).destination == other)
  }

  @Test func loopsAreRefused() throws {
    let (project, track, drums, hall) = try project()
    let gate = try project.addEffect(.gate, to: .track(track))
    let send = try project.addSend(from: .bus(drums), to: hall)
    let refused: [(String, () throws -> Void)] = [
      ("to itself", { _ = try project.addSend(from: .bus(drums), to: drums) }),
      ("from the master", { _ = try project.addSend(from: .bus(1), to: hall) }),
      ("back", { _ = try project.addSend(from: .bus(hall), to: drums) }),
      ("of the output", { try project.setBusParent(hall, to: drums) }),
      ("of the key", { try project.setSidechain(gate, to: .bus(hall)) }),
      ("of its own bus", { try project.setSidechain(gate, to: .bus(drums)) }),
      ("of itself", { try project.setSidechain(gate, to: .track(track)) }),
      ("of the send", { try project.setSidechain(gate, to: .bus(send)) }),
      ("of a send", { _ = try project.addSend(from: .bus(send), to: hall) }),
      ("to a send", { _ = try project.addSend(from: .track(track), to: send) }),
      ("into a send", { try project.setBusParent(hall, to: send) }),
      ("bus in a send", { _ = try project.addBus(named: "", into: send) }),
      ("track in a send", { _ = try project.addTrack(rig.sound("b.wav"), bus: send) }),
      ("gain", { _ = try project.addSend(from: .bus(drums), to: hall, gainDb: .nan) }),
      ("an effect", { _ = try project.addSend(from: .effect(gate), to: hall) }),
    ]
    let before = try project.dump()
    for (name, work) in refused {
      let error = failure(work)
      #expect(error?.code == .invalidArgument && error?.line.isEmpty == false, "\(name)")
    }
    #expect(try project.dump() == before)
    #expect(code { _ = try project.addSend(from: .track(99), to: hall) } == .notFound)
    #expect(code { _ = try project.addSend(from: .track(track), to: 99) } == .notFound)
  }

  @Test func sideChainsCountAsWays() throws {
    let (project, track, drums, hall) = try project()
    let side = try project.addBus(named: "side")
    let gate = try project.addEffect(.gate, to: .track(track))
    try project.setSidechain(gate, to: .bus(side))
    // side → (key) track → drums: drums may not reach side.
    #expect(code { _ = try project.addSend(from: .bus(drums), to: side) } == .invalidArgument)
    #expect(code { try project.setBusParent(drums, to: side) } == .invalidArgument)
    var moved = try project.track(track)
    moved.bus = side
    #expect(code { try project.setTrack(moved) } == .invalidArgument)
    #expect(code { try project.moveEffect(gate, to: .bus(side), at: 0) } == .invalidArgument)
    moved.bus = hall
    try project.setTrack(moved)
    try project.setSidechain(gate, to: nil)
    #expect(try project.effect(gate).key == nil)
    _ = try project.addSend(from: .bus(hall), to: side)
    #expect(code { try project.setSidechain(gate, to: .bus(side)) } == .invalidArgument)
  }

  @Test func keysAreKeptUndoneAndGoWithTheirBus() throws {
    let (project, track, drums, hall) = try project()
    let duck = try project.duck(.bus(hall), by: .track(track))
    #expect(try project.effect(duck).key == .track(track))
    #expect(try project.steps().last?.title == "add ducking")
    #expect(try project.effect(duck).values.contains(-40))
    try project.setSidechain(duck, to: .bus(drums))
    try project.removeBus(drums)
    #expect(try project.effect(duck).key == nil)
    try project.undo()
    #expect(try project.effect(duck).key == .bus(drums))
    try project.undo()
    #expect(try project.effect(duck).key == .track(track))
    let reverb = try project.addEffect(.reverb, to: .bus(hall))
    #expect(code { try project.setSidechain(reverb, to: .bus(drums)) } == .unsupported)
    #expect(code { try project.setSidechain(99, to: .bus(drums)) } == .notFound)
    #expect(code { try project.setSidechain(duck, to: .bus(99)) } == .notFound)
    #expect(code { try project.setSidechain(duck, to: .effect(reverb)) } == .invalidArgument)
    project.close()
    #expect(try rig.open().effect(duck).key == .track(track))
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
    _ = try project.addEffect(.gate, to: .track(track))
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
    #expect(try read.sends().isEmpty && read.tracks().count == 1)
    read.close()
    let project = try rig.open()
    _ = try project.addSend(from: .track(track), to: hall)
    #expect(try project.sends().count == 1)
  }
}
