import AhaBase
import AhaCodec
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite final class ScanTests: LibraryRig {
  @Test func soundsAreFoundWithTheirProperties() throws {
    for folder in ["a", "a/b"] { music.makeFolder(folder) }
    music.write(wave(1), to: "a/b/One two.wav")
    music.write(wave(2), to: "top.WAV")
    music.write(Array("no sound".utf8), to: "broken.flac")
    music.write([], to: "empty.mp3")
    music.write(Array("words".utf8), to: "a/notes.txt")
    music.write(wave(3), to: ".hidden.wav")
    let report = try scan()
    #expect(report.files == 4 && report.added == 4 && report.undecodable == 2)
    #expect(report.troubles.isEmpty && report.missing == 0 && report.moved == 0)
    let one = try #require(try item(at: "a/b/One two.wav"))
    #expect(one.state == .playable && one.title == "One two" && one.sha256.utf8.count == 64)
    #expect(one.sound.container == .wav && one.sound.encoding == .pcm16 && one.sound.channels == 1)
    #expect(one.sound.length == 100 * 1_000_000 / Int64(one.sound.sampleRate))
    let broken = try #require(try item(at: "broken.flac"))
    #expect(broken.state == .undecodable && broken.reason.contains("not audio of a known format"))
    #expect(try item(at: "empty.mp3")?.reason.contains("is empty") ?? false)
    #expect(try item(at: "a/notes.txt") == nil && item(at: ".hidden.wav") == nil)
    let again = try scan()
    #expect(again.unchanged == 4 && again.undecodable == 2)
  }

  @Test func unchangedFilesAreNotReadAgain() throws {
    for number in 0..<600 { music.write(wave(number), to: "\(number).wav") }
    #expect(try scan().added == 600)
    let again = try scan()
    #expect(again.unchanged == 600 && again.added + again.changed + again.moved == 0)
    music.write(wave(7) + [0, 0], to: "1.wav")
    let changed = try scan()
    #expect(changed.unchanged == 599 && changed.changed == 1)
    #expect(try library.count() == 600)
  }

  @Test func movedFilesKeepTheirHistory() throws {
    music.write(wave(1), to: "a.wav")
    music.write(wave(2), to: "b.wav")
    try scan()
    let number = try #require(try item(at: "a.wav")).number
    try library.note(.play, item: number)
    music.makeFolder("later")
    music.move("a.wav", to: "later/c.wav")
    let report = try scan()
    #expect(report.moved == 1 && report.unchanged == 1 && report.missing == 0)
    let moved = try #require(try item(at: "later/c.wav"))
    #expect(moved.number == number && moved.plays == 1 && moved.title == "c")
    // A copy is another item.
    music.write(wave(2), to: "copy.wav")
    #expect(try scan().added == 1)
  }

  @Test func filesThatAreGoneAreMissingAndComeBack() throws {
    music.write(wave(1), to: "a.wav")
    try scan()
    music.move("a.wav", to: "a.txt")
    #expect(try scan().missing == 1)
    #expect(try state("a.wav") == .missing)
    #expect(try scan().missing == 0)
    music.move("a.txt", to: "a.wav")
    try scan()
    #expect(try state("a.wav") == .playable)
  }

  @Test func circlesOfLinksEnd() throws {
    music.makeFolder("a")
    music.write(wave(1), to: "a/one.wav")
    symlink("..", music.file("a/up"))
    symlink("a", music.file("b"))
    symlink("nowhere", music.file("c.wav"))
    symlink("one.wav", music.file("a/two.wav"))
    #expect(try scan().files == 2)
    #expect(try scan { $0.followsLinks = true }.files == 2)
  }

  @Test func depthNumberAndPatternsAreLimits() throws {
    for folder in ["a", "a/b", "old"] { music.makeFolder(folder) }
    for name in ["top.wav", "a/in.wav", "a/b/deep.wav", "old/gone.wav", "take.tmp.wav"] {
      music.write(wave(name.utf8.count), to: name)
    }
    let roots = try scan(in: openAgain()) { $0.depth = 0 }
    #expect(roots.files == 2 && roots.troubles.isEmpty)
    let cut = try scan(in: openAgain()) { $0.depth = 1 }
    #expect(cut.files == 4 && cut.troubles.count == 1 && cut.troubles[0].contains("a/b"))
    #expect(try scan(in: openAgain()) { $0.ignored = ["*.tmp.*", "old", "a/b"] }.files == 2)
    #expect(failure { try scan { $0.maxFiles = 3 } }?.code == .limit)
    #expect(failure { try scan { $0.roots = [] } }?.code == .invalidArgument)
    for path in ["/none", music.file("top.wav")] {
      #expect(failure { try scan { $0.roots = [FilePath(path)] } }?.code == .notFound)
    }
  }

  /// Retried by a version that knows the format. The hashes of other files are not computed again.
  @Test func undecodableFilesAreRetried() throws {
    music.write(wave(1), to: "a.wav")
    music.write(Array("no sound".utf8), to: "broken.wav")
    try scan()
    for isChecked in [false, true] {
      var noted = try #require(try item(at: "a.wav"))
      (noted.state, noted.reason) = (.undecodable, "not audio of a known format")
      try library.save(noted)
      if isChecked {
        #expect(try library.check(noted.number).state == .playable)
      } else {
        let report = try scan()
        #expect(report.changed == 1 && report.unchanged == 1 && report.undecodable == 1)
      }
      let now = try #require(try item(at: "a.wav"))
      #expect(now.state == .playable && now.reason.isEmpty && now.sha256 == noted.sha256)
    }
    #expect(try scan().unchanged == 2)
  }

  /// `BadDiskTests` scans such folders.
  @Test func itemsOfUnreadableFoldersAreNotMarked() throws {
    music.write(wave(1), to: "one.wav")
    try scan()
    music.move("one.wav", to: "one.txt")
    for (unread, count) in [([root], 0), ([], 1)] as [([FilePath], Int64)] {
      let marked = try library.markMissing(
        below: [root], besides: unread, seen: NumberSet(), job: Job())
      #expect(marked == count)
    }
  }

  @Test func cancellingKeepsFoundItems() throws {
    for number in 0..<20 { music.write(wave(number), to: "\(number).wav") }
    let job = Job()
    job.cancel()
    #expect(failure { try scan(job) }?.code == .cancelled)
    #expect(try library.count() == 0 && scan().added == 20)
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
