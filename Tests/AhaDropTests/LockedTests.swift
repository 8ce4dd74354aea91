import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite("Locks of other WebDAV clients", .serialized)
struct LockedTests {
  let server: WebDAVServer
  let rig: DestinationRig

  init() throws { (server, rig) = (try WebDAVServer(.nextcloud), try DestinationRig()) }

  private func lock(_ count: Int) throws {
    try server.fault("\"method\":\"PUT\",\"count\":\(count),\"reply\":{\"status\":423}")
  }

  @Test func anUploadContinuesWhenTheLockEnds() throws {
    let (destination, place) = try server.open(rig)
    // More tries than other failures get.
    rig.call.lockMilliseconds = 60_000
    try lock(2)
    let isLocked = try Background { waitUntil { rig.job.isIn("locked") } }
    _ = try rig.send(rig.bytes(1000), to: destination, at: place)
    #expect(isLocked.result() == true && rig.job.isIn("sending"))
    #expect(try server.kept().map(\.size) == [1000])
  }

  @Test func aFolderIsMadeWhenTheLockEnds() throws {
    try server.fault("\"method\":\"MKCOL\",\"reply\":{\"status\":423}")
    let (destination, place) = try server.open(rig)
    _ = try rig.send(rig.bytes(10), to: destination, at: place)
    #expect(try server.kept().map(\.size) == [10])
  }

  @Test func aLockThatStaysIsReported() throws {
    let (destination, place) = try server.open(rig)
    rig.call.lockMilliseconds = 700
    try lock(0)
    let begin = Instant.now()
    let error = failure { _ = try rig.send(rig.bytes(10), to: destination, at: place) }
    #expect(error?.code == .state && error?.line.contains("Another client keeps a lock") == true)
    #expect((Instant.now().nanoseconds - begin.nanoseconds) / 1_000_000 >= 700)
  }

  @Test func cancelEndsTheWaitAtOnce() throws {
    let (destination, place) = try server.open(rig)
    // A wait of 100 s.
    let reply = "{\"status\":423,\"headers\":{\"Retry-After\":\"100\"}}"
    try server.fault("\"method\":\"PUT\",\"count\":0,\"reply\":\(reply)")
    let sending = try Background { [rig] in
      failure { _ = try rig.send(rig.bytes(10), to: destination, at: place) }?.code
    }
    #expect(waitUntil { rig.job.isIn("locked") })
    rig.job.cancel()
    rig.call.cancel()
    #expect(sending.result(seconds: 5) == .some(.cancelled))
  }
}
