import AhaBase
import AhaLibrary
import AhaTestSupport
import Testing

@testable import AhaServices
@testable import AhaSync

/// A disk that is not mounted looks like an empty folder.
@Suite struct EmptySourceTests {
  @Test(arguments: [SourceKind.folder, .apache, .s3])
  func nothingIsRemoved(_ kind: SourceKind) throws {
    let rig = try SyncRig()
    let source = try kind.make(rig)
    for name in ["A", "B"] { try source.put(try SyncRig.manifest(name), name) }
    let remote = try source.remote
    #expect(try rig.sync(remote).added == 2)
    for name in ["A", "B"] { try source.remove(name) }
    // At every sync.
    for _ in 0..<2 {
      let report = try rig.sync(remote)
      #expect(report.removed == 0 && report.troubles.count == 1)
      #expect(report.troubles.first?.hasSuffix("no item is removed") ?? false)
      #expect(try rig.titles == ["A", "B"])
    }
    try source.put(try SyncRig.manifest("A"), "A")
    #expect(try rig.sync(remote).removed == 1)
    try source.remove("A")
    #expect(try rig.sync(remote) { $0.isWhole = true }.removed == 1)
    #expect(try rig.titles.isEmpty)
  }

  @Test func foreignFilesAreNoItems() throws {
    let rig = try SyncRig()
    let remote = MadeUpCatalogue(rig, "https://a.example/feed.json?key=hidden")
    remote.list(MadeUpCatalogue.entry("a"))
    remote.parts[0].next = .end(token: "t")
    _ = try rig.sync(remote)
    remote.list()
    remote.parts[0].troubles = ["lost+found is no drop"]
    remote.parts[0].next = .end(token: "u")
    let report = try rig.sync(remote)
    #expect(report.removed == 0 && report.troubles.count == 2)
    #expect(!report.troubles[1].contains("hidden"))
    // A server that reports no change is asked for the whole list, because it may be another server
    // now.
    _ = try rig.sync(remote)
    #expect(remote.begun.map(\.token) == ["", "t", ""])
  }

  @Test func aSourceThatWasAlwaysEmptyIsNotEmptied() throws {
    let rig = try SyncRig()
    let remote = MadeUpCatalogue(rig)
    remote.list()
    #expect(try rig.sync(remote).troubles.isEmpty)
  }
}
