import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite final class WatchTests: LibraryRig {
  private let (scans, limits, failures) = (Counter(), Counter(), Counter())

  /// Waits until `isSo`, up to 30 s.
  private func wait(_ isSo: () -> Bool) -> Bool {
    let deadline = Instant.after(milliseconds: 30_000)
    while !isSo() {
      if deadline < Instant.now() { return false }
      Instant.pause(milliseconds: 5)
    }
    return true
  }

  private func becomes(_ state: Playability, _ name: String) -> Bool {
    wait { (try? self.state(name)) == state }
  }

  /// - Parameter mayFail: If false, a failure fails the test.
  private func watch(
    root: String? = nil, mayFail: Bool = false, _ change: (inout WatchBounds) -> Void = { _ in }
  ) throws -> Watch {
    var settings = ScanSettings()
    settings.roots = [FilePath(root ?? music.path)]
    var bounds = WatchBounds()
    bounds.quiet = 20
    change(&bounds)
    return try Watch(library: library, settings: settings, bounds: bounds) {
      [scans, limits, failures] event in
      switch event {
      case .changed: scans.next()
      case .limit: limits.next()
      case .failure(let error):
        failures.next()
        if !mayFail { Issue.record("\(error.line)") }
      }
    }
  }

  @Test func changesAreSeen() throws {
    music.makeFolder("old")
    music.write(wave(1), to: "old/before.wav")
    let watch = try self.watch()
    #expect(becomes(.playable, "old/before.wav"))
    music.write(wave(2), to: "old/new.wav")
    #expect(becomes(.playable, "old/new.wav"))
    music.makeFolder("deep")
    music.makeFolder("deep/er")
    music.write(wave(3), to: "deep/er/in.wav")
    #expect(becomes(.playable, "deep/er/in.wav"))
    music.move("deep", to: "moved")
    #expect(becomes(.playable, "moved/er/in.wav"))
    #expect(try state("deep/er/in.wav") == nil)
    music.write(wave(4), to: "moved/er/later.wav")
    #expect(becomes(.playable, "moved/er/later.wav"))
    music.move("old/new.wav", to: "old/new.txt")
    #expect(becomes(.missing, "old/new.wav"))
    watch.stop()
    let before = scans.value
    music.write(wave(5), to: "old/after.wav")
    #expect(try scans.value == before && state("old/after.wav") == nil)
  }

  @Test func moreFoldersThanCanBeWatchedAreScanned() throws {
    for folder in ["a", "b", "c"] { music.makeFolder(folder) }
    let watch = try self.watch { ($0.maxFolders, $0.again) = (2, 50) }
    #expect(wait { limits.value == 1 })
    for folder in ["a", "b", "c"] { music.write(wave(1), to: "\(folder)/x.wav") }
    #expect(wait { ["a", "b", "c"].allSatisfy { (try? state("\($0)/x.wav")) == .playable } })
    watch.stop()
  }

  /// For example a disk that is removed and mounted again.
  @Test func aRootMayGoAndComeBack() throws {
    for folder in ["disk", "disk/in"] { music.makeFolder(folder) }
    let root = music.file("disk")
    music.write(wave(1), to: "disk/in/a.wav")
    let watch = try self.watch(root: root) { $0.again = 50 }
    #expect(becomes(.playable, "disk/in/a.wav"))
    music.move("disk", to: "away")
    #expect(becomes(.missing, "disk/in/a.wav"))
    music.move("away", to: "disk")
    #expect(becomes(.playable, "disk/in/a.wav"))
    music.write(wave(2), to: "disk/in/b.wav")
    #expect(becomes(.playable, "disk/in/b.wav"))
    watch.stop()
  }

  /// Without the disk, its mount point is an empty folder, and no event reports its return.
  @Test(.enabled(if: SmallDisk.isPossible)) func aDiskMayBeTakenOutAndPutIn() throws {
    music.makeFolder("disk")
    let root = music.file("disk")
    try #require(mount("tmpfs", root, "tmpfs", 0, "size=1m") == 0)
    defer { umount2(root, Int32(MNT_DETACH)) }
    music.write(wave(1), to: "disk/a.wav")
    let watch = try self.watch(root: root) { $0.again = 50 }
    defer { watch.stop() }
    #expect(becomes(.playable, "disk/a.wav"))
    let before = scans.value
    #expect(wait { umount2(root, 0) == 0 })
    #expect(becomes(.missing, "disk/a.wav") && wait { scans.value > before })
    try #require(mount("tmpfs", root, "tmpfs", 0, "size=1m") == 0)
    music.write(wave(2), to: "disk/b.wav")
    #expect(becomes(.playable, "disk/b.wav"))
  }

  /// After a failed scan, the next one visits all folders and watches them.
  @Test func aFirstScanMayFail() throws {
    music.makeFolder("in")
    music.write(wave(1), to: "in/a.wav")
    let other = try openAgain()
    try library.database.execute("PRAGMA busy_timeout = 20")
    try other.database.execute("BEGIN IMMEDIATE")
    let watch = try self.watch(mayFail: true) { $0.again = 50 }
    defer { watch.stop() }
    #expect(wait { failures.value > 0 })
    try other.database.execute("ROLLBACK")
    #expect(becomes(.playable, "in/a.wav"))
    music.write(wave(2), to: "in/b.wav")
    #expect(becomes(.playable, "in/b.wav"))
  }

  @Test func unwrittenChangesAreNotedLater() throws {
    let watch = try self.watch(mayFail: true) { $0.again = 50 }
    #expect(wait { scans.value > 0 })
    let other = try openAgain()
    try other.database.execute("BEGIN IMMEDIATE")
    music.write(wave(1), to: "a.wav")
    #expect(wait { failures.value > 0 })
    try other.database.execute("ROLLBACK")
    #expect(becomes(.playable, "a.wav"))
    watch.stop()
  }

  @Test func aWatchNeedsAFolder() throws {
    #expect(throws: AhaError.self) { try Watch(library: library, settings: ScanSettings()) }
  }
}
