import AhaBase
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite struct DropTests {
  private let folder = TemporaryFolder()
  private let target = HostUnderTest()

  private func file(_ bytes: [UInt8], _ name: String = "mix.wav") -> FilePath {
    FilePath(folder.write(bytes, to: name))
  }

  /// Reads events until one matches.
  private func wait(
    _ process: DropProcess, _ kind: EventKind, _ value: Int64? = nil
  ) throws -> [HostEvent] {
    let deadline = Instant.after(milliseconds: 60_000)
    var seen: [HostEvent] = []
    while Instant.now() < deadline {
      guard let event = process.client.events.next() else {
        Instant.pause(milliseconds: 2)
        continue
      }
      seen.append(event)
      if event.kind == kind, value == nil || event.value == value { return seen }
    }
    Issue.record("no event \(kind)")
    return seen
  }

  @Test func theHostIsAskedAndEditsWhileFilesAreSent() throws {
    let process = try DropProcess(folder)
    var piece = DropProcess.piece()
    piece.title = ""
    let drop = try Drop(registry: process.registry, destination: try target.make(), piece: piece)
    drop.tag.value = 42
    let job = try process.start(drop)
    var events = try wait(process, .dropAssetWanted, 4)
    #expect(events.allSatisfy { $0.source == 42 })
    #expect(events.filter { $0.kind == .dropStage }.map { $0.value } == [0, 2])
    #expect(events.filter { $0.kind == .dropAssetWanted }.map { $0.value } == [1, 2, 3, 4])
    try drop.answer(.mixStem, with: file(patterned(200_000)))
    try drop.declineOthers()
    _ = try wait(process, .dropProgress, 200_000)
    #expect(drop.stage == .editing)
    #expect(failure { try drop.commit() }?.code == .titleEmpty)
    try drop.edit { $0.title = "Late Title" }
    try drop.commit()
    #expect(failure { try drop.edit { $0.title = "Too Late" } }?.code == .state)
    #expect(failure { try drop.setCover(file([1], "late.png")) }?.code == .state)
    events = try wait(process, .dropClosed)
    #expect(events.filter { $0.kind == .dropStage }.map { $0.value } == [3, 4, 6])
    #expect(events.last?.value == 1 && events.last?.line == "https://host.example/\(drop.id)")
    #expect(job.wait(milliseconds: 60_000)?.error == nil)
    #expect(try target.bytes(.cover, of: drop) == StubCoverMaker.cover + "Late Title".array)
    let manifest = try #require(
      try target.bytes(
        SentAsset(asset: drop.data[.cover].asset, sha256: "", result: "piece.json"),
        at: drop.id))
    #expect(String(decoding: manifest, as: UTF8.self).contains("Late Title"))
    #expect(try process.registry.drops().map { $0.title } == ["Late Title"])
    #expect(try !Disk.exists(process.registry.journal().filesFolder(of: drop.id)))
  }

  @Test func answersAreFilesBytesStreamsAndJobs() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make(), .committed)
    let (one, two, three) = (patterned(70_000), patterned(300), patterned(500_000))
    try one.withUnsafeBytes { bytes in try drop.answer(.attachment, bytes: bytes, type: "a/b") }
    try drop.answer(.preview, stream: FaultyStream(two), type: "audio/ogg")
    let bounce = Job()
    try drop.answer(.mixStem, job: bounce, with: FilePath(folder.file("bounce.flac")))
    #expect(failure { try drop.answer(.mixStem, with: file([1])) }?.code == .state)
    try drop.answer(.cover, with: file([9, 9], "cover.png"))
    let job = try process.start(drop)
    _ = try wait(process, .dropStage, 3)
    _ = file(three, "bounce.flac")
    bounce.finish(.success)
    try expectSuccess(job)
    #expect(
      try target.bytes(.mixStem, of: drop) == three && target.bytes(.preview, of: drop) == two)
    #expect(
      try target.bytes(.attachment, of: drop) == one && target.bytes(.cover, of: drop) == [9, 9])
    #expect(drop.data[.mixStem].asset.name == "Night Train.flac")
  }

  @Test func aStreamThatFailsMayBeAnsweredAnew() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    let stream = FaultyStream(patterned(1_000_000))
    stream.failsReadingAt = 600_000
    #expect(failure { try drop.answer(.mixStem, stream: stream, type: "audio/wav") }?.code == .io)
    try drop.answer(.mixStem, with: file([1]))
  }

  @Test func aBounceThatFailsFailsTheDrop() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    let bounce = Job()
    try drop.answer(.mixStem, job: bounce, with: FilePath(folder.file("bounce.flac")))
    let job = try process.start(drop)
    bounce.finish(.failure(AhaError(.damaged, "no sound")))
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.line == "no sound")
    #expect(drop.stage == .failed)
  }

  @Test func anAttachmentOver30MBIsRefused() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    let path = file([1], "big")
    let stream = try FileStream(changing: path)
    try stream.truncate(to: 30_000_001)
    let error = failure { try drop.answer(.attachment, with: path) }
    #expect(error?.code == .attachment)
    #expect(error?.line == "the attachment of 30000001 bytes is over 30000000")
    #expect(
      failure { try drop.answer(.attachment, stream: stream, type: "a/b") }?.code == .attachment)
    try stream.truncate(to: 30_000_000)
    try drop.answer(.attachment, with: path)
  }

  @Test func unsupportedTypesAreRefusedAtOnce() throws {
    let process = try DropProcess(folder)
    var traits = DestinationTraits()
    (traits.types, traits.maxBytes) = (["audio/wav", "audio/ogg"], 100)
    let functions = HostFunctions(
      begin: { (_, _) throws(AhaError) in 0 }, send: { (_, _, _, _) throws(AhaError) in },
      create: { (_, _) throws(AhaError) in "" })
    let destination = try HostDestination(name: "small", functions: functions, traits: traits)
    let drop = try process.draft(destination)
    #expect(failure { try drop.answer(.mixStem, with: file([1], "a.mp3")) }?.code == .unsupported)
    #expect(failure { try drop.answer(.mixStem, with: file(patterned(101))) }?.code == .limit)
    #expect(
      failure { try drop.answer(.mixStem, with: FilePath(folder.file("none"))) }?.code == .notFound)
    #expect(
      failure { try drop.answer(.mixStem, with: FilePath(folder.path)) }?.code == .isDirectory)
    try drop.answer(.mixStem, with: file([1]))
  }

  @Test func aDropThatWaitsIsCancelledAtOnce() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    let job = try process.start(drop)
    _ = try wait(process, .dropAssetWanted, 4)
    job.cancel()
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
    let events = try wait(process, .dropClosed)
    #expect(events.last?.value == 0 && events.last?.result == .cancelled)
    let kept = try process.registry.open(drop.id)
    #expect(kept.stage == .cancelled)
    #expect(failure { try kept.discard() }?.code == .state)
    try process.registry.journal().forget(drop.id)
  }

  @Test func aClosedClientLeavesResumableDrops() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    try drop.answer(.mixStem, with: file(patterned(100)))
    let job = try process.start(drop)
    _ = try wait(process, .dropAssetWanted, 4)
    process.end()
    #expect(try #require(job.wait(milliseconds: 60_000)).error?.code == .released)
    let (next, again) = try DropProcess.reopen(drop.id, at: target.make(), in: folder)
    #expect(again.stage == .broken)
    let second = try next.start(again)
    let events = try wait(next, .dropAssetWanted, 4)
    #expect(events.filter { $0.kind == .dropAssetWanted }.map { $0.value } == [2, 3, 4])
    try again.declineOthers()
    try again.commit()
    #expect(try #require(second.wait(milliseconds: 60_000)).error == nil)
    #expect(try target.bytes(.mixStem, of: again) == patterned(100))
  }

  @Test func aPieceGoesToSeveralAtOnce() throws {
    let process = try DropProcess(folder)
    let other = FolderUnderTest()
    let first = try process.draft(target.make())
    let second = try first.share(with: try other.make())
    let jobs = [try process.start(first), try process.start(second)]
    let events = try wait(process, .dropAssetWanted, 4)
    #expect(events.filter { $0.kind == .dropAssetWanted }.count <= 4)
    let bytes = patterned(100_000)
    try bytes.withUnsafeBytes { try first.answer(.mixStem, bytes: $0, type: "audio/wav") }
    try first.declineOthers()
    try first.edit { $0.title = "For All" }
    try first.commit()
    for job in jobs {
      try expectSuccess(job)
    }
    #expect(try other.bytes(.mixStem, of: second) == bytes)
    #expect(try target.bytes(.mixStem, of: first) == bytes && second.piece.title == "For All")
    #expect(failure { _ = try first.share(with: try other.make()) }?.code == .state)
  }

  /// A drop that had to follow another one now requests all content itself and is sent.
  private func expectAlone(_ process: DropProcess, _ second: Drop, _ job: Job) throws {
    let events = try wait(process, .dropAssetWanted, 4)
    let wanted = events.filter { $0.kind == .dropAssetWanted && $0.source == second.tag.value }
    #expect(wanted.map { $0.value } == [1, 2, 3, 4])
    try second.answer(.mixStem, with: file(patterned(1000)))
    try second.declineOthers()
    try second.commit()
    try expectSuccess(job)
  }

  private func waitUntilEdited(_ drop: Drop) throws {
    #expect(waitUntil { drop.stage == .editing })
    // Calls run in order: all events before this one have arrived.
    try drop.edit { _ in }
  }

  @Test(arguments: [true, false])
  func aDropThatFollowsOneThatDoesNotStartAsksItself(isReleased: Bool) throws {
    let (process, other) = (try DropProcess(folder), FolderUnderTest())
    var first: Drop? = try process.draft(target.make())
    let second = try #require(try first?.share(with: try other.make()))
    second.tag.value = 2
    let job = try process.start(second)
    try waitUntilEdited(second)
    #expect(process.events().allSatisfy { $0.kind != .dropAssetWanted })
    if isReleased {
      first = nil
    } else {
      #expect(throws: AhaError.self) {
        try first?.start { (_) throws(AhaError) in throw AhaError(.notSignedIn, "no account is") }
      }
    }
    try expectAlone(process, second, job)
  }

  @Test func aMissingDestinationIsReported() throws {
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make(), cutAt: nil)
    let drop = try process.draft(watched)
    try drop.answer(.mixStem, with: file([1]))
    #expect(try process.run(drop).error?.line == "cut")
    let again = try process.registry.open(drop.id)
    let error = failure { try again.start() }
    #expect(error?.code == .notFound)
    #expect(error?.line == "the destination mine (host, mine) is not there")
    try process.registry.journal().forget(drop.id)
    #expect(try process.registry.drops().isEmpty)
  }
}
