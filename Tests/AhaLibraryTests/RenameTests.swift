import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Files that get each other's names: the history follows the content.
@Suite struct RenameTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  private func wave(_ number: Int) -> [UInt8] {
    wav16((0..<100).map { Int16(truncatingIfNeeded: $0 &* number &+ number) })
  }

  private func name(_ number: Int) -> String { "\(number).wav" }

  @discardableResult
  private func scan(_ library: Library, _ job: Job = Job()) throws -> ScanReport {
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    var scan = try Scan(library: library, settings: settings, job: job)
    return try scan.run()
  }

  private func item(_ name: String, _ library: Library) throws -> LibraryItem? {
    let real = try #require(FilePath(music.path).resolved)
    return try library.item(at: real.appending(FilePath(name)))
  }

  /// Scanned files 1 to `count`; file n was played n times.
  private func played(_ count: Int) throws -> Library {
    for number in 1...count { music.write(wave(number), to: name(number)) }
    let library = try rig.open()
    try scan(library)
    for number in 1...count {
      let item = try #require(try item(name(number), library))
      for _ in 0..<number { try library.note(.play, item: item.number) }
    }
    return library
  }

  /// Renames file `key` to `value`, all at once.
  private func rename(_ names: [Int: Int]) {
    for from in names.keys { music.move(name(from), to: "\(from).old") }
    for (from, to) in names { music.move("\(from).old", to: name(to)) }
  }

  private func plays(_ count: Int, _ library: Library) throws -> [Int64] {
    try (1...count).map { try #require(try item(name($0), library)).plays }
  }

  @Test func aSwapMovesTheHistory() throws {
    let library = try played(3)
    let before = try #require(try item(name(1), library))
    rename([1: 2, 2: 1])
    let report = try scan(library)
    #expect(report.moved == 2 && report.unchanged == 1 && report.changed + report.added == 0)
    let after = try #require(try item(name(2), library))
    #expect(after.number == before.number && after.sha256 == before.sha256 && after.title == "2")
    #expect(try plays(3, library) == [2, 1, 3])
    #expect(try scan(library).unchanged == 3)
  }

  @Test func aNewFirstTrackRenumbersTheOthers() throws {
    let library = try played(4)
    rename([1: 2, 2: 3, 3: 4, 4: 5])
    music.write(wave(77), to: name(1))
    let report = try scan(library)
    #expect(report.moved == 4 && report.added == 1)
    #expect(try plays(5, library) == [0, 1, 2, 3, 4] && library.count() == 5)
  }

  @Test func aDeletedFirstTrackRenumbersTheOthers() throws {
    let library = try played(4)
    unlink(music.file(name(1)))
    rename([2: 1, 3: 2, 4: 3])
    #expect(try scan(library).moved == 3)
    #expect(try plays(4, library) == [2, 3, 4, 1])
    #expect(try item(name(4), library)?.state == .missing)
  }

  /// The files keep their inodes.
  @Test func copiesOntoEachOtherMoveTheHistory() throws {
    let library = try played(3)
    for (from, to) in [(1, 3), (2, 1), (3, 2)] {
      let file = open(music.file(name(to)), O_WRONLY)
      let bytes = wave(from)
      #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
      // Times may be equal within a tick of the kernel's clock.
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: from, tv_nsec: 0)]
      futimens(file, &times)
      close(file)
    }
    #expect(try scan(library).moved == 3)
    #expect(try plays(3, library) == [2, 3, 1])
  }

  /// A list updates the items with the files at their places, without their hashes.
  @Test func aListBeforeTheScanKeepsTheHistory() throws {
    let library = try played(3)
    rename([1: 2, 2: 3, 3: 1])
    for _ in 0..<2 { _ = try library.page(of: ItemQuery()) }
    #expect(try item(name(1), library)?.sha256 == "")
    var query = ItemQuery()
    query.sha256 = try #require(try rig.open().item(at: FilePath(music.file(name(3))))).formerHash
    #expect(try library.page(of: query).items.isEmpty)
    #expect(try scan(library).moved == 3)
    #expect(try plays(3, library) == [3, 1, 2])
  }

  @Test func aCopyBeforeAnEditIsANewItem() throws {
    let library = try played(1)
    music.write(wave(1), to: "backup.wav")
    let file = open(music.file(name(1)), O_WRONLY | O_APPEND)
    #expect(write(file, [1, 2], 2) == 2)
    close(file)
    let report = try scan(library)
    #expect(report.added == 1 && report.changed == 1)
    #expect(try item(name(1), library)?.plays == 1 && item("backup.wav", library)?.plays == 0)
  }

  @Test func anEditKeepsTheHistory() throws {
    let library = try played(2)
    music.write(wave(9), to: name(1))
    #expect(try scan(library).changed == 1)
    #expect(try plays(2, library) == [1, 2])
  }

  @Test func aCancelledScanLosesNoHistory() throws {
    let library = try played(2)
    rename([1: 2, 2: 1])
    let job = Job()
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    var cut = try Scan(library: library, settings: settings, job: job)
    cut.entering = { _ in job.cancel() }
    #expect(throws: AhaError.self) { try cut.run() }
    try scan(library)
    #expect(try plays(2, library) == [2, 1])
  }

  /// Over several writes of a scan.
  @Test func manyFilesAreRenumbered() throws {
    let count = 700
    for number in 1...count { music.write(wave(number), to: name(number)) }
    let library = try rig.open()
    try scan(library)
    let numbers = try (1...count).map { try #require(try item(name($0), library)).number }
    var names: [Int: Int] = [:]
    for number in 1...count { names[number] = number % count + 1 }
    rename(names)
    #expect(try scan(library).moved == Int64(count))
    for number in 1...count {
      let moved = try item(name(number % count + 1), library)
      #expect(moved?.number == numbers[number - 1])
    }
  }

  /// Permutations and moves to new names, some files deleted, some added, some copied.
  @Test(arguments: 0..<20) func anyRenamingMovesTheHistory(seed: UInt64) throws {
    var random = Patterns(seed: seed)
    let library = try played(8)
    var names: [Int: Int] = [:]
    var targets = Array(1...10)
    for from in 1...8 {
      let to = targets.remove(at: random.below(targets.count))
      names[from] = to
    }
    let deleted = random.below(9)
    if deleted > 0 { unlink(music.file(name(deleted))) }
    names[deleted] = nil
    rename(names)
    try scan(library)
    for (from, to) in names { #expect(try item(name(to), library)?.plays == Int64(from)) }
    #expect(try scan(library).unchanged == Int64(names.count))
  }
}

/// Numbers of a linear congruential generator.
private struct Patterns {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
