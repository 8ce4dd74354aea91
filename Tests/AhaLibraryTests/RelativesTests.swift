import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite final class RelativesTests: LibraryRig {
  @discardableResult
  private func piece(_ id: String, on others: [String]) throws -> Int64 {
    var item = LibraryRig.item("/\(id).wav", id)
    (item.pieceID, item.basedOn) = (id, others)
    return try library.save(item)
  }

  @Test func relativesAreFoundDespiteCycles() throws {
    let a = try piece("a", on: ["d", "gone"])
    let b = try piece("b", on: ["a"])
    let c = try piece("c", on: ["a", "b"])
    let d = try piece("d", on: ["c"])
    let up = try library.ancestors(of: c)
    #expect(up.map { $0.pieceID } == ["a", "b", "d", "gone"])
    #expect(up.map { $0.item } == [a, b, d, 0] && up.map { $0.depth } == [1, 1, 2, 2])
    let down = try library.descendants(of: a)
    #expect(down.map { $0.item } == [b, c, d] && down.map { $0.depth } == [1, 1, 2])
    #expect(try library.descendants(of: try piece("lone", on: [])).isEmpty)
    #expect(throws: AhaError.self) { try library.ancestors(of: 99) }
  }

  @Test func relativesAreLimitedToAThousand() throws {
    for number in 0..<1100 { try piece("p\(number)", on: ["p\(number + 1)", "root"]) }
    #expect(try library.ancestors(of: 1).count == 1000)
    let root = try piece("root", on: [])
    #expect(try library.descendants(of: root).count == 1000)
  }

  @Test func duplicatesAreFilesThatAreThere() throws {
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
    for name in music.names { try library.addFile(FilePath(music.file(name)), origin: .folder) }
    #expect(try library.duplicates(after: "", count: 10).isEmpty)
  }

  @Test func filesArePutInByHand() throws {
    let path = FilePath(music.write(wave(1), to: "take.wav"))
    let number = try library.addFile(path, origin: .take, basedOn: ["p1"])
    #expect(try library.item(number).origin == .take && library.item(number).state == .playable)
    #expect(try library.addFile(path, origin: .take, basedOn: ["p1"]) == number)
    // A scan does not change it.
    music.write(wave(2), to: "take.wav")
    #expect(try scan().changed == 1)
    #expect(try library.item(number).origin == .take)
    #expect(try library.ancestors(of: number).map { $0.pieceID } == ["p1"])
    for path in [music.file("none"), music.path] {
      #expect(throws: AhaError.self) { try library.addFile(FilePath(path), origin: .take) }
    }
    #expect(throws: AhaError.self) { try library.addFile(path, origin: .remote) }
  }

  @Test func piecesArePutInByTheirAddress() throws {
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
    let found = try items { ($0.states, $0.text) = ([], "waltz minor") }
    #expect(found.map { $0.number } == [number])
    #expect(try library.ancestors(of: number).map { $0.pieceID } == ["parent"])
    #expect(throws: AhaError.self) {
      try library.addPiece(piece, at: place, sha256: "x", origin: .drop, state: .missing)
    }
    #expect(throws: AhaError.self) {
      try library.addPiece(piece, at: FilePath(""), sha256: "", origin: .drop, state: .missing)
    }
  }

  @Test func aURLIsNotHere() throws {
    let place = FilePath("https://example.com/s/child")
    for state in Playability.allCases {
      let isRemote = state == .remoteDownloadable || state == .remoteOnly
      let error = failure {
        try library.addPiece(Piece(), at: place, sha256: "", origin: .piece, state: state)
      }
      #expect(error?.code == (isRemote ? nil : .invalidArgument))
    }
    #expect(try library.page(of: ItemQuery()).items.isEmpty)
  }

  @Test func theSoundOfAPieceIsAtItsWholePath() throws {
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
    let path = FilePath(music.write(wave(1), to: "a.wav"))
    let number = try library.addFile(path, origin: .folder)
    #expect(try library.item(number).loudness.isNaN && library.item(number).tempo == 0)
    let heard = Library.Heard(tempo: 120.5, key: "A minor", loudness: -14)
    try library.analyze(number, job: Job()) { (_, _) throws(AhaError) in heard }
    let item = try library.addFile(path, origin: .take)
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
