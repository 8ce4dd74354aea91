import AhaBase
import AhaJSON
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaLibrary
@testable import AhaNet
@testable import AhaPage
@testable import AhaServices
@testable import AhaSync

/// Edits of the user that go back to the drops of a source.
@Suite(.serialized) struct EditTests {
  static let kinds: [SourceKind] = [.folder, .rclone, .apache, .nextcloud, .s3]
  /// Sources that refuse to replace a file that has changed.
  static let checking: [SourceKind] = [.folder, .apache, .nextcloud, .s3]
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  /// A source with a drop, which the library has.
  private func synced(_ kind: SourceKind, _ title: String = "Nihgt") throws -> any SourceUnderTest {
    let source = try kind.make(rig)
    try source.put(try SyncRig.manifest(title, id: "one"), "a drop")
    _ = try rig.sync(source.remote)
    return source
  }

  private func item() throws -> LibraryItem { try #require(rig.items().first) }

  private func set(_ field: ItemField, _ text: String) throws {
    try rig.library.setText(of: try item().number, field: field, text: text)
  }

  private func send(_ remote: any Catalogue) throws -> SyncReport {
    try rig.sync(remote) { $0.sendsEdits = true }
  }

  private func manifest(_ source: any SourceUnderTest) throws -> JSONObject {
    let editor = try #require(source.remote.editor)
    let call = SyncCall(call: rig.call, folder: rig.library.path.folder)
    let file = try #require(try editor.file(DropManifest.fileName, of: "a drop", via: call))
    return try #require(JSONObject.read(file.bytes, limit: 1 << 20))
  }

  @Test(arguments: kinds) func anEditGoesToTheSource(kind: SourceKind) throws {
    let source = try synced(kind)
    try set(.title, "Night")
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    let found = try manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Somebody")
    #expect(found["replaced"] == nil && found.text("id") == "one")
    // The item follows its source again.
    #expect(try item().ownTexts.isEmpty && item().title == "Night")
    let again = try send(source.remote)
    #expect(again.sent == 0 && again.changed == 0 && again.unchanged == 1)
    try source.put(try SyncRig.manifest("Day", id: "one"), "a drop")
    #expect(try rig.sync(source.remote).changed == 1)
    #expect(try item().shown.title == "Day")
  }

  @Test func eachTextTravelsToAnotherLibrary() throws {
    let source = try synced(.folder)
    for field in ItemField.allCases { try set(field, "new \(field)") }
    #expect(try send(source.remote).sent == 1)
    let other = try SyncRig()
    _ = try other.sync(source.remote)
    let item = try #require(other.items().first)
    for field in ItemField.allCases { #expect(item[field] == "new \(field)") }
  }

  @Test(arguments: kinds) func textsOfBothSidesAreMerged(kind: SourceKind) throws {
    let source = try synced(kind)
    try set(.title, "Night")
    let theirs = try SyncRig.manifest("Nihgt", id: "one").replacing("Somebody", by: "Ann")
    try source.put(theirs, "a drop")
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    let found = try manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
    #expect(try item().title == "Night" && item().artist == "Ann")
  }

  /// A sync that sends nothing, in between, does not hide the conflict.
  @Test(arguments: kinds, [false, true])
  func theUsersTextWinsAndTheOtherIsKept(kind: SourceKind, hasSyncBetween: Bool) throws {
    let source = try synced(kind)
    try set(.title, "Night")
    try source.put(try SyncRig.manifest("Day", id: "one"), "a drop")
    if hasSyncBetween { _ = try rig.sync(source.remote) }
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 1)
    #expect(report.troubles.contains { $0.contains("\"Day\"") && $0.contains("\"Night\" is sent") })
    let found = try manifest(source)
    let replaced = try #require(found.objects("replaced").first)
    #expect(found.text("title") == "Night" && found.objects("replaced").count == 1)
    #expect(replaced.text("field") == "title" && replaced.text("text") == "Day")
    #expect(try send(source.remote).conflicts == 0)
  }

  /// The source changes after its manifest was read, and before it is written.
  @Test(arguments: checking) func aRaceIsMerged(kind: SourceKind) throws {
    let source = try synced(kind)
    try set(.title, "Night")
    let theirs = try SyncRig.manifest("Nihgt", id: "one").replacing("Somebody", by: "Ann")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.before = {
      writes += 1
      if writes == 1 { try? source.put(theirs, "a drop") }
    }
    let report = try send(remote)
    #expect(report.sent == 1 && report.conflicts == 0 && writes >= 2, "\(report.troubles)")
    let found = try manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
  }

  @Test func endlessChangesLeaveTheEditForTheNextSync() throws {
    let source = try synced(.folder)
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var count = 0
    remote.before = {
      count += 1
      try? source.put(SyncRig.manifest("Day \(count)", id: "one"), "a drop")
    }
    let report = try send(remote)
    #expect(report.sent == 0 && count == 3 && report.troubles.last?.contains("at every") == true)
    #expect(try item().shown.title == "Night" && manifest(source).text("title") == "Day 3")
  }

  @Test func aServerThatStoresNothingIsReported() throws {
    let source = try synced(.folder)
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.storesNothing = true
    let report = try send(remote)
    #expect(report.sent == 0 && report.troubles.contains { $0.contains("not stored") })
    #expect(try item().shown.title == "Night" && item().ownTexts.count == 1)
    #expect(try send(source.remote).sent == 1)
  }

  /// The edit is stored, but the sync ends before it knows that.
  @Test(arguments: kinds) func anInterruptedSendIsNoConflict(kind: SourceKind) throws {
    let source = try synced(kind)
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.isLostAfterWrite = true
    #expect(failure { _ = try send(remote) }?.code == .network)
    #expect(try manifest(source).text("title") == "Night" && item().ownTexts.count == 1)
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0 && report.troubles.allSatisfy(isOfPage))
    #expect(try item().ownTexts.isEmpty && manifest(source)["replaced"] == nil)
  }

  @Test(arguments: [false, true]) func aLostReplyIsNoOtherConflict(isConflict: Bool) throws {
    let source = try #require(try synced(.nextcloud) as? WebDAVSource)
    try set(.title, "Night")
    if isConflict { try source.put(try SyncRig.manifest("Day", id: "one"), "a drop") }
    try source.server.fault(
      "\"method\":\"PUT\",\"target\":\"*piece.json\",\"reply\":{\"fault\":\"Reset\"}")
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == (isConflict ? 1 : 0), "\(report.troubles)")
    let found = try manifest(source)
    #expect(found.text("title") == "Night")
    #expect(found.objects("replaced").map { $0.text("text") } == (isConflict ? ["Day"] : []))
  }

  @Test(arguments: [SourceKind.nextcloud, .s3]) func aForbiddenDropStaysUnchanged(
    kind: SourceKind
  ) throws {
    let source = try synced(kind)
    try set(.title, "Night")
    let server = try #require((source as? WebDAVSource)?.server ?? (source as? S3Source)?.server)
    try server.fault("\"method\":\"PUT\",\"target\":\"*a%20drop*\",\"reply\":{\"status\":403}")
    let report = try send(source.remote)
    #expect(report.sent == 0 && report.troubles.contains { $0.contains("is not sent") })
    #expect(try item().shown.title == "Night" && manifest(source).text("title") == "Nihgt")
  }

  @Test func aDropOfAnotherProgramStaysUnchanged() throws {
    let source = try FolderSource(rig)
    let theirs = try SyncRig.manifest("Nihgt", id: "one").replacing("libaha 0", by: "other 1")
    try source.put(theirs, "a drop")
    _ = try rig.sync(source.remote)
    try set(.title, "Night")
    let report = try send(source.remote)
    #expect(report.sent == 0 && report.troubles.first?.contains("another program") == true)
    #expect(try manifest(source).text("title") == "Nihgt")
  }

  @Test func aTextThatAManifestCannotHaveStaysHere() throws {
    let source = try synced(.folder)
    try set(.title, "")
    let report = try send(source.remote)
    #expect(report.sent == 0 && report.troubles.count == 1)
    #expect(try manifest(source).text("title") == "Nihgt" && item().ownTexts[.title] == "")
  }

  @Test func aTextThatIsSetDuringTheSendIsSentNext() throws {
    let source = try synced(.folder)
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    let number = try item().number
    remote.before = { try? rig.library.setText(of: number, field: .title, text: "Evening") }
    _ = try send(remote)
    #expect(try item().shown.title == "Evening" && item().title == "Night")
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0)
    #expect(try manifest(source).text("title") == "Evening")
  }

  @Test func anItemOfAScanIsNotSent() throws {
    let source = try FolderSource(rig)
    let path = source.root / FilePath("a drop") / FilePath("mix é.wav")
    try source.put(try SyncRig.manifest("Nihgt", id: "one"), "a drop", sound: wav16([1, 2, 3]))
    try rig.library.addFile(path, origin: .folder)
    _ = try rig.sync(source.remote)
    try set(.title, "Night")
    let report = try send(source.remote)
    #expect(report.sent == 0 && report.troubles.first?.contains("of a scan") == true)
  }

  @Test func otherSourcesAreRefused() throws {
    let source = try DropboxSource(rig)
    #expect(failure { _ = try send(source.remote) }?.code == .unsupported)
    #expect(failure { _ = try send(MadeUpCatalogue(rig)) }?.code == .unsupported)
  }

  @Test func pageAndIndexHaveTheNewTitle() throws {
    let source = try synced(.folder)
    let drop = try #require(source as? FolderSource).root / FilePath("a drop")
    let bytes = try (drop / FilePath(DropManifest.fileName)).contents(limit: 1 << 20)
    let old = try DropManifest(bytes: bytes, named: "it")
    try (drop / FilePath(DropPage.fileName)).replace(
      with: DropPage.html(of: old, peaks: [-1, 1, -0.5, 0.5]))
    let destination = try FolderDestination(settings: FolderSettings(path: drop.folder.text))
    try destination.index.rebuild()
    try set(.title, "Night")
    #expect(try send(source.remote).sent == 1)
    for path in [drop, drop.folder] {
      let page = try (path / FilePath("index.html")).contents(limit: 1 << 20).text
      #expect(page.contains("Night") && !page.contains("Nihgt"))
    }
    let wave = WaveformPath.text([-1, 1, -0.5, 0.5])
    #expect(try (drop / FilePath("index.html")).contents(limit: 1 << 20).text.contains(wave))
  }

  @Test func aPageOfAnotherProgramStays() throws {
    let source = try #require(try synced(.folder) as? FolderSource)
    let page = source.root / FilePath("a drop") / FilePath(DropPage.fileName)
    try page.replace(with: "<h1>Nihgt</h1>".array)
    try set(.title, "Night")
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.troubles.allSatisfy(isOfPage) && report.troubles.count == 1)
    #expect(try page.contents(limit: 100).text == "<h1>Nihgt</h1>")
  }

  @Test func aPrivatePageGetsNewLinks() throws {
    let source = try #require(try synced(.s3) as? S3Source)
    let key = "my drops/a drop/index.html"
    let old = try DropManifest(bytes: SyncRig.manifest("Nihgt", id: "one"), named: "it")
    try source.service.put(.page(DropPage.html(of: old)), at: key, via: rig.call)
    try set(.title, "Night")
    #expect(try send(source.remote).sent == 1)
    let page = try #require(try source.service.contents(of: key, via: rig.call)).body.text
    #expect(page.contains("Night") && page.contains("X-Amz-Signature="))
  }

  private func isOfPage(_ line: String) -> Bool { line.contains("its page is not") }
}
