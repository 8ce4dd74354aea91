import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Glibc
import Testing

@testable import AhaProject

/// Rows that libaha never writes give values or an error, never a trap.
@Suite("Hostile rows")
struct HostileRowTests {
  let rig = Rig()

  /// Writes as a program that ignores the tables' constraints.
  private func force(_ sql: String, _ rig: Rig) throws {
    try rig.tamper("PRAGMA ignore_check_constraints = ON; \(sql)")
  }

  @Test(arguments: [-1, 0, 7999, 192_001, 384_000, .max] as [Int64])
  func sampleRatesThatNoEngineHas(rate: Int64) throws {
    let project = try rig.create()
    var settings = try project.document.settings()
    settings.sampleRate = rate
    #expect(failure { try project.document.setSettings(settings) }?.code == .invalidArgument)
    try force("UPDATE project SET sample_rate = \(rate)", rig)
    #expect(failure { _ = try project.document.settings() }?.code == .damaged)
    #expect(failure { _ = try Bounce().sampleRate(of: project.document) }?.code == .damaged)
    project.close()
    #expect(failure { _ = try rig.open() }?.code == .damaged)
  }

  @Test(arguments: [8000, 192_000] as [Int64])
  func sampleRatesThatEnginesHave(rate: Int64) throws {
    let project = try rig.create()
    try rig.tamper("UPDATE project SET sample_rate = \(rate)")
    project.close()
    #expect(try rig.open().document.settings().sampleRate == rate)
  }

  @Test(arguments: ["track", "bus", "effect", "lane", "marker"], [0, -5, .min] as [Int64])
  func idsBelowOne(table: String, id: Int64) throws {
    let (project, _) = try rig.full()
    // All other columns are valid.
    let columns = [
      "track": ["effect.track", "lane.track"], "bus": ["track.bus", "effect.bus", "lane.bus"],
      "effect": ["effect_value.effect", "lane.effect"], "lane": ["point.lane"],
    ]
    let old = table == "bus" ? 2 : 1
    #expect(failure { try rig.tamper("UPDATE \(table) SET id = \(id) WHERE id = \(old)") } != nil)
    var sql = "UPDATE \(table) SET id = \(id) WHERE id = \(old);"
    for column in columns[table] ?? [] {
      let parts = column.split(separator: ".")
      sql += "UPDATE \(parts[0]) SET \(parts[1]) = \(id) WHERE \(parts[1]) = \(old);"
    }
    try force(sql, rig)
    let error = failure { try project.document.checkRows() }
    #expect(error?.code == .damaged)
    #expect(error?.line.contains("\(table) \(id): ids start at 1") == true, "\(error?.line ?? "")")
    project.close()
    #expect(failure { _ = try rig.open() }?.code == .damaged)
  }

  @Test(arguments: [Int64.max, Int64.max - 1, Int64.min])
  func ranksAtTheEndOfNumbers(rank: Int64) throws {
    try rig.full().project.close()
    for table in ["track", "bus", "effect"] {
      try rig.tamper("UPDATE \(table) SET rank = \(rank)")
    }
    let project = try rig.open()
    let first = try project.document.tracks()[0].id
    let track = try project.document.addTrack(rig.sound("b.wav", 2))
    let (one, two) = (
      try project.document.addBus(named: "one"), try project.document.addBus(named: "two")
    )
    let effect = try project.document.addEffect(.delay, to: .track(first))
    #expect(try project.document.tracks().map { $0.id } == [first, track])
    #expect(try project.document.buses().map { $0.id } == [1, 2, one, two])
    #expect(try project.document.effects(of: .track(first)).last?.id == effect)
    try project.document.moveTrack(track, to: 0)
    try project.document.moveBus(two, to: 1)
    #expect(try project.document.tracks().map { $0.id } == [track, first])
    #expect(try project.document.buses().map { $0.id } == [1, two, 2, one])
    for _ in 0..<6 { try project.history.undo() }
    #expect(
      try project.document.tracks().map { $0.id } == [first] && project.document.buses().count == 2)
  }

  // MARK: Times

  @Test func endsAreNoLaterThanAYear() throws {
    let test = try SessionRig()
    let id = try test.track(1)
    var track = try test.project.document.track(id)
    (track.start, track.loopEnd) = (Document.longest, 1_000_000)
    track.loopCount = 4_294_967_294
    try test.project.document.setTrack(track)
    for rate in [8000, 48_000, 192_000] {
      let engine = try test.engine { $0.sampleRate = rate }
      let session = try Session(test.project.document, on: engine)
      #expect(try session.end() == session.frames(Document.longest))
      #expect(try session.microseconds(session.end()) == Document.longest)
      session.close()
      engine.close()
    }
  }

  @Test(arguments: [8000, 44_100, 48_000, 192_000] as [Int64])
  func timesAreScaledWithoutTraps(rate: Int64) {
    let longest = Session.scale(Document.longest, factor: rate, divisor: 1_000_000)
    #expect(longest == 31_536_000 * rate)
    #expect(Session.scale(longest, factor: 1_000_000, divisor: rate) == Document.longest)
    #expect(Session.scale(.max, factor: 1_000_000, divisor: rate) == .max)
    #expect(Session.scale(.min, factor: 1_000_000, divisor: rate) == .min)
    #expect(Session.scale(.max, factor: rate, divisor: 1_000_000) > 0)
    #expect(Session.scale(Timeline.end, factor: 1_000_000, divisor: rate) > Document.longest)
  }

  @Test func arithmeticStopsAtTheEnds() {
    #expect((Int64(1) << 33).timesClamped(4_294_967_294) == .max)
    #expect(Int64.max.timesClamped(-2) == .min && Int64.min.timesClamped(-1) == .max)
    #expect(Int64(-3).timesClamped(5) == -15 && Int64(3).plusClamped(-5) == -2)
    #expect(Int64.max.plusClamped(1) == .max && Int64.min.plusClamped(-1) == .min)
  }

  @Test(arguments: [8000, 48_000, 192_000], [4_294_967_294, -1] as [Int64])
  func longLoopsAreDrawn(rate: Int, count: Int64) {
    var track = Document.Track(
      file: Document.SoundFile(path: FilePath("a.wav"), hash: "", bytes: 0, modified: 0))
    track.loopCount = count
    for end in [1000, Document.longest] {
      track.loopEnd = end
      let clip = PlotClip(track, length: 1 << 33, rate: rate, speed: SpeedPath([], speed: 1))
      #expect(clip.duration == Document.longest || (end == 1000 && count > 0))
      let all = 0..<clip.frames(Document.longest)
      #expect(clip.hull(all).upperBound <= clip.length)
      #expect(clip.jumpTimes(from: Document.longest - 1, max: 9).count <= 9)
      #expect(clip.microseconds(.max) == Document.longest)
    }
  }

  // MARK: Errors of sounds and other errors

  @Test func onlyErrorsOfFilesAreOfFiles() {
    let ofFiles: [ResultCode] = [
      .notFound, .access, .isDirectory, .empty, .unknownFormat, .damaged, .unsupported,
      .formatLimit, .io, .verify,
    ]
    for code in ResultCode.allCases {
      #expect(AhaError(code, "").isOfOneFile == ofFiles.contains(code), "\(code)")
    }
    #expect(AhaError.system(EMFILE, "open").code == .system)
    #expect(AhaError.system(ENFILE, "open").code == .system)
  }

  /// A damaged project does not count as a missing sound.
  @Test func damagedProjectsAreNoMissingSounds() throws {
    let test = try SessionRig()
    let id = try test.track(1)
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    try force("UPDATE track SET gain_db = 99", test.rig)
    #expect(failure { try session.update() }?.code == .damaged)
    #expect(session.silentTracks.isEmpty && session.tracks[id] != nil)
    test.project.close()
    #expect(failure { try session.update() }?.code == .state)
    #expect(session.silentTracks.isEmpty)
    session.close()
    engine.close()
  }

  /// The values read with a track suffice to find its file.
  @Test func filesAreFoundWithoutTheDatabase() throws {
    let (project, _) = try rig.full()
    let track = try project.document.tracks()[0]
    project.close()
    guard case .present = try project.document.resolve(track) else { return #expect(Bool(false)) }
    #expect(failure { _ = try project.document.resolve(track.id) }?.code == .state)
  }
}
