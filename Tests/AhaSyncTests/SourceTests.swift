import AhaBase
import AhaHash
import AhaLibrary
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices
@testable import AhaSync

/// Behavior that all sources of drops share.
@Suite(.serialized) struct SourceTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  private func filled(_ kind: SourceKind) throws -> any SourceUnderTest {
    let source = try kind.make(rig)
    for title in ["One", "Two", "Thrée &<"] {
      try source.put(try SyncRig.manifest(title, id: "id-\(title.utf8.count)"), "drop \(title)")
    }
    return source
  }

  @Test(arguments: SourceKind.allCases) func takesDrops(kind: SourceKind) throws {
    let source = try filled(kind)
    try source.put(try SyncRig.manifest("Four", id: "four", basedOn: "one"), "four")
    let report = try rig.sync(source.remote)
    #expect(report.added == 4 && report.changed == 0 && report.unchanged == 0)
    #expect(report.removed == 0 && report.conflicts == 0, "\(report.troubles)")
    #expect(try rig.titles == ["Four", "One", "Thrée &<", "Two"])
    let four = try rig.items()[0]
    #expect(four.artist == "Somebody" && four.pieceID == "four" && four.sound.length == 2_000_000)
    #expect(four.sha256 == String(repeating: "ab", count: 32))
    #expect(four.manifest.contains("\"files\""))
    if kind == .folder {
      #expect(four.state == .missing && four.origin == .drop)
      #expect(four.place.text.hasSuffix("/drops/four/mix é.wav"))
    } else {
      #expect(four.state == .remoteDownloadable && four.origin == .remote)
      #expect(four.place.text.hasPrefix("http") && four.place.text.contains("mix%20%C3%A9.wav"))
    }
  }

  @Test(arguments: SourceKind.allCases) func requestsOnlyNewItems(kind: SourceKind) throws {
    let source = try filled(kind)
    _ = try rig.sync(source.remote)
    let second = try rig.sync(source.remote)
    #expect(second.added == 0 && second.changed == 0 && second.removed == 0)
    #expect(second.unchanged == (source.tellsNews ? 0 : 3))
    let number = try #require(rig.items().first { $0.title == "One" }).number
    try source.put(try SyncRig.manifest("Uno"), "drop One")
    try source.put(try SyncRig.manifest("Four"), "four")
    let third = try rig.sync(source.remote)
    #expect(third.added == 1 && third.changed == 1 && third.removed == 0)
    #expect(third.unchanged == (source.tellsNews ? 0 : 2))
    #expect(try rig.library.item(number).title == "Uno")
    #expect(try rig.titles == ["Four", "Thrée &<", "Two", "Uno"])
    let whole = try rig.sync(source.remote) { $0.isWhole = true }
    #expect(whole.unchanged == 4 && whole.added == 0 && whole.changed == 0)
  }

  @Test(arguments: SourceKind.allCases) func removedDropsBecomeMissing(kind: SourceKind) throws {
    let source = try filled(kind)
    _ = try rig.sync(source.remote)
    let played = try #require(rig.items().first { $0.title == "Two" }).number
    try rig.library.note(.play, item: played, milliseconds: 10)
    try source.remove("drop One")
    try source.remove("drop Two")
    let report = try rig.sync(source.remote)
    #expect(report.removed == 2 && report.troubles.count == 2, "\(report.troubles)")
    #expect(report.troubles.contains { $0.contains("\"One\" is removed") })
    #expect(report.troubles.contains { $0.contains("\"Two\" stays here") })
    #expect(try rig.titles == ["Thrée &<", "Two"])
    #expect(try rig.library.item(played).state == .missing)
    #expect(try rig.sync(source.remote).removed == 0)
    // The item returns with its former number.
    try source.put(try SyncRig.manifest("Two again"), "drop Two")
    #expect(try rig.sync(source.remote).changed == 1)
    let back = try rig.library.item(played)
    #expect(back.title == "Two again" && back.plays == 1)
    #expect(back.state == (kind == .folder ? .missing : .remoteDownloadable))
  }

  @Test(arguments: SourceKind.allCases) func hostileDropsAreLeftOut(kind: SourceKind) throws {
    let source = try filled(kind)
    try source.put("{".array, "broken")
    try source.put([], "empty")
    let file =
      "{\"role\":\"mixStem\",\"name\":\"../../etc/passwd\",\"type\":\"audio/wav\",\"bytes\":1}"
    let climbing = "{\"format\":\"libaha-piece\",\"version\":1,\"files\":[\(file)]}"
    try source.put(climbing.array, "climbs")
    try source.put("{\"format\":\"other\"}".array, "other")
    try source.put([UInt8](repeating: 0x20, count: 1_100_000), "long")
    let title = String(repeating: "é", count: 100_000)
    try source.put(try SyncRig.manifest("x").replacing(title: title), "titled")
    let report = try rig.sync(source.remote)
    #expect(report.added == 3 && report.troubles.count == 6, "\(report.troubles)")
    // The item of a damaged drop stays unchanged.
    try source.put("{".array, "drop One")
    #expect(try rig.sync(source.remote).removed == 0)
    #expect(try rig.titles.contains("One"))
  }

  /// A list before the next sync checks the files; that makes no conflict.
  @Test(arguments: [false, true]) func checkingFilesMakesNoConflict(isTagged: Bool) throws {
    let source = try FolderSource(rig)
    let path = source.root / FilePath("a drop") / FilePath("mix é.wav")
    for (count, title) in [(100, "Rain"), (200, "Hail")] {
      try source.put([], "a drop", sound: wav16([Int16](repeating: 1, count: count)))
      if isTagged {
        var piece = try Piece(taggedAt: path)
        (piece.title, piece.length) = ("of the sound", 1_000_000)
        try piece.embed(in: path)
      }
      let sound = try path.contents(limit: 1 << 20)
      let hash = Sha256.hexadecimal(try Sha256.digest(of: sound))
      let manifest = try SyncRig.manifest(title, id: "one", bytes: sound.count, sha256: hash)
      try source.put(manifest, "a drop")
      _ = try rig.items()
      let report = try rig.sync(source.remote)
      #expect(report.added + report.changed == 1 && report.conflicts == 0, "\(report.troubles)")
      let item = try #require(rig.items().first)
      #expect(item.title == title && item.state == .playable && item.sha256 == hash)
    }
  }
}

extension [UInt8] {
  fileprivate func replacing(title: String) -> [UInt8] {
    String(decoding: self, as: UTF8.self).replacing("\"x\"", with: "\"\(title)\"").array
  }
}
