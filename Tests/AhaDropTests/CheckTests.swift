import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// `check` tells in advance whether the destination would accept a drop.
@Suite struct CheckTests {
  private let folder = TemporaryFolder()

  /// Result of a check, and the owner it found.
  private func check(_ destination: any Destination) throws -> (AhaError?, DestinationOwner?) {
    let process = try DropProcess(folder)
    var (owner, job): (DestinationOwner?, Job?) = (nil, nil)
    try process.registry.check(destination, prepare: { job = $0 }) { owner = $0 }
    let outcome = try #require(job?.wait(milliseconds: 60_000), "the check does not end")
    return (outcome.error, owner)
  }

  @Test(arguments: UnderTest.all) func aReadyDestinationNamesItsOwner(maker: Maker) throws {
    let target = try maker.make()
    let (error, owner) = try check(target.make())
    #expect(error == nil, "\(error?.line ?? "")")
    #expect(owner?.name == target.owner.name)
    #expect(owner?.application == target.owner.application)
    #expect(try target.received() ?? 0 == 0)
  }

  @Test(arguments: UnderTest.all, [true, false])
  func aRefusalAndAMissingPlaceAreReported(maker: Maker, isRefused: Bool) throws {
    let target = try maker.make()
    let made = try isRefused ? target.makeRefused() : target.makeMissing()
    guard let (destination, code) = made else { return }
    let (error, owner) = try check(destination)
    #expect(error?.code == code, "\(error?.line ?? "nothing")")
    #expect(owner == nil && !(error?.line.isEmpty ?? true))
  }

  /// Folders that the first drop creates may be missing.
  @Test(arguments: WebDAVServer.Kind.allCases) func foldersAreMadeLater(
    kind: WebDAVServer.Kind
  ) throws {
    let server = try WebDAVServer(kind)
    let (error, owner) = try check(server.destination("not/there/yet"))
    #expect(error == nil, "\(error?.line ?? "")")
    #expect(owner?.name == server.word("user"))
  }

  @Test func anAccountWithoutTimeLeftIsReported() throws {
    let (server, rig) = (try TestServer("Tests/servers/soundcloud_server.py"), try DestinationRig())
    try server.command("{\"do\":\"settings\",\"seconds_left\":0}")
    let (error, _) = try check(rig.soundCloud(server))
    #expect(error?.code == .limit && error?.line.contains("alice") ?? false)
  }

  @Test func anApplicationUnknownToAllihoopaHasNoName() throws {
    let (server, rig) = (try TestServer("Tests/servers/allihoopa_server.py"), try DestinationRig())
    try server.command("{\"do\":\"settings\",\"apps\":{}}")
    let (error, owner) = try check(rig.allihoopa(server))
    #expect(error == nil && owner?.name == "alice" && owner?.application == "")
  }

  @Test func cancellingEndsIt() throws {
    let (server, rig) = (try TestServer("Tests/servers/soundcloud_server.py"), try DestinationRig())
    try server.fault("\"path\":\"/me\",\"hold\":true")
    let process = try DropProcess(folder)
    var job: Job?
    try process.registry.check(rig.soundCloud(server), prepare: { job = $0 }) { _ in }
    try server.wait("/me", count: 1)
    job?.cancel()
    // A stall ends after 30 s.
    #expect(job?.wait(milliseconds: 20_000)?.error?.code == .cancelled)
    try server.command("{\"do\":\"release\"}")
  }
}
