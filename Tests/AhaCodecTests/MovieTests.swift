import AhaBase
import AhaCodec
import AhaTestSupport
import Glibc
import Testing

@Suite("M4A files", .enabled(if: hasModule, "libaha-ffmpeg.so is not built"))
struct MovieTests {
  private func take(_ frames: [Float], _ encoding: Encoding) throws -> [UInt8] {
    let settings = try EncodeSettings.resolveTake(
      EncodeRequest(
        container: .m4a, encoding: encoding, sampleRate: 48_000, channels: 2))
    let stream = FaultyStream()
    let encoder = try Encoder(stream, settings: settings)
    try encoder.write(frames, count: frames.count / 2)
    try encoder.checkpoint(header: true)
    let bytes = stream.bytes
    encoder.abandon()
    return bytes
  }

  @Test(arguments: [Encoding.pcm16, .pcm24], [1, 2])
  func alacIsBitExact(encoding: Encoding, channels: Int) throws {
    for count in [1, 2, 63, 64, 4095, 4096, 4097, 4101, 100_000] {
      let frames = Signal.music(frames: count, channels: channels)
      let wanted = try decode(encode(frames, Kind(.wav, encoding), channels: channels)).frames
      let found = try decode(encode(frames, Kind(.m4a, encoding), channels: channels)).frames
      #expect(found == wanted, "\(count) frames")
    }
  }

  @Test(arguments: [1, 2], [8000, 44_100, 96_000])
  func aacKeepsLengthAndLevel(channels: Int, rate: Int) throws {
    for count in [1, 1023, 1024, 1025, 50_000] {
      let wanted = (0..<count).flatMap { frame in
        [Float](repeating: 0.4 * sine(frame, 441, rate), count: channels)
      }
      let bytes = try encode(wanted, Kind(.m4a, .aac), channels: channels, sampleRate: rate)
      let found = try decode(bytes).frames
      #expect(found.count == wanted.count)
      guard count == 50_000 else { continue }
      let middle = (10_000 * channels)..<(40_000 * channels)
      let level = 10 * log10(power(found[middle]) / power(wanted[middle]))
      #expect(abs(level) < 0.05)
    }
  }

  /// The file is completed in place, and a second repair changes nothing.
  @Test(arguments: [Encoding.aac, .alac])
  func aCutTakeIsCompleted(encoding: Encoding) throws {
    let folder = TemporaryFolder()
    let frames = Signal.music(frames: 200_000, channels: 2)
    let whole = try take(frames, encoding)
    for share in stride(from: 0.3, through: 1, by: 0.1) {
      let path = FilePath(folder.file("cut.m4a"))
      let stream = try FileStream(creating: path, named: "cut.m4a", mode: 0o644)
      let size = Int(Double(whole.count) * share)
      try whole.withUnsafeBytes { try stream.write(.init(rebasing: $0[..<size]), at: 0) }
      let facts = try repairTake(stream)
      #expect(facts.frames % 1024 == 0 && facts.frames > 0)
      #expect(try repairTake(stream).frames == facts.frames)
      #expect(facts.format.claimedFrames == facts.frames)
      Disk.remove(path)
    }
  }

  /// The disk is full while a take grows; later it has room for the box "moov".
  @Test(.enabled(if: SmallDisk.isPossible), arguments: [Encoding.aac, .alac])
  func aTakeIsCompletedAfterAFullDisk(encoding: Encoding) throws {
    let folder = TemporaryFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0)
    defer { umount2(folder.path, 2) }
    folder.write([UInt8](repeating: 0, count: 300_000), to: "other")
    let path = FilePath(folder.file("take.m4a"))
    let stream = try FileStream(creating: path, named: "take.m4a", mode: 0o644)
    let settings = try EncodeSettings.resolveTake(
      EncodeRequest(
        container: .m4a, encoding: encoding, sampleRate: 48_000, channels: 2))
    let encoder = try Encoder(stream, settings: settings)
    let frames = Signal.music(frames: 48_000, channels: 2)
    var error: AhaError?
    for _ in 0..<60 where error == nil {
      error = failure {
        try encoder.write(frames, count: 48_000)
        try encoder.checkpoint(header: true)
      }
    }
    #expect(error?.code == .diskFull)
    encoder.abandon()
    // With or without room for the repair, at most the last fragment is lost: a second.
    let cut = try takeFacts(stream).frames
    _ = failure { _ = try repairTake(stream) }
    Disk.remove(FilePath(folder.file("other")))
    let facts = try repairTake(stream)
    #expect((cut - 48_000...cut).contains(facts.frames) && facts.frames > 100_000)
    #expect(facts.format.claimedFrames == facts.frames && facts.frames % 1024 == 0)
  }

  @Test func aTakeShorterThanAFragmentIsEmpty() throws {
    let folder = TemporaryFolder()
    let bytes = try take(Signal.music(frames: 4000, channels: 2), .aac)
    let stream = try FileStream(
      creating: FilePath(folder.file("short.m4a")), named: "short.m4a", mode: 0o644)
    try bytes.withUnsafeBytes { try stream.write($0, at: 0) }
    #expect(failure { _ = try repairTake(stream) }?.code == .empty)
  }

  @Test func aFullDiskIsAnError() throws {
    let frames = Signal.music(frames: 100_000, channels: 2)
    let whole = try encode(frames, Kind(.m4a, .aac), channels: 2).count
    for limit in [0, 10, 40, 1000, whole / 2, whole - 100, whole - 1] {
      let stream = FaultyStream()
      stream.failsWritingAt = Int64(limit)
      let error = failure {
        _ = try encode(frames, to: stream, encodeSettings(Kind(.m4a, .aac), channels: 2))
      }
      #expect(error?.code == .diskFull, "\(limit) bytes")
    }
  }

  @Test func noFrameIsAnError() throws {
    #expect(failure { _ = try encode([], Kind(.m4a, .aac), channels: 2) }?.code == .invalidArgument)
  }

  private func sine(_ frame: Int, _ hertz: Double, _ rate: Int) -> Float {
    Float(sin(2 * Double.pi * hertz * Double(frame) / Double(rate)))
  }

  private func power(_ samples: ArraySlice<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }
}
