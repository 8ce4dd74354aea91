import AhaBase
import AhaLibrary
import AhaTestSupport
import Glibc
import Testing

@testable import AhaServices
@testable import AhaSync

/// Changes the user for files, of the calling thread alone. Glibc's module lacks <sys/fsuid.h>.
@_silgen_name("setfsuid") @discardableResult
private func setfsuid(_ user: UInt32) -> Int32

/// Edits that a disk does not accept.
@Suite struct EditDiskTests {
  private let rig: SyncRig
  private let source: FolderSource

  init() throws {
    rig = try SyncRig()
    source = try FolderSource(rig)
  }

  private func manifest() throws -> String {
    let path = source.root / FilePath("a drop") / FilePath("piece.json")
    return try path.contents(limit: 1 << 20).text
  }

  private func edited() throws -> Int64 {
    try source.putDrop("Nihgt")
    _ = try rig.sync(source.remote)
    try rig.set(.title, "Night")
    return try rig.item().number
  }

  @Test(.enabled(if: SmallDisk.isPossible)) func aFullDiskKeepsEditAndManifest() throws {
    let disk = source.root.text
    #expect(mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    let number = try edited()
    let block = [UInt8](repeating: 1, count: 4096)
    // No child of another test keeps it.
    let other = try #require(fopen(disk + "/other", "we"))
    while fwrite(block, block.count, 1, other) == 1, fflush(other) == 0 {}
    fclose(other)
    #expect(failure { _ = try rig.send(source.remote) }?.code == .diskFull)
    #expect(try manifest().contains("\"Nihgt\""))
    #expect(try rig.library.item(number).ownTexts[.title] == "Night")
    unlink(disk + "/other")
    let report = try rig.send(source.remote)
    #expect(report.sent == 1 && report.conflicts == 0)
    #expect(try manifest().contains("\"Night\""))
  }

  /// A rename alone would replace another user's file in a folder that all may write.
  @Test(.enabled(if: getuid() == 0)) func aDropOfAnotherUserStaysUnchanged() throws {
    let number = try edited()
    for path in [source.root, source.root / FilePath("a drop")] { chmod(path.text, 0o777) }
    chmod(rig.folder.path, 0o755)
    setfsuid(65_534)
    let sent = Result { try rig.send(source.remote) }
    setfsuid(0)
    let report = try sent.get()
    #expect(report.sent == 0 && report.troubles.first?.contains("is not sent") == true)
    #expect(try manifest().contains("\"Nihgt\""))
    #expect(try rig.library.item(number).ownTexts[.title] == "Night")
  }
}
