import AhaBase
import AhaTestSupport
import Glibc
import Testing

@Suite("File paths")
struct FilePathTests {
  struct Parts: Sendable {
    let path, folder, name, ending, sibling: String

    init(_ path: String, _ folder: String, _ name: String, _ ending: String, _ sibling: String) {
      (self.path, self.folder, self.name) = (path, folder, name)
      (self.ending, self.sibling) = (ending, sibling)
    }
  }

  @Test(arguments: [
    Parts("", ".", "", "", "new"),
    Parts("/", "/", "", "", "/new"),
    Parts("a", ".", "a", "", "new"),
    Parts("a.", ".", "a.", "", "new"),
    Parts(".hidden", ".", ".hidden", "", "new"),
    Parts(".hidden.Ogg", ".", ".hidden.Ogg", "ogg", "new"),
    Parts("x.TAR.GZ", ".", "x.TAR.GZ", "gz", "new"),
    Parts("folder/", "folder", "", "", "folder/new"),
    Parts("/b.wav", "/", "b.wav", "wav", "/new"),
    Parts("/a/b.FLAC", "/a", "b.FLAC", "flac", "/a/new"),
    Parts("a.b/c", "a.b", "c", "", "a.b/new"),
    Parts("a//b.w64", "a/", "b.w64", "w64", "a//new"),
    Parts("..", ".", "..", "", "new"),
    Parts("x.WÄV", ".", "x.WÄV", "wÄv", "new"),
  ])
  func fallApart(parts: Parts) {
    let path = FilePath(parts.path)
    #expect(path.text == parts.path)
    #expect(path.isEmpty == parts.path.isEmpty)
    #expect(path.folder.text == parts.folder)
    #expect(path.name.text == parts.name)
    #expect(path.fileExtension == parts.ending)
    #expect(path.sibling(named: "new").text == parts.sibling)
  }

  private static let odd: [UInt8] = [0x61, 0xFF, 0x2F, 0xC3, 0x28, 0x2E, 0x57, 0x41, 0x56]

  private func bytes(_ path: FilePath) -> [UInt8] {
    path.withCString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  private func path(_ bytes: [UInt8]) -> FilePath {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { FilePath($0.baseAddress!) }
    }
  }

  @Test func keepBytesThatAreNotText() {
    let odd = FilePathTests.odd
    let path = path(odd)
    #expect(bytes(path) == odd)
    #expect(bytes(path.folder) == [0x61, 0xFF])
    #expect(bytes(path.name) == Array(odd[3...]))
    #expect(bytes(path.sibling(named: "n")) == [0x61, 0xFF, 0x2F, 0x6E])
    #expect(path.fileExtension == "wav")
    #expect(path.text == "a\u{FFFD}/\u{FFFD}(.WAV")
  }

  @Test func equivalentNamesAreTwoPaths() {
    #expect("\u{E9}" == "e\u{301}" && !"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect(FilePath("\u{E9}") != FilePath("e\u{301}"))
  }

  @Test func keepEveryByteButZero() {
    let all = (1...255).map { UInt8($0) }
    #expect(bytes(path(all)) == all)
  }

  let folder = TemporaryFolder()

  /// A file whose name is not UTF-8 can be created and opened again.
  @Test func openFilesOfAnyName() throws {
    let name = Array("\(folder.path)/\u{7F}".utf8) + [0xFF, 0xC0]
    let made = try FileStream(creating: path(name), named: "odd", mode: 0o600)
    try made.write([7])
    #expect(try FileStream(reading: path(name)).length() == 1)
    var status = stat()
    #expect(stat((name + [0]).map { CChar(bitPattern: $0) }, &status) == 0)
  }
}
