import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite struct RelativesTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  @discardableResult
  private func piece(
    _ id: String, on others: [String], _ library: Library
  ) throws -> Int64 {
    var item = LibraryRig.item("/\(id).wav", id)
    (item.pieceID, item.basedOn) = (id, others)
    return try library.save(item)
  }

  @Test func relativesAreFoundDespiteCycles() throws {
    let library = try rig.open()
    let a = try piece("a", on: ["d", "gone"], library)
    let b = try piece("b", on: ["a"], library)
    let c = try piece("c", on: ["a", "b"], library)
    let d = try piece("d", on: ["c"], library)
    let up = try library.ancestors(of: c)
    #expect(up.map { $0.pieceID } == ["a", "b", "d", "gone"])
    #expect(up.map { $0.item } == [a, b, d, 0] && up.map { $0.depth } == [1, 1, 2, 2])
    let down = try library.descendants(of: a)
    #expect(down.map { $0.item } == [b, c, d] && down.map { $0.depth } == [1, 1, 2])
    #expect(try library.descendants(of: try piece("lone", on: [], library)).isEmpty)
    #expect(throws: AhaError.self) { try library.ancestors(of: 99) }
  }

  @Test func relativesAreLimitedToAThousand() throws {
    let library = try rig.open()
    for number in 0..<1100 { try piece("p\(number)", on: ["p\(number + 1)", "root"], library) }
    #expect(try library.ancestors(of: 1).count == 1000)
    let root = try piece("root", on: [], library)
    #expect(try library.descendants(of: root).count == 1000)
  }

  @Test func duplicatesAreFilesThatAreThere() throws {
    let library = try rig.open()
    let hashes = ["a", "b", "c", "d"].map { String(repeating: $0, count: 64) }
    for (place, hash) in [0, 0, 0, 1, 2, 2, 3, 3, 3].enumerated() {
      var item = LibraryRig.item("/\(place).wav")
      (item.sha256, item.mark.size) = (hashes[hash], 100)
      if place == 5 { item.state = .missing }
      try library.save(item)
    }
    let first = try library.duplicates(after: "", count: 1)
    #expect(first.map { $0.sha256 } == [hashes[0]] && first[0].numbers == [1, 2, 3])
    #expect(first[0].wastedBytes == 200)
    let rest = try library.duplicates(after: hashes[0], count: 10)
    #expect(rest.map { $0.sha256 } == [hashes[3]] && rest[0].numbers == [7, 8, 9])
    #expect(throws: AhaError.self) { try library.duplicates(after: "", count: 0) }
  }

  @Test func emptyAndUndecodableFilesAreNoDuplicates() throws {
    for name in ["empty", "empty too"] { music.write([], to: "\(name).wav") }
    for name in ["broken", "broken too"] { music.write(Array("no sound".utf8), to: "\(name).wav") }
    let library = try rig.open()
    for name in music.names { try library.addFile(FilePath(music.file(name)), origin: .folder) }
    #expect(try library.duplicates(after: "", count: 10).isEmpty)
  }

  @Test func filesArePutInByHand() throws {
    music.write(wav16([Int16](repeating: 1, count: 100)), to: "take.wav")
    let library = try rig.open()
    let path = FilePath(music.file("take.wav"))
    let number = try library.addFile(path, origin: .take, basedOn: ["p1"])
    #expect(try library.item(number).origin == .take && library.item(number).state == .playable)
    #expect(try library.addFile(path, origin: .take, basedOn: ["p1"]) == number)
    // A scan does not change it.
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    music.write(wav16([Int16](repeating: 2, count: 90)), to: "take.wav")
    var scan = try Scan(library: library, settings: settings, job: Job())
    #expect(try scan.run().changed == 1)
    #expect(try library.item(number).origin == .take)
    #expect(try library.ancestors(of: number).map { $0.pieceID } == ["p1"])
    for (path, origin) in [(music.file("none"), ItemOrigin.take), (music.path, .take)] {
      #expect(throws: AhaError.self) { try library.addFile(FilePath(path), origin: origin) }
    }
    #expect(throws: AhaError.self) { try library.addFile(path, origin: .remote) }
  }

  @Test func piecesArePutInByTheirAddress() throws {
    let library = try rig.open()
    var piece = Piece()
    (piece.title, piece.description) = ("Song", "slow waltz")
    piece.tonality = .minor(9)
    try piece.addBasedOn("https://example.com/s/parent")
    let place = FilePath("https://example.com/s/child?x=1")
    let number = try library.addPiece(
      piece, at: place, sha256: "", origin: .drop, state: .remoteDownloadable)
    let item = try library.item(number)
    #expect(item.title == "Song" && item.tags == "slow waltz A minor" && item.pieceID == "child")
    #expect(item.manifest.contains("Song") && item.sha256.isEmpty)
    var query = ItemQuery()
    (query.states, query.text) = ([], "waltz minor")
    #expect(try library.page(of: query).items.map { $0.number } == [number])
    #expect(try library.ancestors(of: number).map { $0.pieceID } == ["parent"])
    #expect(throws: AhaError.self) {
      try library.addPiece(piece, at: place, sha256: "x", origin: .drop, state: .missing)
    }
    #expect(throws: AhaError.self) {
      try library.addPiece(piece, at: FilePath(""), sha256: "", origin: .drop, state: .missing)
    }
  }

  @Test func aURLIsNotHere() throws {
    let library = try rig.open()
    let place = FilePath("https://example.com/s/child")
    for state in Playability.allCases {
      let isRemote = state == .remoteDownloadable || state == .remoteOnly
      do {
        try library.addPiece(Piece(), at: place, sha256: "", origin: .piece, state: state)
        #expect(isRemote)
      } catch {
        #expect(!isRemote && (error as? AhaError)?.code == .invalidArgument)
      }
    }
    #expect(try library.page(of: ItemQuery()).items.isEmpty)
  }

  @Test func theSoundOfAPieceIsAtItsWholePath() throws {
    let library = try rig.open()
    // The tests' working folder has no file of that name.
    let number = try library.addPiece(
      Piece(), at: FilePath("no such song.wav"), sha256: "", origin: .piece, state: .playable)
    let place = try library.item(number).place
    #expect(place.isAbsolute && place.name.text == "no such song.wav")
    #expect(try library.page(of: ItemQuery()).items.isEmpty)
    #expect(try library.item(number).state == .missing)
    #expect {
      try library.addPiece(
        Piece(), at: FilePath("no such folder/a.wav"), sha256: "", origin: .piece, state: .playable)
    } throws: { ($0 as? AhaError)?.code == .notFound }
  }

  @Test func analysesAreKeptUntilTheFileChanges() throws {
    music.write(wav16([Int16](repeating: 1, count: 100)), to: "a.wav")
    let library = try rig.open()
    let number = try library.addFile(FilePath(music.file("a.wav")), origin: .folder)
    #expect(try library.item(number).loudness.isNaN && library.item(number).tempo == 0)
    let heard = Library.Heard(tempo: 120.5, key: "A minor", loudness: -14)
    try library.analyze(number, job: Job()) { (_, _) throws(AhaError) in heard }
    let item = try library.addFile(FilePath(music.file("a.wav")), origin: .take)
    #expect(try library.item(item).tempo == 120.5 && library.item(item).key == "A minor")
    #expect(try library.item(item).loudness == -14)
    #expect {
      try library.analyze(number, job: Job()) { (_, _) throws(AhaError) in
        music.write([1], to: "a.wav")
        return heard
      }
    } throws: { ($0 as? AhaError)?.code == .state }
    #expect(try library.check(number).tempo == 0)
  }
}
