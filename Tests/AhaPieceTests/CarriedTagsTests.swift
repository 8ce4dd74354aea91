import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaPiece

/// ffmpeg writes the source and reads the results.
@Suite("Tags carried to another file")
struct CarriedTagsTests {
  private let folder = TemporaryFolder()

  private func run(_ command: String) throws -> String {
    String(decoding: try AhaTestSupport.run(["sh", "-c", command], in: folder.path), as: UTF8.self)
  }

  private func ffmpeg(_ arguments: String) throws {
    _ = try run(
      "ffmpeg -v error -nostdin -y -f lavfi -i sine=duration=1:sample_rate=48000 \(arguments)")
  }

  private func carry(
    _ source: String, to plain: String, change: (inout CarriedTags) -> Void = { _ in }
  ) throws -> FilePath {
    var tags = try CarriedTags(of: FileStream(reading: FilePath(folder.file(source))))
    change(&tags)
    let path = FilePath(folder.file("out-" + plain))
    _ = path.withCString { unlink($0) }
    let target = try FileStream(creating: path, named: path.text, mode: 0o600)
    try tags.write(beside: FileStream(reading: FilePath(folder.file(plain))), to: target)
    return path
  }

  private func seen(_ name: String) throws -> String {
    try run("ffprobe -v error -of flat -show_entries format_tags:stream_tags \(name)")
  }

  private static let names = ["a.mp3", "a.flac", "a.ogg", "a.opus", "a.m4a", "a.aiff"]

  /// From FLAC into each format, and back.
  @Test(arguments: names, [false, true])
  func everyTextArrives(name: String, isBack: Bool) throws {
    let (from, to) = isBack ? (name, "a.flac") : ("a.flac", name)
    let texts = [
      "title": "Größe", "artist": "Ada", "album": "Best; of", "track": "3/12", "date": "2020",
      "genre": "Jazz", "composer": "Bo", "album_artist": "All",
    ]
    let written = texts.map { "-metadata '\($0.key)=\($0.value)'" }.joined(separator: " ")
    try ffmpeg("\(from.hasSuffix("aiff") ? "-write_id3v2 1" : "") \(written) source-\(from)")
    try ffmpeg(to)
    _ = try carry("source-" + from, to: to)
    let found = try seen("out-" + to)
    for text in texts.values { #expect(found.contains("\"\(text)\""), "\(text) in \(found)") }
  }

  @Test func aTrackOfM4AWithoutACountIsANumber() throws {
    try ffmpeg("-metadata track=3 a.m4a")
    try ffmpeg("b.flac")
    _ = try carry("a.m4a", to: "b.flac")
    #expect(try seen("out-b.flac").contains("=\"3\""))
  }

  @Test func namesWithoutACodeAreKept() throws {
    try ffmpeg("-metadata FOO=bar -metadata REPLAYGAIN_TRACK_GAIN='-3 dB' a.flac")
    try ffmpeg("b.mp3")
    _ = try carry("a.flac", to: "b.mp3")
    #expect(try seen("out-b.mp3").contains("FOO=\"bar\""))
    _ = try carry("a.flac", to: "b.mp3") { $0.dropLevels() }
    let found = try seen("out-b.mp3")
    #expect(found.contains("FOO=\"bar\"") && !found.contains("REPLAYGAIN"))
  }

  @Test func aGainHasTheNameOfItsFormat() throws {
    try ffmpeg("-metadata REPLAYGAIN_TRACK_GAIN='-3 dB' a.flac")
    try ffmpeg("b.opus")
    _ = try carry("a.flac", to: "b.opus")
    let found = try seen("out-b.opus")
    #expect(found.contains("R128_TRACK_GAIN=\"-2048\"") && !found.contains("REPLAYGAIN"))
    _ = try carry("out-b.opus", to: "a.flac")
    #expect(try seen("out-a.flac").contains("REPLAYGAIN_TRACK_GAIN=\"-3.00 dB\""))
  }

  @Test func aTextOfWavIsCarriedOnce() throws {
    try ffmpeg("a.wav")
    var piece = Piece()
    (piece.title, piece.length) = ("Once", 1_000_000)
    try piece.embed(in: FilePath(folder.file("a.wav")))
    try ffmpeg("b.flac")
    _ = try carry("a.wav", to: "b.flac")
    #expect(try seen("out-b.flac").contains("TITLE=\"Once\""))
  }

  @Test(arguments: [
    (Int64(0), Int64?.none, 1), (250_000, nil, 1), (510_000, nil, nil), (0, 700_000, nil),
  ])
  func aLoopMovesWithItsPart(begin: Int64, end: Int64?, loops: Int?) throws {
    try ffmpeg("a.wav")
    try ffmpeg("-ar 24000 b.wav")
    var piece = Piece()
    (piece.title, piece.length) = ("Loop", 1_000_000)
    piece.loop = .init(start: 500_000, end: 750_000)
    try piece.embed(in: FilePath(folder.file("a.wav")))
    let path = try carry("a.wav", to: "b.wav") {
      $0.keepPart(from: begin, to: end, sampleRate: 24_000)
    }
    let found = try Piece(taggedAt: path)
    let start = (500_000 - begin) * 24_000 / 1_000_000
    #expect(found.loopFrames == (loops == nil ? nil : start..<start + 6000))
    #expect(found.length == (end ?? 1_000_000) - begin)
  }
}
