import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Pictures are drawn from the sound that was sent.
@Suite struct DropDrawingTests {
  private let folder = TemporaryFolder()
  private let target = FolderUnderTest()
  private let bytes = patterned(100_000)

  /// A drop that is edited, with its mix stem sent.
  private func edited(
    _ process: DropProcess, _ destination: (any Destination)? = nil, cover: FilePath? = nil
  ) throws -> (Drop, Job) {
    let drop = try process.draft(destination ?? target.make())
    try drop.answer(.mixStem, with: FilePath(folder.write(bytes, to: "mix.wav")))
    for role in [AssetRole.preview, .attachment] { try drop.decline(role) }
    if let cover { try drop.answer(.cover, with: cover) } else { try drop.decline(.cover) }
    let job = try process.start(drop)
    while drop.data.state[.mixStem] != .sent, !drop.stage.isOver { Instant.pause(milliseconds: 1) }
    return (drop, job)
  }

  private func hasPage(_ drop: Drop) -> Bool {
    target.folder.exists("\(drop.record.location)/index.html")
  }

  private func expectChange(_ drop: Drop, _ job: Job) throws {
    let outcome = try #require(job.wait(milliseconds: 60_000))
    let error = try #require(outcome.error)
    #expect(error.code == .damaged, "\(error.line)")
    #expect(error.line.contains("mix.wav has changed since its drop began"), "\(error.line)")
    #expect(drop.stage == .failed && !hasPage(drop))
  }

  private func change() { folder.write([UInt8](repeating: 0, count: bytes.count), to: "mix.wav") }

  /// The sound changes before its analysis, or within it.
  @Test(arguments: [false, true], [false, true])
  func nothingIsDrawnOfAnotherVersion(hasCover: Bool, isLate: Bool) throws {
    let process = try DropProcess(folder)
    let cover = FilePath(folder.write(StubCoverMaker.cover, to: "cover.png"))
    let wasSent = Event()
    if isLate {
      process.covers.looking = {
        wasSent.wait()
        change()
      }
    }
    let (drop, job) = try edited(process, cover: hasCover ? cover : nil)
    isLate ? wasSent.set() : change()
    try drop.commit()
    try expectChange(drop, job)
  }

  @Test func theSoundIsAnalyzedOnceDuringSending() throws {
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    let looks = Event()
    process.covers.looking = { looks.set() }
    watched.watch = { (number, _) throws(AhaError) in
      if number == 1, !looks.wait() { throw AhaError(.timeout, "no sound is analyzed") }
    }
    let (drop, job) = try edited(process, watched)
    try drop.commit()
    try expectSuccess(job)
    #expect(hasPage(drop) && process.covers.looks.value == 1)
  }

  @Test func waitingForTheDrawingIsReported() throws {
    let process = try DropProcess(folder)
    let mayEnd = Event()
    process.covers.looking = { mayEnd.wait() }
    let (drop, job) = try edited(process)
    #expect(job.isIn("sending"))
    try drop.commit()
    while job.isIn("sending") { Instant.pause(milliseconds: 1) }
    #expect(job.isIn("decoding") && drop.stage == .sending)
    mayEnd.set()
    try expectSuccess(job)
  }

  @Test func cancellingDoesNotWaitForTheAnalysis() throws {
    let process = try DropProcess(folder)
    let (isAt, mayEnd) = (Event(), Event())
    process.covers.looking = {
      isAt.set()
      mayEnd.wait()
    }
    let (drop, job) = try edited(process)
    try drop.commit()
    #expect(isAt.wait())
    while job.isIn("sending") { Instant.pause(milliseconds: 1) }
    job.cancel()
    mayEnd.set()
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
  }

  @Test func resumingAnalyzesAgain() throws {
    let first = try DropProcess(folder)
    let (broken, job) = try edited(first)
    first.end()
    _ = try #require(job.wait(milliseconds: 60_000))
    let (second, drop) = try DropProcess.reopen(broken.id, at: target.make(), in: folder)
    try drop.commit()
    try second.finish(drop)
    #expect(hasPage(drop) && second.covers.looks.value == 1)
  }

  @Test func aDeletedSoundIsNotDrawn() throws {
    let process = try DropProcess(folder)
    let (drop, job) = try edited(process)
    Disk.remove(FilePath(folder.file("mix.wav")))
    try drop.commit()
    try expectSuccess(job)
    #expect(hasPage(drop))
  }
}
