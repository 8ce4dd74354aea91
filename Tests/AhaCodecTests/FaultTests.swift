import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Streams that fail or lie")
struct FaultTests {
  private func music(_ kind: Kind, frames: Int = 15_000) throws -> [UInt8] {
    try encode(Signal.music(frames: frames, channels: 2), kind, channels: 2)
  }

  /// Opens, measures, reads and seeks. Every call must give an error or an end.
  private func exercise(_ stream: FaultyStream) throws {
    let decoder = try Decoder(stream)
    _ = try decoder.measureLength { _ in true }
    _ = try read(decoder, frames: 50_000)
    try decoder.seek(to: 20_000)
    _ = try read(decoder, frames: 1000)
    try decoder.seek(to: 3000)
    _ = try read(decoder, frames: 1000)
  }

  @Test(arguments: Kind.all)
  func aFileThatIsCutAnywhereIsAnErrorOrASound(kind: Kind) throws {
    let bytes = try music(kind, frames: 8000)
    for size in (0..<300).map({ $0 }) + stride(from: 300, to: bytes.count, by: bytes.count / 40) {
      let error = failure { try exercise(FaultyStream(Array(bytes[..<size]), name: "cut.x")) }
      guard let error else { continue }
      #expect([.empty, .unknownFormat, .damaged, .formatLimit].contains(error.code))
      #expect(error.line.contains("cut.x"))
      #expect((error.code == .empty) == (size == 0))
    }
  }

  @Test(arguments: Kind.all)
  func aFileThatIsDamagedAnywhereIsAnErrorOrASound(kind: Kind) throws {
    let bytes = try music(kind, frames: 8000)
    var random = Random(seed: 5)
    for _ in 0..<60 {
      var damaged = bytes
      for _ in 0..<10 {
        let place = Int.random(in: 0..<(random.next() % 2 == 0 ? 200 : bytes.count), using: &random)
        damaged[place] = UInt8(truncatingIfNeeded: random.next())
      }
      let error = failure { try exercise(FaultyStream(damaged)) }
      #expect(error.map { $0.code.rawValue <= -20 } ?? true)
    }
  }

  /// Any failed read gives the stream's own error.
  @Test(arguments: Kind.all)
  func anErrorOfReadingComesOut(kind: Kind) throws {
    let bytes = try music(kind)
    for place in [0, 10, 100, 5000, bytes.count / 2, bytes.count - 1] {
      let stream = FaultyStream(bytes)
      stream.failsReadingAt = Int64(place)
      let error = failure { try exercise(stream) }
      #expect(error?.code == .io && error?.line == FaultyStream.readError.line, "at \(place)")
    }
  }

  @Test(arguments: Kind.all)
  func aStreamThatLiesAboutItsLengthIsAnErrorOrASound(kind: Kind) throws {
    let bytes = try music(kind, frames: 8000)
    let count = Int64(bytes.count)
    for length in [1, 44, count / 2, count - 1, count + 1, count * 2, 1 << 40, Int64.max, -1] {
      let stream = FaultyStream(bytes)
      stream.claimedLength = length
      let error = failure { try exercise(stream) }
      #expect(error.map { $0.code.rawValue <= -20 } ?? true)
      if length < 0 { #expect(error?.code == .io) }
    }
  }

  /// A full disk is an error in every format and at any place, even where libsndfile reports
  /// success.
  @Test(arguments: Kind.all)
  func aFullDiskIsAnErrorForEveryFormat(kind: Kind) throws {
    let frames = Signal.music(frames: 15_000, channels: 2)
    let settings = try encodeSettings(kind, channels: 2)
    let whole = try music(kind).count
    for place in [0, 1, 40, 1000, whole / 2, whole - 1] {
      let stream = FaultyStream()
      stream.failsWritingAt = Int64(place)
      let error = failure { _ = try encode(frames, to: stream, settings) }
      #expect(error?.code == .diskFull, "at \(place)")
      #expect(error?.line == FaultyStream.writeError.line)
    }
    let stream = FaultyStream()
    stream.failsWritingAt = Int64(whole)
    _ = try encode(frames, to: stream, settings)
  }

  /// An abandoned encoder writes nothing more.
  @Test(arguments: Kind.all)
  func anEncoderThatIsGivenUpWritesNoMore(kind: Kind) throws {
    let stream = FaultyStream()
    let frames = Signal.music(frames: 15_000, channels: 2)
    var before = 0
    do {
      let encoder = try Encoder(stream, settings: try encodeSettings(kind, channels: 2))
      try encoder.write(frames, count: 15_000)
      before = stream.writeCalls
    }
    #expect(stream.writeCalls == before)
  }

  @Test func readsAndWritesAreFew() throws {
    let kind = Kind(.wav, .pcm24)
    let stream = FaultyStream()
    let frames = Signal.noise(count: 300_000)
    _ = try encode(frames, to: stream, try encodeSettings(kind, channels: 1))
    let blocks = stream.bytes.count / 65_536
    #expect(stream.writeCalls < blocks + 10)
    _ = try read(try Decoder(stream), frames: Int.max)
    #expect(stream.readCalls < blocks + 10)
  }
}
