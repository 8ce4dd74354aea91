import AhaTestSupport
import Glibc
import Testing

@testable import AhaBase

@Suite("Temporary files that killed processes left")
struct PartFileTests {
  let folder = TemporaryFolder()
  private var path: FilePath { FilePath(folder.path) }

  /// Two days old: only the lock protects it.
  private func age(_ name: String) {
    let old = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
    utimensat(AT_FDCWD, folder.file(name), [old, old], 0)
  }

  @Test func leftoversAreDeleted() {
    folder.write([1], to: ".aha-4194304-4294967295.part")
    folder.write([], to: ".aha-4194305-0.part")
    PartFile.sweep(in: path)
    #expect(folder.names == [])
  }

  /// A folder is cleaned at most once a minute, unless another folder was cleaned since.
  @Test func aWriteDeletesTheLeftoversInItsFolder() throws {
    folder.makeFolder("other")
    folder.write([1], to: ".aha-4194304-1.part")
    for name in ["other/song.wav", "song.wav"] {
      try ReplacementFile(for: FilePath(folder.file(name))).commit()
    }
    #expect(folder.names == ["other", "song.wav"])
  }

  /// libaha 0.8 does not lock its part files.
  @Test func aPartOfALivingProcessStaysForADay() {
    let part = ".aha-\(getpid())-1.part"
    folder.write([1], to: part)
    PartFile.sweep(in: path)
    #expect(folder.names == [part])
    age(part)
    PartFile.sweep(in: path)
    #expect(folder.names == [])
  }

  /// With any process number: it may belong to another container.
  @Test func partsThatAreWrittenStay() throws {
    let file = try ReplacementFile(for: FilePath(folder.file("song.wav")))
    try file.stream.write([42])
    for name in folder.names { age(name) }
    PartFile.sweep(in: path)
    try file.commit()
    #expect(folder.names == ["song.wav"] && folder.bytes(of: "song.wav") == [42])
  }

  @Test func otherNamesStay() {
    let names = [
      ".aha--1.part", ".aha-1-.part", ".aha-1-1-1.part", ".aha-1-1.part.wav", ".aha-1-1.parts",
      ".aha-1-x.part", ".aha-1.part", ".aha-12345678901-1.part", ".song.wav.part", "aha-1-1.part",
    ]
    for name in names {
      folder.write([1], to: name)
      age(name)
    }
    PartFile.sweep(in: path)
    #expect(folder.names == names.sorted())
  }

  @Test func linksAndFoldersStay() {
    folder.write([1], to: "song")
    symlink("song", folder.file(".aha-4194304-1.part"))
    folder.makeFolder(".aha-4194304-2.part")
    PartFile.sweep(in: path)
    #expect(folder.names == [".aha-4194304-1.part", ".aha-4194304-2.part", "song"])
  }

  @Test(.needsRoot) func partsOfOtherUsersStay() {
    chown(folder.write([1], to: ".aha-4194304-1.part"), 65_534, 65_534)
    PartFile.sweep(in: path)
    #expect(folder.names == [".aha-4194304-1.part"])
  }

  @Test func namesOfOneInstantDiffer() {
    let now = Instant.now()
    let names = (0..<1000).map { _ in PartFile.newName(at: now) }
    #expect(Set(names).count == 1000)
    #expect(PartFile.process(of: FilePath(names[0])) == getpid())
  }

  @Test func aPartDeletedBeforeItsLockIsNotHeld() throws {
    let part = path / FilePath(PartFile.newName())
    let stream = try FileStream(creating: part, named: "song.wav", mode: 0o600)
    Disk.remove(part)
    #expect(!PartFile.hold(part, descriptor: stream.descriptor) && folder.names == [])
  }

  @Test func aPartThatAnotherOneHasLockedIsNotHeldAndNotWaitedFor() throws {
    let part = path / FilePath(PartFile.newName())
    let stream = try FileStream(creating: part, named: "song.wav", mode: 0o644)
    let other = try FileStream(reading: part)
    try #require(flock(other.descriptor, LOCK_EX) == 0)
    #expect(!PartFile.hold(part, descriptor: stream.descriptor))
    try #require(flock(other.descriptor, LOCK_UN) == 0)
    #expect(PartFile.hold(part, descriptor: stream.descriptor))
  }
}
