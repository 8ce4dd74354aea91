import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// Whole drops to a server that creates a piece once, and does not report later whether it did.
@Suite(.serialized) struct AllihoopaDropTests {
  private let folder = TemporaryFolder()
  private let target: AllihoopaUnderTest
  private let hoopa: WatchedDestination

  init() throws {
    target = try AllihoopaUnderTest()
    hoopa = WatchedDestination(try target.make())
  }

  private func drop(_ process: DropProcess) throws -> Drop {
    try process.drop(hoopa, FilePath(folder.write(patterned(1000), to: "mix.wav")))
  }

  private func pieces() throws -> Int { try target.server.list("statistics", "pieces").count }

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
        guard let file = fopen(path, "we") else { break }
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
      hoopa.at(number, .after) { self.fill() }
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
      #expect(try #require(job.wait(milliseconds: 60_000)).error == nil)
      #expect(drop.stage == .done && !drop.record.receipt.url.isEmpty)
      #expect(try process.registry.drops().map(\.stage) == [.creating], "the journal was not full")
      #expect(try pieces() == 1)
    }
  }
}
