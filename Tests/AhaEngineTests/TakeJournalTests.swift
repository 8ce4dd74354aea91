import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite("Journals of takes")
struct TakeJournalTests {
  let folder = TemporaryFolder()

  /// A process that another thread starts has the descriptors of this one until `exec`.
  @Test func theLockEndsAlthoughAnotherProcessHasTheDescriptor() throws {
    let take = FilePath(folder.write([], to: "a.wav"))
    let mark = folder.file(".a.wav.aha-take")
    var journal: TakeJournal? = try TakeJournal(marking: take)
    let copy = dup(try #require(journal?.descriptor))
    defer { close(copy) }
    let isFree = TakeJournal(left: FilePath(mark)) != nil
    #expect(!isFree && journal != nil)
    journal = nil
    #expect(TakeJournal(left: FilePath(mark)) != nil)
  }
}
