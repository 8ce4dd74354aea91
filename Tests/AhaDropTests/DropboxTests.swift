import AhaBase
import AhaHash
import AhaJSON
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// Runs against the stub in Tests/servers, which also passes with Dropbox's own Python package.
@Suite struct DropboxTests {
  private static let chunk = 4 << 20
  private static let program = "Tests/servers/dropbox_server.py"
  let server: TestServer
  let rig: DestinationRig

  init() throws {
    (server, rig) = (try TestServer(DropboxTests.program), try DestinationRig())
  }

  private func small(
    _ change: (inout DropboxSettings) -> Void = { _ in }
  ) throws -> DropboxDestination {
    try rig.dropbox(server) {
      $0.chunkBytes = Int64(DropboxTests.chunk)
      change(&$0)
    }
  }

  /// The file exists with its whole content.
  private func expect(_ path: String, _ bytes: [UInt8]) throws {
    let kept = try server.kept().first { $0.path == path }
    #expect(
      try kept == TestServer.Kept(path: path, size: Int64(bytes.count), sha256: sha256(bytes)))
  }

  @Test func namesCanBeAnything() throws {
    let box = try small { $0.prefix = "Müsik/2026/" }
    let place = try box.makeLocation(for: rig.plan("日本/🎵 \u{7F}\"x\""), via: rig.call)
    _ = try rig.send(rig.bytes(10), "é 🎵.wav", to: box, at: place)
    try expect("/Müsik/2026/日本-🎵 -x--0123456789ab/é 🎵.wav", rig.bytes(10))
  }

  @Test func placesAreNeverTheSame() throws {
    let box = try small()
    let places = try ["a", "b", "c"].map {
      let plan = DropPlan(id: String(repeating: $0, count: 32), piece: rig.plan().piece)
      return try box.makeLocation(for: plan, via: rig.call)
    }
    #expect(Set(places).count == 3)
    for place in places {
      let sent = try rig.send(rig.bytes(5), to: box, at: place)
      _ = try box.create(rig.content([sent]), at: place, via: rig.call)
    }
    #expect(
      try server.kept().map { $0.path }.filter { $0.hasSuffix("wav") } == [
        "/Night Train (1)/mix.wav", "/Night Train (2)/mix.wav", "/Night Train/mix.wav",
      ])
  }

  @Test func aLostReplyCostsOneChunk() throws {
    try server.fault("\"path\":\"*append_v2\",\"reply\":{\"fault\":\"Reset\"}")
    let bytes = rig.bytes(9_000_001)
    try rig.send(bytes, to: small())
    try expect("/Night Train-0123456789ab/mix.wav", bytes)
    #expect(try server.repeats() == 1)
  }

  @Test(arguments: [
    "{\"fault\":\"Reset\",\"upload_bytes\":1000000}", "{\"fault\":\"Reset\"}", "{\"status\":500}",
    "{\"fault\":\"HtmlError\"}",
    "\"too_many_write_operations\"", "\"bare_429\"", "\"too_many_requests\"",
  ])
  func transientErrorsAreRetried(reply: String) throws {
    for path in ["*/start", "*append_v2", "*finish", "*create_folder_v2"] {
      try server.fault("\"path\":\"\(path)\",\"reply\":\(reply)")
    }
    let bytes = rig.bytes(9_000_001)
    #expect(try rig.send(bytes, to: small()).result.hasPrefix("id:"))
    try expect("/Night Train-0123456789ab/mix.wav", bytes)
  }

  /// The file that Dropbox stored differs from the sent one.
  @Test func aDifferentStoredFileIsReported() throws {
    for (path, count) in [("*finish", 9_000_000), ("/2/files/upload", 100)] {
      let reply = "{\"json\":{\"id\":\"id:x\",\"size\":\(count),\"content_hash\":\"00\"}}"
      try server.fault("\"path\":\"\(path)\",\"reply\":\(reply)")
      #expect(failure { try rig.send(rig.bytes(count), to: small()) }?.code == .verify)
    }
  }

  @Test func fullStorageIsReported() throws {
    try server.command("{\"do\":\"settings\",\"quota\":100}")
    for count in [200, 9_000_000] {
      #expect(failure { try rig.send(rig.bytes(count), to: small()) }?.code == .diskFull)
    }
  }

  @Test func aSignedOutAccountCannotSend() throws {
    let account = try Account.open(
      for: rig.client, provider: rig.dropboxProvider(server.url), name: "nobody", kind: .memory)
    let box = try DropboxDestination(name: "box", account: account)
    #expect(failure { try box.checkReady() }?.code == .notSignedIn)
    try small().checkReady()
  }

  @Test func otherHostsGetNoToken() throws {
    let account = try rig.account(rig.dropboxProvider(server.url))
    var settings = DropboxSettings()
    settings.contentURL = "https://elsewhere.example"
    #expect(
      failure { _ = try DropboxDestination(name: "box", account: account, settings: settings) }?
        .code == .invalidArgument)
  }
}

/// Creates files and links from uploads.
@Suite struct DropboxCreatingTests {
  let server: TestServer
  let rig: DestinationRig
  let box: DropboxDestination

  init() throws {
    server = try TestServer("Tests/servers/dropbox_server.py")
    rig = try DestinationRig()
    box = try rig.dropbox(server)
  }

  @Test(arguments: [true, false])
  func aDropHasOneLink(tellsLink: Bool) throws {
    try server.command("{\"do\":\"settings\",\"tell_link\":\(tellsLink)}")
    let place = try box.makeLocation(for: rig.plan(), via: rig.call)
    let sent = try rig.send(rig.bytes(50), to: box, at: place)
    let receipt = try box.create(rig.content([sent]), at: place, via: rig.call)
    #expect(receipt.url.hasPrefix(server.url) && receipt.id == sent.result)
    // Repeated, as after a lost reply.
    let other = try box.create(rig.content([sent]), at: place, via: rig.call)
    #expect(other.url == receipt.url && other.id == receipt.id)
  }

  @Test func theFolderGetsTheLastTitle() throws {
    let place = try box.makeLocation(for: rig.plan("Untitled"), via: rig.call)
    let sent = try rig.send(rig.bytes(50), to: box, at: place)
    for _ in 0..<2 {
      _ = try box.create(rig.content([sent], "Day Train"), at: place, via: rig.call)
    }
    #expect(try server.kept().contains { $0.path == "/Day Train/mix.wav" })
    #expect(try server.kept().allSatisfy { $0.path.hasPrefix("/Day Train/") })
  }

  @Test func aCancelledDropLeavesNothing() throws {
    let place = try box.makeLocation(for: rig.plan(), via: rig.call)
    _ = try rig.send(rig.bytes(50), to: box, at: place)
    for _ in 0..<2 { try box.discard([], at: place, via: rig.call) }
    #expect(try server.kept().isEmpty)
  }

  /// The lost reply is retried at once, or another process starts again.
  @Test func aLostReplyMakesNoSecondFolder() throws {
    try server.fault("\"path\":\"*create_folder_v2\",\"reply\":{\"fault\":\"Reset\"}")
    let place = try box.makeLocation(for: rig.plan(), via: rig.call)
    #expect(try box.makeLocation(for: rig.plan(), via: rig.call) == place)
    #expect(try server.count("/2/files/create_folder_v2") == 3)
    let sent = try rig.send(rig.bytes(50), to: box, at: place)
    _ = try box.create(rig.content([sent]), at: place, via: rig.call)
    let argument = try JSONObject()
    try argument.set("path", .text(""))
    let names = try box.api.ask("/2/files/list_folder", argument: argument, via: rig.call).object
    #expect(names.objects("entries").map { $0.word("name") } == ["Night Train"])
  }

  @Test func aLostReplyToTheLastNameIsNoFailure() throws {
    let place = try box.makeLocation(for: rig.plan(), via: rig.call)
    let sent = try rig.send(rig.bytes(50), to: box, at: place)
    try server.fault("\"path\":\"*move_v2\",\"reply\":{\"fault\":\"Reset\"}")
    let conflict =
      "{\"status\":409,\"json\":{\"error_summary\":\"to/conflict/folder/..\",\"error\":{}}}"
    try server.fault("\"path\":\"*move_v2\",\"reply\":\(conflict)")
    _ = try box.create(rig.content([sent]), at: place, via: rig.call)
    #expect(try server.kept().contains { $0.path == "/Night Train/mix.wav" })
  }

  /// A name that belongs to a file cannot become a folder.
  @Test func aFileInThePlaceOfAFolderIsReported() throws {
    let conflict =
      "{\"status\":409,\"json\":{\"error_summary\":\"path/conflict/file/..\",\"error\":{}}}"
    try server.fault("\"path\":\"*create_folder_v2\",\"reply\":\(conflict)")
    let error = failure { _ = try box.makeLocation(for: rig.plan(), via: rig.call) }
    #expect(error?.code == .exists)
  }
}
