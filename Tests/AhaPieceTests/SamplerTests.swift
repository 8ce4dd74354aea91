import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaPiece

/// Chunks that other programs write into a WAV for samplers.
@Suite("Sampler chunks")
struct SamplerTests {
  private let folder = TemporaryFolder()

  private func chunk(_ id: StaticString, _ numbers: [Int64], size: Int = 4) -> [UInt8] {
    let body = numbers.flatMap { littleBytes($0, count: size) }
    return id.array + littleBytes(Int64(body.count)) + body
  }

  /// A thousand frames at 1 kHz, mono.
  private func make(_ more: [UInt8], fact: [UInt8] = [], blocks: Int = 1000) -> FilePath {
    let format =
      "fmt ".array + littleBytes(16) + littleBytes(1, count: 2) + littleBytes(1, count: 2)
    let rates =
      littleBytes(1000) + littleBytes(2000) + littleBytes(2, count: 2) + littleBytes(16, count: 2)
    let sound = chunk("data", [Int64](repeating: 7, count: blocks), size: 2)
    let body = "WAVE".array + format + rates + fact + sound + more
    return FilePath(folder.write("RIFF".array + littleBytes(Int64(body.count)) + body, to: "a.wav"))
  }

  private func sampler() throws -> [UInt64]? {
    let bytes = try #require(folder.bytes(of: "a.wav"))
    guard let start = bytes.end(of: "smpl") else { return nil }
    let size = Int(bytes[start..<(start + 4)].littleEndian)
    return (0..<size / 4).map { bytes[(start + 4 + 4 * $0)..<(start + 8 + 4 * $0)].littleEndian }
  }

  private func piece(_ start: Int64, _ end: Int64) -> Piece {
    var piece = ProblemTests.good()
    piece.loop = .init(start: start * 1000, end: end * 1000)
    return piece
  }

  private static let head: [Int64] = [1, 2, 3, 50, 5, 6, 7]
  /// Each loop has another type and count.
  private static let loops: [Int64] = [9, 1, 10, 20, 0, 3, 8, 2, 30, 40, 0, 4]

  @Test func onlyTheFirstLoopIsReplaced() throws {
    let path = make(chunk("smpl", Self.head + [2, 4] + Self.loops + [77]))
    #expect(try Piece(taggedAt: path).loop == .init(start: 10_000, end: 21_000))
    try piece(100, 200).embed(in: path)
    let wanted = Self.head + [2, 4, 9, 1, 100, 199] + Self.loops[4...] + [77]
    #expect(try sampler() == wanted.map { UInt64($0) })
    #expect(try Piece(taggedAt: path).loop == .init(start: 100_000, end: 200_000))
    // Without a loop, the other chunks stay, and no loop is read.
    try ProblemTests.good().embed(in: path)
    #expect(try sampler() == (Self.head + [0, 4, 77]).map { UInt64($0) })
    #expect(try Piece(taggedAt: path).loop == nil)
  }

  @Test func kindAndCountOfLoopsAreRead() throws {
    let path = make(chunk("smpl", Self.head + [2, 0] + Self.loops))
    #expect(
      Piece.loops(in: try FileStream(reading: path)) == [
        FileLoop(begin: 10, end: 21, count: 2, isPingPong: true),
        FileLoop(begin: 30, end: 41, count: 3),
      ])
  }

  /// A loop of ACID is the whole sound, unless it is a one-shot; the chunk smpl counts first.
  @Test func aLoopOfACIDIsTheWholeSound() throws {
    func loops(_ chunks: [UInt8]) throws -> [FileLoop] {
      Piece.loops(in: try FileStream(reading: make(chunks)))
    }
    let acid: [Int64] = [0, 0, 0, 8, 0x0004_0004, 0]
    #expect(try loops(chunk("acid", acid)) == [FileLoop(begin: 0)])
    #expect(try loops(chunk("acid", [1] + acid[1...])) == [])
    let both = chunk("acid", acid) + chunk("smpl", Self.head + [1, 0] + Self.loops[..<6])
    #expect(try loops(both).map { $0.end } == [21])
  }

  @Test func theMarkersOfAnAIFFAreKept() throws {
    let marks = bigBytes(1, count: 2) + bigBytes(3, count: 2) + bigBytes(77) + [1, 0x41]
    var chunks = InstrumentChunks(marks: marks, instrument: [])
    #expect(chunks.loops == [])
    chunks.set(loop: 100..<200)
    #expect(chunks.loops == [FileLoop(begin: 100, end: 200)])
    #expect(chunks.markBytes.starts(with: bigBytes(3, count: 2) + marks[2...]))
    // Another program has made it a ping-pong loop.
    var instrument = chunks.instrumentBytes
    instrument[9] = 2
    chunks = InstrumentChunks(marks: chunks.markBytes, instrument: instrument)
    chunks.set(loop: 150..<300)
    #expect(chunks.loops == [FileLoop(begin: 150, end: 300, isPingPong: true)])
    chunks.set(loop: nil)
    #expect(chunks.loops == [] && chunks.instrumentBytes.count == 20)
    // Damage is no loop.
    #expect(InstrumentChunks(marks: [0, 9, 1], instrument: [1, 2]).loops == [])
  }

  /// 44.1 kHz has no whole microseconds.
  @Test func theFramesOfALoopAreKept() throws {
    let rate = littleBytes(44_100) + littleBytes(88_200)
    for (first, last) in [(1, 2), (10, 20), (441, 998), (0, 999)] as [(Int64, Int64)] {
      let path = make(chunk("smpl", Self.head + [1, 0, 0, 0, first, last, 0, 0]))
      var bytes = try #require(folder.bytes(of: "a.wav"))
      bytes.replaceSubrange(24..<32, with: rate)
      folder.write(bytes, to: "a.wav")
      var piece = try Piece(taggedAt: path)
      #expect(piece.loopFrames == first..<(last + 1))
      let loop = try #require(piece.loop)
      let frames = [loop.start, loop.end].map { (Double($0) * 44_100 / 1e6).rounded() }
      #expect(frames == [Double(first), Double(last + 1)])
      piece.title = "Loop"
      piece.length = 1_000_000
      try piece.embed(in: path)
      #expect(try sampler()?[11...12] == [UInt64(first), UInt64(last)])
      #expect(try Piece(taggedAt: path).loopFrames == first..<(last + 1))
      piece.loop = .init(start: 0, end: 5000)
      #expect(piece.loopFrames == nil)
    }
  }

  @Test func theRootNoteStays() throws {
    let path = make(chunk("smpl", Self.head + [0, 0]))
    try ProblemTests.good().embed(in: path)
    #expect(try sampler() == (Self.head + [0, 0]).map { UInt64($0) })
    try piece(0, 1000).embed(in: path)
    #expect(try sampler() == (Self.head + [1, 0, 0, 0, 0, 999, 0, 0]).map { UInt64($0) })
  }

  /// A sampler's private data is not a loop, and the stated count of loops is not trusted.
  @Test func numbersThatAreWrong() throws {
    _ = make(chunk("smpl", Self.head + [0, 24] + Self.loops))
    #expect(try Piece(taggedAt: FilePath(folder.file("a.wav"))).loop == nil)
    let path = make(chunk("smpl", Self.head + [0xFFFF_FFFF, 0] + Self.loops + [1]))
    try piece(100, 200).embed(in: path)
    #expect(try sampler()?[7] == 2 && sampler()?.count == 22)
  }

  /// The sound has a thousand frames.
  @Test func loopsBeyondTheSoundAreNotWritten() throws {
    let path = make([])
    try piece(0, 1000).embed(in: path)
    #expect(try sampler()?[12] == 999)
    let late = piece(500, 1001)
    try late.embed(in: path)
    let bytes = try #require(folder.bytes(of: "a.wav"))
    #expect(try sampler() == nil && bytes.end(of: "cue ") == nil)
    #expect(try Piece(taggedAt: path).manifest() == late.manifest())
    // A compressed sound has fewer blocks than frames.
    let other = make([], fact: chunk("fact", [1001]), blocks: 10)
    try late.embed(in: other)
    #expect(try sampler()?[12] == 1000)
  }
}
