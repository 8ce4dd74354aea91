import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite("Journals of takes")
struct TakeJournalTests {
  let folder = TemporaryFolder()

  /// A copy of the descriptor of an open file; nil: this process has not opened it.
  private func duplicate(of path: String) -> Int32? {
    for number in Int32(0)..<4096 {
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(number)", &target, target.count)
      let name = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      if String(decoding: name, as: UTF8.self) == path { return dup(number) }
    }
    return nil
  }

  /// A process that another thread starts has the descriptors of this one until `exec`.
  @Test func theLockEndsAlthoughAnotherProcessHasTheDescriptor() throws {
    let take = FilePath(folder.write([], to: "a.wav"))
    let mark = folder.file(".a.wav.aha-take")
    var journal: TakeJournal? = try TakeJournal(marking: take)
    let copy = try #require(duplicate(of: mark))
    defer { close(copy) }
    let isFree = TakeJournal(left: FilePath(mark)) != nil
    #expect(!isFree && journal != nil)
    journal = nil
    #expect(TakeJournal(left: FilePath(mark)) != nil)
  }
}
