import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Content that the journal and its folder keep of drops, and content they must not keep.
@Suite struct DropRetentionTests {
  private let folder = TemporaryFolder()
  private let target = FolderUnderTest()

  private func answer(_ drop: Drop, _ role: AssetRole = .mixStem) throws {
    try patterned(1000).withUnsafeBytes { bytes in
      try drop.answer(role, bytes: bytes, type: "audio/wav")
    }
  }

  private func hasFiles(_ id: String) -> Bool { folder.exists("state/drops/\(id)") }

  /// A drop that waits for its host when its client closes.
  private func brokenDrop() throws -> String {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    try answer(drop)
    let job = try process.start(drop)
    process.end()
    _ = try #require(job.wait(milliseconds: 60_000))
    return drop.id
  }

  @Test func bytesOfAnUnstartedDropAreNotKept() throws {
    let process = try DropProcess(folder)
    var id = ""
    do {
      let drop = try process.draft(target.make())
      try answer(drop)
      id = drop.id
      #expect(hasFiles(drop.id))
    }
    #expect(!hasFiles(id))
  }

  @Test func bytesOfAnInterruptedDropAreKept() throws {
    #expect(hasFiles(try brokenDrop()))
  }

  @Test func bytesOfADropThatFailedAreNotKept() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(target.make())
    try answer(drop, .preview)
    #expect(hasFiles(drop.id))
    let job = try process.start(drop)
    #expect(throws: AhaError.self) { try drop.decline(.mixStem) }
    _ = try #require(job.wait(milliseconds: 60_000))
    #expect(drop.stage == .failed && !hasFiles(drop.id))
  }

  @Test func aForgottenDropStaysForgotten() throws {
    let id = try brokenDrop()
    let (process, drop) = try DropProcess.reopen(id, at: target.make(), in: folder)
    try drop.journal.forget(id)
    let error = failure { try drop.decline(.preview) }
    #expect(error?.code == .notFound && error?.line == "the drop \(id) was forgotten")
    #expect(throws: AhaError.self) { try process.start(drop) }
    #expect(try process.registry.drops().isEmpty && !hasFiles(id))
  }

  @Test func changesOfAnotherProcessAreVisible() throws {
    let id = try brokenDrop()
    let (here, stale) = try DropProcess.reopen(id, at: target.make(), in: folder)
    let (_, other) = try DropProcess.reopen(id, at: target.make(), in: folder)
    // All files change within one second, so the times do not reveal the change.
    try other.declineOthers()
    try other.edit { $0.title = "Morning Train" }
    try other.commit()
    #expect(try here.run(stale).error == nil)
    #expect(stale.piece.title == "Morning Train")
  }

  @Test func filesSentByAnotherProcessStaySent() throws {
    let id = try brokenDrop()
    let (here, stale) = try DropProcess.reopen(id, at: target.make(), in: folder)
    let (there, other) = try DropProcess.reopen(id, at: target.make(), in: folder)
    try other.declineOthers()
    try other.commit()
    #expect(try there.run(other).error == nil)
    let changes: [() throws -> Void] = [
      { try stale.edit { $0.title = "Late Train" } }, { try stale.decline(.preview) },
      { try stale.commit() },
    ]
    for change in changes {
      let error = failure { try change() }
      #expect(error?.code == .state)
      #expect(error?.line == "another process has changed the drop \(id): open it again")
    }
    let kept = try #require(try here.registry.drops().first)
    #expect(kept.stage == .done && kept.receipt.url == other.record.receipt.url)
    #expect(!kept.receipt.url.isEmpty && kept.title == "Night Train")
    #expect(
      failure { _ = try here.start(stale) }?.line == "the drop is done: it is never sent twice")
  }

  @Test func changesOfAnotherProcessAreReadAgain() throws {
    let id = try brokenDrop()
    let (here, there) = (try DropProcess(folder), try DropProcess(folder))
    let (stale, other) = (try here.registry.open(id), try there.registry.open(id))
    try other.edit { $0.title = "Morning Train" }
    #expect(throws: AhaError.self) { try stale.commit() }
    try stale.readAgain()
    #expect(stale.piece.title == "Morning Train")
    try stale.commit()
    #expect(try there.registry.drops().map { $0.isCommitted } == [true])
  }

  @Test func aDropSentByAnotherProcessIsNotEditable() throws {
    let id = try brokenDrop()
    let (here, there) = (try DropProcess(folder), try DropProcess(folder))
    for process in [here, there] { process.registry.add(try target.make()) }
    let other = try there.registry.open(id)
    let job = try there.start(other)
    let late = try here.registry.open(id)
    #expect(
      failure { try late.edit { $0.title = "Late Train" } }?.line
        == "the drop \(id) is being sent by another process")
    try other.declineOthers()
    try other.commit()
    #expect(try #require(job.wait(milliseconds: 60_000)).error == nil)
    #expect(try here.registry.drops().map { $0.title } == ["Night Train"])
  }
}
