import AhaBase
import AhaLibrary
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaServices
@testable import AhaSync

/// Sources that cannot list their drops: no item is marked as gone.
@Suite struct BadSourceTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  private func folder(_ titles: String...) throws -> FolderSource {
    let source = try FolderSource(rig)
    for title in titles { try source.put(try SyncRig.manifest(title), "drop \(title)") }
    return source
  }

  /// On a thread that respects permissions, even if the tests run as root.
  @Test func aDropThatCannotBeLookedAtIsNotGone() throws {
    let source = try folder("One", "Two")
    _ = try rig.sync(source.remote)
    let closed = source.root.text + "/drop One"
    chmod(closed, 0)
    defer { chmod(closed, 0o755) }
    let rig = rig
    let said = try asOrdinaryUser { try? rig.sync(source.remote) }
    let report = try #require(said.flatMap { $0 })
    #expect(report.removed == 0 && report.unchanged == 2)
    #expect(report.troubles.count == 1 && report.troubles[0].contains("drop One"))
    #expect(try rig.titles == ["One", "Two"])
  }

  /// A network disk may fail within a listing.
  @Test func aFolderThatFailsIsNotAtItsEnd() throws {
    let source = try folder("One", "Two")
    let remote = try source.remote
    let call = SyncCall(call: rig.call, folder: FilePath(rig.folder.path))
    try remote.begin(at: "", token: "", via: call)
    let open = try #require(descriptor(of: source.root.text))
    let other = Glibc.open("/dev/null", O_RDONLY)
    defer { close(other) }
    #expect(dup2(other, open) == open)
    #expect(throws: AhaError.self) { try remote.nextPart(via: call) }
  }

  /// Descriptor of the folder that this process reads.
  private func descriptor(of folder: String) -> Int32? {
    (3..<1024).first { number in
      var place = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(number)", &place, place.count)
      return count > 0 && folder.utf8.elementsEqual(place[..<count].map { UInt8(bitPattern: $0) })
    }
  }

  /// Content of a WebDAV server, which the test changes: titles by folder.
  private final class Drops: @unchecked Sendable {
    private let lock = Lock()
    private var titles: [String: String] = [:]

    var all: [String: String] {
      get { lock.locked { titles } }
      set { lock.locked { titles = newValue } }
    }

    func serve(_ connection: RawConnection, _ head: String) {
      _ = connection.body(of: head)
      let words = head.split(separator: " ")
      if words[0] == "PROPFIND" { return connection.answer(207, [], list.array) }
      let folder = String(words[1].split(separator: "/")[1])
      guard let title = all[folder] else { return connection.answer(404) }
      connection.answer(200, [], (try? SyncRig.manifest(title)) ?? [])
    }

    private var list: String {
      let found =
        "<d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop>"
        + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat>"
      let places = ["/dav/"] + all.keys.sorted().map { "/dav/\($0)/" }
      let all = places.map { "<d:response><d:href>\($0)</d:href>\(found)</d:response>" }
      return "<d:multistatus xmlns:d=\"DAV:\">\(all.joined())</d:multistatus>"
    }
  }

  /// Without tags and dates, the manifests themselves are compared.
  @Test func aServerThatTellsOfNoChange() throws {
    let drops = Drops()
    drops.all = ["rain": "Rain", "sun": "Sun"]
    let server = try rig.server(drops.serve)
    let settings = WebDAVSettings(url: "http://127.0.0.1:\(server.port)/dav/")
    let destination = try WebDAVDestination(name: "cloud", settings: settings)
    let remote = try rig.catalogue(of: destination)
    #expect(try rig.sync(remote).added == 2)
    #expect(try rig.sync(remote).unchanged == 2)
    #expect(!server.requests.contains { $0.contains("If-None-Match: #") })
    drops.all = ["rain": "Hail"]
    let report = try rig.sync(remote)
    #expect(report.changed == 1 && report.removed == 1)
    #expect(try rig.titles == ["Hail"])
  }

  /// With items of any length.
  @Test func aPartOfAFeedIsBounded() throws {
    let long = String(repeating: "x", count: 900_000)
    let items = (0..<20).map { number in
      "{\"id\":\"\(number)\",\"content_text\":\"\(long)\","
        + "\"attachments\":[{\"url\":\"\(number).mp3\",\"mime_type\":\"audio/mpeg\"}]}"
    }
    let text =
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":["
      + items.joined(separator: ",") + "]}"
    let server = try rig.server { connection, _ in connection.answer(200, [], text.array) }
    let remote = try rig.feed(server, "/feed.json")
    let call = SyncCall(call: rig.call, folder: FilePath(rig.folder.path))
    try remote.begin(at: "", token: "", via: call)
    var counts: [Int] = []
    while counts.reduce(0, +) < 20, counts.count < 20 {
      counts.append(try remote.nextPart(via: call).entries.count)
    }
    #expect(counts.reduce(0, +) == 20 && counts.max() ?? 0 <= 5)
  }
}
