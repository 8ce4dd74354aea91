import AhaBase
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// A host that cannot deliver an asset, or never answers.
@Suite struct WithheldTests {
  private let folder = TemporaryFolder()

  /// A host's ways to say that it has no file.
  enum Way: CaseIterable { case error, none, failedJob, jobWithoutFile }

  private func file(_ bytes: [UInt8], _ name: String = "mix.wav") -> FilePath {
    FilePath(folder.write(bytes, to: name))
  }

  private func withhold(_ role: AssetRole, _ drop: Drop, _ way: Way) throws {
    switch way {
    case .error: try drop.refuse(role, with: AhaError(.io, "the renderer crashed"))
    case .none: #expect(failure { try drop.decline(role) }?.code == .invalidArgument)
    case .failedJob, .jobWithoutFile:
      let bounce = Job()
      try drop.answer(role, job: bounce, with: FilePath(folder.file("bounce.flac")))
      bounce.finish(way == .failedJob ? .failure(AhaError(.diskFull, "full")) : .success)
    }
  }

  private func expectFailed(_ drop: Drop, _ process: DropProcess, _ about: String) throws {
    #expect(waitUntil { !drop.isRunning }, "\(about)")
    #expect(drop.stage == .failed, "\(about)")
    #expect(try process.registry.drops().isEmpty, "\(about)")
  }

  @Test(arguments: UnderTest.all, [false, true])
  func anAnswerOfAnErrorLeavesNothing(maker: Maker, isCommitted: Bool) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    let job = try process.start(drop)
    try drop.answer(.mixStem, with: file(patterned(2 * target.chunkBytes)))
    if isCommitted { try drop.commit() }
    #expect(waitUntil { drop.data.state[.mixStem] == .sent })
    try drop.refuse(.attachment, with: AhaError(.io, "the renderer crashed"))
    let error = try #require(job.wait(milliseconds: 60_000)).error
    #expect(error?.line == "the renderer crashed")
    #expect(try target.isEmpty(at: drop.record.location))
    try expectFailed(drop, process, maker.testDescription)
  }

  @Test(arguments: Way.allCases, [false, true])
  func everyWithheldMixStemFailsTheDrop(way: Way, isCommitted: Bool) throws {
    let target = HostUnderTest()
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    let job = try process.start(drop)
    try drop.answer(.preview, with: file([1]))
    if isCommitted { try drop.commit() }
    #expect(waitUntil { drop.data.state[.preview] == .sent })
    try withhold(.mixStem, drop, way)
    #expect(try #require(job.wait(milliseconds: 60_000)).error != nil)
    #expect(try target.isEmpty(at: drop.record.location))
    try expectFailed(drop, process, "\(way)")
    #expect(failure { try drop.start() } != nil)
  }

  @Test(arguments: [Way.error, .none])
  func anInterruptedDropWithoutAMixStemIsCleanedUp(way: Way) throws {
    let target = HostUnderTest()
    let first = try DropProcess(folder)
    let watched = WatchedDestination(try target.make(), cutAt: nil, .after)
    let broken = try first.draft(watched)
    try broken.answer(.preview, with: file([1]))
    #expect(try first.run(broken).error?.line == "cut")
    first.end()
    let (second, drop) = try DropProcess.reopen(broken.id, at: target.make(), in: folder)
    #expect(try !target.isEmpty(at: drop.record.location))
    try withhold(.mixStem, drop, way)
    try expectFailed(drop, second, "\(way)")
    #expect(try target.isEmpty(at: drop.record.location))
  }

  /// - Parameter isBusy: No thread of the client has begun to wait for the bounce.
  @Test(arguments: [false, true])
  func aClientThatClosesBeforeABounceInterruptsTheDrop(isBusy: Bool) throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(HostUnderTest().make())
    let job = try process.start(drop)
    #expect(waitUntil { drop.stage == .editing })
    for _ in 0..<(isBusy ? 16 : 0) {
      try process.client.jobs.run(
        Job(), work: { (job) in while !job.isCancelled { Instant.pause(milliseconds: 1) } },
        afterwards: { _ in })
    }
    try drop.answer(.mixStem, job: Job(), with: FilePath(folder.file("bounce.flac")))
    process.end()
    _ = try #require(job.wait(milliseconds: 60_000))
    #expect(drop.stage == .broken)
  }

  // MARK: Answers that never come

  private func options(_ milliseconds: Int64) -> DropOptions {
    var options = DropOptions()
    options.answerMilliseconds = milliseconds
    return options
  }

  @Test func aHostThatNeverAnswersEndsTheDrop() throws {
    let target = HostUnderTest()
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make(), options(30))
    let job = try process.start(drop)
    try drop.answer(.mixStem, with: file([1]))
    try drop.decline(.cover)
    #expect(waitUntil { drop.data.state[.mixStem] == .sent })
    #expect(drop.progress.awaited == nil && drop.stage == .editing)
    try drop.commit()
    let outcome = try #require(job.wait(milliseconds: 60_000))
    let error = try #require(outcome.error)
    #expect(error.code == .timeout)
    #expect(
      error.line
        == "the host did not answer for the preview, attachment within 30 ms of the commit")
    #expect(try target.isEmpty(at: drop.record.location))
    try expectFailed(drop, process, "late")
  }

  @Test func theProgressNamesTheMissingAnswer() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(HostUnderTest().make(), options(600_000))
    let job = try process.start(drop)
    try drop.answer(.mixStem, with: file([1]))
    try drop.commit()
    #expect(waitUntil { drop.stage == .sending })
    for role in [AssetRole.preview, .cover, .attachment] {
      #expect(drop.progress.awaited == role)
      #expect((1...600_000).contains(drop.progress.awaitedMilliseconds))
      try drop.decline(role)
    }
    #expect(try #require(job.wait(milliseconds: 60_000)).error == nil)
    #expect(drop.progress.awaited == nil && drop.progress.awaitedMilliseconds == 0)
  }

  @Test func theTimeIsWholeUntilItBegins() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(HostUnderTest().make(), options(600_000))
    let job = try process.start(drop)
    try drop.commit()
    #expect(waitUntil { drop.stage == .sending })
    // As between the commit and the start of the time, which begins after the stage.
    drop.order.locked { drop.stopAnswerLimit() }
    let progress = drop.progress
    #expect(progress.awaited == .mixStem && progress.awaitedMilliseconds == 600_000)
    job.cancel()
    _ = try #require(job.wait(milliseconds: 60_000))
  }

  // MARK: No cover

  private var coverless: DropOptions {
    var options = DropOptions.committed
    options.omitsCover = true
    return options
  }

  @Test(arguments: UnderTest.all) func aDropMayHaveNoCover(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make(), coverless)
    try drop.answer(.mixStem, with: file(patterned(target.chunkBytes)))
    try drop.declineOthers()
    try process.finish(drop)
    #expect(drop.data[.cover].path.isEmpty && drop.data.state[.cover] == .declined)
  }

  @Test func aResumedDropHasNoCoverEither() throws {
    let target = HostUnderTest()
    let first = try DropProcess(folder)
    let watched = WatchedDestination(try target.make(), cutAt: nil)
    let broken = try first.draft(watched, coverless)
    try broken.answer(.mixStem, with: file([1]))
    try broken.declineOthers()
    _ = try first.run(broken)
    first.end()
    let (second, drop) = try DropProcess.reopen(broken.id, at: target.make(), in: folder)
    try second.finish(drop)
    #expect(drop.data[.cover].path.isEmpty)
  }
}
