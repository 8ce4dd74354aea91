import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Unreadable folders and full disks.
@Suite struct BadDiskTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  private func wave(_ number: Int) -> [UInt8] {
    wav16([Int16](repeating: Int16(number % 999), count: 20))
  }

  @discardableResult
  private func scan(_ library: Library) throws -> ScanReport {
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    var scan = try Scan(library: library, settings: settings, job: Job())
    return try scan.run()
  }

  /// On a thread that respects permissions, even if the tests run as root.
  @Test func anUnreadableFolderIsReportedAndLosesNoItem() throws {
    for name in ["open", "closed"] {
      music.makeFolder(name)
      music.write(wave(1), to: name + "/a.wav")
    }
    chmod(music.path, 0o755)
    let library = try rig.open()
    #expect(try scan(library).added == 2)
    let closed = music.file("closed")
    chmod(closed, 0)
    defer { chmod(closed, 0o755) }
    music.write(wave(2), to: "open/b.wav")
    let (rig, music) = (rig, music)
    let said = try asOrdinaryUser { () -> ScanReport? in
      _ = (rig, music)
      return try? scan(library)
    }
    let report = try #require(said.flatMap { $0 })
    #expect(report.added == 1 && report.unchanged == 1 && report.missing == 0)
    #expect(report.troubles.count == 1 && report.troubles[0].contains("closed"))
    #expect(try library.item(at: FilePath(closed + "/a.wav"))?.state == .playable)
  }

  /// The folder can be listed, but its files cannot be opened.
  @Test func aFolderThatMayOnlyBeListedLosesNothing() throws {
    chmod(music.path, 0o755)
    music.makeFolder("listed")
    music.write(wave(1), to: "listed/a.wav")
    music.write(wave(2), to: "listed/b.wav")
    let listed = music.file("listed")
    let library = try rig.open()
    try scan(library)
    chmod(listed, 0o444)
    defer { chmod(listed, 0o755) }
    let said = try asOrdinaryUser { try? scan(library) }
    let report = try #require(said.flatMap { $0 })
    #expect(report.missing == 0 && report.troubles.count == 1, "\(report.troubles)")
    #expect(try library.item(at: FilePath(listed + "/a.wav"))?.state == .playable)
  }

  /// Neither items of an unreadable root nor items excluded by a pattern.
  @Test func unreadableItemsAreNotMissing() throws {
    chmod(music.path, 0o755)
    for name in ["closed", "closed/in"] { music.makeFolder(name) }
    music.write(wave(1), to: "closed/in/a.wav")
    let (closed, library) = (music.file("closed"), try rig.open())
    try scan(library)
    chmod(closed, 0)
    defer { chmod(closed, 0o755) }
    let inner = FilePath(closed + "/in")
    let start = TreeWalk.Start(folder: inner, root: inner, depth: 0)
    let said = try asOrdinaryUser {
      var scan = Scan(library: library, settings: ScanSettings(), job: Job(), from: [start])
      return try? scan.run()
    }
    let report = try #require(said.flatMap { $0 })
    #expect(report.missing == 0 && report.troubles.count == 1, "\(report.troubles)")
    var settings = ScanSettings()
    (settings.roots, settings.ignored) = ([FilePath(music.path)], ["closed"])
    let left = settings
    let others = try asOrdinaryUser {
      var scan = try? Scan(library: library, settings: left, job: Job())
      return try? scan?.run()
    }
    let other = try #require(others.flatMap { $0 }.flatMap { $0 })
    #expect(other.missing == 0 && other.files == 0 && other.troubles.isEmpty)
    #expect(try library.item(at: inner.appending(FilePath("a.wav")))?.state == .playable)
  }

  /// The item is reported, keeps its hash, and is unchanged once its file is readable again.
  @Test func aCheckOfAnUnreadableFileGivesTheReason() throws {
    chmod(music.path, 0o755)
    music.makeFolder("closed")
    music.write(wave(1), to: "closed/a.wav")
    let (closed, library) = (music.file("closed"), try rig.open())
    try scan(library)
    let noted = try #require(try library.item(at: FilePath(closed + "/a.wav")))
    chmod(closed, 0)
    let said = try asOrdinaryUser { try? library.check(noted.number) }
    chmod(closed, 0o755)
    let closedItem = try #require(said.flatMap { $0 })
    #expect(closedItem.state == .undecodable && closedItem.reason.contains("closed/a.wav"))
    // Nor does another item get this file.
    let back = try library.check(noted.number)
    #expect(back.state == .playable && back.sha256 == noted.sha256 && back.reason.isEmpty)
  }

  /// A copy does not count as the moved original while the original is unreadable.
  @Test func unreadableFilesHaveNotMoved() throws {
    chmod(music.path, 0o755)
    for name in ["closed", "open"] { music.makeFolder(name) }
    music.write(wave(1), to: "closed/a.wav")
    let (closed, library) = (music.file("closed"), try rig.open())
    try scan(library)
    music.write(wave(1), to: "open/b.wav")
    chmod(closed, 0)
    defer { chmod(closed, 0o755) }
    let said = try asOrdinaryUser { try? scan(library) }
    let report = try #require(said.flatMap { $0 })
    #expect(report.moved == 0 && report.added == 1)
    #expect(try library.item(at: FilePath(closed + "/a.wav")) != nil)
  }

  @Test func aFileThatMayNotBeReadIsAnItemAndIsTriedAgain() throws {
    chmod(music.path, 0o755)
    music.write(wave(1), to: "a.wav")
    let path = music.file("a.wav")
    chmod(path, 0)
    let library = try rig.open()
    let said = try asOrdinaryUser { try? scan(library) }
    #expect(said.flatMap { $0 }?.undecodable == 1)
    #expect(try library.item(at: FilePath(path))?.reason.contains("a.wav") == true)
    chmod(path, 0o644)
    #expect(try scan(library).changed == 1)
    #expect(try library.item(at: FilePath(path))?.state == .playable)
  }

  /// Each play is both in the history and with its item, or in neither.
  private func checkPlays(_ library: Library, _ item: Int64, _ plays: Int64) throws {
    let today = library.clock.today
    let bucket = try library.history(.day, from: today, to: today)[0]
    #expect(bucket.count(.play) == plays && bucket.duration(of: .play) == plays * 1000)
    #expect(try library.item(item).plays == plays)
  }

  /// - Returns: Count of plays that fit.
  private func play(_ library: Library, _ item: Int64) throws -> Int64 {
    for plays in 0..<Int64(10_000) {
      do { try library.note(.play, item: item, milliseconds: 1000) } catch {
        #expect((error as? AhaError)?.code == .diskFull)
        return plays
      }
    }
    Issue.record("the disk is never full")
    return 0
  }

  /// On a small file system if one can be mounted, and in a file with a size limit.
  @Test(arguments: SmallDisk.isPossible ? [true, false] : [false])
  func aHistoryOnAFullDiskKeepsNotedPlays(isDisk: Bool) throws {
    let folder = rig.folder.path
    if isDisk { try #require(mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0) }
    defer { if isDisk { umount2(folder, 2) } }
    var library = try rig.open()
    let item = try library.save(LibraryRig.item("/a.wav"))
    if !isDisk {
      let pages = try library.database.integer("PRAGMA page_count")
      try library.database.execute("PRAGMA max_page_count = \(pages + 3)")
    }
    let plays = try play(library, item)
    #expect(plays > 10)
    try checkPlays(library, item, plays)
    if isDisk { mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT), "size=16m") }
    library = try rig.open()
    try checkPlays(library, item, plays)
    try library.note(.play, item: item, milliseconds: 1000)
    try checkPlays(library, item, plays + 1)
    try library.database.checkPages()
  }
}
