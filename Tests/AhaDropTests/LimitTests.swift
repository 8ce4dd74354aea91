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
    let drop = try Drop(
      registry: process.registry, destination: destination, piece: DropProcess.piece())
    var job: Job?
    if isStarted {
      job = try process.start(drop)
      let deadline = Instant.after(milliseconds: 10_000)
      while drop.stage != .editing, Instant.now() < deadline { Instant.pause(milliseconds: 1) }
      #expect(try process.registry.drops().count == 1)
    }
    let refused = failure { try drop.decline(.mixStem) }
    #expect(refused?.code == .invalidArgument)
    if let job {
      #expect(try #require(job.wait(milliseconds: 10_000)).error?.code == .invalidArgument)
    }
    #expect(drop.stage == .failed)
    #expect(try process.registry.drops().isEmpty)
    #expect(try Disk.names(in: FilePath(home)).allSatisfy { $0.hasPrefix(".") })
    #expect(failure { try drop.start() } != nil)
  }

  // MARK: Repeated bytes

  @Test func bytesThatAreSentAgainAreCounted() throws {
    let mix = FilePath(folder.write(patterned(1000), to: "mix.wav"))
    let first = try DropProcess(folder)
    let half = HalfDestination()
    let drop = try first.drop(half, mix)
    half.sent = {
      let notes = try? first.registry.journal().assets(of: drop.id)
      // A killed process leaves this behind.
      #expect(notes?.first { $0.role == .mixStem }?.pending == 700)
    }
    #expect(try first.run(drop).error?.code == .network)
    half.sent = {}  // it refers to the drop, which refers to it
    first.end()
    let second = try DropProcess(folder)
    let whole = HalfDestination()
    whole.isWhole = true
    second.registry.add(whole)
    let again = try second.registry.open(drop.id)
    #expect(try second.run(again).error == nil)
    #expect(again.progress.repeated == 700)
  }

  @Test func bytesThatHadArrivedAreNotCounted() throws {
    let mix = FilePath(folder.write(patterned(1000), to: "mix.wav"))
    let first = try DropProcess(folder)
    let drop = try first.drop(HalfDestination(), mix)
    #expect(try first.run(drop).error?.code == .network)
    first.end()
    let second = try DropProcess(folder)
    let whole = HalfDestination()
    (whole.isWhole, whole.has) = (true, 600)
    second.registry.add(whole)
    let again = try second.registry.open(drop.id)
    #expect(try second.run(again).error == nil)
    #expect(again.progress.repeated == 100)
  }
}

/// A destination that loses the connection after 700 bytes of the mix stem.
private final class HalfDestination: Destination {
  var isWhole = false
  /// Bytes of an earlier attempt that have arrived.
  var has: Int64 = 0
  var sent: () -> Void = {}

  var kind: DestinationKind { .folder }
  var name: String { "half" }
  var address: String { "half" }
  var traits: DestinationTraits { DestinationTraits() }
  func checkReady() throws(AhaError) {}
  func check(_ call: DropCall) throws(AhaError) -> DestinationOwner { DestinationOwner() }
  func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String { "here" }

  func upload(
    _ asset: DropAsset, at place: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    HalfUpload(self, asset, has: state == nil ? 0 : has)
  }

  func create(
    _ drop: DropContent, at place: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt { DropReceipt(url: "", id: "x") }

  func discard(_ uploads: [StoredUpload], at place: String, via call: DropCall) throws(AhaError) {}
}

private final class HalfUpload: AssetUpload {
  private let home: HalfDestination
  private let asset: DropAsset
  private(set) var confirmed: Int64
  var state: String { "\(confirmed)" }

  init(_ home: HalfDestination, _ asset: DropAsset, has: Int64) {
    (self.home, self.asset, confirmed) = (home, asset, min(has, asset.size))
  }

  func sendNext(_ source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    _ = try source.chunk(at: 0, count: Int(asset.size))
    if asset.role == .mixStem, !home.isWhole {
      call.moved(700)
      home.sent()
      throw AhaError(.network, "the connection is lost")
    }
    confirmed = asset.size
    return .sent
  }

  func finish(_ source: FileSource, via call: DropCall) throws(AhaError) -> String { "done" }
}
