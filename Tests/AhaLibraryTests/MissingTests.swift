import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Items that a scan does not find, and moved files.
@Suite final class MissingTests: LibraryRig {
  private func scan(isFlat: Bool = false, in other: Library? = nil) throws -> ScanReport {
    var settings = ScanSettings()
    settings.isFlat = isFlat
    let start = TreeWalk.Start(folder: root, root: root, depth: 0)
    var scan = Scan(library: other ?? library, settings: settings, job: Job(), from: [start])
    return try scan.run()
  }

  /// A scan does not check items of other folders, which may be large trees.
  @Test func aScanOfOneFolderChecksOnlyItsItems() throws {
    for folder in ["in", "in/er", "gone", "last"] { music.makeFolder(folder) }
    for number in 0..<300 { music.write(wave(number), to: "in/\(number).wav") }
    let direct = ["in0", "in0.wav", "own.wav", "z.wav"]
    let names = ["in/er/a.wav", "gone/a.wav", "last/a.wav"] + direct
    for name in names {
      try library.addFile(FilePath(music.write(wave(1), to: name)), origin: .folder)
    }
    _ = try scan()
    for name in names where name != "z.wav" { unlink(music.file(name)) }
    music.removeFolder("gone")
    #expect(try scan(isFlat: true).missing == 4)
    for name in ["gone/a.wav", "in0", "in0.wav", "own.wav"] {
      #expect(try state(name) == .missing, "\(name)")
    }
    for name in ["in/7.wav", "in/er/a.wav", "last/a.wav", "z.wav"] {
      #expect(try state(name) == .playable, "\(name)")
    }
    #expect(try scan().missing == 2)
  }

  /// The files are checked before the database is locked, so that others can write meanwhile.
  @Test func movedFilesAreSearchedBeforeTheLock() throws {
    music.write(wave(1), to: "a.wav")
    _ = try scan()
    let noted = try #require(try item(at: "a.wav"))
    unlink(music.file("a.wav"))
    var copies: [LibraryItem] = []
    for name in ["b.wav", "c.wav"] {
      var item = LibraryItem(place: root.appending(FilePath(name)), origin: .folder)
      (item.sha256, item.mark) = (noted.sha256, noted.mark)
      copies.append(item)
    }
    let other = try openAgain()
    try other.database.execute("BEGIN IMMEDIATE")
    try library.database.execute("PRAGMA busy_timeout = 20")
    var contents = MovedFileCache()
    let lost = try library.findings(for: copies, contents: &contents).map { finding -> LostItem? in
      if case .moved(let lost) = finding { lost } else { nil }
    }
    #expect(lost.map { $0?.number } == [noted.number, nil])
    try other.database.execute("ROLLBACK")
    // Another process may have found it meanwhile.
    let found = try #require(lost[0])
    let copy = copies[0]
    func isKnown() throws -> Bool {
      try library.reading { () throws(AhaError) in try library.isKnown(found, found: copy) }
    }
    #expect(try isKnown())
    music.write(wave(1), to: "d.wav")
    #expect(try scan(in: other).moved == 1)
    #expect(try !isKnown())
  }
}
