import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Unexpected calls of hosts.
@Suite struct DropEdgeTests {
  private let folder = TemporaryFolder()
  private let first = FolderUnderTest()
  private let second = FolderUnderTest()

  private func answer(_ drop: Drop, _ role: AssetRole, _ bytes: [UInt8], _ type: String) throws {
    try bytes.withUnsafeBytes { bytes in try drop.answer(role, bytes: bytes, type: type) }
  }

  @Test func earlierAnswersAndCommitsAreSharedToo() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(first.make())
    let bytes = patterned(50_000)
    try answer(drop, .mixStem, bytes, "audio/wav")
    try drop.declineOthers()
    try drop.commit()
    let other = try drop.share(with: try second.make())
    #expect(try process.run(drop).error == nil)
    try process.finish(other)
    #expect(try first.bytes(.mixStem, of: drop) == bytes)
    #expect(try second.bytes(.mixStem, of: other) == bytes)
  }

  @Test(arguments: ["Attachment", "preview", "Cover", "index", "piece"])
  func noTwoFilesHaveOneName(title: String) throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(first.make(), .committed, title: title)
    try answer(drop, .preview, patterned(10), "audio/wav")
    try answer(drop, .mixStem, patterned(20), "audio/wav")
    try answer(drop, .attachment, patterned(30), "audio/wav")
    try drop.decline(.cover)
    try process.finish(drop)
    for (role, count) in [(AssetRole.preview, 10), (.mixStem, 20), (.attachment, 30)] {
      #expect(try first.bytes(role, of: drop) == patterned(count))
    }
  }

  @Test func typesMayHaveParameters() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(first.make(), .committed)
    try answer(drop, .mixStem, patterned(20), "Audio/Ogg; codecs=opus")
    #expect(drop.data[.mixStem].asset.type == "audio/ogg")
    #expect(failure { try answer(drop, .attachment, [1], "a type") }?.code == .invalidArgument)
  }

  @Test func theCoverThatIsSentStays() throws {
    let process = try DropProcess(folder)
    let drop = try process.draft(first.make())
    try drop.commit()
    #expect(
      failure { try drop.setCover(FilePath(folder.write(StubCoverMaker.cover, to: "cover.png"))) }?
        .code
        == .state)
  }

  @Test func aPossiblyCreatedPieceIsNotCreatedAgain() throws {
    var record = DropRecord(id: String(repeating: "a", count: 32))
    (record.kind, record.stage) = ("allihoopa", .creating)
    record.piece = try DropProcess.piece().draft()
    let data = try DropData(record: record, assets: [], kind: .allihoopa, waitsForSignIn: false)
    #expect(data.state.stage == .failed && data.record.result == .verify)
    record.kind = "folder"
    #expect(
      try DropData(record: record, assets: [], kind: .folder, waitsForSignIn: false).state.stage
        == .broken)
  }

  @Test func aDropWhoseRenewalEndsWithItsProcessIsDone() throws {
    var record = DropRecord(id: String(repeating: "a", count: 32))
    (record.kind, record.stage, record.isCommitted) = ("folder", .done, true)
    record.piece = try DropProcess.piece().draft()
    var data = try DropData(record: record, assets: [], kind: .folder, waitsForSignIn: false)
    _ = try data.state.handle(.renewed)
    try data.update()
    #expect(data.state.stage == .creating && data.record.stage == .done)
  }
}
