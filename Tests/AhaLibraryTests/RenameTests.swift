import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Files that get each other's names: the history follows the content.
@Suite final class RenameTests: LibraryRig {
  private func name(_ number: Int) -> String { "\(number).wav" }

  /// Scanned files 1 to `count`; file n was played n times.
  private func addPlayed(_ count: Int) throws {
    for number in 1...count { music.write(wave(number), to: name(number)) }
    try scan()
    for number in 1...count {
      let item = try #require(try item(at: name(number)))
      for _ in 0..<number { try library.note(.play, item: item.number) }
    }
  }

  /// Renames file `key` to `value`, all at once.
  private func rename(_ names: [Int: Int]) {
    for from in names.keys { music.move(name(from), to: "\(from).old") }
    for (from, to) in names { music.move("\(from).old", to: name(to)) }
  }

  private func plays(_ count: Int) throws -> [Int64] {
    try (1...count).map { try #require(try item(at: name($0))).plays }
  }

  @Test func aSwapMovesTheHistory() throws {
    try addPlayed(3)
    let before = try #require(try item(at: name(1)))
    rename([1: 2, 2: 1])
    let report = try scan()
    #expect(report.moved == 2 && report.unchanged == 1 && report.changed + report.added == 0)
    let after = try #require(try item(at: name(2)))
    #expect(after.number == before.number && after.sha256 == before.sha256 && after.title == "2")
    #expect(try plays(3) == [2, 1, 3])
    #expect(try scan().unchanged == 3)
  }

  @Test func aNewFirstTrackRenumbersTheOthers() throws {
    try addPlayed(4)
    rename([1: 2, 2: 3, 3: 4, 4: 5])
    music.write(wave(77), to: name(1))
    let report = try scan()
    #expect(report.moved == 4 && report.added == 1)
    #expect(try plays(5) == [0, 1, 2, 3, 4] && library.count() == 5)
  }

  @Test func aDeletedFirstTrackRenumbersTheOthers() throws {
    try addPlayed(4)
    unlink(music.file(name(1)))
    rename([2: 1, 3: 2, 4: 3])
    #expect(try scan().moved == 3)
    #expect(try plays(4) == [2, 3, 4, 1])
    #expect(try state(name(4)) == .missing)
  }

  /// The files keep their inodes.
  @Test func copiesOntoEachOtherMoveTheHistory() throws {
    try addPlayed(3)
    for (from, to) in [(1, 3), (2, 1), (3, 2)] {
      let file = open(music.file(name(to)), O_WRONLY)
      let bytes = wave(from)
      #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
      // Times may be equal within a tick of the kernel's clock.
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: from, tv_nsec: 0)]
      futimens(file, &times)
      close(file)
    }
    #expect(try scan().moved == 3)
    #expect(try plays(3) == [2, 3, 1])
  }

  /// A list updates the items with the files at their places, without their hashes.
  @Test func aListBeforeTheScanKeepsTheHistory() throws {
    try addPlayed(3)
    rename([1: 2, 2: 3, 3: 1])
    for _ in 0..<2 { _ = try library.page(of: ItemQuery()) }
    #expect(try item(at: name(1))?.sha256 == "")
    var query = ItemQuery()
    query.sha256 = try #require(try openAgain().item(at: FilePath(music.file(name(3))))).formerHash
    #expect(try library.page(of: query).items.isEmpty)
    #expect(try scan().moved == 3)
    #expect(try plays(3) == [3, 1, 2])
  }

  @Test func aCopyBeforeAnEditIsANewItem() throws {
    try addPlayed(1)
    music.write(wave(1), to: "backup.wav")
    let file = open(music.file(name(1)), O_WRONLY | O_APPEND)
    #expect(write(file, [1, 2], 2) == 2)
    close(file)
    let report = try scan()
    #expect(report.added == 1 && report.changed == 1)
    #expect(try item(at: name(1))?.plays == 1 && item(at: "backup.wav")?.plays == 0)
  }

  @Test func anEditKeepsTheHistory() throws {
    try addPlayed(2)
    music.write(wave(9), to: name(1))
    #expect(try scan().changed == 1)
    #expect(try plays(2) == [1, 2])
  }

  @Test func aCancelledScanLosesNoHistory() throws {
    try addPlayed(2)
    rename([1: 2, 2: 1])
    let job = Job()
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    var cut = try Scan(library: library, settings: settings, job: job)
    cut.entering = { _ in job.cancel() }
    #expect(throws: AhaError.self) { try cut.run() }
    try scan()
    #expect(try plays(2) == [2, 1])
  }

  /// Over several writes of a scan.
  @Test func manyFilesAreRenumbered() throws {
    let count = 700
    for number in 1...count { music.write(wave(number), to: name(number)) }
    try scan()
    let numbers = try (1...count).map { try #require(try item(at: name($0))).number }
    var names: [Int: Int] = [:]
    for number in 1...count { names[number] = number % count + 1 }
    rename(names)
    #expect(try scan().moved == Int64(count))
    for number in 1...count {
      let moved = try item(at: name(number % count + 1))
      #expect(moved?.number == numbers[number - 1])
    }
  }

  /// Permutations and moves to new names, some files deleted, some added, some copied.
  @Test(arguments: 0..<20) func anyRenamingMovesTheHistory(seed: UInt64) throws {
    var random = Random(seed: seed)
    try addPlayed(8)
    var names: [Int: Int] = [:]
    var targets = Array(1...10)
    for from in 1...8 {
      names[from] = targets.remove(at: Int.random(in: targets.indices, using: &random))
    }
    let deleted = Int.random(in: 0...8, using: &random)
    if deleted > 0 { unlink(music.file(name(deleted))) }
    names[deleted] = nil
    rename(names)
    try scan()
    for (from, to) in names { #expect(try item(at: name(to))?.plays == Int64(from)) }
    #expect(try scan().unchanged == Int64(names.count))
  }
}
