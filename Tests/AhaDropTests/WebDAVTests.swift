import AhaBase
import AhaHash
import AhaJSON
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Real servers, and a stub of Nextcloud.
final class WebDAVServer: TestServer {
  enum Kind: String, Sendable {
    case rclone, apache, digest, nextcloud, tus, sabre

    static let allCases: [Kind] = [.rclone, .apache, .nextcloud]
  }

  init(_ kind: Kind) throws {
    try super.init("Tests/servers/webdav_server.py", ["--kind", kind.rawValue])
  }

  func settings(
    _ folder: String = "", _ change: (inout WebDAVSettings) -> Void = { _ in }
  ) -> WebDAVSettings {
    let dav = word("dav")
    var settings = WebDAVSettings(url: (dav.hasSuffix("/") ? dav : dav + "/") + folder)
    (settings.user, settings.password) = (word("user"), Secret(word("password")))
    settings.chunkBytes = 5 << 20
    change(&settings)
    return settings
  }

  /// A destination, and the place of a drop there.
  func open(_ rig: DestinationRig) throws -> (WebDAVDestination, place: String) {
    let destination = try destination()
    return (destination, try destination.makeLocation(for: rig.plan(), via: rig.call))
  }

  func destination(
    _ folder: String = "", _ change: (inout WebDAVSettings) -> Void = { _ in }
  ) throws -> WebDAVDestination {
    try WebDAVDestination(name: "cloud", settings: settings(folder, change))
  }
}

@Suite(.serialized) struct WebDAVServersTests {
  let rig: DestinationRig

  init() throws { rig = try DestinationRig() }

  @Test(arguments: WebDAVServer.Kind.allCases) func makesFoldersAndAPage(
    kind: WebDAVServer.Kind
  ) throws {
    let server = try WebDAVServer(kind)
    let destination = try server.destination("a/b%20c/d")
    let place = try destination.makeLocation(for: rig.plan("Ä / Ö.."), via: rig.call)
    #expect(place == "piece-0123456789ab")
    // As after a lost reply.
    #expect(try destination.makeLocation(for: rig.plan("///"), via: rig.call) == place)
    let sent = try rig.send(rig.bytes(10), to: destination, at: place)
    for _ in 0..<2 {
      let receipt = try destination.create(rig.content([sent]), at: place, via: rig.call)
      #expect(receipt.url == "\(destination.address)\(place)/index.html")
      #expect(
        try server.kept().map { $0.path.split(separator: "/").last! }
          == ["index.html", "mix.wav", "oembed.json", "piece.json"])
    }
    #expect(try server.kept().allSatisfy { $0.path.contains("a/b c/d/\(place)/") })
    for _ in 0..<2 { try destination.discard([], at: place, via: rig.call) }
    #expect(try server.kept() == [])
    #expect(try destination.makeLocation(for: rig.plan("."), via: rig.call) == place)
  }

  @Test(arguments: [WebDAVServer.Kind.rclone, .apache]) func beginsAnewAfterTheServerWasGone(
    kind: WebDAVServer.Kind
  ) throws {
    let server = try WebDAVServer(kind)
    let (bytes, destination) = (rig.bytes(6 << 20), try server.destination())
    let place = try destination.makeLocation(for: rig.plan(), via: rig.call)
    let path = rig.file(bytes)
    let upload = try destination.upload(rig.asset(bytes.count), at: place, from: nil, via: rig.call)
    try server.command("{\"do\":\"kill\"}")
    try server.command("{\"do\":\"up\"}")
    #expect(upload.confirmed == 0)
    try rig.send(upload, rig.source(path, for: destination))
    let again = try destination.upload(
      rig.asset(bytes.count), at: place, from: upload.state, via: rig.call)
    #expect(again.confirmed == Int64(bytes.count))
    let shorter = try destination.upload(
      rig.asset(bytes.count - 1), at: place, from: upload.state, via: rig.call)
    #expect(shorter.confirmed == 0)
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
  }
}

@Suite(.serialized) struct NextcloudTests {
  let server: WebDAVServer
  let rig: DestinationRig

  init() throws { (server, rig) = (try WebDAVServer(.nextcloud), try DestinationRig()) }

  private func openUploads() throws -> JSONObject.Value? {
    try server.ask("{\"do\":\"statistics\"}")["open_uploads"]
  }

  static let passing =
    [
      "{\"status\":500}", "{\"status\":423}", "{\"status\":429}", "{\"fault\":\"HtmlError\"}",
      "{\"fault\":\"Reset\",\"upload_bytes\":1000000}", "{\"fault\":\"Reset\"}",
    ].map { "\"method\":\"PUT\",\"reply\":\($0)" }
    + [
      "{\"status\":423},\"effect\":true", "{\"status\":504},\"effect\":true", "{\"status\":423}",
      "{\"fault\":\"Reset\"}",
    ].map { "\"method\":\"MOVE\",\"reply\":\($0)" }
    + [
      "\"method\":\"MKCOL\",\"reply\":{\"fault\":\"Reset\"}",
      "\"method\":\"PROPFIND\",\"reply\":{\"status\":405}",
      "\"method\":\"PROPFIND\",\"reply\":{\"fault\":\"Cut\",\"after_bytes\":10}",
    ]

  @Test(arguments: passing) func passingFaultsPass(fault: String) throws {
    let bytes = rig.bytes(11 << 20)
    let (destination, place) = try server.open(rig)
    try server.fault(fault)
    _ = try rig.send(bytes, to: destination, at: place)
    #expect(rig.moved > 0)
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
    #expect(try server.repeats() <= 1)
    #expect(try openUploads().isZero)
  }

  @Test func chunksThatAreForgottenBeforeTheLastMessageAreSentAgain() throws {
    let bytes = rig.bytes(11 << 20)
    let (destination, place) = try server.open(rig)
    let source = try rig.source(rig.file(bytes), for: destination)
    let upload = try destination.upload(rig.asset(bytes.count), at: place, from: nil, via: rig.call)
    for _ in 0..<3 { _ = try upload.sendNext(from: source, via: rig.call) }
    try server.command("{\"do\":\"expire_uploads\"}")
    #expect(failure { _ = try upload.finish(with: source, via: rig.call) }?.code == .notFound)
    let anew = try destination.upload(
      rig.asset(bytes.count), at: place, from: upload.state, via: rig.call)
    try rig.send(anew, source)
    #expect(try server.kept().map(\.sha256) == [sha256(bytes)])
  }

  @Test(arguments: [
    (401, ResultCode.notSignedIn), (403, .access), (409, .notFound), (410, .notFound),
    (412, .exists), (413, .limit), (507, .diskFull), (423, .state), (418, .http),
  ])
  func errorsAreReported(status: Int, code: ResultCode) throws {
    let (destination, place) = try server.open(rig)
    rig.call.lockMilliseconds = 300
    let told =
      "<?xml version='1.0'?><d:error xmlns:d='DAV:' xmlns:s='http://sabredav.org/ns'>"
      + "<s:message>why not</s:message></d:error>"
    try server.fault(
      "\"method\":\"PUT\",\"count\":0,\"reply\":{\"status\":\(status),\"body\":\"\(told)\"}")
    let error = failure { _ = try rig.send(rig.bytes(10), to: destination, at: place) }
    #expect(error?.code == code)
    let words = status == 401 ? "refused the password of user \"alice\"" : "PUT 127.0.0.1"
    #expect(error?.line.contains(words) ?? false, "\(error?.line ?? "")")
    #expect(error?.line.contains("why not") ?? false)
  }

  @Test func aServersWordsDoNotGiveThePasswordAway() throws {
    let (destination, place) = try server.open(rig)
    let told =
      "<d:error xmlns:d='DAV:' xmlns:s='http://sabredav.org/ns'>"
      + "<s:message>no: \(server.word("password"))</s:message></d:error>"
    try server.fault("\"method\":\"PUT\",\"reply\":{\"status\":403,\"body\":\"\(told)\"}")
    let error = failure { _ = try rig.send(rig.bytes(10), to: destination, at: place) }
    #expect(error?.code == .access)
    #expect(error?.line.contains(server.word("password")) == false)
  }

  @Test(arguments: [404, 409]) func missingFoldersHaveTwoStatuses(status: Int) throws {
    try server.command("{\"do\":\"settings\",\"missing_parent\":\(status)}")
    let destination = try server.destination("x/y/")
    #expect(
      try destination.makeLocation(for: rig.plan(), via: rig.call) == "night-train-0123456789ab")
  }

  @Test func settingsAreChecked() throws {
    let bad: [(inout WebDAVSettings) -> Void] = [
      { $0.url = "ftp://x/" }, { $0.url = "https://x/?a" }, { $0.user = "a:b" },
      { $0.url = "http://cloud.example/dav/" }, { $0.chunkBytes = 1 }, { $0.publicURL = "x" },
    ]
    for change in bad {
      #expect(failure { _ = try server.destination("", change) }?.code == .invalidArgument)
    }
    let open = try server.destination("") { $0.password = nil }
    #expect(failure { try open.checkReady() }?.code == .notSignedIn)
    var settings = WebDAVSettings(url: "https://x.example/nc/remote.php/dav/files/a%20b/c/d")
    #expect(settings.uploadsURL == "https://x.example/nc/remote.php/dav/uploads/a%20b/")
    settings.url = "https://x.example/remote.php/dav/files/"
    #expect(settings.uploadsURL == nil)
  }

  // MARK: Replies

  private func entries(_ text: String) throws -> [WebDAVListing.Entry] {
    try WebDAVListing(body: Array(text.utf8)).entries
  }

  @Test func listingsAreReadInAnyPrefix() throws {
    let all = try entries(
      "<?xml version='1.0'?><multistatus xmlns='DAV:' xmlns:o='other'><response>"
        + "<href>http://h/a%20b/</href><propstat><prop><getcontentlength/></prop>"
        + "<status>HTTP/1.1 404 Not Found</status></propstat></response><response>"
        + "<href>/a%20b/%C3%A9.wav</href><propstat><prop><o:getcontentlength>9</o:getcontentlength>"
        + "<getcontentlength>12</getcontentlength></prop><status>HTTP/1.1 200 OK</status>"
        + "</propstat></response></multistatus>")
    #expect(all.map { String(decoding: $0.name, as: UTF8.self) } == ["a b", "é.wav"])
    #expect(all.map(\.length) == [nil, 12])
  }

  @Test(arguments: ["-1", "1e3", "99999999999999999999", "", "x"])
  func invalidLengthsAreIgnored(length: String) throws {
    let all = try entries(
      "<multistatus xmlns='DAV:'><response><href>/</href><propstat><prop><getcontentlength>"
        + "\(length)</getcontentlength></prop><status>HTTP/1.1 200 OK</status></propstat>"
        + "</response></multistatus>")
    #expect(all.count == 1 && all[0].length == nil)
  }
}
