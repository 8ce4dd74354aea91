import AhaBase
import AhaDSP
import AhaProject
import AhaTestSupport
import Testing

@Suite("Calls that a project refuses")
struct RefusalTests {
  let rig = Rig()

  private func expect(
    _ code: ResultCode, _ words: String, _ project: Project, _ body: () throws -> Void
  ) throws {
    let before = try (project.document.dump(), project.history.steps().count)
    let error = failure(body)
    #expect(error?.code == code, "\(words): \(error?.line ?? "taken")")
    #expect(
      error?.line.contains(words) == true || words.isEmpty,
      "\(words): \(error?.line ?? "taken")")
    let after = try (project.document.dump(), project.history.steps().count)
    #expect(before == after, "\(words)")
  }

  @Test func pointsThatDoNotFit() throws {
    let (project, lane) = try rig.full()
    let cases: [([(Int64, Float)], String)] = [
      ([(5, 100), (5, 100), (5, 100)], "point 2: a jump at 5 us takes two points"),
      ([(4, 100), (5, 100), (5, 100)], "point 2: a jump at 5 us takes two points"),
      ([(9, 100), (5, 100)], "point 1: 5 us is before 9 us"),
      ([(0, 100), (1, 19.9)], "point 1: cutoff_hz of 19.9"),
      ([(0, .nan)], "point 0: cutoff_hz of nan"), ([(0, .infinity)], "cutoff_hz of inf"),
      ([(-1, 100)], "time of -1 us"), ([(Document.longest + 1, 100)], "is not in 0 to a year"),
      ([(.max, 100)], "is not in 0 to a year"), ([(.min, 100)], "is not in 0 to a year"),
    ]
    for (points, words) in cases {
      let points = points.map { AutomationPoint(time: $0.0, value: $0.1) }
      try expect(.invalidArgument, words, project) {
        try project.document.addPoints(points, to: lane)
      }
    }
    try expect(.invalidArgument, "point 0: time of 9 us is not in 10 to 20", project) {
      try project.document.replacePoints(of: lane, in: 10...20, with: [.init(time: 9, value: 100)])
    }
    let effect = try project.document.allEffects()[0].id
    let stepped = try project.document.addLane(.effect(effect), parameter: "type")
    try expect(.invalidArgument, "type jumps", project) {
      try project.document.setPoint(.init(time: 0, value: 1, curve: .linear), of: stepped)
    }
    try expect(.invalidArgument, "type of 0.5 is not a whole number", project) {
      try project.document.setPoint(.init(time: 0, value: 0.5, curve: .step), of: stepped)
    }
  }

  @Test func valuesOutOfRangeAreRefused() throws {
    let (project, _) = try rig.full()
    let effect = try project.document.allEffects()[0].id
    var track = try project.document.tracks()[0]
    try expect(.invalidArgument, "no parameter \"loud\"", project) {
      try project.document.setEffectValue(effect, parameter: "loud", to: 1)
    }
    try expect(.invalidArgument, "cutoff_hz of 20001", project) {
      try project.document.setEffectValue(effect, parameter: "cutoff_hz", to: 20001)
    }
    track.fader.gainDb = 24.5
    try expect(.invalidArgument, "gain_db of 24.5", project) {
      try project.document.setTrack(track)
    }
    track.fader.gainDb = 0
    (track.loopCount, track.loopBegin, track.loopEnd) = (1, 20, 20)
    try expect(.invalidArgument, "loop from 20 to 20", project) {
      try project.document.setTrack(track)
    }
    var settings = try project.document.settings()
    settings.beatUnit = 3
    try expect(.invalidArgument, "beat unit of 1/3", project) {
      try project.document.setSettings(settings)
    }
    (settings.beatUnit, settings.tempoBpm) = (4, .nan)
    try expect(.invalidArgument, "tempo of nan", project) {
      try project.document.setSettings(settings)
    }
    try expect(.invalidArgument, "1001 letters", project) {
      _ = try project.document.addBus(named: String(repeating: "ä", count: 1001))
    }
    try expect(.invalidArgument, "byte of 0", project) {
      _ = try project.document.addBus(named: "a\0b")
    }
    try expect(.invalidArgument, "index 5", project) {
      _ = try project.document.addEffect(.delay, to: .bus(Document.master), at: 5)
    }
    try expect(.invalidArgument, "no parameter \"start\"", project) {
      _ = try project.document.addLane(.bus(Document.master), parameter: "start")
    }
  }

  @Test func missingObjectsAreRefused() throws {
    let (project, _) = try rig.full()
    let point = AutomationPoint(time: 0, value: 0)
    let calls: [() throws -> Void] = [
      { try project.document.removeTrack(99) }, { try project.document.moveTrack(99, to: 0) },
      { try project.document.removeBus(99) }, { try project.document.setBusParent(99, to: 1) },
      { _ = try project.document.addBus(named: "", into: 99) },
      { try project.document.removeEffect(99) }, { try project.document.setBypassed(99, true) },
      { try project.document.setEffectValue(99, parameter: "cutoff_hz", to: 100) },
      { _ = try project.document.addEffect(.filter, to: .track(99)) },
      { _ = try project.document.addLane(.track(99), parameter: "pan") },
      { try project.document.removeLane(99) },
      { try project.document.setLaneMode(99, to: .off) },
      { try project.document.setPoint(point, of: 99) },
      { _ = try project.document.points(of: 99) }, { try project.document.clearPoints(of: 99) },
      { try project.document.removeMarker(99) }, { _ = try project.document.resolve(99) },
      { _ = try project.document.addTrack(FilePath(rig.folder.file("none.wav"))) },
    ]
    for call in calls { try expect(.notFound, "", project, call) }
  }

  @Test func itselfAsASound() throws {
    let project = try rig.create()
    try expect(.invalidArgument, "the project itself", project) {
      _ = try project.document.addTrack(rig.path)
    }
  }

  @Test func timesAfterTheEnd() throws {
    let (project, lane) = try rig.full()
    project.close()
    #expect(failure { _ = try project.document.points(of: lane) }?.code == .state)
    #expect(failure { try project.history.undo() }?.code == .state)
    #expect(failure { try project.history.startEdit("") }?.code == .state)
    project.close()
    #expect(try rig.open().document.tracks().count == 1)
  }
}
