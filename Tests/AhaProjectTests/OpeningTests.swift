import AhaBase
import AhaDSP
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaProject

@Suite("Opening projects")
struct OpeningTests {
  let rig = Rig()

  private func refusal(_ options: Project.Options = Project.Options()) -> AhaError? {
    failure { _ = try rig.open(options) }
  }

  @Test func isOneFileWhenItIsClosed() throws {
    let (project, _) = try rig.full()
    #expect(rig.folder.names == [".song.aha.lock", "a.wav", "song.aha"])
    let before = try project.document.dump()
    project.close()
    #expect(rig.folder.names == ["a.wav", "song.aha"])
    #expect(try rig.open().document.dump() == before)
    #expect(failure { _ = try rig.create() }?.code == .exists)
  }

  @Test func refusesOtherFiles() throws {
    #expect(refusal()?.code == .notFound)
    for (bytes, code) in [([], ResultCode.empty), (Array("RIFF".utf8), .unknownFormat)] {
      rig.folder.write(bytes, to: "song.aha")
      #expect(refusal()?.code == code)
    }
    rig.folder.write([UInt8](repeating: 7, count: 9000), to: "song.aha")
    #expect(refusal()?.code == .unknownFormat)
    let folder = failure { _ = try Project(opening: FilePath(rig.folder.path)) }
    #expect(folder?.code == .isDirectory)
    #expect(failure { _ = try Project(opening: FilePath("")) }?.code == .invalidArgument)
  }

  /// An interrupted create leaves no file or an empty one.
  @Test func createsInAnEmptyFile() throws {
    rig.folder.write([], to: "song.aha")
    _ = try rig.create()
    #expect(try rig.open().document.buses().count == 1)
  }

  @Test(arguments: [100, 1024, 4096, 5000, 8192, 20_000]) func refusesTruncatedOnes(
    length: Int
  ) throws {
    try rig.full().project.close()
    truncate(rig.folder.file("song.aha"), length)
    let error = refusal()
    #expect(error?.code == .damaged || error?.code == .unknownFormat, "\(error?.line ?? "opened")")
  }

  @Test func refusesNewerOnesAndThoseOfOthers() throws {
    try rig.full().project.close()
    try rig.tamper("PRAGMA user_version = 7")
    #expect(refusal()?.code == .unsupported && refusal()?.line.contains("version 7") == true)
    try rig.tamper("PRAGMA application_id = 1196444487")
    #expect(refusal()?.code == .unsupported && refusal()?.line.contains("GPKG") == true)
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON track BEGIN DELETE FROM bus; END", "DROP TABLE marker",
    "CREATE VIEW v AS SELECT * FROM bus", "DELETE FROM bus", "DELETE FROM project",
    "ALTER TABLE bus ADD COLUMN more TEXT", "CREATE TABLE more (id INTEGER PRIMARY KEY)",
    "CREATE INDEX slow ON track (printf('%.*c', 9, name))", "ANALYZE",
    "INSERT INTO point VALUES (77, 0, 0, 0)",
    "UPDATE track SET bus = 77", "UPDATE bus SET parent = id WHERE id <> 1",
    "UPDATE lane SET parameter = 'nonsense'", "UPDATE effect_value SET value = 5",
    "UPDATE effect_value SET parameter = 'nonsense'", "UPDATE track SET rank = rank, gain_db = 99",
  ])
  func refusesNonsense(sql: String) throws {
    try rig.full().project.close()
    // The tables' constraints refuse some of it.
    if failure({ try rig.tamper(sql) }) != nil { return #expect(sql.contains("99")) }
    #expect(refusal()?.code == .damaged)
  }

  @Test func namesAPointThatCannotBe() throws {
    let (project, lane) = try rig.full()
    project.close()
    try rig.tamper("UPDATE point SET value = 30000 WHERE time_us = 1000")
    let opened = try rig.open()
    let error = failure { _ = try opened.document.points(of: lane) }
    #expect(error?.code == .damaged)
    #expect(error?.line.contains("lane \(lane): the point at 1000 us: cutoff_hz of 30000") == true)
  }

  @Test func keepsEffectsOfTheFuture() throws {
    try rig.full().project.close()
    try rig.tamper("UPDATE effect SET kind = 'hologram'")
    let project = try rig.open()
    #expect(try project.document.allEffects().isEmpty && project.document.lanes().count == 1)
    _ = try project.document.addEffect(.delay, to: .track(project.document.tracks()[0].id), at: 0)
    project.close()
    try rig.tamper("UPDATE effect SET kind = 'filter' WHERE kind = 'hologram'")
    let again = try rig.open()
    #expect(try again.document.allEffects().count == 2 && again.document.lanes().count == 2)
  }

  @Test func letsOneWriteAndOthersRead() throws {
    let (writer, lane) = try rig.full()
    var options = Project.Options()
    options.readsWhenInUse = true
    let reader = try rig.open(options)
    #expect(reader.isReadOnly && !writer.isReadOnly)
    let revision = try reader.history.revision()
    try writer.document.setPoint(.init(time: 5, value: 55), of: lane)
    #expect(try reader.document.points(of: lane).contains(.init(time: 5, value: 55)))
    #expect(try reader.history.changes(since: revision).changes.isEverything)
    let refused = failure { _ = try reader.document.addBus(named: "no") }
    #expect(refused?.code == .access)
    #expect(failure { try reader.history.undo() }?.code == .access)
    writer.close()
    #expect(try !rig.open(options).isReadOnly)
    #expect(try reader.document.points(of: lane).count == 3)
  }

  @Test func secondWriterIsRefusedWhenItsWaitIsOver() throws {
    let (writer, _) = try rig.full()
    var options = Project.Options()
    options.busyMilliseconds = 30
    let begin = Instant.now()
    let error = refusal(options)
    #expect(error?.code == .state && error?.line.contains("in use") == true)
    #expect(Instant.now().nanoseconds - begin.nanoseconds >= 30_000_000)
    withExtendedLifetime(writer) {}
  }

  @Test func secondWriterWaitsForTheFirst() throws {
    let (writer, _) = try rig.full()
    var options = Project.Options()
    options.busyMilliseconds = 60_000
    let (rig, patient) = (rig, options)
    let allEnded = try concurrently(2) { turn in
      if turn == 1 {
        Instant.pause(milliseconds: 30)
        return writer.close()
      }
      #expect((try? rig.open(patient).isReadOnly) == false)
    }
    #expect(allEnded)
  }

  /// Ordinary, empty or stale: a lock file without a holder locks nothing.
  @Test func opensBesideALockThatWasLeft() throws {
    try rig.full().project.close()
    rig.folder.write([], to: ".song.aha.lock")
    #expect(try !rig.open().isReadOnly)
    #expect(rig.folder.names == ["a.wav", "song.aha"])
  }

  @Test func readsWhereItCannotWrite() throws {
    let (project, lane) = try rig.full()
    project.close()
    chmod(rig.folder.path, 0o555)
    defer { chmod(rig.folder.path, 0o755) }
    let result = try asOrdinaryUser { () -> (Bool, Int, ResultCode?)? in
      guard let opened = try? rig.open(), let points = try? opened.document.points(of: lane) else {
        return nil
      }
      let refused = failure { _ = try opened.document.addBus(named: "no") }
      return (opened.isReadOnly, points.count, refused?.code)
    }
    let found = try #require(result ?? nil)
    #expect(found.0 && found.1 == 2 && found.2 == .access)
  }

  @Test func readsAFileThatMayNotBeWritten() throws {
    try rig.full().project.close()
    chmod(rig.folder.path, 0o777)
    chmod(rig.folder.file("song.aha"), 0o444)
    let result = try asOrdinaryUser { try? rig.open().isReadOnly }
    #expect(result == .some(true))
  }

  /// The SQL of version 1 in docs/project-file.md, and that of libaha 0.9, where the comment of one
  /// table was another one, create a project.
  @Test(arguments: [false, true]) func opensAProjectMadeWithSQL(isFormer: Bool) throws {
    var sql = ProjectSchema.schema.migrations[0]
    if isFormer {
      let former = try #require(ProjectSchema.schema.former.first { "\($0.name)" == "lane" }).sql
      let start = try #require(sql.firstRange(of: "CREATE TABLE lane"))
      let end = try #require(sql.firstRange(of: ";\nCREATE TABLE point"))
      sql.replaceSubrange(start.lowerBound..<end.lowerBound, with: former)
    }
    let database = try Database(FilePath(rig.folder.file("song.aha")), access: .create)
    try database.execute(sql)
    try database.execute("PRAGMA application_id = 1097359696; PRAGMA user_version = 1")
    _ = try rig.open().document.addBus(named: "works")
    #expect(try rig.open().document.buses().map { $0.name } == ["master", "works"])
  }

  /// As libaha 0.10 wrote them.
  @Test func filesOfVersionOneAreMigratedOrRead() throws {
    try rig.full().project.close()
    try rig.tamper(
      """
      DROP TABLE impulse; DROP TABLE plugin; DROP TABLE send; DROP TABLE sidechain;
      DROP TABLE varispeed; DROP TABLE clip; DROP TABLE follow;
      PRAGMA user_version = 1
      """)
    let database = try Database(rig.path, access: .read)
    var options = Project.Options()
    options.isReadOnly = true
    let read = try rig.open(options)
    let track = try read.document.tracks()[0].id
    #expect(try read.document.allEffects().count == 1 && read.document.sends().isEmpty)
    read.close()
    #expect(try database.integer("PRAGMA user_version") == 1)
    let document = try rig.open().document
    let effect = try document.addEffect(.convolution, to: .bus(Document.master))
    #expect(try document.effect(effect).impulse == nil)
    _ = try document.addSend(from: .track(track), to: Document.master)
    #expect(try document.sends().count == 1)
    #expect(try database.integer("PRAGMA user_version") == 3)
  }
}
