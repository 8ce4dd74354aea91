import AhaBase
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Limits of services, and drops that they refuse.
@Suite struct LimitTests {
  private let folder = TemporaryFolder()
  private let minute: Int64 = 60_000_000

  private func problems(_ kind: DestinationKind, _ change: (inout Piece) -> Void) -> [ResultCode] {
    var piece = DropProcess.piece()
    change(&piece)
    return piece.problems(within: kind.limits).map { $0.code }
  }

  @Test func onlyAllihoopaHasItsLimits() {
    for kind in Services.destinations {
      let isAllihoopa = kind.name == "allihoopa"
      let found = problems(kind) {
        $0.title = String(repeating: "x", count: 51)
        $0.description = String(repeating: "x", count: 141)
        $0.length = 21 * minute
      }
      #expect(found == (isAllihoopa ? [.titleLong, .pieceLong, .textLong] : []), "\(kind.name)")
      #expect(Services.destinations.kind(numbered: kind.number)?.name == kind.name)
    }
    #expect(problems(.soundCloud) { $0.length = 24 * 60 * minute } == [])
    #expect(problems(.soundCloud) { $0.length = 24 * 60 * minute + 1 } == [.pieceLong])
    #expect(problems(.folder) { $0.length = 25 * 60 * minute } == [])
  }

  @Test func theDestinationsLimitsDecide() throws {
    let process = try DropProcess(folder)
    let rig = try DestinationRig()
    let server = try TestServer("Tests/servers/allihoopa_server.py")
    var piece = DropProcess.piece()
    piece.length = 21 * minute
    folder.makeFolder("here")
    let here = try FolderDestination(settings: FolderSettings(path: folder.file("here")))
    try Drop(registry: process.registry, destination: here, piece: piece).commit()
    let hoopa = try rig.allihoopa(server)
    let error = failure {
      try Drop(registry: process.registry, destination: hoopa, piece: piece).commit()
    }
    #expect(error?.code == .pieceLong)
    #expect(error?.line.hasSuffix("the length of 0:21:00 is over 0:20:00") == true)
  }

  // MARK: Rejected drops

  @Test(arguments: [true, false]) func aRejectedDropLeavesTheJournal(isStarted: Bool) throws {
    let process = try DropProcess(folder)
    folder.makeFolder("here")
    let home = folder.file("here")
    let destination = try FolderDestination(settings: FolderSettings(path: home))
    let drop = try process.draft(destination)
    var job: Job?
    if isStarted {
      job = try process.start(drop)
      #expect(waitUntil { drop.stage == .editing })
      #expect(try process.registry.drops().count == 1)
    }
    let refused = failure { try drop.decline(.mixStem) }
    #expect(refused?.code == .invalidArgument)
    if let job {
      #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .invalidArgument)
    }
    #expect(drop.stage == .failed)
    #expect(try process.registry.drops().isEmpty)
    #expect(try Disk.names(in: FilePath(home)).allSatisfy { $0.hasPrefix(".") })
    #expect(failure { try drop.start() } != nil)
  }

  // MARK: Repeated bytes

  /// - Parameter has: Bytes that had arrived.
  @Test(arguments: [0, 600]) func bytesThatAreSentAgainAreCounted(has: Int) throws {
    let (bytes, target, first) = (patterned(1000), HostUnderTest(), try DropProcess(folder))
    let watched = WatchedDestination(try target.make())
    let drop = try first.drop(watched, FilePath(folder.write(bytes, to: "mix.wav")))
    watched.sending = { [weak drop] (call) throws(AhaError) in
      call.moved(700)
      let notes = try? first.registry.journal().assets(of: drop?.id ?? "")
      // A killed process leaves this behind.
      #expect(notes?.first { $0.role == .mixStem }?.pending == 700)
      throw AhaError(.network, "the connection is lost")
    }
    #expect(try first.run(drop).error?.code == .network)
    first.end()
    target.put(Array(bytes[..<has]), .mixStem, of: drop)
    let (second, again) = try DropProcess.reopen(drop.id, at: target.make(), in: folder)
    try second.finish(again)
    #expect(again.progress.repeated == Int64(700 - has))
  }
}
