import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Unreadable folders and full disks.
@Suite final class BadDiskTests: LibraryRig {
  private var closed: String { music.file("closed") }

  deinit { chmod(closed, 0o755) }

  /// Scans a sound in the folder `closed`.
  /// - Returns: Its item.
  private func addSound() throws -> LibraryItem {
    for name in ["closed", "open"] { music.makeFolder(name) }
    music.write(wave(1), to: "closed/a.wav")
    try scan()
    return try #require(try item(at: "closed/a.wav"))
  }

  /// On a thread that respects permissions, even if the tests run as root.
  private func asUser<T>(_ body: @escaping () throws -> T) throws -> T {
    try #require(try asOrdinaryUser { try? body() }.flatMap { $0 })
  }

  /// Closed to reading, or open to listing only.
  @Test(arguments: [0, 0o444] as [mode_t])
  func anUnreadableFolderIsReportedAndLosesNoItem(mode: mode_t) throws {
    _ = try addSound()
    music.write(wave(2), to: "closed/b.wav")
    music.write(wave(3), to: "open/a.wav")
    try scan()
    chmod(closed, mode)
    music.write(wave(4), to: "open/b.wav")
    let report = try asUser { try self.scan() }
    #expect(report.added == 1 && report.unchanged == 1 && report.missing == 0)
    #expect(report.troubles.count == 1 && report.troubles[0].contains("closed"))
    #expect(try state("closed/a.wav") == .playable)
  }

  /// Neither items of an unreadable root nor items excluded by a pattern.
  @Test func unreadableItemsAreNotMissing() throws {
    for name in ["closed", "closed/in"] { music.makeFolder(name) }
    music.write(wave(1), to: "closed/in/a.wav")
    try scan()
    chmod(closed, 0)
    let inner = FilePath(closed + "/in")
    let start = TreeWalk.Start(folder: inner, root: inner, depth: 0)
    let report = try asUser { [library] in
      var scan = Scan(library: library, settings: ScanSettings(), job: Job(), from: [start])
      return try scan.run()
    }
    #expect(report.missing == 0 && report.troubles.count == 1, "\(report.troubles)")
    let other = try asUser { try self.scan { $0.ignored = ["closed"] } }
    #expect(other.missing == 0 && other.files == 0 && other.troubles.isEmpty)
    #expect(try state("closed/in/a.wav") == .playable)
  }

  /// The item is reported, keeps its hash, and is unchanged once its file is readable again.
  @Test func aCheckOfAnUnreadableFileGivesTheReason() throws {
    let noted = try addSound()
    chmod(closed, 0)
    let closedItem = try asUser { [library] in try library.check(noted.number) }
    chmod(closed, 0o755)
    #expect(closedItem.state == .undecodable && closedItem.reason.contains("closed/a.wav"))
    // Nor does another item get this file.
    let back = try library.check(noted.number)
    #expect(back.state == .playable && back.sha256 == noted.sha256 && back.reason.isEmpty)
  }

  /// A copy does not count as the moved original while the original is unreadable.
  @Test func unreadableFilesHaveNotMoved() throws {
    _ = try addSound()
    music.write(wave(1), to: "open/b.wav")
    chmod(closed, 0)
    let report = try asUser { try self.scan() }
    #expect(report.moved == 0 && report.added == 1)
    #expect(try item(at: "closed/a.wav") != nil)
  }

  @Test func aFileThatMayNotBeReadIsAnItemAndIsTriedAgain() throws {
    let path = music.write(wave(1), to: "a.wav", mode: 0)
    #expect(try asUser { try self.scan() }.undecodable == 1)
    #expect(try item(at: "a.wav")?.reason.contains("a.wav") == true)
    chmod(path, 0o644)
    #expect(try scan().changed == 1)
    #expect(try state("a.wav") == .playable)
  }

  /// Each play is both in the history and with its item, or in neither.
  private func checkPlays(_ library: Library, _ item: Int64, _ plays: Int64) throws {
    let today = library.clock.today
    let bucket = try library.history(by: .day, from: today, to: today)[0]
    #expect(bucket.count(.play) == plays && bucket.duration(of: .play) == plays * 1000)
    #expect(try library.item(item).plays == plays)
  }

  /// - Returns: Count of plays that fit.
  private func play(_ library: Library, _ item: Int64) throws -> Int64 {
    for plays in 0..<Int64(10_000) {
      do { try library.note(.play, item: item, milliseconds: 1000) } catch {
        #expect(error.code == .diskFull)
        return plays
      }
    }
    Issue.record("the disk is never full")
    return 0
  }

  /// On a small file system if one can be mounted, and in a file with a size limit.
  @Test(arguments: SmallDisk.isPossible ? [true, false] : [false])
  func aHistoryOnAFullDiskKeepsNotedPlays(isDisk: Bool) throws {
    let folder = folder.path
    if isDisk { try #require(mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0) }
    defer { if isDisk { umount2(folder, 2) } }
    var library = try openAgain()
    let item = try library.save(LibraryRig.item("/a.wav"))
    if !isDisk {
      let pages = try library.database.integer("PRAGMA page_count")
      try library.database.execute("PRAGMA max_page_count = \(pages + 3)")
    }
    let plays = try play(library, item)
    #expect(plays > 10)
    try checkPlays(library, item, plays)
    if isDisk { mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT), "size=16m") }
    library = try openAgain()
    try checkPlays(library, item, plays)
    try library.note(.play, item: item, milliseconds: 1000)
    try checkPlays(library, item, plays + 1)
    try library.database.checkPages()
  }
}
