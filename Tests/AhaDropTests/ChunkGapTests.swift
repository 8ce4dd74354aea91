import AhaBase
import AhaJSON
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// The process is killed while the server is slow with one chunk and already has the next one.
@Suite(.serialized) struct ChunkGapTests {
  private static let chunk = 5 << 20
  let rig: DestinationRig

  init() throws { rig = try DestinationRig() }

  /// The upload's state as the journal stored it last.
  private final class Kept: @unchecked Sendable {
    private let lock = Lock()
    private var text = ""

    var state: String { lock.locked { text } }
    func note(_ state: String) { lock.locked { text = state } }
  }

  /// Sends until the server has the third chunk but not the second, then drops the connection.
  /// - Returns: The state in the journal.
  private func interrupt(
    _ destination: any Destination, at place: String, _ path: FilePath, _ size: Int,
    isThere: (String) throws -> Bool
  ) throws -> String {
    let (kept, left) = (Kept(), try DestinationRig())
    let sending = try Background {
      failure {
        let source = try left.source(path, for: destination)
        let upload = try destination.upload(left.asset(size), at: place, from: nil, via: left.call)
        left.call.keep = { [unowned(unsafe) upload] () throws(AhaError) in kept.note(upload.state) }
        try left.send(upload, source)
      }
    }
    let deadline = Instant.after(milliseconds: 60_000)
    while try kept.state.isEmpty || !isThere(kept.state) {
      guard Instant.now() < deadline else { throw AhaError(.timeout, "the third never comes") }
      try rig.call.rest(milliseconds: 5)
    }
    let state = kept.state
    left.job.cancel()
    left.call.cancel()
    // A stall ends after 30 s.
    #expect(sending.result(seconds: 20)??.code == .cancelled)
    return state
  }

  /// Continues as another process.
  private func resume(
    _ destination: any Destination, at place: String, _ path: FilePath, _ bytes: [UInt8],
    _ server: TestServer, from state: String
  ) throws {
    let upload = try destination.upload(
      rig.asset(bytes.count), at: place, from: state, via: rig.call)
    #expect(upload.confirmed == Int64(ChunkGapTests.chunk))
    #expect(upload.repeated == Int64(ChunkGapTests.chunk))
    try rig.send(upload, rig.source(path, for: destination))
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
    #expect(try server.repeats() <= 1)
    let again = try server.received() - Int64(bytes.count)
    #expect((0...upload.repeated).contains(again), "\(again) bytes were sent twice")
  }

  /// Two pending chunks and the read buffer would need much memory.
  @Test(arguments: [(8, true), (9, false)])
  func onlySmallOnesLeaveAhead(megabytes: Int64, leaves: Bool) throws {
    let server = try S3Tests.Server()
    let destination = try server.destination { $0.chunkBytes = megabytes << 20 }
    let size = Int(megabytes) << 21
    let source = try rig.source(rig.file(rig.bytes(size)), for: destination)
    let upload = try destination.upload(rig.asset(size), at: "p", from: nil, via: rig.call)
    var underway: [Int] = []
    rig.call.keep = { [unowned(unsafe) upload] () throws(AhaError) in
      underway.append(S3UploadState(state: upload.state)?.underway.chunks.count ?? 0)
    }
    try rig.send(upload, source)
    #expect(underway == (leaves ? [1, 2] : [1, 1]))
    rig.call.keep = { () throws(AhaError) in }
  }

  /// On a busy machine, the reply may come before the thread of the upload waits for it.
  @Test func aMessageWhoseReplyCameEarlyWasHandedOver() throws {
    try withServer({ connection, head in
      _ = connection.body(of: head)
      connection.answer(200)
    }) { server in
      var request = HTTPRequest("PUT", server.url())
      request.body = .bytes(rig.bytes(1000))
      var options = DropCall.Options()
      options.isAsset = true
      let message = try rig.call.begin(request, options: options)
      #expect(waitUntil { rig.call.mayHaveArrived })
      #expect(message.waitForHandover())
      #expect(try message.reply().status == 200 && rig.moved == 1000)
    }
  }

  private func stall(_ target: String, _ server: TestServer) throws {
    let left = ChunkGapTests.chunk - 65_536
    try server.fault(
      "\"method\":\"PUT\",\"target\":\"\(target)\","
        + "\"reply\":{\"fault\":\"Stall\",\"upload_bytes\":\(left)}")
  }

  @Test func partsBehindAGapAreTakenFromABucket() throws {
    let server = try S3Tests.Server()
    let (bytes, destination) = (rig.bytes(22 << 20), try server.destination())
    let (path, service) = (rig.file(bytes), S3Service(settings: server.settings()))
    try stall("*partNumber=2&*", server)
    let state = try interrupt(destination, at: "p", path, bytes.count) { state in
      let kept = try #require(S3UploadState(state: state))
      let parts = try service.parts(key: kept.key, upload: kept.upload, via: rig.call)
      return parts?.contains { $0.number == 3 } ?? false
    }
    try resume(server.destination(), at: "p", path, bytes, server, from: state)
  }

  @Test func chunksBehindAGapAreTakenFromNextcloud() throws {
    let server = try WebDAVServer(.nextcloud)
    let (bytes, destination) = (rig.bytes(22 << 20), try server.destination())
    let (path, place) = (
      rig.file(bytes), try destination.makeLocation(for: rig.plan(), via: rig.call)
    )
    let service = WebDAVService(settings: server.settings())
    try stall("*/00002", server)
    let state = try interrupt(destination, at: place, path, bytes.count) { state in
      let folder = (service.settings.uploadsURL ?? "") + WebDAVUploadState(state: state)!.upload
      let entries = try service.list(at: folder, depth: "1", via: rig.call) ?? []
      return entries.contains { $0.name == "00003".array }
    }
    try resume(server.destination(), at: place, path, bytes, server, from: state)
  }
}

/// Chunk state that is stored, and its limits.
@Suite struct ChunkPlanTests {
  @Test func theLastOneIsShorter() {
    let plan = ChunkPlan(size: 25, chunkBytes: 10)
    #expect(plan.count == 3)
    #expect((0...4).map { plan.bytes(of: $0) } == [0, 10, 10, 5, 0])
    #expect(
      plan.has(chunk: 3, bytes: 5) && !plan.has(chunk: 3, bytes: 10)
        && !plan.has(chunk: 4, bytes: 0))
    #expect(plan.missing(from: 2, held: []) == 2)
    #expect(plan.missing(from: 1, held: [1, 2]) == 3)
    #expect(plan.missing(from: 2, held: [2, 3]) == nil)
    #expect(plan.missing(from: 4, held: []) == nil)
  }

  @Test func missingChunksAreCounted() throws {
    var underway = ChunksInFlight()
    underway.set(chunk: 2, bytes: 10)
    for bytes in [10, 4] { underway.set(chunk: 3, bytes: Int64(bytes)) }
    var kept = ChunksInFlight(value: underway.value, limit: 10)
    #expect(kept.removeLost(confirmed: 1, held: [3]) == 10)
    #expect(kept.chunks.isEmpty)
    kept = underway
    #expect(kept.removeLost(confirmed: 2, held: []) == 4)
  }

  @Test(arguments: [
    "1", "[1]", "[0,5]", "[-1,5]", "[1,11]", "[1,0]", "[1,2,3,4,5,6]", "[1,\"2\"]", "null",
  ])
  func invalidChunksAreIgnored(text: String) throws {
    let object = try Array("{\"underway\":\(text)}".utf8).withUnsafeBytes {
      try JSONObject(parsing: $0, limit: 1 << 16, named: "it")
    }
    #expect(ChunksInFlight(value: object["underway"], limit: 10).chunks.isEmpty)
  }
}
