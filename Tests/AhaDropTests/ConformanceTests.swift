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

  private var committed: DropOptions {
    var options = DropOptions()
    options.isCommitted = true
    return options
  }

  private func drop(
    _ process: DropProcess, _ destination: any Destination, _ bytes: [UInt8],
    title: String = "Night Train"
  ) throws -> Drop {
    try process.drop(destination, file(bytes, "mix.wav"), title: title)
  }

  /// Remote content of a sent file.
  private func remote(
    _ role: AssetRole, _ drop: Drop, _ target: any DestinationUnderTest
  ) throws -> [UInt8]? {
    let asset = drop.data[role]
    let sent = SentAsset(asset: asset.asset, sha256: asset.sha256, result: asset.result)
    return try target.bytes(sent, at: drop.record.location)
  }

  @Test(arguments: UnderTest.all) func filesOfAllSizesArrive(maker: Maker) throws {
    let target = try maker.make()
    let chunk = target.chunkBytes
    let process = try DropProcess(folder)
    let destination = try target.make()
    let sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk + 17]
    for size in sizes where size >= target.leastBytes {
      let (mix, small) = (patterned(size), patterned(77))
      let drop = try Drop(
        registry: process.registry, destination: destination, piece: DropProcess.piece(),
        options: committed)
      try drop.answer(.mixStem, with: file(mix, "mix.wav"))
      try drop.answer(.preview, with: file(small, "small.ogg"))
      try drop.answer(.attachment, with: file(small, "data"), type: "application/x-data")
      try drop.decline(.cover)
      let outcome = try process.run(drop)
      #expect(outcome.error == nil, "\(size) bytes: \(outcome.error?.line ?? "")")
      #expect(try remote(.mixStem, drop, target) == mix, "\(size) bytes")
      for role in [AssetRole.preview, .attachment] where target.keeps.contains(role) {
        #expect(try remote(role, drop, target) == small)
      }
      #expect(try remote(.cover, drop, target) == StubArtist.cover + "Night Train".array)
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
      let watched = WatchedDestination(try target.make())
      watched.watch = { (number, now) throws(AhaError) in
        if number == cut && now == moment { throw AhaError(.network, "cut") }
      }
      let broken = try drop(first, watched, bytes)
      #expect(try first.run(broken).error?.line == "cut")
      #expect(broken.stage == .broken)
      first.end()
      let second = try DropProcess(folder)
      second.registry.add(try target.make())
      let drop = try second.registry.open(broken.id)
      #expect(drop.stage == .broken && drop.record.line == "cut")
      let outcome = try second.run(drop)
      #expect(outcome.error == nil, "cut at \(cut): \(outcome.error?.line ?? "")")
      #expect(try remote(.mixStem, drop, target) == bytes, "cut at \(cut)")
      guard let before, let after = try target.received() else { continue }
      let cover = Int64(StubArtist.cover.count + 11)
      let repeated = after - before - Int64(bytes.count) - cover
      if watched.traits.isResumable { #expect((0...Int64(target.chunkBytes)).contains(repeated)) }
    }
  }

  @Test(arguments: UnderTest.all) func aLostUploadBeginsAnew(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    var canForget = false
    watched.watch = { (number, moment) throws(AhaError) in
      if number == 2, moment == .before { canForget = (try? target.forgetUploads()) ?? true }
    }
    let bytes = patterned(4 * target.chunkBytes + 5)
    let drop = try drop(process, watched, bytes)
    let outcome = try process.run(drop)
    #expect(outcome.error == nil, "\(outcome.error?.line ?? "")")
    #expect(try remote(.mixStem, drop, target) == bytes)
    if canForget { #expect(drop.progress.repeated > 0) }
  }

  @Test(arguments: UnderTest.all) func aCancelledDropIsCleanedUp(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    let drop = try drop(process, watched, patterned(4 * target.chunkBytes))
    watched.watch = { (number, moment) throws(AhaError) in
      if number == target.middle, moment == .before { try drop.cancel() }
    }
    // The watch closure holds the drop, which holds its destination.
    defer { watched.watch = { (_, _) throws(AhaError) in } }
    #expect(try process.run(drop).error?.code == .cancelled)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
    #expect { try drop.start() } throws: { ($0 as? AhaError)?.code == .state }
  }

  @Test(arguments: UnderTest.all) func anotherProcessDiscardsAnUpload(maker: Maker) throws {
    let target = try maker.make()
    let first = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    watched.watch = { (number, _) throws(AhaError) in
      if number == target.middle { throw AhaError(.network, "cut") }
    }
    let broken = try drop(first, watched, patterned(4 * target.chunkBytes))
    _ = try first.run(broken)
    first.end()
    let second = try DropProcess(folder)
    second.registry.add(try target.make())
    let drop = try second.registry.open(broken.id)
    var job: Job?
    try drop.discard { job = $0 }
    #expect(try #require(job?.wait(milliseconds: 10_000)).error == nil)
    #expect(drop.stage == .cancelled)
    #expect(try target.isEmpty(at: drop.record.location))
  }

  @Test(arguments: UnderTest.all) func aFinishedFileIsNeverSentTwice(maker: Maker) throws {
    let target = try maker.make()
    let first = try DropProcess(folder)
    let sent = try drop(first, try target.make(), patterned(100))
    #expect(try first.run(sent).error == nil)
    let received = try target.received()
    let second = try DropProcess(folder)
    second.registry.add(try target.make())
    for drop in [sent, try second.registry.open(sent.id)] {
      #expect { try drop.start() } throws: { error in
        (error as? AhaError)?.line == "the drop is done: it is never sent twice"
      }
      #expect { try drop.discard() } throws: { ($0 as? AhaError)?.code == .state }
    }
    #expect(try target.received() == received)
  }

  @Test(arguments: UnderTest.all) func oneOfTwoProcessesResumes(maker: Maker) throws {
    let target = try maker.make()
    let first = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    watched.watch = { (number, _) throws(AhaError) in
      if number == 1 { throw AhaError(.network, "cut") }
    }
    let bytes = patterned(3 * target.chunkBytes)
    let broken = try drop(first, watched, bytes)
    _ = try first.run(broken)
    first.end()
    let (one, other) = (try DropProcess(folder), try DropProcess(folder))
    let held = WatchedDestination(try target.make())
    let (isAt, mayGo) = (Event(), Event())
    held.watch = { (number, moment) throws(AhaError) in
      if number == 0, moment == .before {
        isAt.set()
        mayGo.wait()
      }
    }
    one.registry.add(held)
    other.registry.add(try target.make())
    let (drop, late) = (try one.registry.open(broken.id), try other.registry.open(broken.id))
    let job = try one.start(drop)
    #expect(isAt.wait())
    #expect { try late.start() } throws: { error in
      (error as? AhaError)?.line == "the drop \(broken.id) is being sent by another process"
    }
    mayGo.set()
    #expect(try #require(job.wait(milliseconds: 10_000)).error == nil)
    #expect(try remote(.mixStem, drop, target) == bytes)
    #expect { try late.start() } throws: { error in
      (error as? AhaError)?.line == "the drop is done: it is never sent twice"
    }
  }

  @Test(arguments: UnderTest.all) func aChangedFileIsReported(maker: Maker) throws {
    let target = try maker.make()
    let process = try DropProcess(folder)
    let watched = WatchedDestination(try target.make())
    let bytes = patterned(4 * target.chunkBytes)
    let folder = self.folder
    watched.watch = { (number, moment) throws(AhaError) in
      let isNow = number == max(0, target.messages - 4) && moment == .before
      if isNow { folder.write(bytes + [1], to: "mix.wav") }
    }
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
      let outcome = try process.run(drop)
      #expect(outcome.error == nil, "\(title): \(outcome.error?.line ?? "")")
      #expect(try remote(.mixStem, drop, target) == bytes, "\(title)")
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
