import AhaBase
import AhaCodec
import AhaTestSupport
import Glibc
import Testing

@testable import AhaPiece

/// ffmpeg creates, reads and changes the files, independently of libaha.
@Suite("Pieces in audio files")
struct EmbeddingTests {
  private let folder = TemporaryFolder()

  static let kinds = ["a.wav", "rf64.wav", "a.aiff", "a.flac", "a.ogg", "a.opus", "a.mp3", "a.m4a"]

  /// Output of a command.
  private func run(_ command: String) throws -> String {
    String(decoding: try AhaTestSupport.run(["sh", "-c", command], in: folder.path), as: UTF8.self)
  }

  private func ffmpeg(_ arguments: String) throws {
    _ = try run("ffmpeg -v error -nostdin -y \(arguments)")
  }

  /// Three seconds of sound with tags of another program.
  private func make(
    _ name: String, tags: String = "-metadata title=Old -metadata album=Other"
  ) throws -> FilePath {
    let long = name.hasPrefix("rf64") ? "-rf64 always" : ""
    let id3 = name.hasSuffix("aiff") ? "-write_id3v2 1" : ""
    let sine = "-f lavfi -i sine=frequency=300:duration=3:sample_rate=48000"
    try ffmpeg("\(sine) \(long) \(id3) \(tags) \(name)")
    return FilePath(folder.file(name))
  }

  private func tags(_ name: String) throws -> String {
    try run("ffprobe -v error -of flat -show_entries format_tags:stream_tags \(name)")
  }

  private func sound(_ name: String) throws -> String {
    try run("ffmpeg -v error -nostdin -i \(name) -f md5 -")
  }

  private func piece() throws -> Piece {
    var piece = Piece()
    (piece.title, piece.artist, piece.description) = ("Größe 🎵", "Ada", "Line")
    (piece.length, piece.tempo) = (3_000_000, 120.125)
    piece.tonality = try Tonality("F# harmonic minor")
    piece.loop = .init(start: 500_001, end: 1_500_003)
    try piece.addBasedOn("EuDvfMsz")
    return piece
  }

  /// What mutagen makes of the artists of a file, after a command of Python with the file as `f`.
  private func artists(_ name: String, _ command: String = "pass") throws -> String {
    try run(
      "/usr/bin/python3 -c \"import mutagen; f = mutagen.File('\(name)', easy=True); "
        + "\(command); print(*f['artist'], sep='|')\"")
  }

  @Test(arguments: ["a.flac", "a.ogg", "a.opus", "a.mp3", "a.m4a"])
  func severalArtistsStaySeveral(name: String) throws {
    let path = try make(name)
    let set = "f['artist'] = ['Ann', 'Bob']; f.save()"
    #expect(try artists(name, set) == "Ann|Bob\n")
    var piece = try Piece(taggedAt: path)
    #expect(piece.artist == "Ann; Bob")
    (piece.title, piece.length) = ("New", 3_000_000)
    try piece.embed(in: path)
    #expect(try artists(name) == "Ann|Bob\n")
    piece.artist = "Cy"
    try piece.embed(in: path)
    #expect(try artists(name) == "Cy\n" && Piece(taggedAt: path).artist == "Cy")
  }

  @Test func theTagAtTheEndOfAnMP3IsReadWithoutOneAtItsStart() throws {
    let tags = "-metadata title=Night -metadata artist=Ann -metadata album=Rails"
    let path = try make("a.mp3", tags: tags)
    // mutagen writes the tag at the end, and removes that at the start.
    let command = "t = ID3('a.mp3'); t.save(v1=2); t.delete('a.mp3', delete_v1=False)"
    _ = try run("/usr/bin/python3 -c \"from mutagen.id3 import ID3; \(command)\"")
    var piece = try Piece(taggedAt: path)
    #expect(piece.title == "Night" && piece.artist == "Ann" && piece.release.album == "Rails")
    (piece.title, piece.length) = ("Day", 3_000_000)
    try piece.embed(in: path)
    #expect(try Piece(taggedAt: path).title == "Day")
    #expect(try self.tags("a.mp3").contains("album=\"Rails\""))
  }

  @Test func tagsOfM4AByOtherProgramsAreRead() throws {
    let tags = "-metadata title=Größe -metadata artist=Ada -metadata comment=Line -metadata tmpo=97"
    let path = try make("a.m4a", tags: tags)
    let piece = try Piece(taggedAt: path)
    #expect((piece.title, piece.artist, piece.description) == ("Größe", "Ada", "Line"))
    #expect(piece.tempo == 97)
  }

  @Test(arguments: kinds)
  func comesBackAndOthersSeeIt(name: String) throws {
    let path = try make(name)
    let before = try sound(name)
    try piece().embed(in: path)
    #expect(try Piece(taggedAt: path).manifest() == piece().manifest())
    let seen = try tags(name).lowercased()
    for text in ["größe 🎵", "\"ada\"", "\"120.125\"", "\"f#m\"", "\"other\"", "\"line\""] {
      #expect(seen.contains(text), "\(text) in \(seen)")
    }
    #expect(!seen.contains("\"old\""))
    #expect(try sound(name) == before)
    #expect(folder.names == [name])
    let once = folder.bytes(of: name)
    try Piece(taggedAt: path).embed(in: path)
    #expect(folder.bytes(of: name) == once)
  }

  @Test(arguments: kinds)
  func theLoopIsInTheFile(name: String) throws {
    let path = try make(name)
    #expect(Piece.loops(in: try FileStream(reading: path)) == [])
    try piece().embed(in: path)
    let loops = Piece.loops(in: try FileStream(reading: path))
    #expect(loops == [FileLoop(begin: 24_000, end: 72_000)])
    var without = try piece()
    without.loop = nil
    try without.embed(in: path)
    #expect(Piece.loops(in: try FileStream(reading: path)) == [])
  }

  @Test(arguments: ["a.flac", "a.ogg", "a.opus", "a.mp3"])
  func loopsOfOthersAreRead(name: String) throws {
    func loops(_ tags: String) throws -> [FileLoop] {
      let metadata = tags.split(separator: " ").map { "-metadata \($0)" }.joined(separator: " ")
      return Piece.loops(in: try FileStream(reading: make(name, tags: metadata)))
    }
    let wanted = [FileLoop(begin: 1000, end: 2500)]
    #expect(try loops("LOOPSTART=1000 LOOPLENGTH=1500") == wanted)
    #expect(try loops("LOOP_START=1000 loopend=2500") == wanted)
    #expect(try loops("LOOPSTART=1000") == [FileLoop(begin: 1000)])
    #expect(try loops("LOOPSTART=1000 LOOPEND=900") == [])
    #expect(try loops("LOOPSTART=-1 LOOPLENGTH=900") == [])
    #expect(try loops("LOOPSTART=99999999999999999999 LOOPLENGTH=900") == [])
  }

  @Test(arguments: kinds)
  func tagsOfOthersAreRead(name: String) throws {
    let isComment = ["a.ogg", "a.opus", "a.flac"].contains(name)
    let key = isComment ? ("INITIALKEY", "BPM") : ("TKEY", "TBPM")
    let path = try make(
      name,
      tags: "-metadata title='Så' -metadata artist=Bo"
        + " -metadata \(key.0)=Am -metadata \(key.1)=98.5")
    let found = try Piece(taggedAt: path)
    #expect(found.title == "Så" && found.artist == "Bo")
    // RIFF has no such tags; those of M4A have other names.
    if !["a.wav", "rf64.wav", "a.m4a"].contains(name) {
      #expect(found.tempo == 98.5 && found.tonality == .minor(9))
    }
    #expect(found.problems.map { $0.field } == [.length])
  }

  /// Another program has changed the title since.
  @Test(arguments: ["flac", "ogg", "opus", "mp3", "wav"])
  func laterTagChangesCount(kind: String) throws {
    let path = try make("a.\(kind)")
    try piece().embed(in: path)
    try ffmpeg("-i a.\(kind) -c copy -metadata title=New -metadata:s:a title=New b.\(kind)")
    let found = try Piece(taggedAt: FilePath(folder.file("b.\(kind)")))
    #expect(found.title == "New" && found.artist == "Ada")
    // RIFF lists cannot hold the manifest, and ffmpeg writes nothing else.
    if kind != "wav" { #expect(try found.tempo == 120.125 && found.tonality == piece().tonality) }
  }

  /// The tags grow over many pages and shrink again.
  @Test(arguments: kinds)
  func longManifestsFit(name: String) throws {
    let path = try make(name)
    let before = try sound(name)
    let long = String(repeating: "x", count: 300_000)
    let text = "{\(ManifestTests.head),\"more\":\"\(long)\"}"
    let big = try Array(text.utf8).withUnsafeBytes { try Piece(manifest: $0, named: "x") }
    try big.embed(in: path)
    #expect(try Piece(taggedAt: path).manifest() == big.manifest())
    #expect(try sound(name) == before)
    try piece().embed(in: path)
    #expect(try Piece(taggedAt: path).manifest() == piece().manifest())
    #expect(try sound(name) == before)
  }

  @Test func theLoopOfAWAVIsInItsSampler() throws {
    let path = try make("a.wav")
    try piece().embed(in: path)
    let bytes = try #require(folder.bytes(of: "a.wav"))
    let start = try #require(bytes.end(of: "smpl"))
    let numbers = (0..<15).map { bytes[(start + 4 + 4 * $0)..<(start + 8 + 4 * $0)].littleEndian }
    #expect(numbers == [0, 0, 20_833, 60, 0, 0, 0, 1, 0, 0, 0, 24_000, 71_999, 0, 0])
    let cue = try #require(bytes.end(of: "cue "))
    #expect(bytes[(cue + 4)..<(cue + 8)].littleEndian == 2)
    // Another program has moved the loop's end.
    let moved = Array(bytes[..<(start + 52)]) + littleBytes(95_999) + bytes[(start + 56)...]
    folder.write(moved, to: "b.wav")
    let found = try Piece(taggedAt: FilePath(folder.file("b.wav")))
    #expect(found.loop == .init(start: 500_000, end: 2_000_000) && found.title == "Größe 🎵")
    var without = try Piece(taggedAt: path)
    without.loop = nil
    try without.embed(in: path)
    #expect(try Piece(taggedAt: path).loop == nil)
    #expect(folder.bytes(of: "a.wav")?.end(of: "smpl") == nil)
  }

  /// A file truncated at any byte gives an error or a piece, and an unreadable file stays
  /// unchanged.
  @Test(arguments: kinds)
  func cutFilesStayUnchanged(name: String) throws {
    let path = try make(name)
    try piece().embed(in: path)
    let whole = try #require(folder.bytes(of: name))
    for count in Array(stride(from: 0, to: min(2000, whole.count), by: 13)) + [whole.count - 1] {
      folder.write(Array(whole.prefix(count)), to: "cut")
      let cut = FilePath(folder.file("cut"))
      do {
        try piece().embed(in: cut)
        #expect(try Piece(taggedAt: cut).title == "Größe 🎵")
      } catch let error as AhaError {
        #expect([.damaged, .unknownFormat, .unsupported].contains(error.code), "\(error.line)")
        #expect(folder.bytes(of: "cut") == Array(whole.prefix(count)))
      }
    }
    #expect(folder.names == [name, "cut"].sorted())
  }

  @Test(arguments: kinds)
  func damagedFilesDoNotCrash(name: String) throws {
    let path = try make(name)
    try piece().embed(in: path)
    let whole = try #require(folder.bytes(of: name))
    for place in stride(from: 0, to: min(3000, whole.count), by: 7) {
      var bytes = whole
      bytes[place] = place % 2 == 0 ? 0xFF : 0
      folder.write(bytes, to: "bad")
      _ = try? Piece(taggedAt: FilePath(folder.file("bad")))
      if place % 5 == 0 { try? piece().embed(in: FilePath(folder.file("bad"))) }
    }
  }

  @Test func filesThatAreNoAudioAreRefused() throws {
    for bytes in [[], Array("hello, world, this is text".utf8), [UInt8](repeating: 0, count: 100)] {
      let path = FilePath(folder.write(bytes, to: "text.wav"))
      let error = failure { try piece().embed(in: path) }
      #expect(error?.code == .unknownFormat && folder.bytes(of: "text.wav") == bytes)
    }
    var bad = try piece()
    bad.title = ""
    #expect(failure { try bad.embed(in: make("a.wav")) }?.code == .titleEmpty)
  }
}
