import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite struct WatchTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  /// Keeps a watch's events for waiting.
  private final class ErrorText: @unchecked Sendable {
    private let lock = Lock()
    private let condition: Condition
    private var limits = 0
    private var scans = 0
    private var failures = 0
    /// If false, a failure fails the test.
    private let mayFail: Bool

    init(mayFail: Bool = false) {
      (condition, self.mayFail) = (Condition(lock), mayFail)
    }

    func take(_ event: Watch.Event) {
      lock.locked {
        switch event {
        case .changed: scans += 1
        case .limit: limits += 1
        case .failure(let error):
          failures += 1
          if !mayFail { Issue.record("\(error.line)") }
        }
      }
      condition.signalAll()
    }

    var hasLimit: Bool { lock.locked { limits == 1 } }
    var hasFailure: Bool { lock.locked { failures > 0 } }
    var scanCount: Int { lock.locked { scans } }

    /// Waits until `isSo` after some event, up to 30 s.
    func wait(_ isSo: () -> Bool) -> Bool {
      let deadline = Instant.after(milliseconds: 30_000)
      while !isSo() {
        lock.lock()
        defer { lock.unlock() }
        let soon = Instant.after(milliseconds: 20)
        _ = condition.wait(until: soon)
        if Instant.now().nanoseconds > deadline.nanoseconds { return false }
      }
      return true
    }
  }

  private func wave(_ number: Int16) -> [UInt8] { wav16([Int16](repeating: number, count: 100)) }

  private func state(_ name: String, _ library: Library) -> Playability? {
    guard let real = FilePath(music.path).resolved else { return nil }
    return (try? library.item(at: real.appending(FilePath(name))))?.state
  }

  private func watch(
    _ library: Library, _ told: ErrorText, root: String? = nil,
    _ change: (inout WatchBounds) -> Void = { _ in }
  ) throws -> Watch {
    var settings = ScanSettings()
    settings.roots = [FilePath(root ?? music.path)]
    var bounds = WatchBounds()
    bounds.quiet = 20
    change(&bounds)
    return try Watch(library: library, settings: settings, bounds: bounds) { told.take($0) }
  }

  @Test func changesAreSeen() throws {
    music.makeFolder("old")
    music.write(wave(1), to: "old/before.wav")
    let (library, told) = (try rig.open(), ErrorText())
    let watch = try watch(library, told)
    #expect(told.wait { state("old/before.wav", library) == .playable })
    music.write(wave(2), to: "old/new.wav")
    #expect(told.wait { state("old/new.wav", library) == .playable })
    music.makeFolder("deep")
    music.makeFolder("deep/er")
    music.write(wave(3), to: "deep/er/in.wav")
    #expect(told.wait { state("deep/er/in.wav", library) == .playable })
    music.move("deep", to: "moved")
    #expect(told.wait { state("moved/er/in.wav", library) == .playable })
    #expect(state("deep/er/in.wav", library) == nil)
    music.write(wave(4), to: "moved/er/later.wav")
    #expect(told.wait { state("moved/er/later.wav", library) == .playable })
    music.move("old/new.wav", to: "old/new.txt")
    #expect(told.wait { state("old/new.wav", library) == .missing })
    watch.stop()
    let scans = told.scanCount
    music.write(wave(5), to: "old/after.wav")
    #expect(told.scanCount == scans && state("old/after.wav", library) == nil)
  }

  @Test func moreFoldersThanCanBeWatchedAreScanned() throws {
    for folder in ["a", "b", "c"] { music.makeFolder(folder) }
    let (library, told) = (try rig.open(), ErrorText())
    let watch = try watch(library, told) { ($0.maxFolders, $0.again) = (2, 50) }
    #expect(told.wait { told.hasLimit })
    for folder in ["a", "b", "c"] { music.write(wave(1), to: "\(folder)/x.wav") }
    #expect(
      told.wait { ["a", "b", "c"].allSatisfy { state("\($0)/x.wav", library) == .playable } })
    watch.stop()
  }

  /// For example a disk that is removed and mounted again.
  @Test func aRootMayGoAndComeBack() throws {
    for folder in ["disk", "disk/in"] { music.makeFolder(folder) }
    let root = music.file("disk")
    music.write(wave(1), to: "disk/in/a.wav")
    let (library, told) = (try rig.open(), ErrorText())
    let watch = try watch(library, told, root: root) { $0.again = 50 }
    #expect(told.wait { state("disk/in/a.wav", library) == .playable })
    music.move("disk", to: "away")
    #expect(told.wait { state("disk/in/a.wav", library) == .missing })
    music.move("away", to: "disk")
    #expect(told.wait { state("disk/in/a.wav", library) == .playable })
    music.write(wave(2), to: "disk/in/b.wav")
    #expect(told.wait { state("disk/in/b.wav", library) == .playable })
    watch.stop()
  }

  /// Without the disk, its mount point is an empty folder, and no event reports its return.
  @Test(.enabled(if: SmallDisk.isPossible)) func aDiskMayBeTakenOutAndPutIn() throws {
    music.makeFolder("disk")
    let root = music.file("disk")
    try #require(mount("tmpfs", root, "tmpfs", 0, "size=1m") == 0)
    defer { umount2(root, Int32(MNT_DETACH)) }
    music.write(wave(1), to: "disk/a.wav")
    let (library, told) = (try rig.open(), ErrorText())
    let watch = try watch(library, told, root: root) { $0.again = 50 }
    defer { watch.stop() }
    #expect(told.wait { state("disk/a.wav", library) == .playable })
    let scans = told.scanCount
    #expect(told.wait { umount2(root, 0) == 0 })
    #expect(told.wait { state("disk/a.wav", library) == .missing && told.scanCount > scans })
    try #require(mount("tmpfs", root, "tmpfs", 0, "size=1m") == 0)
    music.write(wave(2), to: "disk/b.wav")
    #expect(told.wait { state("disk/b.wav", library) == .playable })
  }

  /// After a failed scan, the next one visits all folders and watches them.
  @Test func aFirstScanMayFail() throws {
    music.makeFolder("in")
    music.write(wave(1), to: "in/a.wav")
    let (library, told) = (try rig.open(), ErrorText(mayFail: true))
    let other = try rig.open()
    try library.database.execute("PRAGMA busy_timeout = 20")
    try other.database.execute("BEGIN IMMEDIATE")
    let watch = try watch(library, told) { $0.again = 50 }
    defer { watch.stop() }
    #expect(told.wait { told.hasFailure })
    try other.database.execute("ROLLBACK")
    #expect(told.wait { state("in/a.wav", library) == .playable })
    music.write(wave(2), to: "in/b.wav")
    #expect(told.wait { state("in/b.wav", library) == .playable })
  }

  @Test func unwrittenChangesAreNotedLater() throws {
    let (library, told) = (try rig.open(), ErrorText(mayFail: true))
    let watch = try watch(library, told) { $0.again = 50 }
    #expect(told.wait { told.scanCount > 0 })
    let other = try rig.open()
    try other.database.execute("BEGIN IMMEDIATE")
    music.write(wave(1), to: "a.wav")
    #expect(told.wait { told.hasFailure })
    try other.database.execute("ROLLBACK")
    #expect(told.wait { state("a.wav", library) == .playable })
    watch.stop()
  }

  @Test func aWatchNeedsAFolder() throws {
    let library = try rig.open()
    #expect(throws: AhaError.self) { try Watch(library: library, settings: ScanSettings()) }
  }
}
