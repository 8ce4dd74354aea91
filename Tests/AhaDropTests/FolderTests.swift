import AhaBase
import AhaNet
import AhaPage
import AhaPiece
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite struct FolderTests {
  private let folder = TemporaryFolder()
  private let target = TemporaryFolder()

  private func send(
    _ title: String = "Night Train", to destination: any Destination
  ) throws -> Drop {
    let process = try DropProcess(folder)
    let mix = FilePath(folder.write(patterned(1000), to: "mix.wav"))
    let drop = try process.drop(destination, mix, title: title)
    if let error = try process.run(drop).error { throw error }
    return drop
  }

  private func destination() throws -> FolderDestination {
    try FolderDestination(settings: FolderSettings(path: target.path))
  }

  private func text(_ name: String) -> String {
    String(decoding: target.bytes(of: name) ?? [], as: UTF8.self)
  }

  @Test func aDropIsAFolderWithAPage() throws {
    let drop = try send(to: destination())
    #expect(drop.record.location == "night-train" && drop.record.receipt.id == "night-train")
    #expect(drop.record.receipt.url == "file://\(target.path)/night-train/index.html")
    #expect(
      target.names == ["feed.xml", "index.html", "night-train"])
    let names = try Disk.names(in: FilePath(target.file("night-train"))).map { $0.text }
    #expect(
      names.filter { $0 != "." && $0 != ".." }
        == ["Night Train.wav", "cover.png", "index.html", "piece.json"])
    let json = try #require(target.bytes(of: "night-train/piece.json"))
    let manifest = try DropManifest(bytes: json, named: "piece.json")
    #expect(manifest.id == drop.id && manifest.url == "" && manifest.piece.title == "Night Train")
    #expect(
      manifest.file(.mixStem)?.sha256 == drop.sha256(of: .mixStem) && manifest.files.count == 2)
    #expect(text("night-train/index.html").contains("Night Train"))
    #expect(text("index.html").contains("night-train") && text("feed.xml").contains("night-train"))
  }

  @Test func aFileURLIsAPathToo() throws {
    target.makeFolder("a b%")
    let destination = try FolderDestination(
      settings: FolderSettings(path: "file://\(target.path)/a%20b%25"))
    #expect(destination.address == target.file("a b%"))
    let drop = try send(to: destination)
    #expect(drop.record.receipt.url == "file://\(target.path)/a%20b%25/night-train/index.html")
    for url in ["file://elsewhere/tmp", "file:relative", "file:///a%00b"] {
      let error = failure { _ = try FolderDestination(settings: FolderSettings(path: url)) }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func withAPublicURLEverybodyFindsIt() throws {
    let destination = try FolderDestination(
      settings: FolderSettings(path: target.path, publicURL: "https://music.example/drops"))
    let drop = try send("Ä b", to: destination)
    #expect(drop.record.receipt.url == "https://music.example/drops/%C3%84-b/")
    #expect(text("feed.xml").contains("https://music.example/drops/"))
  }

  /// Fails before anything is sent.
  @Test(arguments: [
    "example.com/music", "https://example.com/my music", "https://example.com/<a>/", "ftp://h/a",
    "https://example.com/?a", "https://example.com/" + String(repeating: "a", count: 1900),
  ])
  func aPublicURLIsOne(url: String) throws {
    let error = failure {
      _ = try FolderDestination(settings: FolderSettings(path: target.path, publicURL: url))
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func foreignFilesStay() throws {
    target.write(Array("<title>my own page</title>".utf8), to: "index.html")
    _ = try send(to: destination())
    #expect(text("index.html") == "<title>my own page</title>")
    #expect(text("feed.xml").contains("night-train"))
    _ = try send(to: destination())
    #expect(text("feed.xml").contains("night-train-2"))
  }

  /// A folder with that name is not overwritten and does not fail the drop: all its files arrive.
  @Test(arguments: ["index.html", "feed.xml"]) func aFolderInThePlaceOfTheListStays(
    name: String
  ) throws {
    target.makeFolder(name)
    let destination = try destination()
    let drop = try send(to: destination)
    #expect(drop.stage == .done && target.names == ["feed.xml", "index.html", "night-train"])
    let other = name == "feed.xml" ? "index.html" : "feed.xml"
    #expect(text(other).contains("night-train"))
    #expect(try Disk.names(in: FilePath(target.file(name))).allSatisfy { $0.hasPrefix(".") })
  }

  @Test func aBadNeighbourIsLeftOut() throws {
    for name in ["broken", "link"] { target.makeFolder(name) }
    target.write(Array("{".utf8), to: "broken/piece.json")
    symlink("/etc/passwd", target.file("link/piece.json"))
    _ = try send(to: destination())
    #expect(text("index.html").contains("night-train") && !text("index.html").contains("broken"))
  }

  @Test func aMissingFolderIsReported() throws {
    let destination = try FolderDestination(
      settings: FolderSettings(path: target.file("none/here")))
    #expect(failure { try destination.checkReady() }?.code == .notFound)
    #expect(failure { _ = try send(to: destination) }?.code == .notFound)
  }

  @Test func aPlaceOfAJournalLeadsNowhereElse() throws {
    let destination = try destination()
    for place in ["..", "../x", "/etc", ".", "a/b", ""] {
      #expect(failure { _ = try destination.folder(at: place) }?.code == .damaged)
    }
  }

  @Test func aRemovedDestinationIsReported() throws {
    let process = try DropProcess(folder)
    let watched = WatchedDestination(
      try FolderDestination(settings: FolderSettings(path: target.path, chunkBytes: 100)))
    let target = self.target
    watched.at(1) { target.removeFolder("night-train") }
    let drop = try process.draft(watched)
    try drop.answer(.mixStem, with: FilePath(folder.write(patterned(1000), to: "mix.wav")))
    let error = try #require(try process.run(drop).error)
    #expect(error.code == .notFound && error.line.contains("night-train"), "\(error.line)")
  }

}
