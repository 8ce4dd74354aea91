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

  private func waitForLock() {
    let deadline = Instant.after(milliseconds: 10_000)
    while String(cString: rig.job.stageName) != "locked", Instant.now() < deadline {
      Instant.pause(milliseconds: 5)
    }
  }

  @Test func anUploadContinuesWhenTheLockEnds() throws {
    let (destination, place) = try server.open(rig)
    // More tries than other failures get.
    rig.call.lockMilliseconds = 60_000
    try lock(2)
    var stage = ""
    let thread = try Thread(name: "aha-test") {
      waitForLock()
      stage = String(cString: rig.job.stageName)
    }
    _ = try rig.send(rig.bytes(1000), to: destination, at: place)
    thread.join()
    #expect(stage == "locked")
    #expect(String(cString: rig.job.stageName) == "sending")
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
    try lock(0)
    let ended = Box()
    let thread = try Thread(name: "aha-test") { [rig] in
      ended.code = failure { _ = try rig.send(rig.bytes(10), to: destination, at: place) }?.code
    }
    waitForLock()
    // The wait is now a long one.
    Instant.pause(milliseconds: 1200)
    let begin = Instant.now()
    rig.job.cancel()
    rig.call.cancel()
    thread.join()
    #expect(ended.code == .cancelled)
    #expect((Instant.now().nanoseconds - begin.nanoseconds) / 1_000_000 < 400)
  }

  private final class Box: @unchecked Sendable { var code: ResultCode? }
}
