import AhaBase
import AhaJSON
import AhaTestSupport

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// A service that needs a signed-in account.
class ServiceUnderTest {
  let server: TestServer
  let rig: DestinationRig
  let chunkBytes = 1 << 16

  init(_ program: String) throws {
    (server, rig) = (try TestServer("Tests/servers/\(program)"), try DestinationRig())
  }

  /// Body of the reply to a URL.
  func body(
    _ method: String, _ url: String, _ headers: [HTTPHeader], _ account: Account
  ) throws -> [UInt8]? {
    var message = HTTPRequest(method, url)
    message.headers = headers
    var options = DropCall.Options()
    options.account = account
    options.accepts = [404, 409]
    let reply = try rig.call.send(message, options: options)
    return reply.status == 200 ? reply.body : nil
  }

  /// A destination whose token was revoked.
  func refused(
    _ destination: any Destination
  ) throws -> (any Destination, ResultCode)? {
    try server.command("{\"do\":\"revoke\"}")
    return (destination, .notSignedIn)
  }

  /// A server other than the service answers at the URL.
  func missing(
    _ path: String, _ destination: any Destination
  ) throws -> (any Destination, ResultCode)? {
    try server.fault("\"path\":\"\(path)\",\"reply\":{\"status\":404}")
    return (destination, .http)
  }

  func bytesReceived(besides pages: [String] = []) throws -> Int64 {
    var count: Int64 = 0
    for upload in try server.list("uploads", "uploads") {
      let name = upload.word("upload")
      if pages.contains(where: { name.hasSuffix($0) }) { continue }
      if case .integer(let bytes)? = upload["bytes"] { count += bytes }
    }
    return count
  }
}

final class DropboxUnderTest: ServiceUnderTest, DestinationUnderTest {
  init() throws { try super.init("dropbox_server.py") }

  func make() throws -> any Destination { try box() }

  var owner: DestinationOwner { DestinationOwner(name: "Alice Wonder") }
  func makeRefused() throws -> (any Destination, ResultCode)? { try refused(make()) }

  func makeMissing() throws -> (any Destination, ResultCode)? {
    try missing("/2/users/get_current_account", make())
  }

  private func box() throws -> DropboxDestination {
    try rig.dropbox(server) { $0.chunkBytes = 1 << 16 }
  }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    let argument = HTTPHeader("Dropbox-API-Arg", "{\"path\":\"\(asset.result)\"}")
    return try body("POST", server.url + "/2/files/download", [argument], box().api.account)
  }

  func isEmpty(at place: String) throws -> Bool {
    let argument = try JSONObject()
    try argument.set("path", .text(place))
    return try box().api.ask("/2/files/get_metadata", argument: argument, via: rig.call).isError
  }

  func received() throws -> Int64? { try bytesReceived(besides: ["index.html", "piece.json"]) }

  func forgetUploads() throws -> Bool {
    try server.command("{\"do\":\"expire_sessions\"}")
    return true
  }
}

/// The sound is one message. Of all other files, only a cover is stored.
final class SoundCloudUnderTest: ServiceUnderTest, DestinationUnderTest {
  let keeps: [AssetRole] = [.mixStem]
  let leastBytes = 1
  let messages = 2

  init() throws { try super.init("soundcloud_server.py") }

  func make() throws -> any Destination { try rig.soundCloud(server) }

  var owner: DestinationOwner { DestinationOwner(name: "alice") }
  func makeRefused() throws -> (any Destination, ResultCode)? { try refused(make()) }
  func makeMissing() throws -> (any Destination, ResultCode)? { try missing("/me", make()) }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    // The server does not return covers; SoundCloudTests checks them.
    if asset.asset.role == .cover { return try covers(of: asset.result) }
    return try body(
      "GET", "\(server.url)/tracks/\(asset.result)/download", [], rig.soundCloud(server).account!)
  }

  private func covers(of urn: String) throws -> [UInt8]? {
    let track = try server.list("files", "files").first { $0.word("path") == urn }
    let cover = StubCoverMaker.cover + "Night Train".array
    return track?.object("artwork")?.integer("size") == Int64(cover.count) ? cover : nil
  }

  func isEmpty(at place: String) throws -> Bool { try server.list("files", "files").isEmpty }
}

/// Creates a piece for each drop; its files are the URLs' content.
final class AllihoopaUnderTest: ServiceUnderTest, DestinationUnderTest {
  let messages = 2

  init() throws { try super.init("allihoopa_server.py") }

  func make() throws -> any Destination { try rig.allihoopa(server) }

  var owner: DestinationOwner { DestinationOwner(name: "alice", application: "An app for tests") }
  func makeRefused() throws -> (any Destination, ResultCode)? { try refused(make()) }
  func makeMissing() throws -> (any Destination, ResultCode)? { try missing("/v1/graphql", make()) }

  func bytes(_ asset: SentAsset, at place: String) throws -> [UInt8]? {
    let file =
      switch asset.asset.role {
      case .mixStem: "mix_stem.wav"
      case .preview: "preview_audio.ogg"
      case .cover: "cover_image.png"
      case .attachment: "attachment"
      }
    for piece in try server.list("statistics", "pieces") {
      let said = try piece.object("said")?.line() ?? ""
      guard said.contains(asset.result) else { continue }
      let url = "\(server.url)/assets/\(piece.word("uuid"))/\(file)"
      return try rig.call.send(HTTPRequest("GET", url)).body
    }
    return nil
  }

  /// True if no piece exists. The server deletes unused files itself.
  func isEmpty(at place: String) throws -> Bool {
    try server.list("statistics", "pieces").isEmpty
  }
}
