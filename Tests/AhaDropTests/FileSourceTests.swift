import AhaBase
import AhaHash
import AhaTestSupport
import Testing

@testable import AhaDrop

@Suite struct FileSourceTests {
  let folder = TemporaryFolder()

  private func make(_ count: Int, _ name: String = "mix.wav") -> (path: FilePath, bytes: [UInt8]) {
    let bytes = patterned(count)
    return (FilePath(folder.write(bytes, to: name)), bytes)
  }

  private func source(
    _ path: FilePath, _ kind: ChunkHash = .none, known: PrefixDigest? = nil
  ) throws -> FileSource {
    try FileSource(path: path, mark: FileMark(path), kind: kind, known: known)
  }

  private func sha(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
    try Array(bytes).withUnsafeBytes { (bytes) throws(AhaError) in try Sha256.digest(of: bytes) }
  }

  private func bytes(of chunk: Chunk) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: chunk.count)
    let got = bytes.withUnsafeMutableBytes { chunk.stream.read(into: $0, at: 0) }
    #expect(got == chunk.count)
    return bytes
  }

  @Test(arguments: [0, 1, 4096, 1_000_003])
  func chunksAreTheFile(count: Int) throws {
    let (path, all) = make(count)
    let source = try source(path, .sha256)
    var got: [UInt8] = []
    repeat {
      let chunk = try source.chunk(at: Int64(got.count), count: 300_000)
      got += bytes(of: chunk)
      #expect(try chunk.digests == [sha(all[(got.count - chunk.count)..<got.count])])
    } while got.count < count
    #expect(got == all)
    #expect(try source.digest() == sha(all[...]))
  }

  @Test func blocksAreOf4MiB() throws {
    let (path, all) = make(9 << 20)
    let source = try source(path, .blocks)
    let size = 4 << 20
    let expected = try [0..<size, size..<(2 * size), (2 * size)..<all.count].map {
      try sha(all[$0])
    }
    let chunk = try source.chunk(at: 0, count: 8 << 20)
    #expect(chunk.digests == Array(expected[..<2]))
    #expect(try source.blocks() == expected)
    #expect(try source.chunk(at: 8 << 20, count: 8 << 20).digests == Array(expected[2...]))
  }

  @Test func aChunkCanBeReadAgainAndOthersSkipped() throws {
    let (path, all) = make(1_000_000)
    let source = try source(path)
    _ = try source.chunk(at: 0, count: 100_000)
    #expect(try bytes(of: source.chunk(at: 0, count: 100_000)) == Array(all[..<100_000]))
    #expect(try bytes(of: source.chunk(at: 700_000, count: 100)) == Array(all[700_000..<700_100]))
    #expect(try source.digest() == sha(all[...]))
  }

  @Test func aBeginningIsRemembered() throws {
    let (path, all) = make(1_000_000)
    let source = try source(path)
    for place in 0..<4 { _ = try source.chunk(at: Int64(place) * 100_000, count: 100_000) }
    let beginning = try #require(source.beginning(upTo: 250_000))
    #expect(beginning.count == 200_000)
    #expect(try beginning.sha256 == sha(all[..<200_000]))
  }

  @Test func sentBytesAreCompared() throws {
    let (path, all) = make(1_000_000)
    let known = PrefixDigest(count: 150_000, sha256: try sha(all[..<150_000]))
    let source = try source(path, known: known)
    #expect(try bytes(of: source.chunk(at: 200_000, count: 10)) == Array(all[200_000..<200_010]))
    #expect(try source.digest() == sha(all[...]))
    let wrong = PrefixDigest(count: 150_000, sha256: try sha(all[..<149_999]))
    let other = try self.source(path, known: wrong)
    #expect { try other.chunk(at: 200_000, count: 10) } throws: { error in
      (error as? AhaError)?.code == .damaged
        && ((error as? AhaError)?.line ?? "").contains("first 150000 bytes")
    }
  }

  @Test(arguments: ["length", "time", "file"])
  func aChangedFileIsReported(what: String) throws {
    let (path, all) = make(1_000_000)
    let source = try source(path)
    _ = try source.chunk(at: 0, count: 100)
    let mark = try FileMark(path)
    // Before Linux 6.13, files have times of its ticks, of up to 10 ms.
    Instant.pause(milliseconds: 20)
    switch what {
    case "length": folder.write(Array(all[..<999_999]), to: "mix.wav")
    case "time": folder.write(all, to: "mix.wav")
    default:
      folder.write(all, to: "other")
      folder.move("other", to: "mix.wav")
    }
    // Another file that replaces it does not change the open one.
    if what != "file" {
      #expect(failure { _ = try source.digest() }?.code == .damaged)
    }
    #expect(
      failure { _ = try FileSource(path: path, mark: mark, kind: .none) }?.line.contains(
        "has changed since its drop began") == true)
  }

  @Test func allOfItIsHashedOnceHoweverOftenItIsRead() throws {
    let (path, all) = make(500_000)
    let source = try source(path)
    let body = try source.whole()
    var part = [UInt8](repeating: 0, count: 300_000)
    for offset in [0, 0, 300_000, 100_000] as [Int64] {
      let got = try part.withUnsafeMutableBytes { (bytes) throws(AhaError) in
        try body.read(into: bytes, at: offset)
      }
      #expect(Array(part[..<got]) == Array(all[Int(offset)..<(Int(offset) + got)]))
    }
    #expect(try source.digest() == sha(all[...]))
  }
}
