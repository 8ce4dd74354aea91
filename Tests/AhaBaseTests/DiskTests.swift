import AhaBase
import AhaTestSupport
import Testing

@Suite("Folders on the disk")
struct DiskTests {
  private let folder = TemporaryFolder()

  @Test func missingFoldersOfAPathAreMadeOnce() throws {
    let path = FilePath(folder.file("a/b/c"))
    for _ in 1...2 { try Disk.makeFolders(path, mode: 0o700) }
    folder.write([1], to: "a/b/c/d")
    #expect(folder.bytes(of: "a/b/c/d") == [1])
  }

  @Test func aFileInTheWayIsRefused() {
    folder.write([1], to: "a")
    for name in ["a", "a/b"] {
      #expect(throws: AhaError.self) {
        try Disk.makeFolders(FilePath(folder.file(name)), mode: 0o700)
      }
    }
    #expect(folder.bytes(of: "a") == [1])
  }
}
