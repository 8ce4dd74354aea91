import AhaBase
import AhaCodec
import AhaLibrary
import AhaPage
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

/// A library, and a client for its sources.
final class SyncRig {
  let folder = TemporaryFolder()
  let client: Client
  let library: Library
  let call: DropCall
  private var servers: [RawServer] = []

  init() throws {
    var settings = try ClientSettings(applicationID: "test.app")
    settings.transport.proxy = ""
    client = try Client(settings: settings)
    library = try Library(path: FilePath(folder.file("library.db")))
    call = DropCall(client: client, job: Job())
  }

  deinit {
    client.close()
    for server in servers { server.close() }
  }

  /// A server that ends with the rig.
  func server(_ serve: @escaping (RawConnection, String) -> Void) throws -> RawServer {
    let server = try RawServer(each: serve)
    servers.append(server)
    return server
  }

  func sync(
    _ remote: any Catalogue, _ job: Job = Job(),
    _ change: (inout SyncSettings) -> Void = { _ in }
  ) throws -> SyncReport {
    var settings = SyncSettings()
    change(&settings)
    var sync = try Sync(library: library, remote: remote, settings: settings, job: job)
    defer { job.finish(.success) }
    return try sync.run()
  }

  func catalogue(of destination: any Destination) throws -> any Catalogue {
    try #require(Services.sources.catalogue(of: destination, client: client))
  }

  func feed(_ server: RawServer, _ path: String) throws -> FeedCatalogue {
    try FeedCatalogue(client: client, url: "http://127.0.0.1:\(server.port)\(path)")
  }

  /// All items by title.
  func items(_ states: [Playability] = []) throws -> [LibraryItem] {
    var (query, cursor, all) = (ItemQuery(), ItemCursor?.none, [LibraryItem]())
    (query.states, query.order, query.count) = (states, .title, 1000)
    repeat {
      let page = try library.page(of: query, after: cursor)
      all += page.items
      cursor = page.next
    } while cursor != nil
    return all
  }

  var titles: [String] { get throws { try items().map(\.title) } }

  /// A signed-in account, without a browser.
  func account(
    _ provider: Provider, access: String, refresh: String? = nil
  ) throws -> Account {
    let account = try Account.open(for: client, provider: provider, name: "default", kind: .memory)
    let token = Token(
      access: Secret(access), refresh: refresh.map { Secret($0) }, type: "bearer", scope: "",
      lifetime: 0, isOwn: false, requested: TokenTime.now())
    try account.keep(token)
    return account
  }

  /// Manifest fields of a drop with this title.
  static func manifest(
    _ title: String, id: String = "", basedOn: String = "", bytes: Int = 100,
    sha256: String = String(repeating: "ab", count: 32)
  ) throws -> [UInt8] {
    var piece = Piece()
    (piece.title, piece.artist, piece.length) = (title, "Somebody", 2_000_000)
    if !basedOn.isEmpty { try piece.addBasedOn(basedOn) }
    var manifest = DropManifest(piece)
    (manifest.id, manifest.generator) = (id, "libaha 0")
    manifest.files = [
      try DropFile(
        role: .mixStem, name: "mix é.wav", type: "audio/wav", bytes: Int64(bytes), sha256: sha256)
    ]
    return try manifest.text()
  }
}
