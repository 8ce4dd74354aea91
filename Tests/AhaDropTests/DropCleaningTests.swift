import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// The files of a cancelled drop are deleted, immediately or later.
@Suite struct DropCleaningTests {
  private let folder = TemporaryFolder()
  private let target = FolderUnderTest()

  private func process(_ destination: any Destination) throws -> DropProcess {
    let process = try DropProcess(folder)
    process.registry.add(destination)
    return process
  }

  /// A drop that is cancelled while its mix stem is sent, and its outcome.
  private func cancelled(
    _ process: DropProcess, _ watched: WatchedDestination
  ) throws -> (drop: Drop, error: AhaError?) {
    let drop = try Drop(
      registry: process.registry, destination: watched, piece: DropProcess.piece())
    let mix = FilePath(folder.write(patterned(3 * target.chunkBytes), to: "mix.wav"))
    try drop.answer(.mixStem, with: mix)
    watched.watch = { (number, moment) throws(AhaError) in
      if number == 1, moment == .before { try drop.cancel() }
    }
    // The watch closure holds the drop, which holds its destination.
    defer { watched.watch = { (_, _) throws(AhaError) in } }
    return (drop, try process.run(drop).error)
  }

  private func discard(_ drop: Drop) throws -> Job.Outcome {
    var job: Job?
    try drop.discard { job = $0 }
    return try #require(job?.wait(milliseconds: 10_000))
  }

  @Test func failedCleaningIsRetried() throws {
    let watched = WatchedDestination(try target.make())
    watched.discarding = { (_) throws(AhaError) in throw AhaError(.http, "HTTP 503") }
    let process = try process(watched)
    let (drop, error) = try cancelled(process, watched)
    #expect(error?.code == .http && drop.stage == .cleaning)
    #expect(drop.progress.result == .http && drop.record.line == "HTTP 503")
    #expect(try !target.isEmpty(at: drop.record.location))
    #expect(try discard(drop).error?.code == .http)
    #expect(drop.stage == .cleaning)
    // `cancel` is refused for a drop that does not run.
    #expect { try drop.cancel() } throws: { ($0 as? AhaError)?.code == .state }
    watched.discarding = { (_) throws(AhaError) in }
    #expect(try discard(drop).error == nil)
    #expect(drop.stage == .cancelled && drop.progress.result == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test func aDropThatBeganToCleanEndsCancelled() throws {
    let watched = WatchedDestination(try target.make())
    watched.discarding = { (_) throws(AhaError) in throw AhaError(.network, "gone") }
    let process = try process(watched)
    let (drop, _) = try cancelled(process, watched)
    watched.discarding = { (_) throws(AhaError) in }
    #expect(try process.run(drop).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test func permanentFailuresAreNotRetried() throws {
    let watched = WatchedDestination(try target.make())
    watched.discarding = { (_) throws(AhaError) in throw AhaError(.unsupported, "no way back") }
    let process = try process(watched)
    let (drop, error) = try cancelled(process, watched)
    #expect(error?.code == .unsupported && drop.stage == .cancelled)
    #expect { try drop.discard() } throws: { ($0 as? AhaError)?.code == .state }
  }

  @Test func aClientThatClosesMeanwhileLeavesItToAnother() throws {
    let watched = WatchedDestination(try target.make())
    let isAt = Event()
    watched.discarding = { (call) throws(AhaError) in
      isAt.set()
      try call.rest(milliseconds: 60_000)
    }
    let first = try process(watched)
    let drop = try Drop(registry: first.registry, destination: watched, piece: DropProcess.piece())
    try drop.answer(.mixStem, with: FilePath(folder.write(patterned(10), to: "mix.wav")))
    let job = try first.start(drop)
    while drop.stage == .preparing { Instant.pause(milliseconds: 1) }
    job.cancel()
    #expect(isAt.wait())
    first.end()
    #expect(try #require(job.wait(milliseconds: 10_000)).error?.code == .released)
    #expect(drop.stage == .cleaning)
    let second = try process(try target.make())
    let again = try second.registry.open(drop.id)
    #expect(again.stage == .cleaning && again.progress.result == .released)
    #expect(try discard(again).error == nil)
    #expect(again.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test func cleaningHasItsTime() throws {
    let watched = WatchedDestination(try target.make())
    watched.discarding = { (call) throws(AhaError) in try call.rest(milliseconds: 60_000) }
    let process = try process(watched)
    process.registry.cleaningMilliseconds = 50
    let (drop, error) = try cancelled(process, watched)
    #expect(error?.code == .timeout && drop.stage == .cleaning, "\(error?.line ?? "")")
    watched.discarding = { (_) throws(AhaError) in }
    #expect(try discard(drop).error == nil)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  // MARK: A place that was never reported

  @Test(arguments: UnderTest.all) func aPlaceInCreationIsDeleted(maker: Maker) throws {
    let target = try maker.make()
    let watched = WatchedDestination(try target.make())
    let process = try process(watched)
    let drop = try Drop(
      registry: process.registry, destination: watched, piece: DropProcess.piece())
    var place = ""
    watched.placed = { (made) throws(AhaError) in
      place = made
      try drop.cancel()
      throw AhaError(.cancelled, "the reply is not waited for")
    }
    defer { watched.placed = { (_) throws(AhaError) in } }
    let error = try process.run(drop).error
    #expect(error?.code == .cancelled && drop.stage == .cancelled, "\(error?.line ?? "")")
    #expect(try !place.isEmpty && target.isEmpty(at: place))
  }

  /// A drop whose process ends before the journal has its place, and that place.
  private func lost(_ target: any DestinationUnderTest) throws -> (id: String, place: String) {
    let watched = WatchedDestination(try target.make())
    let process = try process(watched)
    var options = DropOptions()
    options.isCommitted = true
    let drop = try Drop(
      registry: process.registry, destination: watched, piece: DropProcess.piece(), options: options
    )
    try drop.answer(.mixStem, with: FilePath(folder.write(patterned(10), to: "mix.wav")))
    for role in [AssetRole.preview, .cover, .attachment] { try drop.decline(role) }
    var place = ""
    watched.placed = { (made) throws(AhaError) in
      place = made
      throw AhaError(.network, "cut")
    }
    #expect(try process.run(drop).error?.line == "cut")
    process.end()
    return (drop.id, place)
  }

  @Test(arguments: UnderTest.all) func aPlaceMissingInTheJournalIsDeleted(maker: Maker) throws {
    let target = try maker.make()
    let (id, place) = try lost(target)
    let process = try process(try target.make())
    let drop = try process.registry.open(id)
    let error = try discard(drop).error
    #expect(error == nil && drop.stage == .cancelled, "\(error?.line ?? "")")
    #expect(try target.isEmpty(at: place))
  }

  @Test func aFolderMissingInTheJournalIsFoundAgain() throws {
    target.folder.makeFolder("night-train")
    let (id, place) = try lost(target)
    let process = try process(try target.make())
    let drop = try process.registry.open(id)
    #expect(try process.run(drop).error == nil)
    #expect(drop.record.location == place && place != "night-train")
    let names = try Disk.names(in: FilePath(target.folder.file(place))).map { $0.text }
    #expect(names.contains("index.html") && !names.contains { $0.hasPrefix(".aha") }, "\(names)")
    #expect(target.folder.names.filter { $0.hasPrefix("night-train") }.count == 2)
  }
}
