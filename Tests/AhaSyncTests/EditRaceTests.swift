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

/// Edits that are interrupted, refused, or meet other edits.
@Suite(.serialized) struct EditRaceTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  /// A source with drops, which the library has.
  private func synced(
    _ kind: SourceKind = .folder, _ drops: [String] = ["a drop"]
  ) throws -> any SourceUnderTest {
    let source = try kind.make(rig)
    for name in drops {
      try source.put(SyncRig.manifest("Nihgt", id: name.replacing(" ", with: "-")), name)
    }
    _ = try rig.sync(source.remote)
    return source
  }

  private func item() throws -> LibraryItem { try #require(rig.items().first) }

  private func set(_ field: ItemField, _ text: String) throws {
    for item in try rig.items() {
      try rig.library.setText(of: item.number, field: field, text: text)
    }
  }

  private func send(_ remote: any Catalogue) throws -> SyncReport {
    try rig.sync(remote) { $0.sendsEdits = true }
  }

  private func manifest(
    _ source: any SourceUnderTest, _ drop: String = "a drop"
  ) throws -> JSONObject {
    let editor = try #require(source.remote.editor)
    let call = SyncCall(call: rig.call, folder: rig.library.path.folder)
    let file = try #require(try editor.file(DropManifest.fileName, of: drop, via: call))
    return try #require(JSONObject.read(file.bytes, limit: 1 << 20))
  }

  /// Writes the title, and ends before it is settled.
  private func interrupt(_ source: any SourceUnderTest, after title: String) throws {
    try set(.title, title)
    let remote = try WatchedCatalogue(source.remote)
    remote.isLostAfterWrite = true
    #expect(failure { _ = try send(remote) }?.code == .network)
    #expect(try manifest(source).text("title") == title)
  }

  @Test(arguments: ["Nihgt", "Day"], [false, true])
  func aTextAfterAnInterruptedOneIsSent(text: String, hasSyncBetween: Bool) throws {
    let source = try synced()
    try interrupt(source, after: "Night")
    try set(.title, text)
    if hasSyncBetween { _ = try rig.sync(source.remote) }
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    let found = try manifest(source)
    #expect(found.text("title") == text && found["replaced"] == nil)
    #expect(try item().ownTexts.isEmpty && item().title == text)
  }

  @Test func aSecondInterruptionIsNoConflict() throws {
    let source = try synced()
    try interrupt(source, after: "Night")
    try set(.title, "Day")
    let remote = try WatchedCatalogue(source.remote)
    remote.isLostBeforeWrite = { true }
    #expect(failure { _ = try send(remote) }?.code == .network)
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    #expect(try manifest(source).text("title") == "Day")
  }

  @Test func anotherEditAfterAnInterruptionIsAConflict() throws {
    let source = try synced()
    try interrupt(source, after: "Night")
    try source.put(try SyncRig.manifest("Day", id: "a-drop"), "a drop")
    #expect(try send(source.remote).conflicts == 1)
    let found = try manifest(source)
    #expect(found.text("title") == "Night")
    #expect(found.objects("replaced").map { $0.text("text") } == ["Day"])
  }

  @Test func aRefusedDropDoesNotBlockOthers() throws {
    let source = try #require(try synced(.nextcloud, ["a", "b", "c"]) as? WebDAVSource)
    try set(.title, "Night")
    try source.server.fault(
      "\"method\":\"PUT\",\"target\":\"*/a/*\",\"count\":0,\"reply\":{\"status\":400}")
    let report = try send(source.remote)
    #expect(report.sent == 2 && report.troubles.count == 1, "\(report.troubles)")
    #expect(try rig.items().map { $0.ownTexts.count }.reduce(0, +) == 1)
    #expect(try manifest(source, "c").text("title") == "Night")
  }

  @Test func aServerThatRefusesAllEndsTheSync() throws {
    let source = try #require(try synced(.nextcloud, ["a", "b", "c", "d", "e"]) as? WebDAVSource)
    try set(.title, "Night")
    try source.server.fault("\"method\":\"PUT\",\"count\":0,\"reply\":{\"status\":400}")
    #expect(failure { _ = try send(source.remote) }?.code == .http)
    #expect(try rig.items().allSatisfy { $0.ownTexts.count == 1 })
  }

  @Test func editsBeforeALostConnectionAreSettled() throws {
    let source = try synced(.folder, ["a", "b"])
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.before = { writes += 1 }
    remote.isLostBeforeWrite = { writes == 2 }
    #expect(failure { _ = try send(remote) }?.code == .network)
    #expect(try rig.items().map { $0.ownTexts.count }.reduce(0, +) == 1)
  }

  /// Another library sets the same text just after the write was confirmed.
  @Test func aLaterEditOfTheSourceStays() throws {
    let source = try synced()
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.after = { _ in try? source.put(SyncRig.manifest("Day", id: "a-drop"), "a drop") }
    let report = try send(remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    #expect(try manifest(source).text("title") == "Day")
    #expect(try item().ownTexts.isEmpty && item().title == "Day")
  }

  /// Another library writes a manifest that it read before the confirmed write.
  @Test func aLostUpdateIsSentAgain() throws {
    let source = try synced()
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.after = { _ in
      writes += 1
      guard writes == 1 else { return }
      let theirs = try? SyncRig.manifest("Nihgt", id: "a-drop").replacing("Somebody", by: "Ann")
      try? source.put(theirs ?? [], "a drop")
    }
    let report = try send(remote)
    #expect(report.sent == 1 && report.conflicts == 0 && writes == 2, "\(report.troubles)")
    let found = try manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
  }

  @Test func thePageHasAnEditThatCameMeanwhile() throws {
    let source = try #require(try synced() as? FolderSource)
    let page = source.root / FilePath("a drop") / FilePath(DropPage.fileName)
    let old = try DropManifest(bytes: SyncRig.manifest("Nihgt", id: "a-drop"), named: "it")
    try page.replace(with: DropPage.html(of: old, peaks: [-1, 1, -0.5, 0.5]))
    try set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    let theirs = try SyncRig.manifest("Night", id: "a-drop").replacing("Somebody", by: "Ann")
    remote.after = { name in
      if name == DropPage.fileName { try? source.put(theirs, "a drop") }
    }
    #expect(try send(remote).sent == 1)
    let text = try page.contents(limit: 1 << 20).text
    #expect(text.contains("Night") && text.contains("Ann") && !text.contains("Somebody"))
  }

  @Test func aBucketWithoutConditionsIsComparedBeforeAWrite() throws {
    let source = try #require(try synced(.s3) as? S3Source)
    try set(.title, "Night")
    let theirs = try SyncRig.manifest("Nihgt", id: "a-drop").replacing("Somebody", by: "Ann")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.before = {
      writes += 1
      guard writes == 1 else { return }
      try? source.put(theirs, "a drop")
      try? source.server.fault(
        "\"method\":\"PUT\",\"target\":\"*piece.json\",\"reply\":{\"status\":501}")
    }
    #expect(try send(remote).sent == 1)
    let found = try manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
  }

  @Test func aLongTextStaysHere() throws {
    let source = try synced()
    let long = String(repeating: "é", count: 600)
    try set(.album, long)
    try set(.title, "Night")
    let report = try send(source.remote)
    #expect(report.sent == 1 && report.troubles.count == 1, "\(report.troubles)")
    #expect(report.troubles.first?.contains("\"album\" is not sent") == true)
    #expect(try item().ownTexts == [.album: long])
    #expect(try manifest(source)["album"] == nil && manifest(source).text("title") == "Night")
  }

  @Test func aReplacedTextIsWhole() throws {
    let source = try synced()
    try set(.album, "Mine")
    let long = String(repeating: "é", count: 700)
    let theirs = try SyncRig.manifest("Nihgt", id: "a-drop").replacing(
      "\"artist\"", by: "\"album\": \"\(long)\", \"artist\"")
    try source.put(theirs, "a drop")
    #expect(try send(source.remote).conflicts == 1)
    let found = try manifest(source)
    #expect(found.objects("replaced").map { $0.text("text") } == [long])
    #expect(found.text("album") == "Mine")
  }

  @Test func linesOfEditsHavePlace() {
    var report = SyncReport()
    for index in 0..<200 { report.note("entry \(index)") }
    for index in 0..<1002 { report.note(sending: "edit \(index)") }
    report.endSending()
    #expect(report.troubles.count == 1101 && report.troubles[100] == "edit 0")
    #expect(report.troubles.last == "and 2 more lines of edits")
  }
}
