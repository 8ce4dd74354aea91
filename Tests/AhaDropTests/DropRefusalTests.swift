import AhaBase
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop

/// Answers that are refused, and what the drop waits for then.
@Suite struct DropRefusalTests {
  private let folder = TemporaryFolder()
  private let target = HostUnderTest()

  private func file(_ bytes: [UInt8], _ name: String = "mix.wav") -> FilePath {
    FilePath(folder.write(bytes, to: name))
  }

  private var missing: FilePath { FilePath(folder.file("mix.flac")) }

  private func drop(_ process: DropProcess, _ options: DropOptions = DropOptions()) throws -> Drop {
    try Drop(process.desk, try target.make(), DropProcess.piece(), options)
  }

  /// As a host that looks at no result.
  private func refuse(_ drop: Drop, _ role: AssetRole = .mixStem) {
    try? drop.answering(role) { () throws(AhaError) in try drop.answer(role, missing) }
  }

  @Test func aDropWithARefusedAnswerIsNotCommitted() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let job = try process.start(drop)
    refuse(drop)
    for role in [AssetRole.preview, .cover, .attachment] { try drop.decline(role) }
    let error = failure { try drop.commit() }
    #expect(error?.code == .state)
    #expect(
      error?.line == "the drop cannot be committed: the answer for the mix stem was refused "
        + "(the mix stem \(missing.text) is not there); answer again before that")
    #expect(job.result == nil)
    try drop.answer(.mixStem, file([1]))
    try drop.commit()
    #expect(try #require(job.wait(milliseconds: 10_000)).error == nil)
  }

  @Test func anotherAnswerThatNobodyWantedIsNoRefusal() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    try drop.answer(.mixStem, file([1]))
    refuse(drop)
    refuse(drop, .preview)
    try drop.decline(.preview)
    try drop.commit()
  }

  @Test func aCommittedDropWithARefusedAnswerIsNotStarted() throws {
    let process = try DropProcess(folder)
    var options = DropOptions()
    options.isCommitted = true
    let drop = try drop(process, options)
    refuse(drop, .cover)
    #expect(failure { try drop.start() }?.line.contains("for the cover was refused") == true)
    try drop.decline(.cover)
    try drop.answer(.mixStem, file([1]))
    for role in [AssetRole.preview, .attachment] { try drop.decline(role) }
    #expect(try process.run(drop).error == nil)
  }

  @Test func aHostThatLeavesARefusedAnswerEndsTheDropWithIt() throws {
    let process = try DropProcess(folder)
    for isRefused in [true, false] {
      let drop = try drop(process)
      let job = try process.start(drop)
      if isRefused { refuse(drop) }
      drop.hostLeft()
      if isRefused {
        #expect(try #require(job.wait(milliseconds: 10_000)).error?.code == .notFound)
        #expect(drop.stage == .broken)
      } else {
        #expect(job.result == nil)
        job.cancel()
        _ = try #require(job.wait(milliseconds: 10_000))
      }
    }
  }

  @Test func aDropIsSentInOneCall() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    #expect(failure { try drop.send(nil) }?.code == .invalidArgument)
    #expect(failure { try drop.send(missing) }?.code == .notFound)
    #expect(!drop.isRunning && drop.stage == .preparing)
    try drop.answer(.attachment, file([2], "notes.txt"))
    var job: Job?
    try drop.send(file([1])) { job = $0 }
    #expect(try #require(job?.wait(milliseconds: 10_000)).error == nil)
    #expect(drop.data.state[.attachment] == .sent && drop.data.state[.preview] == .declined)
    #expect(failure { try drop.send(nil) }?.line == "the drop is done: it is never sent twice")
  }

  @Test(arguments: [AssetRole.mixStem, .preview, .attachment])
  func onlySoundsAreSounds(role: AssetRole) throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let noise = file(StubArtist.noise, "passwd")
    let wanted: ResultCode? = role == .attachment ? nil : .unknownFormat
    #expect(failure { try drop.answer(role, noise) }?.code == wanted)
    if wanted == nil { return }
    #expect(failure { try drop.answer(role, stream: FaultyStream(StubArtist.noise), type: "") }?
      .code == .unknownFormat)
    try drop.answer(role, file([1]))
  }
}
