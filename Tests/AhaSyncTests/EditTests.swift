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

  @Test(arguments: kinds) func anEditGoesToTheSource(kind: SourceKind) throws {
    let source = try rig.synced(kind)
    try rig.set(.title, "Night")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Somebody")
    #expect(found["replaced"] == nil && found.text("id") == "a-drop")
    // The item follows its source again.
    #expect(try rig.item().ownTexts.isEmpty && rig.item().title == "Night")
    let again = try rig.send(source.remote)
    #expect(again.sent == 0 && again.changed == 0 && again.unchanged == 1)
    try source.putDrop("Day")
    #expect(try rig.sync(source.remote).changed == 1)
    #expect(try rig.item().shown.title == "Day")
  }

  @Test func eachTextTravelsToAnotherLibrary() throws {
    let source = try rig.synced()
    for field in ItemField.allCases { try rig.set(field, "new \(field)") }
    #expect(try rig.send(source.remote).sent == 1)
    let other = try SyncRig()
    _ = try other.sync(source.remote)
    let item = try #require(other.items().first)
    for field in ItemField.allCases { #expect(item[field] == "new \(field)") }
  }

  @Test(arguments: kinds) func textsOfBothSidesAreMerged(kind: SourceKind) throws {
    let source = try rig.synced(kind)
    try rig.set(.title, "Night")
    try source.putDrop("Nihgt", by: "Ann")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
    #expect(try rig.item().title == "Night" && rig.item().artist == "Ann")
  }

  /// A sync that sends nothing, in between, does not hide the conflict.
  @Test(arguments: kinds, [false, true])
  func theUsersTextWinsAndTheOtherIsKept(kind: SourceKind, hasSyncBetween: Bool) throws {
    let source = try rig.synced(kind)
    try rig.set(.title, "Night")
    try source.putDrop("Day")
    if hasSyncBetween { _ = try rig.sync(source.remote) }
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 1)
    #expect(report.troubles.contains { $0.contains("\"Day\"") && $0.contains("\"Night\" is sent") })
    let found = try rig.manifest(source)
    let replaced = try #require(found.objects("replaced").first)
    #expect(found.text("title") == "Night" && found.objects("replaced").count == 1)
    #expect(replaced.text("field") == "title" && replaced.text("text") == "Day")
    #expect(try rig.send(source.remote).conflicts == 0)
  }

  /// The source changes after its manifest was read, and before it is written.
  @Test(arguments: checking) func aRaceIsMerged(kind: SourceKind) throws {
    let source = try rig.synced(kind)
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.before = {
      writes += 1
      if writes == 1 { try? source.putDrop("Nihgt", by: "Ann") }
    }
    let report = try rig.send(remote)
    #expect(report.sent == 1 && report.conflicts == 0 && writes >= 2, "\(report.troubles)")
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
  }

  @Test func endlessChangesLeaveTheEditForTheNextSync() throws {
    let source = try rig.synced()
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var count = 0
    remote.before = {
      count += 1
      try? source.putDrop("Day \(count)")
    }
    let report = try rig.send(remote)
    #expect(report.sent == 0 && count == 3 && report.troubles.last?.contains("at every") == true)
    #expect(try rig.item().shown.title == "Night" && rig.manifest(source).text("title") == "Day 3")
  }

  @Test func aServerThatStoresNothingIsReported() throws {
    let source = try rig.synced()
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.storesNothing = true
    let report = try rig.send(remote)
    #expect(report.sent == 0 && report.troubles.contains { $0.contains("not stored") })
    #expect(try rig.item().shown.title == "Night" && rig.item().ownTexts.count == 1)
    #expect(try rig.send(source.remote).sent == 1)
  }

  /// The edit is stored, but the sync ends before it knows that.
  @Test(arguments: kinds) func anInterruptedSendIsNoConflict(kind: SourceKind) throws {
    let source = try rig.synced(kind)
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.isLostAfterWrite = true
    #expect(failure { _ = try rig.send(remote) }?.code == .network)
    #expect(try rig.manifest(source).text("title") == "Night" && rig.item().ownTexts.count == 1)
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0 && report.troubles.allSatisfy(isOfPage))
    #expect(try rig.item().ownTexts.isEmpty && rig.manifest(source)["replaced"] == nil)
  }

  @Test(arguments: [false, true]) func aLostReplyIsNoOtherConflict(isConflict: Bool) throws {
    let source = try #require(try rig.synced(.nextcloud) as? WebDAVSource)
    try rig.set(.title, "Night")
    if isConflict { try source.putDrop("Day") }
    try source.server.fault(
      "\"method\":\"PUT\",\"target\":\"*piece.json\",\"reply\":{\"fault\":\"Reset\"}")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == (isConflict ? 1 : 0), "\(report.troubles)")
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night")
    #expect(found.objects("replaced").map { $0.text("text") } == (isConflict ? ["Day"] : []))
  }

  @Test(arguments: [SourceKind.nextcloud, .s3]) func aForbiddenDropStaysUnchanged(
    kind: SourceKind
  ) throws {
    let source = try rig.synced(kind)
    try rig.set(.title, "Night")
    let server = try #require((source as? WebDAVSource)?.server ?? (source as? S3Source)?.server)
    try server.fault("\"method\":\"PUT\",\"target\":\"*a%20drop*\",\"reply\":{\"status\":403}")
    let report = try rig.send(source.remote)
    #expect(report.sent == 0 && report.troubles.contains { $0.contains("is not sent") })
    #expect(try rig.item().shown.title == "Night" && rig.manifest(source).text("title") == "Nihgt")
  }

  @Test func aDropOfAnotherProgramStaysUnchanged() throws {
    let source = try FolderSource(rig)
    let theirs = try SyncRig.manifest("Nihgt", id: "a-drop").replacing("libaha 0", by: "other 1")
    try source.put(theirs, "a drop")
    _ = try rig.sync(source.remote)
    try rig.set(.title, "Night")
    let report = try rig.send(source.remote)
    #expect(report.sent == 0 && report.troubles.first?.contains("another program") == true)
    #expect(try rig.manifest(source).text("title") == "Nihgt")
  }

  @Test func aTextThatAManifestCannotHaveStaysHere() throws {
    let source = try rig.synced()
    try rig.set(.title, "")
    let report = try rig.send(source.remote)
    #expect(report.sent == 0 && report.troubles.count == 1)
    #expect(try rig.manifest(source).text("title") == "Nihgt" && rig.item().ownTexts[.title] == "")
  }

  @Test func aTextThatIsSetDuringTheSendIsSentNext() throws {
    let source = try rig.synced()
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    let number = try rig.item().number
    remote.before = { try? rig.library.setText(of: number, field: .title, text: "Evening") }
    _ = try rig.send(remote)
    #expect(try rig.item().shown.title == "Evening" && rig.item().title == "Night")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0)
    #expect(try rig.manifest(source).text("title") == "Evening")
  }

  @Test func anItemOfAScanIsNotSent() throws {
    let source = try FolderSource(rig)
    let path = source.root / FilePath("a drop") / FilePath("mix é.wav")
    try source.put(try SyncRig.manifest("Nihgt", id: "a-drop"), "a drop", sound: wav16([1, 2, 3]))
    try rig.library.addFile(path, origin: .folder)
    _ = try rig.sync(source.remote)
    try rig.set(.title, "Night")
    let report = try rig.send(source.remote)
    #expect(report.sent == 0 && report.troubles.first?.contains("of a scan") == true)
  }

  @Test func otherSourcesAreRefused() throws {
    let source = try DropboxSource(rig)
    #expect(failure { _ = try rig.send(source.remote) }?.code == .unsupported)
    #expect(failure { _ = try rig.send(MadeUpCatalogue(rig)) }?.code == .unsupported)
  }

  @Test func pageAndIndexHaveTheNewTitle() throws {
    let source = try rig.synced()
    let drop = try #require(source as? FolderSource).root / FilePath("a drop")
    let bytes = try (drop / FilePath(DropManifest.fileName)).contents(limit: 1 << 20)
    let old = try DropManifest(bytes: bytes, named: "it")
    try (drop / FilePath(DropPage.fileName)).replace(
      with: DropPage.html(of: old, peaks: [-1, 1, -0.5, 0.5]))
    let destination = try FolderDestination(settings: FolderSettings(path: drop.folder.text))
    try destination.index.rebuild()
    try rig.set(.title, "Night")
    #expect(try rig.send(source.remote).sent == 1)
    for path in [drop, drop.folder] {
      let page = try (path / FilePath("index.html")).contents(limit: 1 << 20).text
      #expect(page.contains("Night") && !page.contains("Nihgt"))
    }
    let wave = WaveformPath.text([-1, 1, -0.5, 0.5])
    #expect(try (drop / FilePath("index.html")).contents(limit: 1 << 20).text.contains(wave))
  }

  @Test func aPageOfAnotherProgramStays() throws {
    let source = try #require(try rig.synced() as? FolderSource)
    let page = source.root / FilePath("a drop") / FilePath(DropPage.fileName)
    try page.replace(with: "<h1>Nihgt</h1>".array)
    try rig.set(.title, "Night")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.troubles.allSatisfy(isOfPage) && report.troubles.count == 1)
    #expect(try page.contents(limit: 100).text == "<h1>Nihgt</h1>")
  }

  @Test func aPrivatePageGetsNewLinks() throws {
    let source = try #require(try rig.synced(.s3) as? S3Source)
    let key = "my drops/a drop/index.html"
    let old = try DropManifest(bytes: SyncRig.manifest("Nihgt", id: "a-drop"), named: "it")
    try source.service.put(.page(DropPage.html(of: old)), at: key, via: rig.call)
    try rig.set(.title, "Night")
    #expect(try rig.send(source.remote).sent == 1)
    let page = try #require(try source.service.contents(of: key, via: rig.call)).body.text
    #expect(page.contains("Night") && page.contains("X-Amz-Signature="))
  }

  private func isOfPage(_ line: String) -> Bool { line.contains("its page is not") }
}
