import AhaBase
import AhaHash
import AhaJSON
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite(.serialized) struct S3Tests {
  final class Server: TestServer {
    init(_ options: [String] = []) throws {
      try super.init("Tests/servers/s3_server.py", options)
    }

    func settings(_ change: (inout S3Settings) -> Void = { _ in }) -> S3Settings {
      var settings = S3Settings(
        endpoint: url, bucket: "drops", region: word("region"), keyID: word("access_key"),
        secret: Secret(word("secret_key")))
      (settings.usesVirtualHost, settings.chunkBytes) = (false, 5 << 20)
      change(&settings)
      return settings
    }

    func destination(_ change: (inout S3Settings) -> Void = { _ in }) throws -> S3Destination {
      try S3Destination(name: "bucket", settings: settings(change))
    }
  }

  nonisolated(unsafe) private static let shared = Result { try Server() }
  let server: Server
  let rig: DestinationRig

  init() throws { (server, rig) = (try Self.shared.get().renewed(), try DestinationRig()) }

  private func openUploads() throws -> JSONObject.Value? {
    try server.ask("{\"do\":\"statistics\"}")["open_uploads"]
  }

  // MARK: Success

  @Test(arguments: ["Ää é+&=#?%.wav", "a b (1)'!*.wav", "🎵~-_.wav"])
  func keysMayHaveAnyName(name: String) throws {
    let destination = try server.destination { $0.prefix = "/my drops/ü/" }
    let sent = try rig.send(rig.bytes(6 << 20), name, to: destination, at: "p")
    #expect(sent.result == "my drops/ü/p/\(name)" && rig.moved > 0)
    #expect(try server.kept().first?.path.hasSuffix(sent.result) ?? false)
  }

  @Test func bucketsMayBeInTheHost() throws {
    let destination = try server.destination {
      $0.usesVirtualHost = true
      $0.endpoint = $0.endpoint.replacing("127.0.0.1", with: "localhost")
    }
    #expect(destination.address.contains("://drops.localhost:"))
    _ = try rig.send(rig.bytes(6 << 20), to: destination, at: "p")
    #expect(try server.kept().count == 1)
  }

  @Test func makesAPage() throws {
    let destination = try server.destination {
      ($0.publicURL, $0.prefix) = ("https://media.example/b", "ä")
    }
    #expect(destination.traits.hasPublicLink)
    let sent = try rig.send(rig.bytes(10), to: destination, at: "p")
    for _ in 0..<2 {
      let receipt = try destination.create(rig.content([sent]), at: "p", via: rig.call)
      #expect(receipt.url == "https://media.example/b/p/index.html")
      #expect(Services.destinations.expiry(of: receipt.url) == 0)
      #expect(receipt.id == "s3://drops/ä/p/")
      // Sound, manifest, card and page.
      #expect(try server.kept().count == 4)
    }
    let upload = try destination.upload(rig.asset(10), at: "p", from: nil, via: rig.call)
    try destination.discard(
      [StoredUpload(role: .mixStem, state: upload.state, result: sent.result)], at: "p",
      via: rig.call)
    #expect(try server.kept() == [])
  }

  /// The page of a private bucket, its manifest and its files are read without keys.
  @Test(arguments: ["", "a/token+"]) func aPrivateBucketGivesALink(token: String) throws {
    if !token.isEmpty {
      try server.command("{\"do\":\"settings\",\"session_token\":\"\(token)\"}")
    }
    let destination = try server.destination {
      $0.prefix = "my mixes/ü"
      if !token.isEmpty { $0.sessionToken = Secret(token) }
    }
    #expect(!destination.traits.hasPublicLink && destination.traits.checksLink)
    let bytes = rig.bytes(10)
    let sent = try rig.send(bytes, "a b.wav", to: destination, at: "p")
    let receipt = try destination.create(rig.content([sent]), at: "p", via: rig.call)
    let week = Services.destinations.expiry(of: receipt.url) - S3Clock.wallSeconds()
    #expect((604_700...604_800).contains(week))
    #expect(receipt.url.contains("/my%20mixes/%C3%BC/p/index.html?"))
    let page = try rig.client.transport.send(HTTPRequest("GET", receipt.url))
    #expect(page.status == 200)
    let text = String(decoding: page.body, as: UTF8.self)
    let link = try #require(text.split(separator: "<source src=\"").last?.prefix { $0 != "\"" })
    let folder = receipt.url[..<receipt.url.firstIndex(of: "?")!].dropLast("index.html".count)
    let url = folder + link.replacing("&amp;", with: "&")
    #expect(try rig.client.transport.send(HTTPRequest("GET", String(url))).body == bytes)
    let other = receipt.url.replacing("index.html", with: "piece.json")
    #expect(try rig.client.transport.send(HTTPRequest("GET", other)).status == 403)
    #expect(try rig.client.transport.send(HTTPRequest("DELETE", receipt.url)).status == 403)
  }

  @Test(arguments: [
    ("https://h/k?X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400", 1_369_440_000),
    ("https://h/k?X-Amz-Expires=9999999999&X-Amz-Date=20130524T000000Z", 1_369_958_400),
    ("https://h/k?X-Amz-Date=20130524T000000Z", 0), ("https://h/k", 0), ("", 0),
    ("https://h/k?X-Amz-Date=20131324T000000Z&X-Amz-Expires=1", 0),
    ("https://h/k?X-Amz-Date=now&X-Amz-Expires=1", 0),
  ])
  func linksTellTheirEnd(url: String, end: Int64) {
    #expect(Services.destinations.expiry(of: url) == end)
  }

  @Test func partsOfOthersAreNotTaken() throws {
    let (bytes, destination) = (rig.bytes(11 << 20), try server.destination())
    let source = try rig.source(rig.file(bytes), for: destination)
    let upload = try destination.upload(rig.asset(bytes.count), at: "p", from: nil, via: rig.call)
    try rig.send(upload, source, steps: 1)
    var state = S3UploadState(state: upload.state)!
    state.tags = try S3UploadState.tags(adding: "", tag: "\"another\"")
    let anew = try destination.upload(
      rig.asset(bytes.count), at: "p", from: state.text, via: rig.call)
    #expect(anew.confirmed == 0)
  }

  // MARK: Faults

  /// At the beginning, in the middle and at the end.
  static let passing =
    [
      "\"reply\":{\"status\":500}", "\"reply\":{\"fault\":\"HtmlError\"}",
      "\"reply\":{\"fault\":\"Reset\",\"upload_bytes\":1000000}", "\"reply\":{\"fault\":\"Reset\"}",
      "\"reply\":{\"status\":503,\"body\":\"<Error><Code>SlowDown</Code></Error>\"}",
      "\"reply\":{\"fault\":\"RateLimited\",\"retry_after\":0,\"style\":\"seconds\"}",
    ].map { "\"method\":\"PUT\",\"target\":\"*partNumber=2*\",\($0)" }
    + ["*uploads=", "*uploadId=*"].map {
      "\"method\":\"POST\",\"target\":\"\($0)\",\"reply\":{\"fault\":\"Reset\"}"
    }

  @Test(arguments: passing) func passingFaultsPass(fault: String) throws {
    try server.fault(fault)
    let bytes = rig.bytes(11 << 20)
    try rig.send(bytes, to: server.destination())
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
    #expect(try server.repeats() <= 1 && openUploads().isZero)
  }

  @Test func anErrorInAGoodReplyIsOne() throws {
    try server.fault(
      "\"method\":\"POST\",\"target\":\"*uploadId=*\",\"count\":2,\"reply\":{\"status\":200,"
        + "\"body\":\"<?xml version='1.0'?>  <Error><Code>InternalError</Code></Error>\"}")
    let bytes = rig.bytes(11 << 20)
    _ = try rig.send(bytes, to: server.destination(), at: "p")
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
    try server.fault(
      "\"method\":\"POST\",\"target\":\"*uploadId=*\",\"reply\":{\"status\":200,"
        + "\"body\":\"<Error><Code>InvalidPart</Code><Message>no such</Message></Error>\"}")
    let error = failure { _ = try rig.send(bytes, to: server.destination(), at: "q") }
    #expect(error?.line.contains("InvalidPart: no such") ?? false)
  }

  @Test(arguments: [
    (403, "AccessDenied", ResultCode.access), (404, "NoSuchBucket", .notFound),
    (403, "InvalidAccessKeyId", .notSignedIn), (403, "SignatureDoesNotMatch", .refused),
    (400, "ExpiredToken", .notSignedIn), (507, "XMinioStorageFull", .diskFull),
    (400, "QuotaExceeded", .diskFull), (301, "PermanentRedirect", .refused),
    (400, "AuthorizationHeaderMalformed", .refused), (307, "TemporaryRedirect", .refused),
    (403, "RequestTimeTooSkewed", .refused),
  ])
  func errorsAreReported(status: Int, code: String, result: ResultCode) throws {
    try server.fault(
      "\"count\":0,\"reply\":{\"status\":\(status),\"body\":\"<Error><Code>\(code)</Code>"
        + "<Message>why not, aha-secret-key</Message></Error>\"}")
    let error = failure { _ = try rig.send(rig.bytes(10), to: server.destination(), at: "p") }
    #expect(error?.code == result)
    let line = error?.line ?? ""
    #expect(line.contains("PUT drops: HTTP \(status) \(code)"), "\(line)")
    #expect(error?.line.contains("aha-secret-key") == false)
  }

  @Test func theServersClockIsUsed() throws {
    let clock = S3Clock { S3Clock.wallSeconds() - 3600 }
    let early = try S3Destination(name: "early", settings: server.settings(), clock: clock)
    _ = try rig.send(rig.bytes(10), to: early, at: "p")
    #expect(abs(clock.now() - S3Clock.wallSeconds()) < 60)
    #expect(try server.kept().count == 1)
  }

  @Test func cancellingEndsAMessage() throws {
    try server.fault(
      "\"method\":\"PUT\",\"target\":\"*partNumber=2*\",\"reply\":{\"fault\":\"Stall\"}")
    let (bytes, destination) = (rig.bytes(11 << 20), try server.destination())
    let rig = rig
    let sending = try Background { failure { _ = try rig.send(bytes, to: destination, at: "p") } }
    try server.wait("/drops/p/mix.wav", count: 2)
    rig.job.cancel()
    rig.call.cancel()
    // A stall ends after 30 s.
    #expect(sending.result(seconds: 20)??.code == .cancelled)
  }

  // MARK: Settings

  @Test func settingsAreChecked() throws {
    let bad: [(inout S3Settings) -> Void] = [
      { $0.bucket = "a" }, { $0.bucket = "../etc" }, { $0.region = "" }, { $0.region = "a/b" },
      { $0.endpoint = "ftp://x" }, { $0.endpoint = "http://x/?path" }, { $0.prefix = "a/../b" },
      { $0.chunkBytes = 1 << 20 }, { $0.chunkBytes = 17 << 20 }, { $0.publicURL = "http://h/`" },
      { $0.prefix = "a\u{0}b" }, { $0.acl = "public" }, { $0.acl = "private\r\nx: y" },
    ]
    for change in bad {
      #expect(failure { _ = try server.destination(change) }?.code == .invalidArgument)
    }
    let keyless = try server.destination { $0.keyID = "" }
    #expect(failure { try keyless.checkReady() }?.code == .notSignedIn)
    let limit = server.settings().chunkBytes(for: 100 << 30)
    #expect(limit * 10_000 >= 100 << 30 && limit <= 16 << 20 && limit % (1 << 20) == 0)
  }
}

extension JSONObject.Value? {
  var isZero: Bool { if case .integer(0)? = self { true } else { false } }
}
