import AhaBase
import AhaDSP
import AhaEngine
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Sends and side-chains of projects: edits")
final class ProjectSendTests: ProjectRig {
  /// A track on the bus drums, and a bus for returns.
  private var (drums, hall, track): (Document.ID, Document.ID, Document.ID) = (0, 0, 0)

  override init() throws {
    try super.init()
    drums = try document.addBus(named: "drums")
    hall = try document.addBus(named: "hall")
    track = try document.addTrack(rig.sound("a.wav"), bus: drums)
  }

  private func code(_ work: () throws -> Void) -> ResultCode? { failure(work)?.code }

  @Test func aSendIsABusThatIsKept() throws {
    let one = try document.addSend(from: .track(track), to: hall, beforeFader: true, gainDb: -12)
    let two = try document.addSend(from: .bus(drums), to: hall)
    _ = try document.addLane(.bus(one), parameter: "gain_db")
    _ = try document.addEffect(.filter, to: .bus(two))
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
    let other = try document.addBus(named: "other", into: hall)
    let sends = try [
      document.addSend(from: .track(track), to: hall),
      document.addSend(from: .bus(drums), to: other),
    ]
    let lane = try document.addLane(.bus(sends[0]), parameter: "gain_db")
    let before = try document.dump()
    try document.removeTrack(track)
    #expect(try document.sends().map { $0.id } == [sends[1]])
    #expect(try document.buses().count == 5 && document.lanes().isEmpty)
    try history.undo()
    #expect(try document.dump() == before && document.lane(lane).target == .bus(sends[0]))
    try document.removeBus(hall)
    #expect(try document.sends().map { $0.destination } == [other])
    #expect(try document.bus(other).parent == Document.master)
    try history.undo()
    try document.removeBus(drums)
    #expect(try document.sends().map { $0.id } == [sends[0]])
    try history.undo()
    #expect(try document.dump() == before)
    try document.removeBus(sends[1])
    #expect(try document.sends().count == 1)
    try document.setBusParent(sends[0], to: other)
    #expect(try document.send(sends[0]).destination == other)
  }

  @Test func loopsAreRefused() throws {
    let (document, track, drums, hall) = (self.document, track, drums, hall)
    let other = rig.sound("b.wav")
    let gate = try document.addEffect(.gate, to: .track(track))
    let send = try document.addSend(from: .bus(drums), to: hall)
    let refused: [(String, () throws -> Void)] = [
      ("to itself", { _ = try document.addSend(from: .bus(drums), to: drums) }),
      ("from the master", { _ = try document.addSend(from: .bus(1), to: hall) }),
      ("back", { _ = try document.addSend(from: .bus(hall), to: drums) }),
      ("of the output", { try document.setBusParent(hall, to: drums) }),
      ("of the key", { try document.setSidechain(gate, to: .bus(hall)) }),
      ("of its own bus", { try document.setSidechain(gate, to: .bus(drums)) }),
      ("of itself", { try document.setSidechain(gate, to: .track(track)) }),
      ("of the send", { try document.setSidechain(gate, to: .bus(send)) }),
      ("of a send", { _ = try document.addSend(from: .bus(send), to: hall) }),
      ("to a send", { _ = try document.addSend(from: .track(track), to: send) }),
      ("into a send", { try document.setBusParent(hall, to: send) }),
      ("bus in a send", { _ = try document.addBus(named: "", into: send) }),
      ("track in a send", { _ = try document.addTrack(other, bus: send) }),
      ("gain", { _ = try document.addSend(from: .bus(drums), to: hall, gainDb: .nan) }),
      ("an effect", { _ = try document.addSend(from: .effect(gate), to: hall) }),
    ]
    let before = try document.dump()
    for (name, work) in refused {
      let error = failure(work)
      #expect(error?.code == .invalidArgument && error?.line.isEmpty == false, "\(name)")
    }
    #expect(try document.dump() == before)
    #expect(code { _ = try document.addSend(from: .track(99), to: hall) } == .notFound)
    #expect(code { _ = try document.addSend(from: .track(track), to: 99) } == .notFound)
  }

  @Test func sideChainsCountAsWays() throws {
    let side = try document.addBus(named: "side")
    let gate = try document.addEffect(.gate, to: .track(track))
    try document.setSidechain(gate, to: .bus(side))
    // side → (key) track → drums: drums may not reach side.
    #expect(code { _ = try document.addSend(from: .bus(drums), to: side) } == .invalidArgument)
    #expect(code { try document.setBusParent(drums, to: side) } == .invalidArgument)
    #expect(code { try document.change(track) { $0.bus = side } } == .invalidArgument)
    #expect(code { try document.moveEffect(gate, to: .bus(side), at: 0) } == .invalidArgument)
    try document.change(track) { $0.bus = hall }
    try document.setSidechain(gate, to: nil)
    #expect(try document.effect(gate).key == nil)
    _ = try document.addSend(from: .bus(hall), to: side)
    #expect(code { try document.setSidechain(gate, to: .bus(side)) } == .invalidArgument)
  }

  @Test func keysAreKeptUndoneAndGoWithTheirBus() throws {
    let duck = try document.duck(.bus(hall), by: .track(track))
    #expect(try document.effect(duck).key == .track(track))
    #expect(try history.steps().last?.title == "add ducking")
    #expect(try document.effect(duck).values.contains(-40))
    try document.setSidechain(duck, to: .bus(drums))
    try document.removeBus(drums)
    #expect(try document.effect(duck).key == nil)
    try history.undo()
    #expect(try document.effect(duck).key == .bus(drums))
    try history.undo()
    #expect(try document.effect(duck).key == .track(track))
    let reverb = try document.addEffect(.reverb, to: .bus(hall))
    #expect(code { try document.setSidechain(reverb, to: .bus(drums)) } == .unsupported)
    #expect(code { try document.setSidechain(99, to: .bus(drums)) } == .notFound)
    #expect(code { try document.setSidechain(duck, to: .bus(99)) } == .notFound)
    #expect(code { try document.setSidechain(duck, to: .effect(reverb)) } == .invalidArgument)
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
    _ = try document.addEffect(.gate, to: .track(track))
    project.close()
    try rig.tamper(sql)
    let error = failure { _ = try rig.open() }
    #expect(error?.code == .damaged && error?.line.isEmpty == false)
  }
}
