import AhaBase
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Refused answers, and the state in which the drop then waits.
@Suite struct DropRefusalTests {
  private let folder = TemporaryFolder()
  private let target = HostUnderTest()

  private func file(_ bytes: [UInt8], _ name: String = "mix.wav") -> FilePath {
    FilePath(folder.write(bytes, to: name))
  }

  private var missing: FilePath { FilePath(folder.file("mix.flac")) }

  private func drop(_ process: DropProcess, _ options: DropOptions = DropOptions()) throws -> Drop {
    try process.draft(target.make(), options)
  }

  /// Acts as a host that ignores results.
  private func refuse(_ drop: Drop, _ role: AssetRole = .mixStem) {
    try? drop.answering(role) { () throws(AhaError) in try drop.answer(role, with: missing) }
  }

  @Test func aDropWithARefusedAnswerIsNotCommitted() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    refuse(drop)
    try drop.declineOthers()
    let error = failure { try drop.commit() }
    #expect(error?.code == .state)
    #expect(
      error?.line == "the drop cannot be committed: the answer for the mix stem was refused "
        + "(the mix stem \(missing.text) is not there); answer again first")
    try drop.answer(.mixStem, with: file([1]))
    try drop.commit()
    #expect(try process.run(drop).error == nil)
  }

  @Test func theCommitOfARunningDropWithARefusedAnswerEndsIt() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let job = try process.start(drop)
    refuse(drop)
    try drop.declineOthers()
    #expect(failure { try drop.commit() }?.code == .state)
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .notFound)
    let again = try process.start(drop)
    try drop.answer(.mixStem, with: file([1]))
    try drop.commit()
    #expect(try #require(again.wait(milliseconds: 60_000)).error == nil)
  }

  @Test func aRefusedAssetIsNotLeftOutOfADropInOneCall() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    refuse(drop, .attachment)
    #expect(
      failure { try drop.send(mixStem: file([1])) }?.line.contains("attachment was refused") == true
    )
    try drop.decline(.attachment)
    try drop.send(mixStem: nil)
  }

  @Test func anUnrequestedAnswerIsNoRefusal() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    try drop.answer(.mixStem, with: file([1]))
    refuse(drop)
    refuse(drop, .preview)
    try drop.decline(.preview)
    try drop.commit()
  }

  @Test func aCommittedDropWithARefusedAnswerIsNotStarted() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process, .committed)
    refuse(drop, .cover)
    #expect(failure { try drop.start() }?.line.contains("for the cover was refused") == true)
    try drop.decline(.cover)
    try drop.answer(.mixStem, with: file([1]))
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
        #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .notFound)
        #expect(drop.stage == .broken)
      } else {
        #expect(job.result == nil)
        job.cancel()
        _ = try #require(job.wait(milliseconds: 60_000))
      }
    }
  }

  @Test func afterTheCommitARefusedAnswerEndsTheDrop() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let job = try process.start(drop)
    try drop.commit()
    // A call that is too late does not count as the answer.
    let late = failure {
      try drop.answering(.cover) { () throws(AhaError) in try drop.setCover(missing) }
    }
    #expect(late?.code == .state && job.result == nil)
    refuse(drop)
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .notFound)
    #expect(drop.stage == .broken)
  }

  @Test func anAnswerThatIsRefusedAfterTheHostLeftEndsTheDrop() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let job = try process.start(drop)
    drop.hostLeft()
    #expect(job.result == nil)
    refuse(drop)
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .notFound)
  }

  @Test func aHostThatCameBackMayAnswerAgain() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let job = try process.start(drop)
    drop.hostLeft()
    drop.hostCame()
    refuse(drop)
    #expect(job.result == nil)
    try drop.answer(.mixStem, with: file([1]))
    try drop.declineOthers()
    try drop.commit()
    #expect(try #require(job.wait(milliseconds: 60_000)).error == nil)
  }

  @Test func aDropIsSentInOneCall() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    #expect(failure { try drop.send(mixStem: nil) }?.code == .invalidArgument)
    #expect(failure { try drop.send(mixStem: missing) }?.code == .notFound)
    #expect(!drop.isRunning && drop.stage == .preparing)
    try drop.answer(.attachment, with: file([2], "notes.txt"))
    var job: Job?
    try drop.send(mixStem: file([1])) { job = $0 }
    #expect(try #require(job?.wait(milliseconds: 60_000)).error == nil)
    #expect(drop.data.state[.attachment] == .sent && drop.data.state[.preview] == .declined)
    #expect(
      failure { try drop.send(mixStem: nil) }?.line == "the drop is done: it is never sent twice")
  }

  @Test(arguments: [AssetRole.mixStem, .preview, .attachment])
  func onlySoundsAreSounds(role: AssetRole) throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    let noise = file(StubCoverMaker.noise, "passwd")
    let wanted: ResultCode? = role == .attachment ? nil : .unknownFormat
    #expect(failure { try drop.answer(role, with: noise) }?.code == wanted)
    if wanted == nil { return }
    #expect(
      failure { try drop.answer(role, stream: FaultyStream(StubCoverMaker.noise), type: "") }?
        .code == .unknownFormat)
    try drop.answer(role, with: file([1]))
  }

  /// Accepted by their types alone: libaha decodes none of them.
  @Test(
    arguments: [
      ("mix.m4a", [0, 0, 0, 24] + Array("ftypM4A ".utf8)),
      ("mix.aac", [0xFF, 0xF1, 0x50, 0x80, 0, 0x1F, 0xFC, 0]),
      ("mix.amr", Array("#!AMR\n<\0".utf8)),
      (
        "mix.wma",
        [
          0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62,
          0xCE, 0x6C,
        ]
      ),
    ] as [(String, [UInt8])])
  func soundsWithoutADecoderAreKnownByTheirHeads(name: String, head: [UInt8]) throws {
    let process = try DropProcess(folder)
    process.covers.decodes = false
    for role in [AssetRole.mixStem, .preview] {
      let drop = try drop(process)
      let others = [(StubCoverMaker.noise, name), (head, "mix.wav")]
      for (bytes, name) in others {
        #expect(failure { try drop.answer(role, with: file(bytes, name)) }?.code == .unknownFormat)
      }
      try drop.answer(role, with: file(head, name))
    }
  }
}
