import AhaBase
import AhaJSON
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// Runs against the stub in Tests/servers.
@Suite struct SoundCloudTests {
  let server: TestServer
  let rig: DestinationRig
  /// The first bytes of a PNG; the stub checks no more.
  private let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 1, 2, 3]

  init() throws {
    server = try TestServer("Tests/servers/soundcloud_server.py")
    rig = try DestinationRig()
  }

  private func cloud(
    _ change: (inout SoundCloudSettings) -> Void = { _ in }
  ) throws -> SoundCloudDestination { try rig.soundCloud(server, change) }

  private func cover() -> DropAsset {
    DropAsset(role: .cover, name: "cover.png", type: "image/png", size: Int64(picture.count))
  }

  private func send(
    _ asset: DropAsset, _ bytes: [UInt8], to cloud: SoundCloudDestination
  ) throws -> SentAsset {
    let place = try cloud.makeLocation(for: rig.plan(), via: rig.call)
    let source = try rig.source(rig.file(bytes, asset.name), for: cloud)
    let upload = try cloud.upload(asset, at: place, from: "", via: rig.call)
    let result = try rig.send(upload, source) ?? ""
    return SentAsset(asset: asset, sha256: "", result: result)
  }

  private func sound(_ bytes: [UInt8], to cloud: SoundCloudDestination) throws -> SentAsset {
    try send(rig.asset(bytes.count), bytes, to: cloud)
  }

  private func create(_ sent: SentAsset, at cloud: SoundCloudDestination) throws -> DropReceipt {
    try cloud.create(rig.content([sent]), at: DestinationRig.dropID + " ", via: rig.call)
  }

  private func tracks() throws -> [JSONObject] { try server.list("files", "files") }

  @Test func aDropBecomesATrack() throws {
    try server.command("{\"do\":\"settings\",\"polls\":3}")
    let bytes = rig.bytes(300_000)
    let cloud = try cloud {
      $0.genre = "Ambient"
      ($0.license, $0.tags, $0.allowsDownload) = ("cc-by", "new wave", true)
    }
    let sent = try sound(bytes, to: cloud)
    let art = try send(cover(), picture, to: cloud)
    // The track is private until it is committed.
    #expect(try tracks()[0].object("fields")?.word("sharing") == "private")
    var piece = Piece()
    (piece.title, piece.description) = ("Night – 日本 \"x\"", "A song\nof two lines")
    (piece.tempo, piece.tonality) = (120, .minor(9))
    let drop = DropContent(
      id: DestinationRig.dropID, piece: piece, created: 0, assets: [sent, art], peaks: [])
    let location = try cloud.makeLocation(for: rig.plan(), via: rig.call)
    let receipt = try cloud.create(drop, at: location, via: rig.call)
    #expect(receipt.id == "soundcloud:tracks:1001" && receipt.url.hasPrefix(server.url + "/alice/"))
    let track = try tracks()[0]
    let fields = try #require(track.object("fields"))
    #expect(try track.word("sha256") == sha256(bytes))
    #expect(fields.word("title") == piece.title && fields.word("sharing") == "public")
    #expect(fields.word("description") == piece.description && fields.word("genre") == "Ambient")
    #expect(fields.word("license") == "cc-by" && fields.word("downloadable") == "true")
    #expect(
      fields.word("tag_list")
        == "aha:id=\(DestinationRig.dropID) \"A minor\" \"120 BPM\" \"new wave\"")
    // Repeated, as in another process.
    #expect(try cloud.create(drop, at: "x", via: rig.call).id == receipt.id)
    #expect(try tracks().count == 1)
  }

  @Test func unlistedDropsArePrivate() throws {
    let cloud = try cloud()
    let sent = try sound(rig.bytes(100), to: cloud)
    var piece = rig.plan().piece
    piece.isListed = false
    let drop = DropContent(
      id: DestinationRig.dropID, piece: piece, created: 0, assets: [sent], peaks: [])
    let receipt = try cloud.create(drop, at: DestinationRig.dropID + " ", via: rig.call)
    #expect(try tracks()[0].object("fields")?.word("sharing") == "private")
    #expect(receipt.url.contains("/alice/night-train"))
  }

  @Test(arguments: [
    "\"reply\":{\"fault\":\"Reset\"}", "\"reply\":{\"status\":502},\"effect\":true",
    "\"reply\":{\"fault\":\"HtmlError\"}", "\"reply\":{\"fault\":\"Reset\",\"upload_bytes\":1000}",
    "\"reply\":{\"fault\":\"RateLimited\",\"retry_after\":1,\"style\":\"seconds\"}",
  ])
  func aSoundIsThereOnce(fault: String) throws {
    try server.fault("\"method\":\"POST\",\"path\":\"/tracks\",\(fault)")
    #expect(try sound(rig.bytes(50_000), to: cloud()).result.hasPrefix("soundcloud:tracks:"))
    #expect(try tracks().count == 1)
  }

  /// The process ended before the journal had the reply.
  @Test func anEarlierUploadIsReused() throws {
    let first = try sound(rig.bytes(100), to: cloud())
    let posts = try server.count("/tracks")
    #expect(try sound(rig.bytes(100), to: cloud()).result == first.result)
    #expect(try server.count("/tracks") == posts)
  }

  @Test func oneThatCannotBeHeardIsSentAnew() throws {
    try server.command("{\"do\":\"settings\",\"outcome\":\"failed\"}")
    let cloud = try cloud()
    let sent = try sound(rig.bytes(100), to: cloud)
    #expect(failure { _ = try create(sent, at: cloud) }?.code == .unknownFormat)
    try server.command("{\"do\":\"settings\",\"outcome\":\"finished\"}")
    _ = try sound(rig.bytes(100), to: self.cloud())
    #expect(try tracks().map { $0.word("state") } == ["finished"])
    #expect(try server.count("/tracks") == 2)
  }

  @Test func processingMayNotEnd() throws {
    try server.command("{\"do\":\"settings\",\"polls\":-1}")
    let cloud = try cloud { $0.timeoutMilliseconds = 100 }
    let sent = try sound(rig.bytes(100), to: cloud)
    let error = failure { _ = try create(sent, at: cloud) }
    #expect(error?.code == .timeout && error?.line.contains("processing") ?? false)
  }

  @Test func cancellingEndsTheWait() throws {
    try server.command("{\"do\":\"settings\",\"polls\":-1}")
    let cloud = try cloud { $0.pollMilliseconds = 600_000 }
    let sent = try sound(rig.bytes(100), to: cloud)
    let (rig, server) = (rig, server)
    let canceller = try Background {
      try? server.wait("/tracks/soundcloud:tracks:1001", count: 2)
      rig.job.cancel()
      rig.call.cancel()
    }
    let error = failure { _ = try create(sent, at: cloud) }
    #expect(canceller.result() != nil)
    #expect(error?.code == .cancelled)
  }

  @Test(arguments: [
    ("\"unable_to_process\"", ResultCode.http, "unable to process provided asset_data"),
    ("\"forbidden_page\"", .http, "403"), ("{\"status\":413}", .limit, "413"),
  ])
  func refusalsAreReported(reply: String, code: ResultCode, words: String) throws {
    try server.fault("\"method\":\"POST\",\"path\":\"/tracks\",\"reply\":\(reply)")
    let error = failure { _ = try sound(rig.bytes(100), to: cloud()) }
    #expect(error?.code == code && error?.line.contains(words) ?? false)
    #expect(try server.count("/tracks") == 1)
  }

  @Test func settingsAreChecked() throws {
    let bad: [(inout SoundCloudSettings) -> Void] = [
      { $0.license = "cc" }, { $0.license = "CC-BY" }, { $0.genre = "a\nb" },
    ]
    for change in bad {
      let error = failure { _ = try cloud(change) }
      #expect(error?.code == .invalidArgument && !(error?.line.isEmpty ?? true))
    }
  }

  @Test func otherFilesHaveNoPlace() throws {
    let attachment = DropAsset(role: .attachment, name: "a.bin", type: "x/y", size: 3)
    let upload = try cloud().upload(attachment, at: "1 ", from: nil, via: rig.call)
    #expect(upload.confirmed == 3)
    let flute = DropAsset(role: .mixStem, name: "a.mid", type: "audio/midi", size: 3)
    #expect(
      failure { _ = try cloud().upload(flute, at: "1 ", from: nil, via: rig.call) }?.code
        == .unsupported)
  }

  @Test func aCoverNeedsItsSound() throws {
    #expect(failure { _ = try send(cover(), picture, to: cloud()) }?.code == .state)
  }

  @Test func aCancelledDropLeavesNothing() throws {
    let cloud = try cloud()
    let sent = try sound(rig.bytes(100), to: cloud)
    let kept = StoredUpload(role: .mixStem, state: sent.result, result: "")
    for _ in 0..<2 { try cloud.discard([kept], at: DestinationRig.dropID + " ", via: rig.call) }
    #expect(try tracks().isEmpty)
    // An upload that is not in the journal.
    _ = try sound(rig.bytes(100), to: cloud)
    try cloud.discard([], at: DestinationRig.dropID + " ", via: rig.call)
    #expect(try tracks().isEmpty)
  }
}
