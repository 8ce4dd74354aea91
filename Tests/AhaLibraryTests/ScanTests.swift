import AhaBase
import AhaCodec
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite struct ScanTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  private func wave(_ number: Int) -> [UInt8] {
    wav16((0..<200).map { Int16(truncatingIfNeeded: $0 &* number) })
  }

  @discardableResult
  private func scan(
    _ library: Library, _ job: Job = Job(), _ change: (inout ScanSettings) -> Void = { _ in }
  ) throws -> ScanReport {
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    change(&settings)
    var scan = try Scan(library: library, settings: settings, job: job)
    return try scan.run()
  }

  private func item(_ name: String, _ library: Library) throws -> LibraryItem? {
    let real = try #require(FilePath(music.path).resolved)
    return try library.item(at: real.appending(FilePath(name)))
  }

  @Test func soundsAreFoundWithTheirProperties() throws {
    for folder in ["a", "a/b"] { music.makeFolder(folder) }
    music.write(wave(1), to: "a/b/One two.wav")
    music.write(wave(2), to: "top.WAV")
    music.write(Array("no sound".utf8), to: "broken.flac")
    music.write([], to: "empty.mp3")
    music.write(Array("words".utf8), to: "a/notes.txt")
    music.write(wave(3), to: ".hidden.wav")
    let library = try rig.open()
    let report = try scan(library)
    #expect(report.files == 4 && report.added == 4 && report.undecodable == 2)
    #expect(report.troubles.isEmpty && report.missing == 0 && report.moved == 0)
    let one = try #require(try item("a/b/One two.wav", library))
    #expect(one.state == .playable && one.title == "One two" && one.sha256.utf8.count == 64)
    #expect(one.sound.container == .wav && one.sound.encoding == .pcm16 && one.sound.channels == 1)
    #expect(one.sound.length == 200 * 1_000_000 / Int64(one.sound.sampleRate))
    let broken = try #require(try item("broken.flac", library))
    #expect(broken.state == .undecodable && broken.reason.contains("not audio of a known format"))
    #expect(try item("empty.mp3", library)?.reason.contains("is empty") ?? false)
    #expect(try item("a/notes.txt", library) == nil && item(".hidden.wav", library) == nil)
  }

  @Test func unchangedFilesAreNotReadAgain() throws {
    for number in 0..<600 { music.write(wave(number), to: "\(number).wav") }
    let library = try rig.open()
    #expect(try scan(library).added == 600)
    let again = try scan(library)
    #expect(again.unchanged == 600 && again.added + again.changed + again.moved == 0)
    music.write(wave(7) + [0, 0], to: "1.wav")
    let changed = try scan(library)
    #expect(changed.unchanged == 599 && changed.changed == 1)
    #expect(try library.count() == 600)
  }

  @Test func movedFilesKeepTheirHistory() throws {
    music.write(wave(1), to: "a.wav")
    music.write(wave(2), to: "b.wav")
    let library = try rig.open()
    try scan(library)
    let number = try #require(try item("a.wav", library)).number
    try library.note(.play, item: number)
    music.makeFolder("later")
    music.move("a.wav", to: "later/c.wav")
    let report = try scan(library)
    #expect(report.moved == 1 && report.unchanged == 1 && report.missing == 0)
    let moved = try #require(try item("later/c.wav", library))
    #expect(moved.number == number && moved.plays == 1 && moved.title == "c")
    // A copy is another item.
    music.write(wave(2), to: "copy.wav")
    #expect(try scan(library).added == 1)
  }

  @Test func filesThatAreGoneAreMissingAndComeBack() throws {
    music.write(wave(1), to: "a.wav")
    let library = try rig.open()
    try scan(library)
    music.move("a.wav", to: "a.txt")
    #expect(try scan(library).missing == 1)
    #expect(try item("a.wav", library)?.state == .missing)
    #expect(try scan(library).missing == 0)
    music.move("a.txt", to: "a.wav")
    try scan(library)
    #expect(try item("a.wav", library)?.state == .playable)
  }

  @Test func circlesOfLinksEnd() throws {
    music.makeFolder("a")
    music.write(wave(1), to: "a/one.wav")
    symlink("..", music.file("a/up"))
    symlink("a", music.file("b"))
    symlink("nowhere", music.file("c.wav"))
    symlink("one.wav", music.file("a/two.wav"))
    let library = try rig.open()
    #expect(try scan(library).files == 2)
    #expect(try scan(library) { $0.followsLinks = true }.files == 2)
  }

  @Test func depthNumberAndPatternsAreLimits() throws {
    for folder in ["a", "a/b", "old"] { music.makeFolder(folder) }
    for name in ["top.wav", "a/in.wav", "a/b/deep.wav", "old/gone.wav", "take.tmp.wav"] {
      music.write(wave(name.utf8.count), to: name)
    }
    let roots = try scan(rig.open()) { $0.depth = 0 }
    #expect(roots.files == 2 && roots.troubles.isEmpty)
    let cut = try scan(rig.open()) { $0.depth = 1 }
    #expect(cut.files == 4 && cut.troubles.count == 1 && cut.troubles[0].contains("a/b"))
    #expect(try scan(rig.open()) { $0.ignored = ["*.tmp.*", "old", "a/b"] }.files == 2)
    let library = try rig.open()
    #expect {
      try scan(library) { $0.maxFiles = 3 }
    } throws: {
      ($0 as? AhaError)?.code == .limit
    }
    #expect { try scan(library) { $0.roots = [] } } throws: { error in
      (error as? AhaError)?.code == .invalidArgument
    }
    for root in ["/none", music.file("top.wav")] {
      #expect { try scan(library) { $0.roots = [FilePath(root)] } } throws: { error in
        (error as? AhaError)?.code == .notFound
      }
    }
  }

  /// Retried by a version that knows the format. The hashes of other files are not computed again.
  @Test func undecodableFilesAreRetried() throws {
    music.write(wave(1), to: "a.wav")
    music.write(Array("no sound".utf8), to: "broken.wav")
    let library = try rig.open()
    try scan(library)
    for isChecked in [false, true] {
      var noted = try #require(try item("a.wav", library))
      (noted.state, noted.reason) = (.undecodable, "not audio of a known format")
      try library.save(noted)
      if isChecked {
        #expect(try library.check(noted.number).state == .playable)
      } else {
        let report = try scan(library)
        #expect(report.changed == 1 && report.unchanged == 1 && report.undecodable == 1)
      }
      let now = try #require(try item("a.wav", library))
      #expect(now.state == .playable && now.reason.isEmpty && now.sha256 == noted.sha256)
    }
    #expect(try scan(library).unchanged == 2)
  }

  @Test func eachScanCountsTheUndecodable() throws {
    music.write(wave(1), to: "a.wav")
    music.write([], to: "empty.wav")
    music.write(Array("no sound".utf8), to: "broken.wav")
    let library = try rig.open()
    #expect(try scan(library).undecodable == 2)
    let again = try scan(library)
    #expect(again.unchanged == 3 && again.undecodable == 2)
  }

  /// `BadDiskTests` scans such folders.
  @Test func itemsOfUnreadableFoldersAreNotMarked() throws {
    music.write(wave(1), to: "one.wav")
    let library = try rig.open()
    try scan(library)
    music.move("one.wav", to: "one.txt")
    let unread = try #require(FilePath(music.path).resolved)
    #expect(
      try library.markMissing(below: [unread], besides: [unread], seen: NumberSet(), job: Job())
        == 0)
    #expect(
      try library.markMissing(below: [unread], besides: [], seen: NumberSet(), job: Job()) == 1)
  }

  @Test func cancellingKeepsFoundItems() throws {
    for number in 0..<20 { music.write(wave(number), to: "\(number).wav") }
    let (library, job) = (try rig.open(), Job())
    job.cancel()
    #expect { try scan(library, job) } throws: { ($0 as? AhaError)?.code == .cancelled }
    #expect(try library.count() == 0 && scan(library).added == 20)
  }

  @Test(arguments: [[5, -3], [9, 2], [1, 1 << 40], [3, 3, 200, 4000], []])
  func setsHaveAnyNumber(numbers: [Int64]) {
    var set = NumberSet()
    for number in numbers { set.insert(number) }
    let all: [Int64] = [-3, 0, 1, 2, 3, 5, 9, 64, 200, 4000, 1 << 26, 1 << 40, .min, .max]
    #expect(all.filter { set.contains($0) } == all.filter { numbers.contains($0) })
    #expect(set.count == Set(numbers).count)
  }
}
