import AhaBase
import AhaDSP
import AhaProject
import AhaTestSupport
import Testing

@Suite("Calls that a project refuses")
final class RefusalTests: ProjectRig {
  private func expect(_ code: ResultCode, _ words: String, _ body: () throws -> Void) throws {
    let before = try (document.dump(), history.steps().count)
    let error = failure(body)
    #expect(error?.code == code, "\(words): \(error?.line ?? "taken")")
    #expect(error?.line.contains(words) == true || words.isEmpty, "\(error?.line ?? "taken")")
    let after = try (document.dump(), history.steps().count)
    #expect(before == after, "\(words)")
  }

  @Test func pointsThatDoNotFit() throws {
    let lane = try fill()
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
      try expect(.invalidArgument, words) {
        try document.addPoints(points, to: lane)
      }
    }
    try expect(.invalidArgument, "point 0: time of 9 us is not in 10 to 20") {
      try document.replacePoints(of: lane, in: 10...20, with: [.init(time: 9, value: 100)])
    }
    let effect = try document.allEffects()[0].id
    let stepped = try document.addLane(.effect(effect), parameter: "type")
    try expect(.invalidArgument, "type jumps") {
      try document.setPoint(.init(time: 0, value: 1, curve: .linear), of: stepped)
    }
    try expect(.invalidArgument, "type of 0.5 is not a whole number") {
      try document.setPoint(.init(time: 0, value: 0.5, curve: .step), of: stepped)
    }
  }

  @Test func valuesOutOfRangeAreRefused() throws {
    try fill()
    let effect = try document.allEffects()[0].id
    let track = try document.tracks()[0].id
    try expect(.invalidArgument, "no parameter \"loud\"") {
      try document.setEffectValue(effect, parameter: "loud", to: 1)
    }
    try expect(.invalidArgument, "cutoff_hz of 20001") {
      try document.setEffectValue(effect, parameter: "cutoff_hz", to: 20001)
    }
    try expect(.invalidArgument, "gain_db of 24.5") {
      try document.change(track) { $0.fader.gainDb = 24.5 }
    }
    try expect(.invalidArgument, "loop from 20 to 20") {
      try document.change(track) { ($0.loopCount, $0.loopBegin, $0.loopEnd) = (1, 20, 20) }
    }
    var settings = try document.settings()
    settings.beatUnit = 3
    try expect(.invalidArgument, "beat unit of 1/3") {
      try document.setSettings(settings)
    }
    (settings.beatUnit, settings.tempoBpm) = (4, .nan)
    try expect(.invalidArgument, "tempo of nan") {
      try document.setSettings(settings)
    }
    try expect(.invalidArgument, "1001 letters") {
      _ = try document.addBus(named: String(repeating: "ä", count: 1001))
    }
    try expect(.invalidArgument, "byte of 0") {
      _ = try document.addBus(named: "a\0b")
    }
    try expect(.invalidArgument, "index 5") {
      _ = try document.addEffect(.delay, to: .bus(Document.master), at: 5)
    }
    for name in ["start", "speed"] {
      try expect(.invalidArgument, "no parameter \"\(name)\"") {
        _ = try document.addLane(.bus(Document.master), parameter: name)
      }
    }
  }

  @Test func missingObjectsAreRefused() throws {
    let (document, none) = (self.document, FilePath(rig.folder.file("none.wav")))
    try fill()
    let point = AutomationPoint(time: 0, value: 0)
    let calls: [() throws -> Void] = [
      { try document.removeTrack(99) }, { try document.moveTrack(99, to: 0) },
      { try document.removeBus(99) }, { try document.setBusParent(99, to: 1) },
      { _ = try document.addBus(named: "", into: 99) },
      { try document.removeEffect(99) }, { try document.setBypassed(99, true) },
      { try document.setEffectValue(99, parameter: "cutoff_hz", to: 100) },
      { _ = try document.addEffect(.filter, to: .track(99)) },
      { _ = try document.addLane(.track(99), parameter: "pan") },
      { try document.removeLane(99) },
      { try document.setLaneMode(99, to: .off) },
      { try document.setPoint(point, of: 99) },
      { _ = try document.points(of: 99) }, { try document.removePoints(of: 99, in: 0...1) },
      { try document.removeMarker(99) }, { _ = try document.resolve(99) },
      { _ = try document.addTrack(none) },
    ]
    for call in calls { try expect(.notFound, "", call) }
  }

  @Test func itselfAsASound() throws {
    try expect(.invalidArgument, "the project itself") {
      _ = try document.addTrack(rig.path)
    }
  }

  @Test func timesAfterTheEnd() throws {
    let lane = try fill()
    project.close()
    #expect(failure { _ = try document.points(of: lane) }?.code == .state)
    #expect(failure { try history.undo() }?.code == .state)
    #expect(failure { try history.startEdit("") }?.code == .state)
    project.close()
    #expect(try rig.open().document.tracks().count == 1)
  }
}
