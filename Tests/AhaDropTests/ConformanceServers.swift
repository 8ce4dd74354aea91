import AhaBase
import AhaJSON
import AhaNet
import AhaTestSupport

@testable import AhaDrop
@testable import AhaServices

/// Counters and content of servers.
extension TestServer {
  /// Bytes of received assets, also of incomplete messages.
  func received() throws -> Int64 {
    var count: Int64 = 0
    guard case .list(let uploads)? = try ask("{\"do\":\"uploads\"}")["uploads"] else { return 0 }
    for case .object(let upload) in uploads {
      guard case .text(let name)? = upload["upload"], case .integer(let bytes)? = upload["bytes"]
      else { continue }
      if !DropFolderNames.pages.contains(where: { name.hasSuffix("/" + $0) }) { count += bytes }
    }
    return count
  }

  func hasNothing(of place: String) throws -> Bool {
    try kept().allSatisfy { !$0.path.contains(place) }
      && ask("{\"do\":\"statistics\"}")["open_uploads"].isZero
  }
}

final class S3UnderTest: DestinationUnderTest {
  let chunkBytes = 1 << 16
  let server: S3Tests.Server
  private let rig: DestinationRig

  init() throws {
    (server, rig) = (try S3Tests.Server([]), try DestinationRig())
    try server.command("{\"do\":\"settings\",\"minimum_part\":1}")
  }

  private var settings: S3Settings {
    server.settings { ($0.leastPart, $0.chunkBytes) = (1, Int64(chunkBytes)) }
  }

  func make() throws -> any Destination { try S3Destination(name: "bucket", settings: settings) }

  func makeRefused() throws -> (any Destination, ResultCode)? {
    var settings = settings
    settings.secret = Secret("wrong")
    return (try S3Destination(name: "bucket", settings: settings), .refused)
  }

  func makeMissing() throws -> (any Destination, ResultCode)? {
    var settings = settings
    settings.bucket = "nothing"
    return (try S3Destination(name: "bucket", settings: settings), .notFound)
  }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    let service = S3Service(settings: settings)
    return try service.send(
      service.message(method: "GET", key: asset.result), sending: S3Service.Sending(), via: rig.call
    ).body
  }

  func isEmpty(at place: String) throws -> Bool {
    try server.hasNothing(of: place)
  }

  func received() throws -> Int64? { try server.received() }

  func forgetUploads() throws -> Bool {
    try server.command("{\"do\":\"abort\"}")
    return true
  }
}

class WebDAVUnderTest: DestinationUnderTest {
  let chunkBytes = 1 << 16
  /// One for the sound and one for the cover: the server does not support chunks.
  var messages: Int { 2 }
  let server: WebDAVServer
  private let rig: DestinationRig

  init(_ kind: WebDAVServer.Kind) throws {
    (server, rig) = (try WebDAVServer(kind), try DestinationRig())
  }

  fileprivate func make(
    _ change: (inout WebDAVSettings) -> Void
  ) throws -> any Destination {
    var settings = settings
    change(&settings)
    return try WebDAVDestination(name: "dav", settings: settings)
  }

  private var settings: WebDAVSettings {
    server.settings { ($0.leastChunk, $0.chunkBytes) = (1, Int64(chunkBytes)) }
  }

  func make() throws -> any Destination { try make { _ in } }

  var owner: DestinationOwner { DestinationOwner(name: server.word("user")) }

  func makeRefused() throws -> (any Destination, ResultCode)? {
    (try make { $0.password = Secret("wrong") }, .notSignedIn)
  }

  func makeMissing() throws -> (any Destination, ResultCode)? { nil }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    let service = WebDAVService(settings: settings)
    let url = "\(settings.folderURL)\(place)/\(Percent.encoded(asset.result))"
    return try service.send(service.message("GET", to: url), via: rig.call).body
  }

  func isEmpty(at place: String) throws -> Bool {
    !Disk.exists(FilePath(server.word("folder")) / FilePath(place))
  }

  func received() throws -> Int64? { nil }
  func forgetUploads() throws -> Bool { false }
}

/// A server with chunked uploads.
final class NextcloudUnderTest: WebDAVUnderTest {
  override var messages: Int { 5 }

  init() throws {
    try super.init(.nextcloud)
    try server.command("{\"do\":\"settings\",\"minimum_chunk\":1}")
  }

  override func makeMissing() throws -> (any Destination, ResultCode)? {
    (try make { $0.url = server.url + "/remote.php/dav/files/nobody/drops" }, .notFound)
  }

  override func isEmpty(at place: String) throws -> Bool { try server.hasNothing(of: place) }
  override func received() throws -> Int64? { try server.received() }

  override func forgetUploads() throws -> Bool {
    try server.command("{\"do\":\"expire_uploads\"}")
    return true
  }
}
