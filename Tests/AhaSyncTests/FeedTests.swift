import AhaBase
import AhaLibrary
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

@Suite struct FeedTests {
  private let rig: SyncRig

  init() throws { rig = try SyncRig() }

  private static let version = "\"version\":\"https://jsonfeed.org/version/1.1\""

  private func feed(_ items: [String], _ more: String = "") -> String {
    "{\(FeedTests.version),\"title\":\"t\",\(more)\"items\":[\(items.joined(separator: ","))]}"
  }

  private func item(_ id: String, _ more: String = "") -> String {
    """
    {"id":"\(id)","title":"Title \(id)",\(more)"authors":[{"name":"Ada"}],"url":"/p/\(id)",
    "attachments":[{"url":"/cover.png","mime_type":"image/png"},{"url":"s/\(id).mp3",
    "mime_type":"audio/mpeg","size_in_bytes":123,"duration_in_seconds":2.5}]}
    """
  }

  /// A server of one or more documents.
  private func serve(_ documents: [String: String], tag: String = "\"1\"") throws -> RawServer {
    try rig.server { connection, head in
      let path = String(head.split(separator: " ")[1])
      guard let text = documents[path] else { return connection.answer(404) }
      if field("if-none-match", head) == tag { return connection.answer(304) }
      connection.answer(200, ["ETag: \(tag)"], text.array)
    }
  }

  /// Served documents, which the test changes.
  private final class Pages: @unchecked Sendable {
    private let lock = Lock()
    private var texts: [String: String] = [:]

    var all: [String: String] {
      get { lock.locked { texts } }
      set { lock.locked { texts = newValue } }
    }
  }

  private func remote(
    _ server: RawServer, _ path: String = "/f/feed.json"
  ) throws -> FeedCatalogue {
    try rig.feed(server, path)
  }

  @Test func takesItems() throws {
    let server = try serve(["/f/feed.json": feed([item("1"), item("2", "\"summary\":\"s\",")])])
    let report = try rig.sync(remote(server))
    #expect(report.added == 2 && report.troubles.isEmpty && !report.wasUnchanged)
    let first = try rig.items()[0]
    #expect(first.title == "Title 1" && first.artist == "Ada" && first.pieceID == "1")
    #expect(first.place.text == "http://127.0.0.1:\(server.port)/f/s/1.mp3")
    #expect(first.state == .remoteDownloadable && first.sound.length == 2_500_000)
    #expect(first.mark.size == 123 && first.manifest.contains("\"url\":\"http://127.0.0.1"))
    // From the second time on, the server itself reports no change.
    for _ in 0..<4 {
      let again = try rig.sync(remote(server))
      #expect(again.wasUnchanged && again.troubles.isEmpty && again.added + again.removed == 0)
    }
    #expect(try rig.sync(remote(server)) { $0.isWhole = true }.unchanged == 2)
  }

  @Test func hostileItemsAreLeftOut() throws {
    let items = [
      item("good"), "1", "null", "[]", "{}", "{\"id\":\"\"}", "{\"id\":\"no sound\"}",
      item("twice"), item("twice", "\"x\":1,"), item("nul\\u0000"), item("two\\nlines"),
      "{\"id\":7,\"id\":8}", "{\"id\":{},\"attachments\":[1]}",
      item("file").replacing("s/file", with: "file:///etc/passwd?"),
      item("user").replacing("s/user", with: "http://a:b@c/"),
      item(String(repeating: "i", count: 2000)), item("<b>&amp;").replacing("Title", with: "<i>"),
      item("long").replacing("Title", with: String(repeating: "t", count: 2_000_000)),
      item("titled").replacing("Title", with: String(repeating: "t", count: 100_000)),
      item("time").replacing("2.5", with: "1e300"), item("past").replacing("2.5", with: "-1"),
      item("big").replacing("123", with: "99999999999999999999"), item("last"),
    ]
    let server = try serve(["/f/feed.json": feed(items)])
    let report = try rig.sync(remote(server))
    let ids = try rig.items().map(\.pieceID).sorted()
    #expect(
      ids == ["<b>&amp;", "good", "last", "past", "time", "titled", "twice"],
      "\(report.troubles)")
    #expect(report.added == 7 && report.troubles.count == 16)
    #expect(report.troubles.allSatisfy { $0.utf8.count < 500 && !$0.contains("\n") })
  }

  @Test func documentsLeadToEachOther() throws {
    let server = try serve([
      "/f/feed.json": feed([item("1")], "\"next_url\":\"two.json?a=b\","),
      "/f/two.json?a=b": feed([item("2")], "\"next_url\":\"/three\","), "/three": feed([item("3")]),
    ])
    #expect(try rig.sync(remote(server)).added == 3)
    // The tag belongs to the first document alone.
    let again = try rig.sync(remote(server))
    #expect(!again.wasUnchanged && again.unchanged == 3)
  }

  /// The stored position of a list may be invalid.
  @Test func aPlaceThatIsGoneBeginsTheListAnew() throws {
    let pages = Pages()
    pages.all = ["/f/feed.json": feed([item("1")], "\"next_url\":\"two.json\",")]
    let server = try rig.server { connection, head in
      let text = pages.all[String(head.split(separator: " ")[1])]
      connection.answer(text == nil ? 404 : 200, [], text?.array ?? [])
    }
    #expect(throws: AhaError.self) { try rig.sync(remote(server)) }
    pages.all = ["/f/feed.json": feed([item("1"), item("3")])]
    let report = try rig.sync(remote(server))
    #expect(report.added == 1 && report.unchanged == 1)
    #expect(report.troubles.contains { $0.contains("starts again") })
  }

  @Test(arguments: [
    "http://example.com/next", "http://localhost:1/", "//evil.example/", "https://127.0.0.1/",
    "file:///etc/passwd", "http://[::1]/", "",
  ])
  func leadsToNoOtherHost(link: String) throws {
    let server = try serve(["/f/feed.json": feed([item("1")], "\"next_url\":\"\(link)\",")])
    if link.isEmpty {
      #expect(try rig.sync(remote(server)).added == 1)
    } else {
      #expect(failure { _ = try rig.sync(remote(server)) }?.code == .reply)
    }
  }

  @Test(arguments: [1, 2, 7]) func findsCircles(length: Int) throws {
    var documents: [String: String] = ["/f/feed.json": feed([item("0")], "\"next_url\":\"1\",")]
    for place in 1...length {
      let next = place == length ? 1 : place + 1
      documents["/f/\(place)"] = feed([item("\(place)")], "\"next_url\":\"\(next)\",")
    }
    let server = try serve(documents)
    #expect { _ = try rig.sync(remote(server)) } throws: {
      ($0 as? AhaError)?.code == .reply && "\($0)".contains("cycle")
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "<html>", "{\"version\":\"2\",\"items\":[]}", "{\"items\":[{}", "null",
    "{\"version\":1,\"items\":[]}",
  ])
  func anInvalidFeedChangesNothing(text: String) throws {
    let good = try serve(["/f/feed.json": feed([item("1")])])
    _ = try rig.sync(remote(good))
    let listing = try rig.library.listing(kind: "feed", address: try remote(good).address, user: "")
    let server = try serve(["/f/feed.json": text])
    let error = failure { _ = try rig.sync(remote(server)) }
    #expect(error?.code == .reply || error?.code == .unknownFormat)
    #expect(failure { _ = try rig.sync(remote(server, "/gone")) }?.code == .http)
    #expect(try rig.titles == ["Title 1"] && listing.phase == .none)
  }

  @Test func whatIsFarLeadsToNothingNear() throws {
    let base = try URLParts.http("https://example.com/feed.json")
    let links = [
      "http://127.0.0.1/a", "http://localhost/", "http://192.168.1.1/a", "http://[::1]/",
    ]
    for link in links {
      let text = item("1").replacing("s/1.mp3", with: link).array
      #expect(
        failure {
          _ = try FeedItem(entry: FeedEntry(element: text), document: base, from: .public)
        }?.line
          .contains("is nearer") == true)
      _ = try FeedItem(entry: FeedEntry(element: text), document: base, from: .here)
    }
  }

  @Test func secretsAreInNoLine() throws {
    let same = "\"attachments\":[{\"url\":\"a.mp3?k=hidden\",\"mime_type\":\"audio/mpeg\"}]"
    let items = [
      "{\"id\":\"http://x/1?k=hidden\"}", "{\"id\":\"2\",\(same)}", "{\"id\":\"3\",\(same)}",
      "{\"id\":\"4\",\(same.replacing("a.mp3", with: "http://u:hidden@x/"))}",
    ]
    let next = "\"next_url\":\"http://elsewhere.example/?k=hidden\","
    let server = try serve(["/f?k=hidden": feed(items), "/next?k=hidden": feed([], next)])
    let report = try rig.sync(remote(server, "/f?k=hidden"))
    #expect(report.troubles.count == 3 && report.added == 1, "\(report.troubles)")
    #expect(!report.troubles.contains { $0.contains("hidden") }, "\(report.troubles)")
    for path in ["/next?k=hidden", "/none?k=hidden"] {
      #expect { _ = try rig.sync(remote(server, path)) } throws: {
        !"\($0)".contains("hidden")
      }
    }
    // The secret stays in the library's file, which only its owner can read.
    #expect(try rig.items()[0].place.text.contains("hidden"))
    for end in ["", "-wal"] {
      var status = stat()
      #expect(stat(rig.library.path.text + end, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }
}
