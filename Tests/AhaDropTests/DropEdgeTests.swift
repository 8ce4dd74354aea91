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

  private func remote(
    _ role: AssetRole, _ drop: Drop, _ target: FolderUnderTest
  ) throws -> [UInt8]? {
    let asset = drop.data[role]
    return try target.bytes(
      SentAsset(asset: asset.asset, sha256: asset.sha256, result: asset.result),
      at: drop.record.location)
  }

  private func answer(_ drop: Drop, _ role: AssetRole, _ bytes: [UInt8], _ type: String) throws {
    try bytes.withUnsafeBytes { bytes in try drop.answer(role, bytes: bytes, type: type) }
  }

  @Test func aCancelledDropIsNotDiscardedAgain() throws {
    let process = try DropProcess(folder)
    let drop = try Drop(
      registry: process.registry, destination: try first.make(), piece: DropProcess.piece())
    let job = try process.start(drop)
    job.cancel()
    _ = job.wait(milliseconds: 10_000)
    let kept = try process.registry.open(drop.id)
    #expect(kept.stage == .cancelled)
    let error = #expect(throws: AhaError.self) { try kept.discard() }
    #expect(error?.code == .state)
    try process.registry.journal().forget(drop.id)
  }

  @Test func earlierAnswersAndCommitsAreSharedToo() throws {
    let process = try DropProcess(folder)
    let drop = try Drop(
      registry: process.registry, destination: try first.make(), piece: DropProcess.piece())
    let bytes = patterned(50_000)
    try answer(drop, .mixStem, bytes, "audio/wav")
    for role in [AssetRole.preview, .cover, .attachment] { try drop.decline(role) }
    try drop.commit()
    let other = try drop.share(with: try second.make())
    #expect(try process.run(drop).error == nil)
    let outcome = try process.run(other)
    #expect(outcome.error == nil, "\(outcome.error?.line ?? "")")
    #expect(try remote(.mixStem, drop, first) == bytes)
    #expect(try remote(.mixStem, other, second) == bytes)
  }

  @Test(arguments: ["Attachment", "preview", "Cover", "index", "piece"])
  func noTwoFilesHaveOneName(title: String) throws {
    let process = try DropProcess(folder)
    var options = DropOptions()
    options.isCommitted = true
    let drop = try Drop(
      registry: process.registry, destination: try first.make(), piece: DropProcess.piece(title),
      options: options)
    try answer(drop, .preview, patterned(10), "audio/wav")
    try answer(drop, .mixStem, patterned(20), "audio/wav")
    try answer(drop, .attachment, patterned(30), "audio/wav")
    try drop.decline(.cover)
    let outcome = try process.run(drop)
    #expect(outcome.error == nil, "\(outcome.error?.line ?? "")")
    for (role, count) in [(AssetRole.preview, 10), (.mixStem, 20), (.attachment, 30)] {
      #expect(try remote(role, drop, first) == patterned(count))
    }
  }

  @Test func typesMayHaveParameters() throws {
    let process = try DropProcess(folder)
    var options = DropOptions()
    options.isCommitted = true
    let drop = try Drop(
      registry: process.registry, destination: try first.make(), piece: DropProcess.piece(),
      options: options)
    try answer(drop, .mixStem, patterned(20), "Audio/Ogg; codecs=opus")
    #expect(drop.data[.mixStem].asset.type == "audio/ogg")
    let error = #expect(throws: AhaError.self) { try answer(drop, .attachment, [1], "a type") }
    #expect(error?.code == .invalidArgument)
  }

  @Test func theCoverThatIsSentStays() throws {
    let process = try DropProcess(folder)
    let drop = try Drop(
      registry: process.registry, destination: try first.make(), piece: DropProcess.piece())
    try drop.commit()
    let error = #expect(throws: AhaError.self) {
      try drop.setCover(FilePath(folder.write(StubArtist.cover, to: "cover.png")))
    }
    #expect(error?.code == .state)
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
}
