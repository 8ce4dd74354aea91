import AhaBase
import AhaTestSupport
import CShims

@testable import AhaDrop
@testable import AhaServices

/// All destinations that the suite runs on.
enum UnderTest {
  static let all: [Maker] = [
    Maker("folder") { FolderUnderTest() }, Maker("host") { HostUnderTest() },
    Maker("s3") { try S3UnderTest() }, Maker("nextcloud") { try NextcloudUnderTest() },
    Maker("dropbox") { try DropboxUnderTest() }, Maker("soundcloud") { try SoundCloudUnderTest() },
    Maker("allihoopa") { try AllihoopaUnderTest() },
    // Servers of other projects.
    Maker("rclone") { try WebDAVUnderTest(.rclone) },
    Maker("apache") { try WebDAVUnderTest(.apache) },
    Maker("digest") { try WebDAVUnderTest(.digest) },
  ]
}

final class FolderUnderTest: DestinationUnderTest {
  let chunkBytes = 1 << 16
  let folder = TemporaryFolder()

  func make() throws -> any Destination {
    try FolderDestination(
      settings: FolderSettings(path: folder.path, chunkBytes: Int64(chunkBytes)))
  }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    folder.bytes(of: "\(place)/\(asset.result)")
  }

  func isEmpty(at place: String) throws -> Bool { !folder.names.contains(place) }

  func makeRefused() throws -> (any Destination, ResultCode)? {
    // The user root may write everywhere.
    guard geteuid() != 0 else { return nil }
    folder.makeFolder("locked")
    chmod(folder.file("locked"), 0o555)
    return (try FolderDestination(settings: FolderSettings(path: folder.file("locked"))), .access)
  }

  func makeMissing() throws -> (any Destination, ResultCode)? {
    (try FolderDestination(settings: FolderSettings(path: folder.file("missing/drops"))), .notFound)
  }

  func forgetUploads() throws -> Bool {
    for place in folder.names {
      let inside = FilePath(folder.file(place))
      for name in try Disk.names(in: inside) where name.hasSuffix(".part") {
        Disk.remove(inside / name)
      }
    }
    return true
  }
}

/// A host that stores received files in memory.
final class HostUnderTest: DestinationUnderTest, @unchecked Sendable {
  let chunkBytes = 1 << 16
  private let lock = Lock()
  // Invariant: accessed with the lock held.
  private var files: [String: [UInt8]] = [:]
  private var count: Int64 = 0

  func make() throws -> any Destination {
    try HostDestination(name: "mine", functions: functions, chunkBytes: chunkBytes)
  }

  private var functions: HostFunctions {
    HostFunctions(
      begin: { [self] (drop, asset) throws(AhaError) in
        Int64(lock.locked { files["\(drop)/\(asset.name)"] ?? [] }.count)
      },
      send: { [self] (drop, name, bytes, offset) throws(AhaError) in
        let isNext = lock.locked { () -> Bool in
          count += Int64(bytes.count)
          guard files["\(drop)/\(name)", default: []].count == Int(offset) else { return false }
          files["\(drop)/\(name)", default: []] += bytes
          return true
        }
        if !isNext { throw AhaError(.invalidArgument, "\(name) has no byte \(offset) next") }
      },
      create: { [self] (drop, manifest) throws(AhaError) in
        lock.locked { files["\(drop)/piece.json"] = manifest.array }
        return "https://host.example/\(drop)"
      },
      discard: { [self] (drop) throws(AhaError) in
        lock.locked { files = files.filter { !$0.key.hasPrefix(drop + "/") } }
      })
  }

  /// Adds a file that arrived earlier.
  func put(_ bytes: [UInt8], _ role: AssetRole, of drop: Drop) {
    lock.locked { files["\(drop.record.location)/\(drop.data[role].asset.name)"] = bytes }
  }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    lock.locked { files["\(place)/\(asset.result)"] }
  }

  func isEmpty(at place: String) throws -> Bool {
    lock.locked { !files.keys.contains { $0.hasPrefix(place + "/") } }
  }

  func received() throws -> Int64? { lock.locked { count } }
}
