import AhaBase
import AhaJSON
import AhaLibrary
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices
@testable import AhaSync

/// Requests to services, and repeated requests after an interruption.
@Suite(.serialized) struct ResumingTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  private func count(_ server: TestServer, _ path: StaticString) throws -> Int64 {
    try server.ask("{\"do\":\"statistics\"}").object("paths")?.integer(path) ?? 0
  }

  private func put(_ count: Int, _ source: any SourceUnderTest) throws {
    for number in 0..<count { try source.put(try SyncRig.manifest("t\(number)"), "d\(number)") }
  }

  @Test func dropboxResumesAtItsCursor() throws {
    let source = try DropboxSource(rig)
    try source.server.command("{\"do\":\"settings\",\"page\":3}")
    try put(9, source)
    let list: StaticString = "/2/files/list_folder"
    try source.server.fault(
      "\"path\":\"\(list)/continue\",\"skip\":2,\"reply\":{\"status\":400}")
    #expect(failure { _ = try rig.sync(source.remote) }?.code == .http)
    let taken = try rig.titles.count
    #expect(taken > 0 && taken < 9)
    #expect(try rig.sync(source.remote).added == Int64(9 - taken))
    #expect(try count(source.server, list) == 1)
    #expect(try rig.sync(source.remote).added == 0)
    #expect(try count(source.server, list) == 1)
  }

  @Test func dropboxMayForgetACursor() throws {
    let source = try DropboxSource(rig)
    try put(3, source)
    _ = try rig.sync(source.remote)
    try source.server.command("{\"do\":\"forget_lists\"}")
    try source.remove("d1")
    try source.put(try SyncRig.manifest("new"), "new")
    let report = try rig.sync(source.remote)
    #expect(report.added == 1 && report.removed == 1 && report.unchanged == 2)
    #expect(try rig.titles == ["new", "t0", "t2"])
  }

  @Test func dropboxFoldersAreMovedAndDeleted() throws {
    let source = try DropboxSource(rig)
    try put(3, source)
    _ = try rig.sync(source.remote)
    let argument = try JSONObject()
    try argument.set("from_path", .text("/Müsic/d0"))
    try argument.set("to_path", .text("/Müsic/moved"))
    _ = try source.destination.api.ask("/2/files/move_v2", argument: argument, via: rig.call)
    let report = try rig.sync(source.remote)
    #expect(report.added == 1 && report.removed == 1)
    // Including all subfolders.
    try argument.set("path", .text("/Müsic"))
    _ = try source.destination.api.ask("/2/files/delete_v2", argument: argument, via: rig.call)
    #expect(try rig.sync(source.remote).removed == 3)
    #expect(try rig.titles.isEmpty)
  }

  @Test func nextcloudIsAskedForNewFoldersAlone() throws {
    let source = try WebDAVSource(rig, "nextcloud")
    try put(3, source)
    _ = try rig.sync(source.remote)
    let path: StaticString = "/remote.php/dav/files/alice/my drops/d1/piece.json"
    let asked = try count(source.server, path)
    _ = try rig.sync(source.remote)
    #expect(try asked > 0 && count(source.server, path) == asked)
    try source.put(try SyncRig.manifest("new"), "d1")
    #expect(try rig.sync(source.remote).changed == 1)
  }

  @Test func s3ResumesAfterAKey() throws {
    let source = try S3Source(rig)
    for number in 0..<1001 {
      try source.service.put(
        .manifest(SyncRig.manifest("t\(number)")), at: "my drops/d\(number)+ ü/piece.json",
        via: rig.call)
    }
    try source.server.fault(
      "\"path\":\"/drops/\",\"target\":\"*start-after*\",\"reply\":{\"status\":400}")
    #expect(failure { _ = try rig.sync(source.remote) }?.code == .http)
    #expect(try rig.titles.count == 1000)
    #expect(try rig.sync(source.remote).added == 1)
    #expect(try rig.sync(source.remote).unchanged == 1001)
  }

  @Test func lostRepliesAreAskedForAgain() throws {
    let source = try WebDAVSource(rig, "nextcloud")
    try put(3, source)
    try source.server.fault(
      "\"method\":\"PROPFIND\",\"reply\":{\"fault\":\"Cut\",\"after_bytes\":700}")
    try source.server.fault("\"method\":\"GET\",\"reply\":{\"status\":503}")
    #expect(try rig.sync(source.remote).added == 3)
  }

  @Test func invalidRepliesChangeNothing() throws {
    let source = try WebDAVSource(rig, "nextcloud")
    try put(2, source)
    _ = try rig.sync(source.remote)
    let bodies = [
      "", "<", "<d:multistatus xmlns:d='DAV:'>", "nothing", "<!DOCTYPE a><a/>",
      "<a b='" + String(repeating: "x", count: 2_000_000),
    ]
    for body in bodies {
      try source.server.fault(
        "\"method\":\"PROPFIND\",\"reply\":{\"status\":207,\"body\":\"\(body)\"}")
      #expect { _ = try rig.sync(source.remote) } throws: {
        [.reply, .limit].contains(($0 as? AhaError)?.code)
      }
    }
    for status in [401, 403, 404, 207] {
      let body = status == 207 ? "<a/>" : ""
      try source.server.fault(
        "\"method\":\"PROPFIND\",\"reply\":{\"status\":\(status),\"body\":\"\(body)\"}")
      #expect { _ = try rig.sync(source.remote) } throws: { $0 is AhaError }
    }
    #expect(try rig.titles == ["t0", "t1"])
  }
}
