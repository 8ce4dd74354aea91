import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Uploads in parts of a file: to Apache, and to a stub of sabre/dav.
@Suite("Uploads in parts of a file", .serialized)
struct PartialUploadTests {
  let rig: DestinationRig
  let bytes: [UInt8]

  init() throws {
    rig = try DestinationRig()
    bytes = rig.bytes(5 << 20)
  }

  /// A destination with parts of 2 MiB.
  private func open(
    _ kind: WebDAVServer.Kind
  ) throws -> (WebDAVServer, WebDAVDestination, place: String) {
    let server = try WebDAVServer(kind)
    let destination = try server.destination { ($0.leastChunk, $0.chunkBytes) = (1, 1 << 20) }
    return (server, destination, try destination.makeLocation(for: rig.plan(), via: rig.call))
  }

  private func upload(
    _ destination: WebDAVDestination, _ place: String, from state: String? = nil
  ) throws -> any AssetUpload {
    try destination.upload(rig.asset(bytes.count), at: place, from: state, via: rig.call)
  }

  private func isComplete(_ server: WebDAVServer) throws -> Bool {
    try server.kept().map(\.sha256) == [sha256(bytes)]
  }

  @Test(arguments: [WebDAVServer.Kind.apache, .digest, .sabre])
  func anUploadResumesBehindItsLastPart(kind: WebDAVServer.Kind) throws {
    let (server, destination, place) = try open(kind)
    let first = try upload(destination, place)
    #expect(first is WebDAVPartUpload)
    let source = try rig.source(rig.file(bytes), for: destination)
    for _ in 0..<2 { _ = try first.sendNext(from: source, via: rig.call) }
    let again = try upload(destination, place, from: first.state)
    #expect(again.confirmed == 4 << 20)
    try rig.send(again, rig.source(rig.file(bytes), for: destination))
    #expect(try isComplete(server))
  }

  /// As after a kill: the server has a part that the journal does not know.
  @Test(arguments: [WebDAVServer.Kind.apache, .sabre])
  func aPartThatWasNotConfirmedIsWrittenAgain(kind: WebDAVServer.Kind) throws {
    let (server, destination, place) = try open(kind)
    let first = try upload(destination, place)
    let source = try rig.source(rig.file(bytes), for: destination)
    _ = try first.sendNext(from: source, via: rig.call)
    let state = first.state
    _ = try first.sendNext(from: source, via: rig.call)
    let again = try upload(destination, place, from: state)
    #expect(again.confirmed == 2 << 20)
    try rig.send(again, rig.source(rig.file(bytes), for: destination))
    #expect(try isComplete(server))
  }

  @Test func anotherFileOfItsNameIsReplaced() throws {
    let (server, destination, place) = try open(.sabre)
    let first = try upload(destination, place)
    let source = try rig.source(rig.file(bytes), for: destination)
    for _ in 0..<2 { _ = try first.sendNext(from: source, via: rig.call) }
    let url = "\(destination.address)\(place)/\(rig.asset(bytes.count).name)"
    for count in [4 << 20, 10] {
      try destination.dav.put(
        .page([UInt8](repeating: 7, count: count)), at: url, via: rig.call)
      let again = try destination.upload(
        rig.asset(bytes.count), at: place, from: first.state, via: rig.call)
      if count == 10 {
        #expect(again.confirmed == 0)
        try rig.send(again, rig.source(rig.file(bytes), for: destination))
      } else {
        guard case .lost = try again.sendNext(from: source, via: rig.call) else {
          Issue.record("another start was continued")
          return
        }
      }
    }
    #expect(try isComplete(server))
  }

  /// Of 2, 2, 4 and 8 MiB.
  @Test func partsOfAFastUploadGrow() throws {
    let (server, destination, place) = try open(.sabre)
    let bytes = rig.bytes(16 << 20)
    let upload = try #require(
      try destination.upload(rig.asset(bytes.count), at: place, from: nil, via: rig.call)
        as? WebDAVPartUpload)
    upload.quickMilliseconds = 60_000
    let source = try rig.source(rig.file(bytes), for: destination)
    #expect(try rig.send(upload, source, steps: 4) != nil)
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
  }

  /// The next upload has other settings, and the first written part is behind the confirmed bytes.
  @Test func aLieAfterAChangeOfThePartsIsFound() throws {
    let (server, destination, place) = try open(.sabre)
    try server.command("{\"do\":\"settings\",\"lie\":\"zeros\"}")
    let source = try rig.source(rig.file(bytes), for: destination)
    let first = try upload(destination, place)
    _ = try first.sendNext(from: source, via: rig.call)
    let other = try server.destination { ($0.leastChunk, $0.chunkBytes) = (1, 2 << 20) }
    let again = try upload(other, place, from: first.state)
    #expect(again.confirmed == 2 << 20)
    guard case .lost = try again.sendNext(from: source, via: rig.call) else {
      Issue.record("the server is believed")
      return
    }
  }

  @Test func aWholeFileThatWasReplacedIsSentAgain() throws {
    let server = try WebDAVServer(.nextcloud)
    let destination = try server.destination { $0.style = .plain }
    let place = try destination.makeLocation(for: rig.plan(), via: rig.call)
    let first = try upload(destination, place)
    try rig.send(first, rig.source(rig.file(bytes), for: destination))
    #expect(try upload(destination, place, from: first.state).confirmed == bytes.count)
    let url = "\(destination.address)\(place)/\(rig.asset(bytes.count).name)"
    try destination.dav.put(.page(bytes.map { ~$0 }), at: url, via: rig.call)
    let again = try upload(destination, place, from: first.state)
    #expect(again.confirmed == 0 && !again.state.contains("etag"))
  }

  @Test func aLostReplyLeavesNoFormerETag() throws {
    let server = try WebDAVServer(.nextcloud)
    let destination = try server.destination { $0.style = .plain }
    let place = try destination.makeLocation(for: rig.plan(), via: rig.call)
    var former = WebDAVUploadState(chunkBytes: 1 << 20)
    former.etag = "\"former\""
    let upload = try upload(destination, place, from: former.text)
    try server.fault("\"method\":\"PUT\",\"effect\":true,\"reply\":{\"fault\":\"Reset\"}")
    _ = try upload.sendNext(from: rig.source(rig.file(bytes), for: destination), via: rig.call)
    #expect(upload.confirmed == bytes.count && !upload.state.contains("former"))
  }

  /// The file is sent whole then.
  @Test(arguments: ["replace", "refuse", "zeros"])
  func aServerThatLiesAboutPartsGetsTheWholeFile(lie: String) throws {
    let (server, destination, place) = try open(.sabre)
    try server.command("{\"do\":\"settings\",\"lie\":\"\(lie)\"}")
    let source = try rig.source(rig.file(bytes), for: destination)
    let first = try upload(destination, place)
    _ = try first.sendNext(from: source, via: rig.call)
    guard case .lost(let line) = try first.sendNext(from: source, via: rig.call) else {
      Issue.record("the server is believed")
      return
    }
    #expect(line.contains("offers to write parts"))
    let whole = try upload(destination, place)
    #expect(whole is WebDAVWholeUpload)
    try rig.send(whole, rig.source(rig.file(bytes), for: destination))
    #expect(try isComplete(server))
  }

  @Test(arguments: [
    "{\"status\":423}", "{\"status\":500}", "{\"fault\":\"Reset\"}",
    "{\"fault\":\"Reset\",\"upload_bytes\":1000000}",
  ])
  func passingFaultsPass(reply: String) throws {
    let (server, destination, place) = try open(.sabre)
    for method in ["PUT", "PATCH", "GET", "PROPFIND"] {
      try server.fault("\"method\":\"\(method)\",\"reply\":\(reply)")
    }
    _ = try rig.send(bytes, to: destination, at: place)
    #expect(try isComplete(server))
  }

  @Test(arguments: [(401, ResultCode.notSignedIn), (403, .access), (413, .limit), (507, .diskFull)])
  func refusalsAreReported(status: Int, code: ResultCode) throws {
    let (server, destination, place) = try open(.sabre)
    try server.fault("\"method\":\"PATCH\",\"count\":0,\"reply\":{\"status\":\(status)}")
    let error = failure { _ = try rig.send(bytes, to: destination, at: place) }
    #expect(error?.code == code, "\(error?.line ?? "")")
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"parts\":\"put\",\"offset\":1}", "{\"parts\":\"patch\",\"offset\":-1}",
    "{\"parts\":\"patch\"}", "{\"parts\":1,\"offset\":1}",
  ])
  func textsThatAreNoStateAreRefused(text: String) {
    #expect(WebDAVPartState(stored: text) == nil)
  }

  @Test(arguments: ["W/\"a\"", "a", "\"a\u{7}\"", ""]) func weakTagsProveNothing(tag: String) {
    #expect(tag.strongTag.isEmpty && "\"a\"".strongTag == "\"a\"")
  }
}
