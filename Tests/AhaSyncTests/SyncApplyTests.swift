import AhaBase
import AhaLibrary
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

/// A source with invented lists, to test how the library applies them.
final class MadeUpCatalogue: Catalogue {
  let kind = "madeup"
  let address: String
  let client: Client
  var hasDeltas = false
  var parts: [ListPart] = []
  /// Position and token at the start of each list.
  private(set) var begun: [(place: String, token: String)] = []
  private var next = 0
  /// Index of the part that throws this error.
  var failsAt = -1
  /// Whether every request fails.
  var isDown = false
  /// Whether another process can resume the list at a part.
  var hasPlaces = true
  /// Called before a part is read.
  var before: (_ part: Int) -> Void = { _ in }
  var cancels: Job?

  init(_ rig: SyncRig, _ address: String = "here") {
    (client, self.address) = (rig.client, address)
  }

  func begin(at place: String, token: String, via call: SyncCall) throws(AhaError) {
    begun.append((place, token))
    next = place.isEmpty ? 0 : Int(place) ?? 0
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    if isDown { throw AhaError(.http, "503") }
    before(next)
    if next == failsAt { throw AhaError(.network, "gone") }
    if next == 1 { cancels?.cancel() }
    var part = parts[next]
    next += 1
    if hasPlaces, next < parts.count, case .more = part.next { part.next = .at("\(next)") }
    if next == parts.count, case .more = part.next { part.next = .end(token: "") }
    return part
  }

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer { .nothing("nothing", isThere: false) }

  static func entry(_ id: String, _ revision: String = "1", title: String? = nil) -> ListEntry {
    var item = LibraryItem(place: FilePath("https://a.example/\(id).wav"), origin: .remote)
    (item.title, item.state) = (title ?? id, .remoteDownloadable)
    return ListEntry(id: id, revision: revision, item: item)
  }

  /// A list of these entries, in one part.
  func list(_ entries: ListEntry...) { parts = [part(entries)] }

  func part(_ entries: [ListEntry]) -> ListPart {
    var part = ListPart()
    part.entries = entries
    return part
  }
}

@Suite struct SyncApplyTests {
  private let rig: SyncRig
  private let remote: MadeUpCatalogue

  init() throws {
    rig = try SyncRig()
    remote = MadeUpCatalogue(rig)
  }

  private func entry(_ id: String, _ revision: String = "1", title: String? = nil) -> ListEntry {
    MadeUpCatalogue.entry(id, revision, title: title)
  }

  private func number(_ title: String) throws -> Int64 {
    try #require(rig.items().first { $0.title == title }).number
  }

  @Test func localChangesStayOnAConflict() throws {
    remote.list(entry("a"), entry("b"))
    _ = try rig.sync(remote)
    var mine = try rig.library.item(number("a"))
    mine.title = "mine"
    try rig.library.save(mine)
    // A local change alone is no conflict.
    #expect(try rig.sync(remote).conflicts == 0)
    remote.list(entry("a", "2", title: "theirs"), entry("b", "2", title: "B"))
    let report = try rig.sync(remote)
    #expect(report.conflicts == 1 && report.changed == 1)
    #expect(report.troubles.count == 1 && report.troubles[0].contains("\"mine\" stays"))
    #expect(try rig.titles == ["B", "mine"])
    // A conflict is reported once, and again after the next remote change.
    #expect(try rig.sync(remote).conflicts == 0)
    remote.list(entry("a", "3", title: "theirs"), entry("b", "2"))
    #expect(try rig.sync(remote).conflicts == 1)
    // The remote entry is gone; the local item stays.
    remote.list(entry("b", "2"))
    #expect(try rig.sync(remote).removed == 1)
    #expect(try rig.library.item(mine.number).state == .missing)
    remote.list(entry("a", "4"), entry("b", "2"))
    #expect(try rig.sync(remote).conflicts == 1)
    #expect(try rig.library.item(mine.number).state == .remoteDownloadable)
  }

  @Test func forgottenItemsStayForgotten() throws {
    remote.list(entry("a"), entry("b"))
    _ = try rig.sync(remote)
    try rig.library.forget(number("a"))
    #expect(try rig.sync(remote).added == 0)
    #expect(try rig.titles == ["b"])
    // Until restored: its source updates it again.
    try rig.library.restore(1)
    remote.list(entry("a", "2", title: "c"), entry("b"))
    #expect(try rig.sync(remote).changed == 1)
    #expect(try rig.titles == ["b", "c"])
    // Or until its revision changes, or the whole list is read.
    try rig.library.forget(number("c"))
    remote.list(entry("a", "3"), entry("b"))
    #expect(try rig.sync(remote).added == 1)
    try rig.library.forget(number("b"))
    #expect(try rig.sync(remote) { $0.isWhole = true }.added == 1)
    #expect(try rig.titles == ["a", "b"])
  }

  @Test func anItemOfTheHostsStays() throws {
    var own = LibraryItem(place: FilePath("https://a.example/a.wav"), origin: .piece)
    (own.title, own.state) = ("own", .remoteOnly)
    let number = try rig.library.save(own)
    remote.list(entry("a"))
    _ = try rig.sync(remote)
    remote.list(entry("a", "2"))
    _ = try rig.sync(remote)
    #expect(try rig.library.item(number).title == "own")
    remote.list()
    _ = try rig.sync(remote) { $0.isWhole = true }
    #expect(try rig.library.item(number).state == .remoteOnly)
  }

  @Test func oneItemOfTwoSources() throws {
    let other = MadeUpCatalogue(rig, "there")
    remote.list(entry("a"))
    other.list(entry("a"))
    _ = try rig.sync(remote)
    #expect(try rig.sync(other).added == 0)
    remote.list()
    #expect(try rig.sync(remote) { $0.isWhole = true }.removed == 1)
    #expect(try rig.titles == ["a"])
    // From now on the item belongs to the other source.
    other.list(entry("a", "2", title: "A"))
    #expect(try rig.sync(other).changed == 1)
    #expect(try rig.titles == ["A"])
    other.list()
    #expect(try rig.sync(other) { $0.isWhole = true }.removed == 1)
    #expect(try rig.titles.isEmpty)
  }

  @Test func anItemMayChangeItsSource() throws {
    remote.list(entry("a"))
    _ = try rig.sync(remote)
    let number = try number("a")
    try rig.library.note(.play, item: number, milliseconds: 10)
    remote.list()
    _ = try rig.sync(remote) { $0.isWhole = true }
    #expect(try rig.library.item(number).state == .missing)
    let other = MadeUpCatalogue(rig, "there")
    other.list(entry("a", title: "A"))
    #expect(try rig.sync(other).changed == 1)
    let back = try rig.library.item(number)
    #expect(back.title == "A" && back.state == .remoteDownloadable && back.plays == 1)
    // Gone from that source too, it has its former state.
    other.list()
    #expect(try rig.sync(other) { $0.isWhole = true }.removed == 1)
    #expect(try rig.library.item(number).state == .missing)
  }

  @Test func placesChange() throws {
    remote.list(entry("a"))
    _ = try rig.sync(remote)
    let number = try number("a")
    var item = LibraryItem(place: FilePath("https://b.example/x.wav"), origin: .remote)
    (item.title, item.state) = ("a", .remoteOnly)
    remote.list(ListEntry(id: "a", revision: "2", item: item))
    #expect(try rig.sync(remote).changed == 1)
    let moved = try rig.library.item(number)
    #expect(moved.place.text == "https://b.example/x.wav" && moved.state == .remoteOnly)
    // But not to the place of another item.
    remote.list(
      ListEntry(id: "a", revision: "3", item: item), ListEntry(id: "b", revision: "1", item: item))
    let report = try rig.sync(remote)
    #expect(report.troubles.count == 1 && report.added == 0)
  }

  @Test func theFirstOfTwoEntriesCounts() throws {
    remote.list(entry("a", "1", title: "first"), entry("a", "2", title: "second"), entry("a", "1"))
    remote.parts[0].next = .end(token: "t")
    let report = try rig.sync(remote)
    #expect(report.added == 1 && report.troubles.count == 1)
    #expect(try rig.titles == ["first"])
    // The former state is unknown, so the next list is read whole.
    _ = try rig.sync(remote)
    #expect(remote.begun.map(\.token) == ["", ""])
  }

  @Test func resumesAtItsPosition() throws {
    remote.parts = ["a", "b", "c"].map { remote.part([entry($0)]) }
    remote.failsAt = 2
    #expect(failure { _ = try rig.sync(remote) }?.code == .network)
    #expect(try rig.titles == ["a", "b"])
    remote.failsAt = -1
    #expect(try rig.sync(remote).added == 1)
    #expect(remote.begun.map(\.place) == ["", "2"])
    #expect(try rig.titles == ["a", "b", "c"])
    // Entries of earlier parts are not marked as gone.
    remote.parts.removeLast()
    #expect(try rig.sync(remote).removed == 1)
  }

  @Test func aServerThatIsDownLosesNoPlace() throws {
    remote.parts = ["a", "b", "c"].map { remote.part([entry($0)]) }
    remote.failsAt = 2
    #expect(failure { _ = try rig.sync(remote) }?.code == .network)
    remote.isDown = true
    #expect(failure { _ = try rig.sync(remote) }?.code == .http)
    (remote.isDown, remote.failsAt) = (false, -1)
    let report = try rig.sync(remote)
    #expect(report.added == 1 && report.unchanged == 0 && report.troubles.isEmpty)
    #expect(remote.begun.last?.place == "2")
  }

  @Test func nothingIsGoneFromHalfAList() throws {
    remote.list(entry("a"), entry("b"))
    _ = try rig.sync(remote)
    remote.parts = [remote.part([entry("b")]), remote.part([entry("c")])]
    remote.failsAt = 1
    #expect(failure { _ = try rig.sync(remote) }?.code == .network)
    #expect(try rig.titles == ["a", "b"])
  }

  @Test func isCancelled() throws {
    remote.parts = [remote.part([entry("a")]), remote.part([entry("b")])]
    let job = Job()
    remote.cancels = job
    #expect(failure { _ = try rig.sync(remote, job) }?.code == .cancelled)
    remote.cancels = nil
    _ = try rig.sync(remote)
    #expect(try rig.titles == ["a", "b"])
  }

  @Test func aForgottenPlaceBeginsAnew() throws {
    remote.list(entry("a"))
    remote.parts[0].next = .end(token: "t")
    remote.hasDeltas = true
    _ = try rig.sync(remote)
    var lost = ListPart()
    lost.next = .forgotten
    remote.parts = [lost]
    let again = MadeUpCatalogue(rig)
    again.hasDeltas = true
    again.parts = [lost]
    #expect { _ = try rig.sync(again) } throws: { _ in true }
    #expect(try rig.titles == ["a"])
  }

  @Test func deltasListRemovedItems() throws {
    remote.hasDeltas = true
    remote.list(entry("/x/a"), entry("/x/b"), entry("/xy/c"))
    remote.parts[0].next = .end(token: "t")
    _ = try rig.sync(remote)
    remote.list(entry("/z"))
    remote.parts[0].gone = ["/x"]
    let report = try rig.sync(remote)
    #expect(remote.begun.last?.token == "t" && report.removed == 2 && report.added == 1)
    #expect(try rig.titles == ["/xy/c", "/z"])
  }

  @Test func theListHasALimit() throws {
    remote.list(entry("a"), entry("b"), entry("c"))
    #expect(failure { _ = try rig.sync(remote) { $0.maxItems = 2 } }?.code == .limit)
    #expect(failure { _ = try rig.sync(remote) { $0.maxItems = 0 } }?.code == .invalidArgument)
    #expect(try rig.sync(remote) { $0.maxItems = 3 }.unchanged == 3)
  }
}
