import AhaBase
import AhaJSON
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// Runs against the stub in Tests/servers.
@Suite struct AllihoopaTests {
  let server: TestServer
  let rig: DestinationRig
  let hoopa: AllihoopaDestination

  init() throws {
    server = try TestServer("Tests/servers/allihoopa_server.py")
    rig = try DestinationRig()
    hoopa = try rig.allihoopa(server)
  }

  private func send(
    _ role: AssetRole, _ name: String, _ type: String, _ count: Int = 1000
  ) throws -> SentAsset {
    let asset = DropAsset(role: role, name: name, type: type, size: Int64(count))
    let source = try rig.source(rig.file(rig.bytes(count), name), for: hoopa)
    let upload = try hoopa.upload(asset, at: "x", from: nil, via: rig.call)
    let result = try rig.send(upload, source) ?? ""
    return SentAsset(asset: asset, sha256: "", result: result)
  }

  private func pieces() throws -> [JSONObject] { try server.list("statistics", "pieces") }

  private func content(_ assets: [SentAsset]) throws -> DropContent {
    var piece = Piece()
    (piece.title, piece.length) = ("Night 日本 \"x\"", 10_000_000)
    (piece.tempo, piece.tonality) = (120.5, .major(7))
    piece.timeSignature = .init(upper: 7, lower: 8)
    piece.loop = .init(start: 0, end: 10_000_000)
    return DropContent(
      id: DestinationRig.dropID, piece: piece, created: 0, assets: assets, peaks: [])
  }

  @Test func aDropBecomesAPiece() throws {
    let drop = try content([
      send(.mixStem, "mix.wav", "audio/wav", 200_000), send(.preview, "p.ogg", "audio/ogg"),
      send(.cover, "c.png", "image/png"), send(.attachment, "a.fig", "application/figure"),
    ])
    let receipt = try hoopa.create(drop, at: "x", via: rig.call)
    let piece = try #require(pieces().first)
    #expect(receipt.id == piece.word("shortId") && receipt.url.hasSuffix("/s/" + receipt.id))
    let said = try #require(piece.object("said")?.object("presentation"))
    #expect(said.word("title") == drop.piece.title)
    #expect(try server.kept().map { $0.size }.sorted() == [1000, 1000, 1000, 200_000])
  }

  @Test func serverRefusalsAreReported() throws {
    var drop = try content([send(.mixStem, "mix.wav", "audio/wav")])
    var piece = drop.piece
    piece.title = ""
    drop = DropContent(id: drop.id, piece: piece, created: 0, assets: drop.assets, peaks: [])
    let error = failure { _ = try hoopa.create(drop, at: "x", via: rig.call) }
    #expect(error?.code == .refused && error?.line.contains("title") ?? false)
    try server.fault("\"path\":\"/v1/graphql\",\"reply\":\"no_data\"")
    let other = failure { _ = try send(.mixStem, "mix.wav", "audio/wav") }
    #expect(other?.line.contains("Internal server error") ?? false)
  }

  @Test func anExpiredURLIsReported() throws {
    try server.fault("\"method\":\"PUT\",\"reply\":\"expired_url\"")
    let source = try rig.source(rig.file(rig.bytes(1000)), for: hoopa)
    let upload = try hoopa.upload(rig.asset(1000), at: "x", from: nil, via: rig.call)
    guard case .lost(let line) = try upload.sendNext(from: source, via: rig.call) else {
      Issue.record("not lost")
      return
    }
    #expect(line.contains("403") && upload.state.isEmpty && upload.confirmed == 0)
    // The URL is renewed.
    #expect(try rig.send(upload, source)?.contains("Signature=") ?? false)
  }

  @Test(arguments: [
    "{\"fault\":\"Reset\"}", "{\"fault\":\"Reset\",\"upload_bytes\":5000}", "{\"status\":503}",
    "{\"status\":429}", "{\"status\":429,\"headers\":{\"Retry-After\":\"0\"}}",
  ])
  func filesAreSentAgain(reply: String) throws {
    try server.fault("\"method\":\"PUT\",\"reply\":\(reply)")
    _ = try send(.mixStem, "mix.wav", "audio/wav", 100_000)
  }

  @Test func filesThatAreThereAreNotSentAgain() throws {
    let sent = try send(.mixStem, "mix.wav", "audio/wav")
    let upload = try hoopa.upload(sent.asset, at: "x", from: sent.result, via: rig.call)
    #expect(upload.confirmed == 1000)
    let source = try rig.source(rig.file(rig.bytes(1000)), for: hoopa)
    #expect(try upload.finish(with: source, via: rig.call) == sent.result)
  }

  @Test(arguments: [
    "\"reply\":{\"fault\":\"Reset\"}", "\"reply\":{\"status\":502},\"effect\":true",
    "\"reply\":{\"fault\":\"Cut\",\"after_bytes\":10}",
  ])
  func aPieceIsNotMadeTwice(fault: String) throws {
    let drop = try content([send(.mixStem, "mix.wav", "audio/wav")])
    try server.fault("\"path\":\"/v1/graphql\",\(fault)")
    let error = failure { _ = try hoopa.create(drop, at: "x", via: rig.call) }
    #expect(error?.code == .verify && error?.line.contains("not asked again") ?? false)
    #expect(!DropState.canGoOn(after: try #require(error)))
    #expect(try pieces().count == 1)
  }

  /// A server cannot direct an upload to this machine, nor reveal the URL it signed.
  @Test func filesGoToSafePlacesAlone() throws {
    let place = AllihoopaUploadURL(url: "https://127.0.0.1/x", distance: .public)
    #expect(place.request.ssrfGuard == .notNearer(than: .public))
    let url = "http://files.example/up?Signature=hush"
    try server.fault(
      "\"path\":\"/v1/graphql\",\"reply\":{\"json\":"
        + "{\"data\":{\"uploadUrlForFormat\":{\"url\":\"\(url)\"}}}}")
    let error = failure { _ = try send(.mixStem, "mix.wav", "audio/wav") }
    #expect(error?.code == .reply && error?.line.contains("files.example") ?? false)
    #expect(error?.line.contains("hush") == false)
  }
}
