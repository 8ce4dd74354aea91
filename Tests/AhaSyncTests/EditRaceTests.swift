import AhaBase
import AhaJSON
import AhaTestSupport
import Testing

@testable import AhaLibrary
@testable import AhaPage
@testable import AhaServices
@testable import AhaSync

/// Edits that are interrupted, refused, or meet other edits.
@Suite(.serialized) struct EditRaceTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  /// Writes the title, and ends before it is settled.
  private func interrupt(_ source: any SourceUnderTest, after title: String) throws {
    try rig.set(.title, title)
    let remote = try WatchedCatalogue(source.remote)
    remote.isLostAfterWrite = true
    #expect(failure { _ = try rig.send(remote) }?.code == .network)
    #expect(try rig.manifest(source).text("title") == title)
  }

  @Test(arguments: ["Nihgt", "Day"], [false, true])
  func aTextAfterAnInterruptedOneIsSent(text: String, hasSyncBetween: Bool) throws {
    let source = try rig.synced()
    try interrupt(source, after: "Night")
    try rig.set(.title, text)
    if hasSyncBetween { _ = try rig.sync(source.remote) }
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    let found = try rig.manifest(source)
    #expect(found.text("title") == text && found["replaced"] == nil)
    #expect(try rig.item().ownTexts.isEmpty && rig.item().title == text)
  }

  @Test func aSecondInterruptionIsNoConflict() throws {
    let source = try rig.synced()
    try interrupt(source, after: "Night")
    try rig.set(.title, "Day")
    let remote = try WatchedCatalogue(source.remote)
    remote.isLostBeforeWrite = { true }
    #expect(failure { _ = try rig.send(remote) }?.code == .network)
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    #expect(try rig.manifest(source).text("title") == "Day")
  }

  @Test func anotherEditAfterAnInterruptionIsAConflict() throws {
    let source = try rig.synced()
    try interrupt(source, after: "Night")
    try source.putDrop("Day")
    #expect(try rig.send(source.remote).conflicts == 1)
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night")
    #expect(found.objects("replaced").map { $0.text("text") } == ["Day"])
  }

  @Test func aRefusedDropDoesNotBlockOthers() throws {
    let source = try #require(try rig.synced(.nextcloud, ["a", "b", "c"]) as? WebDAVSource)
    try rig.set(.title, "Night")
    try source.server.fault(
      "\"method\":\"PUT\",\"target\":\"*/a/*\",\"count\":0,\"reply\":{\"status\":400}")
    let report = try rig.send(source.remote)
    #expect(report.sent == 2 && report.troubles.count == 1, "\(report.troubles)")
    #expect(try rig.items().map { $0.ownTexts.count }.reduce(0, +) == 1)
    #expect(try rig.manifest(source, "c").text("title") == "Night")
  }

  @Test func aServerThatRefusesAllEndsTheSync() throws {
    let drops = ["a", "b", "c", "d", "e"]
    let source = try #require(try rig.synced(.nextcloud, drops) as? WebDAVSource)
    try rig.set(.title, "Night")
    try source.server.fault("\"method\":\"PUT\",\"count\":0,\"reply\":{\"status\":400}")
    #expect(failure { _ = try rig.send(source.remote) }?.code == .http)
    #expect(try rig.items().allSatisfy { $0.ownTexts.count == 1 })
  }

  @Test func editsBeforeALostConnectionAreSettled() throws {
    let source = try rig.synced(.folder, ["a", "b"])
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.before = { writes += 1 }
    remote.isLostBeforeWrite = { writes == 2 }
    #expect(failure { _ = try rig.send(remote) }?.code == .network)
    #expect(try rig.items().map { $0.ownTexts.count }.reduce(0, +) == 1)
  }

  /// Another library sets the same text just after the write was confirmed.
  @Test func aLaterEditOfTheSourceStays() throws {
    let source = try rig.synced()
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.after = { _ in try? source.putDrop("Day") }
    let report = try rig.send(remote)
    #expect(report.sent == 1 && report.conflicts == 0, "\(report.troubles)")
    #expect(try rig.manifest(source).text("title") == "Day")
    #expect(try rig.item().ownTexts.isEmpty && rig.item().title == "Day")
  }

  /// Another library writes a manifest that it read before the confirmed write.
  @Test func aLostUpdateIsSentAgain() throws {
    let source = try rig.synced()
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.after = { _ in
      writes += 1
      guard writes == 1 else { return }
      try? source.putDrop("Nihgt", by: "Ann")
    }
    let report = try rig.send(remote)
    #expect(report.sent == 1 && report.conflicts == 0 && writes == 2, "\(report.troubles)")
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
  }

  @Test func thePageHasAnEditThatCameMeanwhile() throws {
    let source = try #require(try rig.synced() as? FolderSource)
    let page = source.root / FilePath("a drop") / FilePath(DropPage.fileName)
    let old = try DropManifest(bytes: SyncRig.manifest("Nihgt", id: "a-drop"), named: "it")
    try page.replace(with: DropPage.html(of: old, peaks: [-1, 1, -0.5, 0.5]))
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    remote.after = { name in
      if name == DropPage.fileName { try? source.putDrop("Night", by: "Ann") }
    }
    #expect(try rig.send(remote).sent == 1)
    let text = try page.contents(limit: 1 << 20).text
    #expect(text.contains("Night") && text.contains("Ann") && !text.contains("Somebody"))
  }

  @Test func aBucketWithoutConditionsIsComparedBeforeAWrite() throws {
    let source = try #require(try rig.synced(.s3) as? S3Source)
    try rig.set(.title, "Night")
    let remote = try WatchedCatalogue(source.remote)
    var writes = 0
    remote.before = {
      writes += 1
      guard writes == 1 else { return }
      try? source.putDrop("Nihgt", by: "Ann")
      try? source.server.fault(
        "\"method\":\"PUT\",\"target\":\"*piece.json\",\"reply\":{\"status\":501}")
    }
    #expect(try rig.send(remote).sent == 1)
    let found = try rig.manifest(source)
    #expect(found.text("title") == "Night" && found.text("artist") == "Ann")
  }

  @Test func aLongTextStaysHere() throws {
    let source = try rig.synced()
    let long = String(repeating: "é", count: 600)
    try rig.set(.album, long)
    try rig.set(.title, "Night")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.troubles.count == 1, "\(report.troubles)")
    #expect(report.troubles.first?.contains("\"album\" is not sent") == true)
    #expect(try rig.item().ownTexts == [.album: long])
    let found = try rig.manifest(source)
    #expect(found["album"] == nil && found.text("title") == "Night")
  }

  @Test func aReplacedTextIsWhole() throws {
    let source = try rig.synced()
    try rig.set(.album, "Mine")
    let long = String(repeating: "é", count: 700)
    let theirs = try SyncRig.manifest("Nihgt", id: "a-drop").replacing(
      "\"artist\"", by: "\"album\": \"\(long)\", \"artist\"")
    try source.put(theirs, "a drop")
    #expect(try rig.send(source.remote).conflicts == 1)
    let found = try rig.manifest(source)
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
