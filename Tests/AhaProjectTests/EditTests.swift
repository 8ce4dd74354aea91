import AhaBase
import AhaDSP
import AhaProject
import AhaTestSupport
import Testing

@Suite("Project edits")
final class EditTests: ProjectRig {
  @Test func settingsAndMarkersAreKept() throws {
    var settings = try document.settings()
    #expect(settings.tempoBpm == 120 && settings.beatUnit == 4 && settings.sampleRate == 48_000)
    settings.title = "Größe"
    settings.tempoBpm = 93.5
    try document.setSettings(settings)
    #expect(try document.settings().title == "Größe")
    #expect(try document.settings().tempoBpm == 93.5)
    let late = try document.addMarker(at: 900, named: "late")
    let early = try document.addMarker(at: 100, named: "early")
    #expect(try document.markers().map { $0.id } == [early, late])
    try document.setMarker(early, at: 1000, named: "now late")
    #expect(try document.markers().map { $0.name } == ["late", "now late"])
    try document.removeMarker(late)
    #expect(try document.markers().map { $0.time } == [1000])
  }

  @Test func tracksAreAddedMovedAndRemoved() throws {
    let ids = try (0..<3).map {
      try document.addTrack(rig.sound("\($0).wav"), named: "\($0)")
    }
    try document.moveTrack(ids[2], to: 0)
    #expect(try document.tracks().map { $0.id } == [ids[2], ids[0], ids[1]])
    let bus = try document.addBus(named: "b")
    let file = try document.track(ids[1]).file
    #expect(file.path.text == "1.wav" && file.bytes == 1000)
    try document.change(ids[1]) {
      ($0.name, $0.bus, $0.start) = ("again", bus, 5_000_000)
      ($0.loopBegin, $0.loopEnd, $0.loopCount) = (10, 20, Document.loopForever)
      ($0.fader.gainDb, $0.fader.pan, $0.fader.isMuted) = (-120, -0.25, true)
      ($0.speed, $0.isReversed) = (0.5, true)
    }
    let read = try document.track(ids[1])
    #expect(read.speed == 0.5 && read.isReversed)
    #expect(read.name == "again" && read.bus == bus && read.start == 5_000_000)
    #expect(read.loopBegin == 10 && read.loopEnd == 20 && read.loopCount == -1)
    #expect(read.fader.gainDb == -120 && read.fader.pan == -0.25)
    #expect(read.fader.isMuted && !read.fader.isSoloed)
    try document.setTrackFile(ids[1], to: rig.sound("new.wav", 9))
    #expect(try document.track(ids[1]).file.path.text == "new.wav")
    try document.removeTrack(ids[0])
    #expect(try document.tracks().map { $0.id } == [ids[2], ids[1]])
    #expect(failure { _ = try document.track(ids[0]) }?.code == .notFound)
  }

  @Test func busesAreATree() throws {
    let outer = try document.addBus(named: "outer")
    let inner = try document.addBus(named: "inner", into: outer)
    let track = try document.addTrack(rig.sound("a.wav"), bus: inner)
    #expect(try document.buses().map { $0.id } == [Document.master, outer, inner])
    #expect(try document.bus(inner).parent == outer && document.bus(outer).parent == 1)
    #expect(try document.bus(Document.master).parent == nil)
    for (id, parent) in [(outer, inner), (outer, outer), (Document.master, outer)] {
      let error = failure { try document.setBusParent(id, to: parent) }
      #expect(error?.code == .invalidArgument)
    }
    #expect(failure { try document.removeBus(Document.master) }?.code == .invalidArgument)
    try document.removeBus(inner)
    #expect(try document.track(track).bus == outer)
    try document.removeBus(outer)
    #expect(try document.track(track).bus == Document.master)
    try document.changeFader(ofBus: Document.master) { $0.gainDb = -6 }
    #expect(try document.bus(Document.master).fader.gainDb == -6)
  }

  @Test func effectsHaveAnOrder() throws {
    let track = try document.addTrack(rig.sound("a.wav"))
    let first = try document.addEffect(.filter, to: .track(track))
    let second = try document.addEffect(.reverb, to: .track(track), at: 0)
    func order() throws -> [Document.ID] {
      try document.effects(of: .track(track)).map { $0.id }
    }
    #expect(try order() == [second, first])
    try document.moveEffect(first, to: .track(track), at: 0)
    #expect(try order() == [first, second])
    try document.setEffectValue(first, parameter: "cutoff_hz", to: 440)
    try document.setEffectValue(first, parameter: "cutoff_hz", to: 880)
    try document.setBypassed(first, true)
    let effect = try document.effect(first)
    #expect(effect.isBypassed && effect.kind == .filter)
    #expect(effect.values == [0, 0, 880, 0.70710678])
    try document.moveEffect(first, to: .bus(Document.master), at: 0)
    #expect(try order() == [second])
    #expect(try document.effects(of: .bus(Document.master)).map { $0.values[2] } == [880])
    try document.removeEffect(second)
    #expect(try order().isEmpty)
  }

  @Test func aPresetIsOneEdit() throws {
    let id = try document.addEffect(.reverb, to: .bus(Document.master))
    let before = try document.effect(id).values
    try document.loadPreset(id, name: "room")
    #expect(try document.effect(id).values == [0, 0.5, 0.5, 2, 0.6, 0.3])
    #expect(failure { try document.loadPreset(id, name: "cave") }?.code == .notFound)
    try document.history.undo()
    #expect(try document.effect(id).values == before)
  }

  @Test func lanesAndPointsAreKept() throws {
    let track = try document.addTrack(rig.sound("a.wav"))
    let lane = try document.addLane(.track(track), parameter: "pan")
    #expect(failure { _ = try document.addLane(.track(track), parameter: "pan") }?.code == .exists)
    try document.setLaneMode(lane, to: .latch)
    let read = try document.lane(lane)
    #expect(read.target == .track(track) && read.mode == .latch && read.parameter.minimum == -1)
    let points = (0..<5).map {
      AutomationPoint(time: Int64($0) * 100, value: 0.125, curve: .smooth)
    }
    try document.addPoints(points, to: lane)
    #expect(try document.points(of: lane) == points)
    #expect(try document.points(of: lane, in: 100...300) == Array(points[1...3]))
    try document.setPoint(.init(time: 200, value: -1, curve: .step), of: lane)
    #expect(try document.points(of: lane, in: 200...200).map { $0.value } == [-1])
    try document.replacePoints(of: lane, in: 100...300, with: [.init(time: 150, value: 1)])
    #expect(try document.points(of: lane).map { $0.time } == [0, 150, 400])
    #expect(try document.removePoints(of: lane, in: 0...150) == 2)
    #expect(try document.pointCount(of: lane) == 1)
    #expect(try document.removePoints(of: lane, in: 0...Document.longest) == 1)
    try document.removeTrack(track)
    #expect(try document.lanes().isEmpty)
  }

  private func addPan() throws -> Document.ID {
    try document.addLane(.track(document.addTrack(rig.sound("a.wav"))), parameter: "pan")
  }

  private static let jump: [AutomationPoint] = [
    .init(time: 1000, value: -1), .init(time: 1000, value: 1),
  ]

  private func values(_ lane: Document.ID) throws -> [Float] {
    try document.points(of: lane).map { $0.value }
  }

  @Test func twoPointsAtOneTimeAreAJump() throws {
    let lane = try addPan()
    let points: [AutomationPoint] = [
      .init(time: 0, value: -1), .init(time: 1000, value: 0.5, curve: .step),
      .init(time: 1000, value: -0.5, curve: .smooth), .init(time: 2000, value: 0),
    ]
    var written = points
    written[1].curve = .linear
    try document.addPoints(written, to: lane)
    #expect(try document.points(of: lane) == points && document.pointCount(of: lane) == 4)
    #expect(try document.points(of: lane, in: 1000...1000) == Array(points[1...2]))
    #expect(try document.points(of: lane, in: 1...999).isEmpty)
    try history.undo()
    #expect(try document.points(of: lane).isEmpty)
    try history.redo()
    try document.replacePoints(of: lane, in: 1000...2000, with: Array(points[1...]))
    #expect(try document.points(of: lane) == points)
    #expect(try document.removePoints(of: lane, in: 1...999) == 0)
    try document.setPoint(.init(time: 1000, value: 1), of: lane)
    #expect(try document.points(of: lane).map { $0.time } == [0, 1000, 2000])
    try document.addPoints(points, to: lane)
    #expect(try document.removePoints(of: lane, in: 1000...1000) == 2)
    try document.addPoints([.init(time: 0, value: 1), .init(time: 0, value: 0.25)], to: lane)
    #expect(try values(lane) == [0.25, 0])
  }

  @Test func aJumpRightAfterAnExistingPointIsRefused() throws {
    let lane = try addPan()
    try document.setPoint(.init(time: 999, value: 0.5), of: lane)
    let error = failure { try document.addPoints(Self.jump, to: lane) }
    #expect(error?.code == .invalidArgument && error?.line.contains("point 1: a jump") == true)
    #expect(try values(lane) == [0.5])
    try document.removePoints(of: lane, in: 999...999)
    for _ in 0..<2 { try document.addPoints(Self.jump, to: lane) }
    #expect(try values(lane) == [-1, 1])
  }

  @Test func aPointRightBeforeAnExistingJumpIsRefused() throws {
    let lane = try addPan()
    let before = AutomationPoint(time: 999, value: 0.5)
    try document.addPoints(Self.jump, to: lane)
    for points in [[before], [before, before], [.init(time: 0, value: 0), before]] {
      let error = failure { try document.addPoints(points, to: lane) }
      #expect(error?.code == .invalidArgument, "\(points)")
      #expect(error?.line.contains("point \(points.count - 1): a jump at 1000 us") == true)
      #expect(try values(lane) == [-1, 1], "\(points)")
    }
    try document.replacePoints(of: lane, in: 900...999, with: [before])
    #expect(try document.points(of: lane).map { $0.time } == [999, 1000])
    try document.removePoints(of: lane, in: 0...Document.longest)
    try document.addPoints(Self.jump, to: lane)
    try document.addPoints([before, Self.jump[0]], to: lane)
    #expect(try values(lane) == [0.5, -1])
  }

  @Test func changesAreReported() throws {
    let lane = try fill()
    var revision = try history.revision()
    func changed() throws -> Changes {
      let (now, changes) = try history.changes(since: revision)
      #expect(now > revision || changes.isEmpty)
      revision = now
      return changes
    }
    #expect(try changed().isEmpty)
    try document.setPoint(.init(time: 50, value: 300), of: lane)
    let points = try changed()
    #expect(points.points == [lane: 50...50] && points.lanes.isEmpty && points.tracks.isEmpty)
    try history.undo()
    #expect(try changed().points == [lane: 50...50])
    let track = try document.tracks()[0].id
    try document.removeTrack(track)
    let removed = try changed()
    #expect(removed.tracks == [track] && removed.lanes == [lane] && removed.effects.count == 1)
    #expect(!removed.isEverything && !removed.settings && removed.buses.isEmpty)
    for time in 0..<300 { _ = try document.addMarker(at: Int64(time), named: "") }
    #expect(try changed().isEverything)
    #expect(try history.changes(since: revision + 5).changes.isEverything)
  }

  @Test func nothingIsNoStep() throws {
    let lane = try fill()
    let steps = try history.steps().count
    try document.setLaneMode(lane, to: .read)
    try document.setSettings(try document.settings())
    try document.removePoints(of: try document.lanes()[1].id, in: 0...1)
    #expect(try history.steps().count == steps)
  }
}
