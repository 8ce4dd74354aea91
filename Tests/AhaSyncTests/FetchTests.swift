import AhaBase
import AhaHash
import AhaLibrary
import AhaPage
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

/// Remote items are fetched to this machine.
@Suite struct FetchTests {
  private let rig: SyncRig
  private let target: FilePath
  private let sound = wav16([Int16](repeating: 1000, count: 4000))

  init() throws {
    rig = try SyncRig()
    target = FilePath(rig.folder.file("here.wav"))
  }

  private func fetch(_ item: LibraryItem, _ destination: (any Destination)?) throws -> LibraryItem {
    let fetch = try Fetch(
      library: rig.library, number: item.number, from: destination, client: rig.client,
      kinds: Services.sources)
    return try rig.library.item(fetch.run(to: target, job: Job()))
  }

  private func feed(_ url: String) -> String {
    """
    {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"One",
    "attachments":[{"url":"\(url)","mime_type":"audio/wav","size_in_bytes":7}]}]}
    """
  }

  @Test func anItemOfAFeedIsFetched() throws {
    let (sound, text) = (sound, feed("a.wav?key=hidden"))
    let server = try rig.server { connection, head in
      let isSound = head.contains("/a.wav")
      connection.answer(200, [], isSound ? sound : text.array)
    }
    let remote = try rig.feed(server, "/f.json")
    _ = try rig.sync(remote)
    let item = try rig.items()[0]
    let copy = try fetch(item, nil)
    #expect(copy.state == .playable && copy.title == "One" && copy.origin == .remote)
    #expect(copy.pieceID == "1" && copy.sha256.count == 64)
    #expect(try target.contents(limit: 1 << 20) == sound)
    #expect(try rig.library.item(item.number).sha256 == copy.sha256)
    // The fetch does not count as a change by the host.
    let again = try rig.sync(remote) { $0.isWhole = true }
    #expect(again.conflicts == 0 && again.removed == 0)
    #expect(failure { _ = try fetch(copy, nil) }?.code == .state)
  }

  @Test(arguments: [SourceKind.apache, .digest, .s3, .dropbox])
  func anItemIsFetchedWithTheKeyOfItsDestination(_ kind: SourceKind) throws {
    let source = try kind.make(rig)
    let destination: any Destination
    switch source {
    case let source as WebDAVSource:
      destination = try WebDAVDestination(name: "cloud", settings: source.settings)
    case let source as S3Source:
      destination = try S3Destination(name: "bucket", settings: source.settings)
    case let source as DropboxSource: destination = source.destination
    default: return
    }
    let hash = Sha256.hexadecimal(try Sha256.digest(of: sound))
    try source.put(
      try SyncRig.manifest("Mine", bytes: sound.count, sha256: hash), "a drop", sound: sound)
    _ = try rig.sync(try rig.catalogue(of: destination))
    let item = try #require(rig.items().first { $0.title == "Mine" })
    #expect(item.state == .remoteDownloadable && item.sha256.count == 64)
    let copy = try fetch(item, destination)
    #expect(copy.state == .playable && copy.title == "Mine" && copy.sha256 == item.sha256)
    #expect(try target.contents(limit: 1 << 20) == sound)
    // No other process gets the file, and the local file stays.
    #expect { _ = try fetch(item, nil) } throws: { $0 is AhaError }
    #expect(try target.contents(limit: 1 << 20) == sound)
    let other = try FolderDestination(settings: FolderSettings(path: "/tmp"))
    #expect(failure { _ = try fetch(item, other) }?.code == .notFound)
  }
}
