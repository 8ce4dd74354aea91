import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// Whole drops to a server that creates a piece once, and does not report later whether it did.
@Suite(.serialized) struct AllihoopaDropTests {
  private static let graphQL: StaticString = "/v1/graphql"
  private let folder = TemporaryFolder()
  private let target: AllihoopaUnderTest
  private let hoopa: WatchedDestination

  init() throws {
    target = try AllihoopaUnderTest()
    hoopa = WatchedDestination(try target.make())
  }

  private func drop(_ process: DropProcess) throws -> Drop {
    var options = DropOptions()
    options.isCommitted = true
    let drop = try Drop(
      registry: process.registry, destination: hoopa, piece: DropProcess.piece(), options: options)
    try drop.answer(.mixStem, with: FilePath(folder.write(patterned(1000), to: "mix.wav")))
    for role in [AssetRole.preview, .cover, .attachment] { try drop.decline(role) }
    return drop
  }

  private func pieces() throws -> Int { try target.server.list("statistics", "pieces").count }

  @Test func aLostReplyEndsTheDrop() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    // Skips the URLs of the sound and of the cover.
    try target.server.fault("\"path\":\"/v1/graphql\",\"skip\":2,\"reply\":{\"fault\":\"Reset\"}")
    let error = try process.run(drop).error
    #expect(error?.code == .verify && error?.line.contains("not asked again") ?? false)
    #expect(drop.stage == .failed)
    #expect { try drop.start() } throws: { ($0 as? AhaError)?.code == .state }
    #expect(try pieces() == 1)
    #expect(try target.server.count(AllihoopaDropTests.graphQL) == 3)
  }

  @Test func cancelledBeforeThePieceIsMade() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process)
    hoopa.watch = { (number, moment) throws(AhaError) in
      if number == 1, moment == .after { try drop.cancel() }
    }
    defer { hoopa.watch = { (_, _) throws(AhaError) in } }
    #expect(try process.run(drop).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
    #expect(try pieces() == 0)
    #expect(try target.server.count(AllihoopaDropTests.graphQL) == 2)
  }

  // MARK: A journal that is full

  /// The state folder is on its own file system.
  private func withSmallDisk(_ body: (DropProcess) throws -> Void) throws {
    folder.makeFolder("state")
    try #require(mount("tmpfs", folder.file("state"), "tmpfs", 0, "size=512k,mode=700") == 0)
    defer { umount2(folder.file("state"), 2) }
    let process = try DropProcess(folder)
    defer { process.end() }
    try body(process)
  }

  private func fill() {
    for size in [1 << 16, 1 << 12, 1] {
      var number = 0
      while number < 10_000 {
        let path = folder.file("state/filler-\(size)-\(number)")
        guard let file = fopen(path, "w") else { break }
        let bytes = [UInt8](repeating: 1, count: size)
        let isPut = fwrite(bytes, 1, size, file) == size
        if fclose(file) != 0 || !isPut { break }
        number += 1
      }
    }
  }

  private func free() throws {
    let state = FilePath(folder.file("state"))
    for name in try Disk.names(in: state) where name.hasPrefix("filler") {
      Disk.remove(state / name)
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible), arguments: [0, 1])
  func aFullJournalInterruptsTheDrop(number: Int) throws {
    try withSmallDisk { process in
      let drop = try drop(process)
      hoopa.watch = { (now, moment) throws(AhaError) in
        if now == number, moment == .after { self.fill() }
      }
      let error = try process.run(drop).error
      #expect(error?.code == .diskFull, "\(error?.line ?? "it is done")")
      #expect(drop.stage == .broken)
      #expect(try pieces() == 0)
      hoopa.watch = { (_, _) throws(AhaError) in }
      try free()
      #expect(try process.run(drop).error == nil)
      #expect(try pieces() == 1)
    }
  }

  /// The piece exists. A journal that cannot store that causes no failure and no second piece.
  @Test(.enabled(if: SmallDisk.isPossible)) func aJournalThatFillsUpAtTheEndHidesNoPiece() throws {
    try withSmallDisk { process in
      let drop = try drop(process)
      try target.server.fault("\"path\":\"/v1/graphql\",\"skip\":2,\"hold\":true")
      let job = try process.start(drop)
      try target.server.wait("/v1/graphql", count: 3)
      fill()
      try target.server.command("{\"do\":\"release\"}")
      #expect(try #require(job.wait(milliseconds: 20_000)).error == nil)
      #expect(drop.stage == .done && !drop.record.receipt.url.isEmpty)
      #expect(try process.registry.drops().map(\.stage) == [.creating], "the journal was not full")
      #expect(try pieces() == 1)
    }
  }
}
