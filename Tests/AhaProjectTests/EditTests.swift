import AhaBase
import AhaDSP
import AhaProject
import AhaTestSupport
import Testing

@Suite("Project edits")
struct EditTests {
  let rig = Rig()

  @Test func settingsAndMarkersAreKept() throws {
    let project = try rig.create()
    var settings = try project.document.settings()
    #expect(settings.tempoBpm == 120 && settings.beatUnit == 4 && settings.sampleRate == 48_000)
    settings.title = "Größe"
    settings.tempoBpm = 93.5
    try project.document.setSettings(settings)
    #expect(try project.document.settings().title == "Größe")
    #expect(try project.document.settings().tempoBpm == 93.5)
    let late = try project.document.addMarker(at: 900, named: "late")
    let early = try project.document.addMarker(at: 100, named: "early")
    #expect(try project.document.markers().map { $0.id } == [early, late])
    try project.document.setMarker(early, at: 1000, named: "now late")
    #expect(try project.document.markers().map { $0.name } == ["late", "now late"])
    try project.document.removeMarker(late)
    #expect(try project.document.markers().map { $0.time } == [1000])
  }

  @Test func tracksAreAddedMovedAndRemoved() throws {
    let project = try rig.create()
    let ids = try (0..<3).map {
      try project.document.addTrack(rig.sound("\($0).wav"), named: "\($0)")
    }
    try project.document.moveTrack(ids[2], to: 0)
    #expect(try project.document.tracks().map { $0.id } == [ids[2], ids[0], ids[1]])
    let bus = try project.document.addBus(named: "b")
    var track = try project.document.track(ids[1])
    #expect(track.file.path.text == "1.wav" && track.file.bytes == 1000)
    track.name = "again"
    (track.bus, track.start) = (bus, 5_000_000)
    (track.loopBegin, track.loopEnd, track.loopCount) = (10, 20, Document.loopForever)
    (track.fader.gainDb, track.fader.pan, track.fader.isMuted) = (-120, -0.25, true)
    try project.document.setTrack(track)
    let read = try project.document.track(ids[1])
    #expect(read.name == "again" && read.bus == bus && read.start == 5_000_000)
    #expect(read.loopBegin == 10 && read.loopEnd == 20 && read.loopCount == -1)
    #expect(read.fader.gainDb == -120 && read.fader.pan == -0.25)
    #expect(read.fader.isMuted && !read.fader.isSoloed)
    try project.document.setTrackFile(ids[1], to: rig.sound("new.wav", 9))
    #expect(try project.document.track(ids[1]).file.path.text == "new.wav")
    try project.document.removeTrack(ids[0])
    #expect(try project.document.tracks().map { $0.id } == [ids[2], ids[1]])
    #expect(failure { _ = try project.document.track(ids[0]) }?.code == .notFound)
  }

  @Test func busesAreATree() throws {
    let project = try rig.create()
    let outer = try project.document.addBus(named: "outer")
    let inner = try project.document.addBus(named: "inner", into: outer)
    let track = try project.document.addTrack(rig.sound("a.wav"), bus: inner)
    #expect(try project.document.buses().map { $0.id } == [Document.master, outer, inner])
    #expect(
      try project.document.bus(inner).parent == outer && project.document.bus(outer).parent == 1)
    #expect(try project.document.bus(Document.master).parent == nil)
    for (id, parent) in [(outer, inner), (outer, outer), (Document.master, outer)] {
      let error = failure { try project.document.setBusParent(id, to: parent) }
      #expect(error?.code == .invalidArgument)
    }
    #expect(failure { try project.document.removeBus(Document.master) }?.code == .invalidArgument)
    try project.document.removeBus(inner)
    #expect(try project.document.track(track).bus == outer)
    try project.document.removeBus(outer)
    #expect(try project.document.track(track).bus == Document.master)
    var master = try project.document.bus(Document.master)
    master.fader.gainDb = -6
    try project.document.setBus(master)
    #expect(try project.document.bus(Document.master).fader.gainDb == -6)
  }

  @Test func effectsHaveAnOrder() throws {
    let project = try rig.create()
    let track = try project.document.addTrack(rig.sound("a.wav"))
    let first = try project.document.addEffect(.filter, to: .track(track))
    let second = try project.document.addEffect(.reverb, to: .track(track), at: 0)
    func order() throws -> [Document.ID] {
      try project.document.effects(of: .track(track)).map { $0.id }
    }
    #expect(try order() == [second, first])
    try project.document.moveEffect(first, to: .track(track), at: 0)
    #expect(try order() == [first, second])
    try project.document.setEffectValue(first, parameter: "cutoff_hz", to: 440)
    try project.document.setEffectValue(first, parameter: "cutoff_hz", to: 880)
    try project.document.setBypassed(first, true)
    let effect = try project.document.effect(first)
    #expect(effect.isBypassed && effect.kind == .filter)
    #expect(effect.values == [0, 0, 880, 0.70710678])
    try project.document.moveEffect(first, to: .bus(Document.master), at: 0)
    #expect(try order() == [second])
    #expect(try project.document.effects(of: .bus(Document.master)).map { $0.values[2] } == [880])
    try project.document.removeEffect(second)
    #expect(try order().isEmpty)
  }

  @Test func lanesAndPointsAreKept() throws {
    let project = try rig.create()
    let track = try project.document.addTrack(rig.sound("a.wav"))
    let lane = try project.document.addLane(.track(track), parameter: "pan")
    #expect(
      failure { _ = try project.document.addLane(.track(track), parameter: "pan") }?.code == .exists
    )
    try project.document.setLaneMode(lane, to: .latch)
    let read = try project.document.lane(lane)
    #expect(read.target == .track(track) && read.mode == .latch && read.parameter.minimum == -1)
    let points = (0..<5).map {
      AutomationPoint(time: Int64($0) * 100, value: 0.125, curve: .smooth)
    }
    try project.document.addPoints(points, to: lane)
    #expect(try project.document.points(of: lane) == points)
    #expect(try project.document.points(of: lane, in: 100...300) == Array(points[1...3]))
    try project.document.setPoint(.init(time: 200, value: -1, curve: .step), of: lane)
    #expect(try project.document.points(of: lane, in: 200...200).map { $0.value } == [-1])
    try project.document.replacePoints(of: lane, in: 100...300, with: [.init(time: 150, value: 1)])
    #expect(try project.document.points(of: lane).map { $0.time } == [0, 150, 400])
    #expect(try project.document.removePoints(of: lane, in: 0...150) == 2)
    #expect(try project.document.pointCount(of: lane) == 1)
    #expect(try project.document.clearPoints(of: lane) == 1)
    try project.document.removeTrack(track)
    #expect(try project.document.lanes().isEmpty)
  }

  @Test func twoPointsAtOneTimeAreAJump() throws {
    let project = try rig.create()
    let lane = try project.document.addLane(
      .track(project.document.addTrack(rig.sound("a.wav"))), parameter: "pan")
    let points: [AutomationPoint] = [
      .init(time: 0, value: -1), .init(time: 1000, value: 0.5, curve: .step),
      .init(time: 1000, value: -0.5, curve: .smooth), .init(time: 2000, value: 0),
    ]
    var written = points
    written[1].curve = .linear
    try project.document.addPoints(written, to: lane)
    #expect(
      try project.document.points(of: lane) == points && project.document.pointCount(of: lane) == 4)
    #expect(try project.document.points(of: lane, in: 1000...1000) == Array(points[1...2]))
    #expect(try project.document.points(of: lane, in: 1...999).isEmpty)
    try project.history.undo()
    #expect(try project.document.points(of: lane).isEmpty)
    try project.history.redo()
    try project.document.replacePoints(of: lane, in: 1000...2000, with: Array(points[1...]))
    #expect(try project.document.points(of: lane) == points)
    #expect(try project.document.removePoints(of: lane, in: 1...999) == 0)
    try project.document.setPoint(.init(time: 1000, value: 1), of: lane)
    #expect(try project.document.points(of: lane).map { $0.time } == [0, 1000, 2000])
    try project.document.addPoints(points, to: lane)
    #expect(try project.document.removePoints(of: lane, in: 1000...1000) == 2)
    try project.document.addPoints(
      [.init(time: 0, value: 1), .init(time: 0, value: 0.25)], to: lane)
    #expect(try project.document.points(of: lane).map { $0.value } == [0.25, 0])
  }

  @Test func aJumpRightAfterAnExistingPointIsRefused() throws {
    let project = try rig.create()
    let lane = try project.document.addLane(
      .track(project.document.addTrack(rig.sound("a.wav"))), parameter: "pan")
    try project.document.setPoint(.init(time: 999, value: 0.5), of: lane)
    let jump: [AutomationPoint] = [.init(time: 1000, value: -1), .init(time: 1000, value: 1)]
    let error = failure { try project.document.addPoints(jump, to: lane) }
    #expect(error?.code == .invalidArgument && error?.line.contains("point 1: a jump") == true)
    #expect(try project.document.points(of: lane).map { $0.value } == [0.5])
    try project.document.removePoints(of: lane, in: 999...999)
    for _ in 0..<2 { try project.document.addPoints(jump, to: lane) }
    #expect(try project.document.points(of: lane).map { $0.value } == [-1, 1])
  }

  @Test func aPointRightBeforeAnExistingJumpIsRefused() throws {
    let project = try rig.create()
    let lane = try project.document.addLane(
      .track(project.document.addTrack(rig.sound("a.wav"))), parameter: "pan")
    let jump: [AutomationPoint] = [.init(time: 1000, value: -1), .init(time: 1000, value: 1)]
    let before = AutomationPoint(time: 999, value: 0.5)
    try project.document.addPoints(jump, to: lane)
    for points in [[before], [before, before], [.init(time: 0, value: 0), before]] {
      let error = failure { try project.document.addPoints(points, to: lane) }
      #expect(error?.code == .invalidArgument, "\(points)")
      #expect(error?.line.contains("point \(points.count - 1): a jump at 1000 us") == true)
      #expect(try project.document.points(of: lane).map { $0.value } == [-1, 1], "\(points)")
    }
    try project.document.replacePoints(of: lane, in: 900...999, with: [before])
    #expect(try project.document.points(of: lane).map { $0.time } == [999, 1000])
    try project.document.clearPoints(of: lane)
    try project.document.addPoints(jump, to: lane)
    try project.document.addPoints([before, jump[0]], to: lane)
    #expect(try project.document.points(of: lane).map { $0.value } == [0.5, -1])
  }

  @Test func changesAreReported() throws {
    let (project, lane) = try rig.full()
    var revision = try project.history.revision()
    func changed() throws -> Changes {
      let (now, changes) = try project.history.changes(since: revision)
      #expect(now > revision || changes.isEmpty)
      revision = now
      return changes
    }
    #expect(try changed().isEmpty)
    try project.document.setPoint(.init(time: 50, value: 300), of: lane)
    let points = try changed()
    #expect(points.points == [lane: 50...50] && points.lanes.isEmpty && points.tracks.isEmpty)
    try project.history.undo()
    #expect(try changed().points == [lane: 50...50])
    let track = try project.document.tracks()[0].id
    try project.document.removeTrack(track)
    let removed = try changed()
    #expect(
      removed.tracks == [track] && removed.lanes == [lane] && removed.effects.count == 1)
    #expect(!removed.isEverything && !removed.settings && removed.buses.isEmpty)
    for time in 0..<300 { _ = try project.document.addMarker(at: Int64(time), named: "") }
    #expect(try changed().isEverything)
    #expect(try project.history.changes(since: revision + 5).changes.isEverything)
  }

  @Test func nothingIsNoStep() throws {
    let (project, lane) = try rig.full()
    let steps = try project.history.steps().count
    try project.document.setLaneMode(lane, to: .read)
    try project.document.setSettings(try project.document.settings())
    try project.document.clearPoints(of: try project.document.lanes()[1].id)
    #expect(try project.history.steps().count == steps)
  }
}
