import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// A token is revoked while a drop is being sent. The drop is interrupted, and after a new sign-in
/// it resumes at the last confirmed byte.
@Suite(.serialized) struct RevokedTokenTests {
  private static let chunk = 1 << 16
  private static let mix = 4 * chunk + 5
  private let folder = TemporaryFolder()

  private func drop(_ process: DropProcess, _ destination: any Destination) throws -> Drop {
    let bytes = patterned(RevokedTokenTests.mix)
    return try process.drop(destination, FilePath(folder.write(bytes, to: "mix.wav")))
  }

  private func signIn(_ account: Account, _ token: String) throws {
    let token = Token(
      access: Secret(token), refresh: nil, type: "bearer", scope: "", lifetime: 0, isOwn: false,
      requested: TokenTime.now())
    try account.keep(token)
  }

  private func breaksOff(_ drop: Drop, _ process: DropProcess) throws {
    let error = try process.run(drop).error
    #expect(error?.code == .notSignedIn, "\(error?.line ?? "it is done")")
    #expect(drop.stage == .broken)
  }

  private func box(_ target: DropboxUnderTest) throws -> DropboxDestination {
    try target.rig.dropbox(target.server, refresh: "aha-refresh-token") {
      $0.chunkBytes = Int64(RevokedTokenTests.chunk)
    }
  }

  @Test func dropboxResumesAfterASignIn() throws {
    let target = try DropboxUnderTest()
    let (process, box) = (try DropProcess(folder), try box(target))
    let drop = try drop(process, box)
    // The folder and two chunks succeed.
    try target.server.command("{\"do\":\"revoke\",\"after\":3}")
    try breaksOff(drop, process)
    #expect(drop.data[.mixStem].confirmed == Int64(2 * RevokedTokenTests.chunk))
    #expect(try target.server.count("/oauth2/token") == 1)
    try target.server.command("{\"do\":\"grant\",\"token\":\"another\"}")
    try signIn(box.api.account, "another")
    try process.finish(drop)
    // The refused chunk.
    #expect(try target.server.repeats() == 1)
  }

  /// The server refuses the new token too: libaha does not try again.
  @Test func aNewTokenIsTriedOnce() throws {
    let target = try DropboxUnderTest()
    let (process, box) = (try DropProcess(folder), try box(target))
    let drop = try drop(process, box)
    try target.server.fault(
      "\"path\":\"*append_v2\",\"skip\":1,\"count\":2,\"reply\":{\"status\":401}")
    try breaksOff(drop, process)
    #expect(drop.record.line.contains("also to a new token"))
    #expect(try target.server.count("/oauth2/token") == 1)
    try process.finish(drop)
    #expect(try target.server.repeats() == 2)
  }

  @Test func webDAVResumesAfterASignIn() throws {
    let (server, rig) = (try WebDAVServer(.nextcloud), try DestinationRig())
    try server.command("{\"do\":\"settings\",\"minimum_chunk\":1,\"token\":\"one\"}")
    let provider = try Provider("cloud")
    (provider.clientID, provider.apiURL) = ("an id", server.url + "/")
    provider.tokenURL = server.url + "/token"
    let account = try rig.account(provider, access: "one")
    let destination = WatchedDestination(
      try server.destination {
        ($0.user, $0.password, $0.account) = ("", nil, account)
        ($0.leastChunk, $0.chunkBytes) = (1, Int64(RevokedTokenTests.chunk))
      })
    destination.at(2) { _ = try? server.command("{\"do\":\"settings\",\"token\":\"two\"}") }
    let process = try DropProcess(folder)
    let drop = try drop(process, destination)
    try breaksOff(drop, process)
    #expect(drop.data[.mixStem].confirmed >= Int64(2 * RevokedTokenTests.chunk))
    try signIn(account, "two")
    try process.finish(drop)
    // The refused chunk and the one in flight behind it.
    #expect(try server.repeats() <= 2)
  }

  /// The sound arrived; only its cover is missing.
  @Test func soundCloudResumesAfterASignIn() throws {
    let target = try SoundCloudUnderTest()
    let (process, cloud) = (try DropProcess(folder), try target.rig.soundCloud(target.server))
    let drop = try drop(process, cloud)
    // The query of the existing state, and the sound.
    try target.server.command("{\"do\":\"revoke\",\"after\":2}")
    try breaksOff(drop, process)
    try target.server.command("{\"do\":\"grant\",\"token\":\"another\"}")
    try signIn(try #require(cloud.account), "another")
    try process.finish(drop)
    #expect(try target.server.count("/tracks") == 1)
    #expect(try target.server.list("files", "files").count == 1)
  }

  @Test func allihoopaResumesAfterASignIn() throws {
    let target = try AllihoopaUnderTest()
    let (process, hoopa) = (try DropProcess(folder), try target.rig.allihoopa(target.server))
    let drop = try drop(process, hoopa)
    try target.server.fault("\"path\":\"/v1/graphql\",\"skip\":1,\"reply\":{\"status\":401}")
    try breaksOff(drop, process)
    try target.server.command("{\"do\":\"grant\",\"token\":\"another\"}")
    try signIn(try #require(hoopa.account), "another")
    try process.finish(drop)
    let cover = StubCoverMaker.cover.count + "Night Train".utf8.count
    #expect(try target.bytesReceived() == Int64(RevokedTokenTests.mix + cover))
    #expect(try target.server.list("statistics", "pieces").count == 1)
  }
}
