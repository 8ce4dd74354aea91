import AhaBase
import AhaTestSupport
import Glibc
import Testing

@Suite("File paths")
struct FilePathTests {
  /// Path, folder, name, extension, and another name in the same folder.
  @Test(
    arguments: [
      ("", ".", "", "", "new"), ("/", "/", "", "", "/new"), ("a", ".", "a", "", "new"),
      ("a.", ".", "a.", "", "new"), (".hidden", ".", ".hidden", "", "new"),
      (".hidden.Ogg", ".", ".hidden.Ogg", "ogg", "new"), ("..", ".", "..", "", "new"),
      ("x.TAR.GZ", ".", "x.TAR.GZ", "gz", "new"), ("folder/", "folder", "", "", "folder/new"),
      ("/b.wav", "/", "b.wav", "wav", "/new"), ("/a/b.FLAC", "/a", "b.FLAC", "flac", "/a/new"),
      ("a.b/c", "a.b", "c", "", "a.b/new"), ("a//b.w64", "a/", "b.w64", "w64", "a//new"),
      ("x.WÄV", ".", "x.WÄV", "wÄv", "new"),
    ] as [(String, String, String, String, String)])
  func fallApart(text: String, folder: String, name: String, ending: String, sibling: String) {
    let path = FilePath(text)
    #expect(path.text == text && path.isEmpty == text.isEmpty && path.folder.text == folder)
    #expect(path.name.text == name && path.fileExtension == ending)
    #expect(path.sibling(named: "new").text == sibling)
  }

  private func bytes(_ path: FilePath) -> [UInt8] {
    path.withCString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  private func path(_ bytes: [UInt8]) -> FilePath {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { FilePath($0.baseAddress!) }
    }
  }

  @Test func keepBytesThatAreNotText() {
    let odd: [UInt8] = [0x61, 0xFF, 0x2F, 0xC3, 0x28, 0x2E, 0x57, 0x41, 0x56]
    let path = path(odd)
    #expect(bytes(path) == odd)
    #expect(bytes(path.folder) == [0x61, 0xFF])
    #expect(bytes(path.name) == Array(odd[3...]))
    #expect(bytes(path.sibling(named: "n")) == [0x61, 0xFF, 0x2F, 0x6E])
    #expect(path.fileExtension == "wav")
    #expect(path.text == "a\u{FFFD}/\u{FFFD}(.WAV")
    let all = (1...255).map { UInt8($0) }
    #expect(bytes(self.path(all)) == all)
  }

  @Test func equivalentNamesAreTwoPaths() {
    #expect("\u{E9}" == "e\u{301}" && !"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect(FilePath("\u{E9}") != FilePath("e\u{301}"))
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
