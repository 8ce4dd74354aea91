import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Scans of unusual files.
@Suite final class UnusualFileScanTests: LibraryRig {
  @Test func namesThatAreNoTextAreFoundAgain() throws {
    let bad: [CChar] = [0x2F, -1, -2, 0x0A, 0x2E, 0x77, 0x61, 0x76, 0]
    let name = Array(music.path.utf8CString.dropLast()) + bad
    let descriptor = creat(name, 0o644)
    let bytes = wave(1)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    #expect(try scan().added == 1 && scan().unchanged == 1)
    unlink(name)
    #expect(try scan().missing == 1)
  }

  /// A file that changes at every look has no mark and is read again.
  @Test func aFileThatIsBeingWrittenIsNotTakenForKnown() throws {
    music.write(wave(1), to: "a.wav")
    let path = FilePath(music.file("a.wav"))
    // As if the file changed after the folder was listed: it is read again.
    let stale = TreeWalk.Found(path: path, mark: FileMark(size: 1, modified: 1, number: 1))
    let item = SoundProbe.item(for: stale, hashes: true)
    #expect(try item.mark == FileMark(path) && item.state == .playable && !item.sha256.isEmpty)
  }

  @Test func aCatalogueInUseIsReported() throws {
    music.write(wave(1), to: "a.wav")
    try library.database.execute("PRAGMA busy_timeout = 20")
    let other = try openAgain()
    try other.database.begin()
    #expect(failure { try scan() }?.code == .state)
    // A file that is being read continues to its end.
    #expect(try library.count() == 0)
    other.database.rollback()
    #expect(try scan().added == 1)
  }

  @Test func aFullDiskEndsAScanAndLosesNothing() throws {
    for number in 0..<600 { music.write(wave(number), to: "\(number).wav") }
    try library.save(LibraryRig.item("/before.wav"))
    let pages = try library.reading { () throws(AhaError) in
      try library.database.integer("PRAGMA page_count")
    }
    try library.database.execute("PRAGMA max_page_count = \(pages + 30)")
    #expect(failure { try scan() }?.code == .diskFull)
    #expect(try library.item(at: FilePath("/before.wav")) != nil)
    try library.database.checkPages()
    try library.database.execute("PRAGMA max_page_count = 1000000")
    let report = try scan()
    #expect(report.files == 600 && report.added + report.unchanged == 600 && report.added > 0)
  }

  @Test func deepAndOverlappingFoldersAreLookedThroughOnce() throws {
    var way = ""
    for depth in 0..<70 {
      way += depth == 0 ? "d" : "/d"
      music.makeFolder(way)
      music.write(wave(depth), to: way + "/a.wav")
    }
    let roots = [FilePath(music.path), FilePath(music.file("d/d")), FilePath(music.path)]
    // Below the second root, folders are two levels deeper; the max depth is 64.
    let report = try scan { ($0.depth, $0.roots) = (1000, roots) }
    #expect(report.files == 66)
    #expect(report.troubles.count == 1 && report.troubles[0].contains("the max depth is 64"))
    let again = try scan { ($0.depth, $0.roots, $0.followsLinks) = (1000, roots, true) }
    #expect(again.files == 64)
  }
}
