import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaPiece

@Suite("Manifest")
struct ManifestTests {
  private let folder = TemporaryFolder()
  static let head = "\"format\":\"libaha-piece\",\"version\":1,\"title\":\"t\",\"lengthUs\":9"

  private func piece(_ text: String) throws -> Piece {
    try Array(text.utf8).withUnsafeBytes { try Piece(manifest: $0, named: "x.json") }
  }

  private func refused(
    _ text: String, _ code: ResultCode, _ word: String, at place: SourceLocation = #_sourceLocation
  ) {
    let error = failure { _ = try piece(text) }
    let isRight = error?.code == code && error?.line.contains(word) == true
    #expect(isRight, "\(error?.line ?? "read")", sourceLocation: place)
  }

  private func full() throws -> Piece {
    var piece = ProblemTests.good()
    (piece.title, piece.description) = ("Größe \"7\" \\ 🎵", "Line 1\nline 2")
    (piece.artist, piece.tempo, piece.isListed) = ("Ada", 120.1, false)
    piece.loop = .init(start: 0, end: 59_999_999)
    piece.timeSignature = .init(upper: 7, lower: 8)
    piece.tonality = try Tonality("F# harmonic minor")
    piece.attachment = .init(mimeType: "application/figure", size: 12)
    try piece.addBasedOn("https://allihoopa.com/s/EuDvfMsz")
    try piece.addBasedOn("abc")
    return piece
  }

  @Test func comesBackIdentical() throws {
    let one = try full()
    let text = try one.manifest()
    let two = try piece(text)
    #expect(two.title == one.title && two.description == one.description && two.artist == "Ada")
    #expect(two.length == one.length && two.tempo == 120.1 && two.loop == one.loop)
    #expect(two.timeSignature == one.timeSignature && two.tonality == one.tonality)
    #expect(two.basedOn == ["EuDvfMsz", "abc"] && !two.isListed)
    #expect(two.attachment?.mimeType == "application/figure" && two.attachment?.size == 12)
    #expect(try two.manifest() == text)
    #expect(text.contains("120.1,") && text.contains("\"F# harmonic minor\""))
  }

  @Test(arguments: [
    1.0, 999.999, 0.1 + 119.9, 60 / 0.513, 100.0.nextUp, 1.0 / 3 + 90, 127.123456789012345,
  ])
  func theTempoIsKeptToTheLastBit(tempo: Double) throws {
    var one = ProblemTests.good()
    one.tempo = tempo
    #expect(try piece(one.manifest()).tempo == tempo)
  }

  @Test func aMinimalManifestIsRead() throws {
    let found = try piece("{\(Self.head)}")
    #expect(found.title == "t" && found.length == 9 && found.isListed && found.problem == nil)
    #expect(found.tempo == nil && found.loop == nil && found.tonality == .unknown)
    let nulls = ["tempo", "loop", "timeSignature", "basedOn", "tonality", "listed", "artist"]
    let text = nulls.map { ",\"\($0)\":null" }.joined()
    #expect(try piece("{\(Self.head)\(text)}").problem == nil)
    #expect(try piece("{\(Self.head),\"tempo\":90}").tempo == 90)
  }

  /// At every level, even if the known fields around them change.
  @Test func unknownFieldsAreKept() throws {
    var found = try piece(
      """
      {"zeta":[1,{"a":null}],\(Self.head),"loop":{"startUs":0,"endUs":5,"color":"red"},
      "tonality":{"mode":"atonal","by":"ear"},"ratio":0.1,"tempo":100}
      """)
    found.title = "other"
    found.loop?.end = 6
    found.tempo = nil
    found.tonality = .major(0)
    let text = try found.manifest()
    let kept = ["\"zeta\"", "\"a\": null", "\"color\": \"red\"", "\"by\": \"ear\"", "0.1", "other"]
    for part in kept { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("\"tempo\""))
    found.loop = nil
    #expect(try !found.manifest().contains("color"))
    let again = try piece(text)
    #expect(again.tonality == .major(0) && again.loop?.end == 6)
  }

  @Test func aCopyIsItsOwn() throws {
    let one = try piece("{\(Self.head),\"more\":1}")
    var two = one
    two.title = "two"
    #expect(try two.manifest().contains("two") && one.manifest().contains("\"t\""))
  }

  @Test func valuesOutOfRangeComeIn() throws {
    let found = try piece(
      """
      {"format":"libaha-piece","version":1,"lengthUs":-5,"tempo":1e300,
      "loop":{"startUs":3,"endUs":2},
      "tonality":{"mode":"tonal","root":12,"scale":[true,false,false,false,false,false,false,false,
      false,false,false,false]},"timeSignature":{"upper":99,"lower":3},"attachment":{}}
      """)
    #expect(
      found.problems.map { $0.field } == [
        .title, .length, .tempo, .loop, .timeSignature, .tonality, .attachment,
      ])
    #expect(failure { _ = try found.manifest() }?.code == .titleEmpty)
  }

  @Test(arguments: [
    ("title", "7", "a text"), ("lengthUs", "\"7\"", "a whole number"), ("lengthUs", "7.5", "whole"),
    ("tempo", "\"fast\"", "a number"), ("loop", "[1,2]", "an object"), ("loop", "{}", "startUs"),
    ("loop", "{\"startUs\":1}", "endUs"), ("timeSignature", "4", "an object"),
    ("basedOn", "{}", "a list"), ("basedOn", "[1]", "texts"), ("listed", "1", "true or false"),
    ("tonality", "true", "an object"), ("tonality", "{\"mode\":\"major\"}", "mode"),
    ("tonality", "{}", "mode"), ("tonality", "{\"mode\":\"tonal\"}", "12"),
    ("tonality", "{\"mode\":\"atonal\",\"root\":-1}", "is -1"),
    ("tonality", "{\"mode\":\"atonal\",\"root\":13}", "0 to 11"),
    ("tonality", "{\"mode\":\"atonal\",\"scale\":[]}", "12"),
    ("tonality", "{\"mode\":\"unknown\",\"name\":7}", "name"),
    ("tonality", "{\"mode\":\"tonal\",\"scale\":[1,2,3,4,5,6,7,8,9,0,1,2],\"root\":0}", "scale"),
    ("attachment", "[]", "an object"), ("version", "0", "version"), ("version", "\"1\"", "version"),
    ("version", "null", "version"),
  ])
  func wrongTypesAreRefused(key: String, value: String, word: String) {
    let plain = ["title": "\"t\"", "version": "1", "lengthUs": "9"].filter { $0.key != key }
    let rest = plain.map { "\"\($0.key)\":\($0.value)," }.joined()
    refused("{\"format\":\"libaha-piece\",\(rest)\"\(key)\":\(value)}", .damaged, word)
  }

  @Test func hostileTextIsRefused() {
    refused("", .empty, "x.json")
    refused("null", .damaged, "x.json")
    refused("[]", .damaged, "not an object")
    refused("{}", .unknownFormat, "x.json")
    refused("{\"format\":\"other\"}", .unknownFormat, "x.json")
    refused("{\"format\":\"libaha-piece\",\"version\":2,\"title\":[]}", .unsupported, "version 2")
    refused("{\(Self.head),\"title\":\"u\"}", .damaged, "duplicate")
    refused("{\(Self.head)", .damaged, "line 1")
    refused("{\(Self.head)} x", .damaged, "line 1")
    refused("{\(Self.head),\"a\":\"\\ud800\"}", .damaged, "Unicode")
    refused("{\(Self.head),\"a\":\"\\udc00\\ud800\"}", .damaged, "Unicode")
    refused("{\(Self.head),\"a\":\"\\u0000\"}", .damaged, "u0000")
    refused("{\(Self.head),\"a\":99999999999999999999}", .damaged, "integer")
    refused("{\(Self.head),\"a\":1e999}", .damaged, "real")
    refused("{\(Self.head),\"tempo\":NaN}", .damaged, "line 1")
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let ends = [open, close].map { String(repeating: $0, count: 10_000) }
      let deep = ends[0] + "1" + ends[1]
      refused("{\(Self.head),\"a\":\(deep)}", .damaged, "depth")
      refused(deep, .damaged, "depth")
    }
  }

  @Test func bytesThatAreNoText() {
    let bytes = Array("{\(Self.head),\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    let error = failure { _ = try bytes.withUnsafeBytes { try Piece(manifest: $0, named: "x") } }
    #expect(error?.code == .damaged)
  }

  @Test func hugeFilesAreNotRead() throws {
    let path = folder.write([0x7B], to: "huge.json")
    #expect(truncate(path, 100_000_000) == 0)
    let error = failure { _ = try Piece(manifestAt: FilePath(path)) }
    #expect(error?.code == .limit && error?.line.contains("100000000") == true)
    refused("{\"a\":\"" + String(repeating: "x", count: 1 << 20) + "\"}", .limit, "1048576")
    let many = String(repeating: "\"a\",", count: 100) + "\"a\""
    refused("{\(Self.head),\"basedOn\":[\(many)]}", .limit, "100")
  }

  /// Indented, they would exceed the size limit for reading.
  @Test func largeOnesAreWritten() throws {
    let list = "[" + String(repeating: "1,", count: 300_000) + "1]"
    let ends = ["[", "]"].map { String(repeating: $0, count: 2046) }
    let head = "{\(Self.head),\"x\":"
    let full = "\"" + String(repeating: "x", count: (1 << 20) - head.utf8.count - 3) + "\""
    let wide = ends[0] + String(repeating: "1,", count: 500_000) + "1" + ends[1]
    for more in [list, ends[0] + ends[1], full, wide] {
      let text = head + more + "}"
      #expect(try piece(text).manifest().utf8.count == text.utf8.count)
      let path = FilePath(folder.file("large.json"))
      try piece(text).writeManifest(to: path)
      #expect(try Piece(manifestAt: path).title == "t")
    }
    #expect(try piece("{\(Self.head),\"x\":1}").manifest().contains("\n  \"x\": 1"))
  }

  @Test func realNumbersThatAreWhole() throws {
    let found = try piece(
      """
      {"format":"libaha-piece","version":1.0,"title":"t","lengthUs":5e1,"tempo":120.0,
      "loop":{"startUs":-0.0,"endUs":5.0}}
      """)
    #expect(found.length == 50 && found.loop == .init(start: 0, end: 5))
    #expect(try found.manifest().contains("\"tempo\": 120,"))
    #expect(try !found.manifest().contains("listed"))
  }

  @Test func filesAreReplacedWhole() throws {
    let path = FilePath(folder.file("piece.json"))
    let one = try full()
    try one.writeManifest(to: path)
    #expect(try Piece(manifestAt: path).manifest() == one.manifest())
    var bad = one
    bad.title = ""
    #expect(throws: AhaError.self) { try bad.writeManifest(to: path) }
    #expect(try Piece(manifestAt: path).title == one.title)
    #expect(folder.names == ["piece.json"])
    let none = FilePath(folder.file("none.json"))
    #expect(failure { _ = try Piece(manifestAt: none) }?.code == .notFound)
  }
}
