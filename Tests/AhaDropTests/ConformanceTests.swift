import AhaBase
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Behavior that every destination shares.
@Suite struct ConformanceTests {
  private let folder = TemporaryFolder()

  private func file(_ bytes: [UInt8], _ name: String) -> FilePath {
    FilePath(folder.write(bytes, to: name))
  }

  private func drop(
    _ process: DropProcess, _ destination: any Destination, _ bytes: [UInt8],
    title: String = "Night Train"
  ) throws -> Drop {
    try process.drop(destination, file(bytes, "mix.wav"), title: title)
  }

  @Test(arguments: UnderTest.all) func filesOfAllSizesArrive(maker: Maker) throws {
    let target = try maker.make()
    let chunk = target.chunkBytes
    let process = try DropProcess(folder)
    let destination = try target.make()
    let sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk + 17]
    for size in sizes where size >= target.leastBytes {
      let (mix, small) = (patterned(size), patterned(77))
      let drop = try process.draft(destination, .committed)
      try drop.answer(.mixStem, with: file(mix, "mix.wav"))
      try drop.answer(.preview, with: file(small, "small.ogg"))
      try drop.answer(.attachment, with: file(small, "data"), type: "application/x-data")
      try drop.decline(.cover)
      try process.finish(drop)
      #expect(try target.bytes(.mixStem, of: drop) == mix, "\(size) bytes")
      for role in [AssetRole.preview, .attachment] where target.keeps.contains(role) {
        #expect(try target.bytes(role, of: drop) == small)
      }
      #expect(try target.bytes(.cover, of: drop) == StubCoverMaker.cover + "Night Train".array)
      #expect(drop.stage == .done && !drop.record.receipt.id.isEmpty)
      #expect(drop.progress.done == drop.progress.total && drop.progress.repeated == 0)
    }
  }

  @Test(arguments: UnderTest.all, [WatchedDestination.Moment.before, .after])
  func anInterruptedUploadResumesInAnotherProcess(
    maker: Maker, moment: WatchedDestination.Moment
  ) throws {
    let target = try maker.make()
    let bytes = patterned(4 * target.chunkBytes + 5)
    for cut in 0..<target.messages {
      let before = try target.received()
      let first = try DropProcess(folder)
      let watched = WatchedDestination(try target.make(), cutAt: cut, moment)
      let broken = try drop(first, watched, bytes)
      #expect(try first.run(broken).error?.line == "cut")
      #expect(broken.stage == .broken)
      first.end()
      let (second, drop) = try DropProcess.reopen(broken.id, at: target.make(), in: folder)
      #expect(drop.stage == .broken && drop.record.line == "cut")
      try second.finish(drop)
      #expect(try target.bytes(.mixStem, of: drop) == bytes, "cut at \(cut)")
      guard let before, let after = try target.received() else { continue }
      let cover = Int64(StubCoverMaker.cover.count + 11)
      let repeated = after - before - Int64(bytes.count) - cover
      if watched.traits.isResumable { #expect((0...Int64(target.chunkBytes)).contains(repeated)) }
    }
  }

  @Test(arguments: UnderTest.all) func aLostUploadBeginsAnew(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    var canForget = false
    watched.at(2) { canForget = (try? target.forgetUploads()) ?? true }
    let bytes = patterned(4 * target.chunkBytes + 5)
    let drop = try drop(process, watched, bytes)
    try process.finish(drop)
    #expect(try target.bytes(.mixStem, of: drop) == bytes)
    if canForget { #expect(drop.progress.repeated > 0) }
  }

  @Test(arguments: UnderTest.all) func aCancelledDropIsCleanedUp(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    let drop = try drop(process, watched, patterned(4 * target.chunkBytes))
    watched.at(target.middle) { [weak drop] () throws(AhaError) in try drop?.cancel() }
    #expect(try process.run(drop).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
    #expect(failure { try drop.start() }?.code == .state)
  }

  @Test(arguments: UnderTest.all) func anotherProcessDiscardsAnUpload(maker: Maker) throws {
    let target = try maker.make()
    let first = try DropProcess(folder)
    let watched = WatchedDestination(try target.make(), cutAt: target.middle)
    let broken = try drop(first, watched, patterned(4 * target.chunkBytes))
    _ = try first.run(broken)
    first.end()
    let (second, drop) = try DropProcess.reopen(broken.id, at: target.make(), in: folder)
    #expect(try second.discard(drop) == nil)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test(arguments: UnderTest.all) func aFinishedFileIsNeverSentTwice(maker: Maker) throws {
    let target = try maker.make()
    let first = try DropProcess(folder)
    let sent = try drop(first, try target.make(), patterned(100))
    #expect(try first.run(sent).error == nil)
    let received = try target.received()
    let (second, same) = try DropProcess.reopen(sent.id, at: target.make(), in: folder)
    defer { second.end() }
    for drop in [sent, same] {
      #expect(failure { try drop.start() }?.line == "the drop is done: it is never sent twice")
      #expect(failure { try drop.discard() }?.code == .state)
    }
    #expect(try target.received() == received)
  }

  @Test(arguments: UnderTest.all) func oneOfTwoProcessesResumes(maker: Maker) throws {
    let target = try maker.make()
    let first = try DropProcess(folder)
    let watched = WatchedDestination(try target.make(), cutAt: 1)
    let bytes = patterned(3 * target.chunkBytes)
    let broken = try drop(first, watched, bytes)
    _ = try first.run(broken)
    first.end()
    let held = WatchedDestination(try target.make())
    let (isAt, mayGo) = (Event(), Event())
    held.at(0) {
      isAt.set()
      mayGo.wait()
    }
    let (one, drop) = try DropProcess.reopen(broken.id, at: held, in: folder)
    let (other, late) = try DropProcess.reopen(broken.id, at: target.make(), in: folder)
    defer { other.end() }
    let job = try one.start(drop)
    #expect(isAt.wait())
    #expect(
      failure { try late.start() }?.line == "the drop \(broken.id) is being sent by another process"
    )
    mayGo.set()
    #expect(try #require(job.wait(milliseconds: 60_000)).error == nil)
    #expect(try target.bytes(.mixStem, of: drop) == bytes)
    #expect(failure { try late.start() }?.line == "the drop is done: it is never sent twice")
  }

  @Test(arguments: UnderTest.all) func aChangedFileIsReported(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    let bytes = patterned(4 * target.chunkBytes)
    let folder = self.folder
    watched.at(max(0, target.messages - 4)) { folder.write(bytes + [1], to: "mix.wav") }
    let drop = try drop(process, watched, bytes)
    let error = try #require(try process.run(drop).error)
    #expect(error.code == .damaged, "\(error.line)")
    #expect(error.line.contains("mix.wav has changed since its drop began"), "\(error.line)")
    #expect(drop.stage == .failed)
  }

  /// A drop with any title arrives.
  @Test(arguments: UnderTest.all) func anyTitleHasAName(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let destination = try target.make()
    // Compared as bytes: two different texts can be canonically equal.
    var places: [[UInt8]] = []
    for title in hostileTitles {
      let bytes = patterned(10)
      let drop = try drop(process, destination, bytes, title: title)
      #expect(try process.run(drop).error == nil, "\(title)")
      #expect(try target.bytes(.mixStem, of: drop) == bytes, "\(title)")
      #expect(!places.contains(drop.record.location.array))
      places.append(drop.record.location.array)
    }
  }
}

/// Titles that users and attackers could choose, cut to 50 characters.
let hostileTitles = [
  "a/b", "..", ".hidden", "../../etc/passwd", "CON", "nul.wav", "trailing. ", " leading",
  "a\\b:c*d?", "\u{1F3B5} 音楽 \u{1F469}\u{200D}\u{1F3A4}", "tab\there", "quote\"quote'",
  "<b>&amp;</b>", "100%", "a#b?c=d", "\u{200F}gnp.exe", String(repeating: "\u{1F3B5}", count: 50),
  "index", "piece", "cover", "-rf", "~", "$HOME", "e\u{301}", "\u{E9}", "a\u{2028}b", "end\u{85}",
  "same", "same",
]
