import AhaBase
import AhaLibrary
import AhaTestSupport
import Testing

@testable import AhaServices
@testable import AhaSync

/// Two syncs of one source; one runs completely while the other one is at a part.
@Suite struct ConcurrentSyncTests {
  private let rig: SyncRig
  private let first: MadeUpCatalogue
  private let second: MadeUpCatalogue

  init() throws {
    rig = try SyncRig()
    (first, second) = (MadeUpCatalogue(rig), MadeUpCatalogue(rig))
    let old = MadeUpCatalogue(rig)
    old.list(MadeUpCatalogue.entry("a"), MadeUpCatalogue.entry("gone"))
    _ = try rig.sync(old)
    for remote in [first, second] {
      remote.parts = ["a", "b", "c"].map { remote.part([MadeUpCatalogue.entry($0)]) }
    }
  }

  /// Result of the second sync, which runs before that part of the first one.
  private func syncTwo(
    at part: Int
  ) -> (first: Result<SyncReport, any Error>, second: SyncReport?) {
    let (rig, second) = (rig, second)
    var report: SyncReport?
    first.before = { if $0 == part, report == nil { report = try? rig.sync(second) } }
    let outcome = Result { try rig.sync(first) }
    first.before = { _ in }
    return (outcome, report)
  }

  private func isWell() throws {
    #expect(try rig.titles == ["a", "b", "c"])
    let after = try rig.sync(second)
    #expect(after.unchanged == 3 && after.added == 0 && after.removed == 0)
    #expect(try rig.titles == ["a", "b", "c"])
  }

  /// A list whose positions only its own process knows cannot be continued by another one.
  @Test(arguments: [0, 1, 2]) func theOlderEndsWhereItsListIsItsOwn(part: Int) throws {
    (first.hasPlaces, second.hasPlaces) = (false, false)
    let (older, newer) = syncTwo(at: part)
    #expect(throws: AhaError.self) { try older.get() }
    if case .failure(let error) = older { #expect((error as? AhaError)?.code == .state) }
    #expect(newer?.removed == 1)
    try isWell()
  }

  /// With positions, the newer sync resumes at one, and both reach the end of one list.
  @Test(arguments: [1, 2]) func bothEndWhereTheListHasPlaces(part: Int) throws {
    let (older, newer) = syncTwo(at: part)
    let removed = try older.get().removed + (newer?.removed ?? 0)
    #expect(removed == 1 && second.begun.map(\.place) == ["\(part)"])
    try isWell()
  }

  /// Entries of the newer sync stay, whatever the older one was about to apply.
  @Test func changesInBetweenAreKept() throws {
    second.parts[2] = second.part([MadeUpCatalogue.entry("c", "2", title: "C")])
    _ = syncTwo(at: 2)
    #expect(try rig.titles == ["a", "b", "C"])
    first.parts = second.parts
    _ = try rig.sync(first)
    #expect(try rig.titles == ["a", "b", "C"])
  }
}
