import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite final class ForgetMissingTests: LibraryRig {
  private func numbers() throws -> [Int64] {
    try items { ($0.states, $0.checks) = (Playability.allCases, false) }.map { $0.number }.sorted()
  }

  private func remove(_ name: String) { unlink(music.file(name)) }

  @Test func itemsWithoutAFileAreForgotten() throws {
    for number in 1...3 { music.write(wave(number), to: "\(number).wav") }
    try scan()
    let gone = try #require(try item(at: "2.wav")?.number)
    remove("2.wav")
    #expect(try library.forgetMissing(below: root) == 1)
    #expect(try numbers().count == 2 && !numbers().contains(gone))
    try library.restore(gone)
    #expect(try numbers().contains(gone))
  }

  @Test func theHistoryContinuesWithTheSameContent() throws {
    music.write(wave(1), to: "a.wav")
    music.write(wave(1), to: "b.wav")
    try scan()
    let ghost = try #require(try item(at: "a.wav")?.number)
    let twin = try #require(try item(at: "b.wav")?.number)
    try library.note(.play, item: ghost, milliseconds: 1000)
    try library.note(.play, item: twin, milliseconds: 1000)
    try library.setText(of: ghost, field: .title, text: "Night")
    remove("a.wav")
    #expect(try library.forgetMissing(below: root) == 1)
    let left = try library.item(twin)
    #expect(left.plays == 2 && left.shown.title == "Night" && left.played == LibraryRig.noon)
    #expect(try items { ($0.text, $0.checks) = ("night", false) }.map { $0.number } == [twin])
    let events = try library.database.integer(
      "SELECT count(*) FROM event WHERE item = ?1", .integer(twin))
    #expect(events == 2)
  }

  @Test func anEmptyFolderMayBeAVolumeThatIsNotMounted() throws {
    music.write(wave(1), to: "a.wav")
    try scan()
    remove("a.wav")
    #expect(failure { _ = try library.forgetMissing(below: root) }?.code == .state)
    let inner = root.appending(FilePath("gone"))
    #expect(failure { _ = try library.forgetMissing(below: inner) }?.code == .notFound)
    #expect(try numbers().count == 1)
  }

  @Test func soMayAnEmptyFolderBelowIt() throws {
    music.write(wave(1), to: "here.wav")
    for name in ["usb", "gone"] {
      mkdir(music.file(name), 0o755)
      music.write(wave(name == "usb" ? 2 : 3), to: name + "/a.wav")
    }
    try scan()
    for name in ["usb/a.wav", "gone/a.wav"] { remove(name) }
    rmdir(music.file("gone"))
    let kept = try #require(try item(at: "usb/a.wav")?.number)
    #expect(try library.forgetMissing(below: root) == 1)
    #expect(try numbers().contains(kept))
  }

  @Test func aChangedFileHasNotTheSameContent() throws {
    for name in ["a.wav", "b.wav"] { music.write(wave(1), to: name) }
    try scan()
    let twin = try #require(try item(at: "b.wav")?.number)
    try library.note(.play, item: #require(try item(at: "a.wav")?.number), milliseconds: 1000)
    remove("a.wav")
    music.write(wave(2) + [0, 0], to: "b.wav")
    #expect(try library.forgetMissing(below: root) == 1)
    #expect(try library.item(twin).plays == 0)
  }

  @Test func itemsOutsideTheFolderStay() throws {
    let elsewhere = try library.save(LibraryRig.item("/nowhere/a.wav"))
    let beside = try library.save(LibraryRig.item(root.text + "-beside/a.wav"))
    try library.save(LibraryRig.item(root.text + "/a.wav"))
    music.write([], to: "text")
    #expect(try library.forgetMissing(below: root) == 1)
    #expect(try numbers() == [elsewhere, beside])
  }
}
