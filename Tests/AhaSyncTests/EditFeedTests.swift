import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaLibrary
@testable import AhaNet
@testable import AhaPage
@testable import AhaServices
@testable import AhaSync

/// An empty folder of a service without conditional writes.
private final class UnconditionalFiles: RemoteFiles {
  private(set) var written: [String] = []

  func address(of path: String) -> String { path }
  func size(of address: String, via call: DropCall) -> Int64? { nil }
  func contents(of address: String, via call: DropCall) -> HTTPResponse? { nil }

  func put(
    _ file: PageFile, at address: String, if condition: HTTPHeader?, via call: DropCall
  ) -> RemoteWrite {
    if condition != nil { return .unsupported }
    written.append(address)
    return .written
  }
}

/// Edits of drops in the feed of a podcast.
@Suite(.serialized) struct EditFeedTests {
  private let rig: SyncRig
  private let source: WebDAVSource
  private let destination: WebDAVDestination

  init() throws {
    rig = try SyncRig()
    source = try WebDAVSource(rig, "nextcloud")
    let podcast = FilePath(rig.folder.file("podcast.json"))
    try podcast.replace(with: "{\"title\":\"Pod\",\"email\":\"ann@music.example\"}".array)
    var settings = source.settings
    (settings.publicURL, settings.feed) = ("https://music.example/", podcast.text)
    destination = try WebDAVDestination(name: "cloud", settings: settings)
    for name in ["a", "b", "c"] { try source.putDrop("Nihgt \(name)", in: name) }
    _ = try rig.sync(rig.catalogue(of: destination))
  }

  private func manifest(_ name: String) throws -> DropManifest {
    try DropManifest(bytes: SyncRig.manifest("Nihgt \(name)", id: name), named: name)
  }

  private func send(_ titles: [String: String]) throws -> SyncReport {
    for item in try rig.items() {
      if let title = titles[item.title] {
        try rig.library.setText(of: item.number, field: .title, text: title)
      }
    }
    return try rig.send(rig.catalogue(of: destination))
  }

  private func feed() throws -> String? {
    let url = source.settings.folderURL + Feed.fileName
    return try source.service.contents(of: url, via: rig.call)?.body.text
  }

  @Test func noFeedIsCreated() throws {
    #expect(try send(["Nihgt a": "Night a"]).sent == 1)
    #expect(try feed() == nil)
  }

  @Test func aServiceWithoutConditionsGetsTheFeed() throws {
    let files = UnconditionalFiles()
    let url = "https://music.example/"
    let podcast = try #require(try Podcast(describedBy: destination.settings.feed, at: url))
    let remote = RemoteFeed(podcast: podcast, url: url, files: files, call: rig.call)
    try remote.add(manifest("a"), in: "a")
    #expect(files.written == [Feed.fileName])
  }

  @Test func itemsChangeInTheirPlaces() throws {
    let remote = try #require(destination.feed(via: rig.call))
    for name in ["a", "b"] { try remote.add(manifest(name), in: name) }
    let old = try #require(try feed()).replacing("<title>Pod", with: "<title>Another channel")
    let url = source.settings.folderURL + Feed.fileName
    let file = PageFile(name: Feed.fileName, type: "text/xml", bytes: old.array)
    try source.service.put(file, at: url, via: rig.call)
    let report = try send(["Nihgt a": "Night a", "Nihgt c": "Night c"])
    #expect(report.sent == 2 && report.troubles.isEmpty, "\(report.troubles)")
    #expect(try feed() == old.replacing("Nihgt a", with: "Night a"))
  }
}
