import AhaBase
import AhaJSON
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// The user's file of destinations, and the secrets beside it.
@Suite final class SavedDestinationTests {
  private let folder = TemporaryFolder()
  private let client: Client
  private let file: DestinationFile

  init() throws {
    var settings = try ClientSettings(applicationID: "test.app")
    settings.stateFolder = FilePath(folder.file("accounts"))
    settings.apiKey = Secret("application's key")
    settings.providers = Services.providers
    client = try Client(settings: settings)
    file = DestinationFile(
      of: Services.destinations, in: FilePath(folder.file("config")),
      secrets: FilePath(folder.file("state")))
  }

  deinit { client.close() }

  private func text(_ name: String) -> String {
    String(decoding: folder.bytes(of: name) ?? [], as: UTF8.self)
  }

  /// The saved destinations of another process.
  private func loaded() throws -> DropRegistry {
    let registry = DropRegistry(client: client, covers: nil, kinds: Services.destinations)
    _ = try registry.load(from: file)
    return registry
  }

  private func write(_ text: String, mode: mode_t = 0o600) {
    folder.makeFolder("config")
    _ = folder.write(Array(text.utf8), to: "config/destinations.json", mode: mode)
  }

  private func account(_ name: String) throws -> Account {
    let provider = try Services.providers.provider(named: name)
    (provider.clientID, provider.scopes) = ("own id", "files")
    provider.clientSecret = Secret("hidden \(name)")
    provider.tokenURL = "https://own.example/token"
    if !provider.keyHeader.isEmpty { try client.setKey(of: provider) }
    return try Account.open(for: client, provider: provider, name: "band", kind: .file)
  }

  private func everyKind() throws -> [any Destination] {
    var webDAV = WebDAVSettings(url: "https://dav.example/remote.php/dav/files/ann/a%20b")
    (webDAV.user, webDAV.password, webDAV.style) = ("ann", Secret("hidden one"), .plain)
    (webDAV.publicURL, webDAV.chunkBytes) = ("https://ann.example/", 6 << 20)
    var s3 = S3Settings(
      endpoint: "https://s3.example:9000", bucket: "drops", region: "eu-central-1",
      keyID: "AK", secret: Secret("hidden two"))
    (s3.prefix, s3.acl, s3.usesVirtualHost, s3.chunkBytes) = ("a/b", "public-read", false, 7 << 20)
    var box = DropboxSettings()
    (box.prefix, box.chunkBytes) = ("/Music", 4 << 20)
    var cloud = SoundCloudSettings()
    (cloud.license, cloud.genre, cloud.tags) = ("cc-by", "Drum & Bass", "a b,c")
    (cloud.allowsDownload, cloud.pollMilliseconds) = (true, 500)
    return [
      try FolderDestination(
        name: "disk",
        settings: FolderSettings(
          path: folder.file("drops"), publicURL: "https://d.example", chunkBytes: 1 << 20)),
      try WebDAVDestination(name: "dav", settings: webDAV),
      try S3Destination(name: "store", settings: s3),
      try DropboxDestination(name: "box", account: account("dropbox"), settings: box),
      try SoundCloudDestination(name: "cloud", account: account("soundcloud"), settings: cloud),
      try AllihoopaDestination(name: "hoopa", account: account("allihoopa")),
    ]
  }

  // MARK: Kinds

  @Test func everyKindIsTheSameAfterItWasSaved() throws {
    let all = try everyKind()
    for destination in all { try file.add(destination, inKeyring: false) }
    let other = try loaded()
    #expect(other.destinations.map { $0.name } == all.map { $0.name })
    for destination in all {
      let again = try other.destination(named: destination.name)
      #expect(again.kind.name == destination.kind.name && again.address == destination.address)
      #expect(try again.settingsText() == destination.settingsText())
      let (before, after) = try (destination.save(to: JSONObject()), again.save(to: JSONObject()))
      #expect(before?.secret.text == after?.secret.text, "\(destination.name)")
      #expect(before?.owner == after?.owner && again.traits.hasPage == destination.traits.hasPage)
    }
  }

  @Test func anAccountIsOpenedAsItsDestinationWasSaved() throws {
    try file.add(DropboxDestination(name: "box", account: account("dropbox")), inKeyring: false)
    let other = try Client(settings: client.settings)
    defer { other.close() }
    let registry = DropRegistry(client: other, covers: nil, kinds: Services.destinations)
    _ = try registry.load(from: file)
    let found = try #require(try registry.destination(named: "box").account)
    #expect(found.key.text == "dropbox (band)" && found.provider.clientID == "own id")
    #expect(found.provider.tokenURL == "https://own.example/token")
    #expect(found.provider.clientSecret?.text == "hidden dropbox")
  }

  @Test func theListHasNoSecretAndOnlyTheUserReadsThem() throws {
    for destination in try everyKind() { try file.add(destination, inKeyring: false) }
    let list = text("config/destinations.json")
    #expect(list.contains("\"ann\"") && !list.contains("hidden") && !list.contains("key\":"))
    for destination in try loaded().destinations {
      #expect(try !destination.settingsText().contains("hidden"))
    }
    var names = ["config/destinations.json"]
    for name in ["dav", "store", "box", "cloud"] {
      names.append("state/aha%20destination@\(name).json")
      #expect(text(names.last!).contains("hidden"))
    }
    for name in names {
      var status = stat()
      #expect(stat(folder.file(name), &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  @Test func temporaryKeysAndFunctionsOfAHostAreNotSaved() throws {
    var s3 = S3Settings(
      endpoint: "https://s3.example", bucket: "drops", region: "x", keyID: "AK",
      secret: Secret("hidden"))
    s3.sessionToken = Secret("token")
    let error = failure { try file.add(S3Destination(name: "a", settings: s3), inKeyring: false) }
    #expect(error?.code == .unsupported && !folder.exists("state"))
    let provider = try Services.providers.provider(named: "dropbox")
    provider.clientID = "x"
    let memory = try Account.open(for: client, provider: provider, name: "m", kind: .memory)
    let other = failure {
      try file.add(DropboxDestination(name: "b", account: memory), inKeyring: false)
    }
    #expect(other?.code == .unsupported && !folder.exists("config"))
  }

  // MARK: Secrets

  @Test func aPasswordIsNotSentToAnotherAddress() throws {
    for destination in try everyKind() { try file.add(destination, inKeyring: false) }
    let list = text("config/destinations.json")
    write(
      list.replacing("https://dav.example", with: "https://bad.example")
        .replacing("https://own.example", with: "https://bad.example"))
    let registry = try loaded()
    for name in ["dav", "box", "cloud"] {
      let destination = try registry.destination(named: name)
      let error = failure { try destination.checkReady() }
      #expect(error?.code == .notSignedIn || error?.code == .state, "\(name)")
      #expect(failure { _ = try destination.save(to: JSONObject()) } != nil || name != "dav")
    }
    #expect(failure { try registry.destination(named: "store").checkReady() } == nil)
  }

  @Test func aLostSecretIsReported() throws {
    for destination in try everyKind() { try file.add(destination, inKeyring: false) }
    folder.removeFolder("state")
    let registry = try loaded()
    for name in ["dav", "store"] {
      let error = failure { try registry.destination(named: name).checkReady() }
      #expect(error?.code == .notSignedIn && error?.line.contains("add it again") == true)
      #expect(error?.line.contains("destination \(name): ") == true)
    }
    #expect(try registry.destination(named: "disk").address == folder.file("drops"))
  }

  // MARK: The file

  @Test func aNameIsThereOnce() throws {
    let first = try FolderDestination(
      name: "disk", settings: FolderSettings(path: folder.file("a")))
    try file.add(first, inKeyring: false)
    let second = try FolderDestination(
      name: "disk", settings: FolderSettings(path: folder.file("b")))
    #expect(failure { try file.add(second, inKeyring: false) }?.code == .exists)
    #expect(failure { try file.remove(entryNamed: "other") }?.code == .notFound)
    try file.remove(entryNamed: "disk")
    try file.add(second, inKeyring: false)
    #expect(try loaded().destination(named: "disk").address == second.address)
  }

  @Test func removingDeletesTheSecret() throws {
    for destination in try everyKind() { try file.add(destination, inKeyring: false) }
    for name in ["dav", "store", "box", "cloud", "hoopa", "disk"] {
      try file.remove(entryNamed: name)
    }
    #expect(try file.entries().isEmpty)
    #expect(try Disk.names(in: FilePath(folder.file("state"))).allSatisfy { $0.isDots })
  }

  @Test(arguments: [
    "", "/", ".", "..", "-x", "a/b", "a b", "a\tb", "a\u{1}", "käse", "\u{202E}a", "dropbox", "S3",
    "Folder", "webdav", "host", String(repeating: "x", count: 101),
    String(repeating: "x", count: 10_000),
  ]) func aBadNameIsRefused(name: String) throws {
    let error = failure { try DestinationName.check(name, kinds: Services.destinations) }
    #expect(error?.code == .invalidArgument)
    write("{\"destinations\": [{\"name\": \"\(name.onOneLine)\", \"kind\": \"folder\"}]}")
    #expect(failure { _ = try loaded() }?.code == .damaged)
  }

  @Test(arguments: [
    ("", ResultCode.empty), ("{", .damaged), ("[]", .damaged), ("{}", .damaged),
    ("{\"destinations\": {}}", .damaged), ("{\"destinations\": [1]}", .damaged),
    ("{\"destinations\": [{}]}", .damaged), ("{\"destinations\": [{\"name\": 1}]}", .damaged),
    ("{\"destinations\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", .damaged),
    ("{\"version\": 2, \"destinations\": []}", .unsupported),
    ("{\"destinations\": [\"\(String(repeating: "x", count: 1 << 20))\"]}", .limit),
    (String(repeating: "[", count: 100_000), .damaged),
    ("{\"destinations\": [{\"name\": \"a\\u0000b\"}]}", .damaged),
  ]) func aFileThatIsNoListIsRefused(text: String, code: ResultCode) throws {
    write(text)
    let error = failure { _ = try loaded() }
    #expect(error?.code == code && error?.line.contains("destinations.json") == true)
    let disk = try FolderDestination(name: "disk", settings: FolderSettings(path: folder.file("a")))
    #expect(failure { try file.add(disk, inKeyring: false) }?.code == code)
    #expect(self.text("config/destinations.json") == String(text.prefix(1 << 20)))
  }

  @Test func theLineOfAMistakeIsNamed() throws {
    write("{\n\"destinations\": [\n{\"name\": }\n]}")
    #expect(failure { _ = try loaded() }?.line.contains("destinations.json, line 3") == true)
  }

  @Test(arguments: [
    ("\"kind\": \"ftp\"", ResultCode.unsupported), ("\"x\": 1", .unsupported),
    ("\"kind\": \"host\"", .unsupported), ("\"kind\": \"folder\"", .damaged),
    ("\"kind\": \"folder\", \"path\": \"relative\"", .damaged),
    ("\"kind\": \"folder\", \"path\": 7", .damaged),
    ("\"kind\": \"folder\", \"path\": \"/tmp\", \"passwort\": \"x\"", .damaged),
    ("\"kind\": \"folder\", \"path\": \"/tmp\", \"chunk_bytes\": -1", .damaged),
    ("\"kind\": \"webdav\", \"url\": \"ftp://x\"", .invalidArgument),
    ("\"kind\": \"webdav\", \"url\": \"https://a:b@x/\"", .invalidArgument),
    ("\"kind\": \"s3\", \"bucket\": \"..\"", .invalidArgument),
    ("\"kind\": \"dropbox\"", .damaged), ("\"kind\": \"dropbox\", \"account\": 1", .damaged),
    ("\"kind\": \"dropbox\", \"account\": {\"provider\": \"\"}", .invalidArgument),
    ("\"kind\": \"dropbox\", \"account\": {\"provider\": \"dropbox\", \"grants\": 99}", .damaged),
  ]) func aBadEntryLeavesTheOthersUsable(entry: String, code: ResultCode) throws {
    write(
      """
      {"destinations": [{"name": "bad", \(entry)},
       {"name": "good", "kind": "folder", "path": "\(folder.path)"}]}
      """)
    let registry = try loaded()
    let bad = try registry.destination(named: "bad")
    let error = failure { try bad.checkReady() }
    #expect(error?.code == code && error?.line.contains("destination bad: ") == true)
    #expect(failure { try registry.destination(named: "good").checkReady() } == nil)
    // Other entries change while the bad one stays.
    let disk = FolderSettings(path: folder.file("a"))
    try file.add(FolderDestination(name: "disk", settings: disk), inKeyring: false)
    #expect(try loaded().destinations.map { $0.name } == ["bad", "good", "disk"])
  }

  @Test func aListThatOthersMayWriteIsRefused() throws {
    write("{\"destinations\": []}", mode: 0o666)
    chmod(folder.file("config/destinations.json"), 0o666)
    #expect(failure { _ = try loaded() }?.code == .access)
    chmod(folder.file("config/destinations.json"), 0o644)
    #expect(failure { _ = try loaded() } == nil)
  }

  @Test func threadsThatAddAtOnceLoseNothing() throws {
    var file = file
    file.lockMilliseconds = 100_000
    let (list, path) = (file, folder.file("a"))
    let isDone = try concurrently(8, seconds: 120) { number in
      let error = failure {
        for each in 0..<5 {
          let name = "d\(number)-\(each)"
          try list.add(
            FolderDestination(name: name, settings: FolderSettings(path: path)), inKeyring: false)
        }
      }
      #expect(error == nil)
    }
    #expect(isDone)
    #expect(try file.entries().count == 40)
  }
}
