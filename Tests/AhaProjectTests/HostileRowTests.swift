import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Glibc
import Testing

@testable import AhaProject

/// Rows that libaha never writes give values or an error, never a trap.
@Suite("Hostile rows")
final class HostileRowTests: SessionRig {
  /// Writes as a program that ignores the tables' constraints.
  private func force(_ sql: String) throws {
    try rig.tamper("PRAGMA ignore_check_constraints = ON; \(sql)")
  }

  @Test(arguments: [-1, 0, 7999, 192_001, 384_000, .max] as [Int64])
  func sampleRatesThatNoEngineHas(rate: Int64) throws {
    var settings = try document.settings()
    settings.sampleRate = rate
    #expect(failure { try document.setSettings(settings) }?.code == .invalidArgument)
    try force("UPDATE project SET sample_rate = \(rate)")
    #expect(failure { _ = try document.settings() }?.code == .damaged)
    #expect(failure { _ = try Bounce().sampleRate(of: document) }?.code == .damaged)
    project.close()
    #expect(failure { _ = try rig.open() }?.code == .damaged)
  }

  @Test(arguments: [8000, 192_000] as [Int64])
  func sampleRatesThatEnginesHave(rate: Int64) throws {
    try rig.tamper("UPDATE project SET sample_rate = \(rate)")
    project.close()
    #expect(try rig.open().document.settings().sampleRate == rate)
  }

  @Test(arguments: ["track", "bus", "effect", "lane", "marker"], [0, -5, .min] as [Int64])
  func idsBelowOne(table: String, id: Int64) throws {
    try fill()
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
    try force(sql)
    let error = failure { try document.checkRows() }
    #expect(error?.code == .damaged)
    #expect(error?.line.contains("\(table) \(id): ids start at 1") == true, "\(error?.line ?? "")")
    project.close()
    #expect(failure { _ = try rig.open() }?.code == .damaged)
  }

  @Test(arguments: [Int64.max, Int64.max - 1, Int64.min])
  func ranksAtTheEndOfNumbers(rank: Int64) throws {
    try fill()
    for table in ["track", "bus", "effect"] {
      try rig.tamper("UPDATE \(table) SET rank = \(rank)")
    }
    project.close()
    let document = try rig.open().document
    let first = try document.tracks()[0].id
    let track = try document.addTrack(rig.sound("b.wav", 2))
    let (one, two) = (try document.addBus(named: "one"), try document.addBus(named: "two"))
    let effect = try document.addEffect(.delay, to: .track(first))
    #expect(try document.tracks().map { $0.id } == [first, track])
    #expect(try document.buses().map { $0.id } == [1, 2, one, two])
    #expect(try document.effects(of: .track(first)).last?.id == effect)
    try document.moveTrack(track, to: 0)
    try document.moveBus(two, to: 1)
    #expect(try document.tracks().map { $0.id } == [track, first])
    #expect(try document.buses().map { $0.id } == [1, two, 2, one])
    for _ in 0..<6 { try document.history.undo() }
    #expect(try document.tracks().map { $0.id } == [first] && document.buses().count == 2)
  }

  // MARK: Times

  @Test func endsAreNoLaterThanAYear() throws {
    try document.change(track(1)) {
      ($0.start, $0.loopEnd, $0.loopCount) = (Document.longest, 1_000_000, 4_294_967_294)
    }
    for rate in [8000, 48_000, 192_000] {
      let session = try session { $0.sampleRate = rate }
      #expect(try session.end() == session.frames(Document.longest))
      #expect(try session.microseconds(session.end()) == Document.longest)
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
    let id = try track(1)
    let session = try session()
    try force("UPDATE track SET gain_db = 99")
    #expect(failure { try session.update() }?.code == .damaged)
    #expect(session.silentTracks.isEmpty && session.tracks[id] != nil)
    project.close()
    #expect(failure { try session.update() }?.code == .state)
    #expect(session.silentTracks.isEmpty)
  }

  /// The values read with a track suffice to find its file.
  @Test func filesAreFoundWithoutTheDatabase() throws {
    try fill()
    let track = try document.tracks()[0]
    project.close()
    guard case .present = try document.resolve(track) else {
      Issue.record("not present")
      return
    }
    #expect(failure { _ = try document.resolve(track.id) }?.code == .state)
  }
}
