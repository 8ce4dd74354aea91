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

  /// A process with a destination whose deletion of files is this body.
  private func watched(
    discarding body: @escaping (DropCall) throws(AhaError) -> Void
  ) throws -> (DropProcess, WatchedDestination) {
    let watched = WatchedDestination(try target.make())
    watched.discarding = body
    return (try process(watched), watched)
  }

  /// A drop that is cancelled while its mix stem is sent, and its outcome.
  private func cancelled(
    _ process: DropProcess, _ watched: WatchedDestination
  ) throws -> (drop: Drop, error: AhaError?) {
    let drop = try process.draft(watched)
    let mix = FilePath(folder.write(patterned(3 * target.chunkBytes), to: "mix.wav"))
    try drop.answer(.mixStem, with: mix)
    watched.at(1) { [weak drop] () throws(AhaError) in try drop?.cancel() }
    return (drop, try process.run(drop).error)
  }

  @Test func failedCleaningIsRetried() throws {
    let (process, watched) = try watched(discarding: { (_) throws(AhaError) in
      throw AhaError(.http, "HTTP 503")
    })
    let (drop, error) = try cancelled(process, watched)
    #expect(error?.code == .http && drop.stage == .cleaning)
    #expect(drop.progress.result == .http && drop.record.line == "HTTP 503")
    #expect(try !target.isEmpty(at: drop.record.location))
    #expect(try process.discard(drop)?.code == .http)
    #expect(drop.stage == .cleaning)
    // `cancel` is refused for a drop that does not run.
    #expect(failure { try drop.cancel() }?.code == .state)
    watched.discarding = { (_) throws(AhaError) in }
    #expect(try process.discard(drop) == nil)
    #expect(drop.stage == .cancelled && drop.progress.result == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test func aDropThatBeganToCleanEndsCancelled() throws {
    let (process, watched) = try watched(discarding: { (_) throws(AhaError) in
      throw AhaError(.network, "gone")
    })
    let (drop, _) = try cancelled(process, watched)
    watched.discarding = { (_) throws(AhaError) in }
    #expect(try process.run(drop).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test func permanentFailuresAreNotRetried() throws {
    let (process, watched) = try watched(discarding: { (_) throws(AhaError) in
      throw AhaError(.unsupported, "no way back")
    })
    let (drop, error) = try cancelled(process, watched)
    #expect(error?.code == .unsupported && drop.stage == .cancelled)
    #expect(failure { try drop.discard() }?.code == .state)
  }

  @Test func aClientThatClosesMeanwhileLeavesItToAnother() throws {
    let watched = WatchedDestination(try target.make())
    let isAt = Event()
    watched.discarding = { (call) throws(AhaError) in
      isAt.set()
      try call.rest(milliseconds: 60_000)
    }
    let first = try process(watched)
    let drop = try first.draft(watched)
    try drop.answer(.mixStem, with: FilePath(folder.write(patterned(10), to: "mix.wav")))
    let job = try first.start(drop)
    while drop.stage == .preparing { Instant.pause(milliseconds: 1) }
    job.cancel()
    #expect(isAt.wait())
    first.end()
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .released)
    #expect(drop.stage == .cleaning)
    let (second, again) = try DropProcess.reopen(drop.id, at: target.make(), in: folder)
    #expect(again.stage == .cleaning && again.progress.result == .released)
    #expect(try second.discard(again) == nil)
    #expect(again.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test func cleaningHasItsTime() throws {
    let (process, watched) = try watched(discarding: { (call) throws(AhaError) in
      try call.rest(milliseconds: 60_000)
    })
    process.registry.cleaningMilliseconds = 50
    let (drop, error) = try cancelled(process, watched)
    #expect(error?.code == .timeout && drop.stage == .cleaning, "\(error?.line ?? "")")
    process.registry.cleaningMilliseconds = 60_000
    watched.discarding = { (_) throws(AhaError) in }
    #expect(try process.discard(drop) == nil)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  // MARK: A place that was never reported

  @Test(arguments: UnderTest.all) func aPlaceInCreationIsDeleted(maker: Maker) throws {
    let target = try maker.make()
    let watched = WatchedDestination(try target.make())
    let process = try process(watched)
    let drop = try process.draft(watched)
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
    let drop = try process.draft(watched, .committed)
    try drop.answer(.mixStem, with: FilePath(folder.write(patterned(10), to: "mix.wav")))
    try drop.declineOthers()
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
    let (process, drop) = try DropProcess.reopen(id, at: target.make(), in: folder)
    #expect(try process.discard(drop) == nil)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: place))
  }

  @Test func aFolderMissingInTheJournalIsFoundAgain() throws {
    target.folder.makeFolder("night-train")
    let (id, place) = try lost(target)
    let (process, drop) = try DropProcess.reopen(id, at: target.make(), in: folder)
    #expect(try process.run(drop).error == nil)
    #expect(drop.record.location == place && place != "night-train")
    let names = try Disk.names(in: FilePath(target.folder.file(place))).map { $0.text }
    #expect(names.contains("index.html") && !names.contains { $0.hasPrefix(".aha") }, "\(names)")
    #expect(target.folder.names.filter { $0.hasPrefix("night-train") }.count == 2)
  }
}
