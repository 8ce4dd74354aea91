import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Items that a scan does not find, and moved files.
@Suite struct MissingTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  private func wave(_ number: Int) -> [UInt8] {
    wav16([Int16](repeating: Int16(number % 999), count: 20))
  }

  private func real() throws -> FilePath { try #require(FilePath(music.path).resolved) }

  private func scan(_ library: Library, isFlat: Bool = false) throws -> ScanReport {
    var settings = ScanSettings()
    settings.isFlat = isFlat
    let start = TreeWalk.Start(folder: try real(), root: try real(), depth: 0)
    var scan = Scan(library: library, settings: settings, job: Job(), from: [start])
    return try scan.run()
  }

  private func state(_ name: String, _ library: Library) throws -> Playability? {
    try library.item(at: try real().appending(FilePath(name)))?.state
  }

  /// A scan does not check items of other folders, which may be large trees.
  @Test func aScanOfOneFolderChecksOnlyItsItems() throws {
    for folder in ["in", "in/er", "gone", "last"] { music.makeFolder(folder) }
    for number in 0..<300 { music.write(wave(number), to: "in/\(number).wav") }
    let direct = ["in0", "in0.wav", "own.wav", "z.wav"]
    let names = ["in/er/a.wav", "gone/a.wav", "last/a.wav"] + direct
    let library = try rig.open()
    for name in names {
      try library.addFile(FilePath(music.write(wave(1), to: name)), origin: .folder)
    }
    _ = try scan(library)
    for name in names where name != "z.wav" { unlink(music.file(name)) }
    music.removeFolder("gone")
    #expect(try scan(library, isFlat: true).missing == 4)
    for name in ["gone/a.wav", "in0", "in0.wav", "own.wav"] {
      #expect(try state(name, library) == .missing, "\(name)")
    }
    for name in ["in/7.wav", "in/er/a.wav", "last/a.wav", "z.wav"] {
      #expect(try state(name, library) == .playable, "\(name)")
    }
    #expect(try scan(library).missing == 2)
  }

  /// The files are checked before the database is locked, so that others can write meanwhile.
  @Test func movedFilesAreSearchedBeforeTheLock() throws {
    music.write(wave(1), to: "a.wav")
    let library = try rig.open()
    _ = try scan(library)
    let noted = try #require(try library.item(at: try real().appending(FilePath("a.wav"))))
    unlink(music.file("a.wav"))
    var copies: [LibraryItem] = []
    for name in ["b.wav", "c.wav"] {
      var item = LibraryItem(place: try real().appending(FilePath(name)), origin: .folder)
      (item.sha256, item.mark) = (noted.sha256, noted.mark)
      copies.append(item)
    }
    let other = try rig.open()
    try other.database.execute("BEGIN IMMEDIATE")
    try library.database.execute("PRAGMA busy_timeout = 20")
    var contents = MovedFileCache()
    let lost = try library.findings(copies, contents: &contents).map { finding -> LostItem? in
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
    #expect(try scan(other).moved == 1)
    #expect(try !isKnown())
  }
}
