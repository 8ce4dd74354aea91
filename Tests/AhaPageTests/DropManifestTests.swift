import AhaBase
import AhaPiece
import Testing

@testable import AhaPage

@Suite("Manifest of a drop")
struct DropManifestTests {
  static let digest = String(repeating: "0a", count: 32)

  static func piece() -> Piece {
    var piece = Piece()
    (piece.title, piece.artist, piece.length) = ("Morning", "Ada", 60_000_000)
    piece.description = "A bright loop"
    piece.tempo = 120.5
    piece.loop = .init(start: 4_000_000, end: 20_000_000)
    piece.timeSignature = .init(upper: 3, lower: 4)
    piece.tonality = .major(2)
    return piece
  }

  static func full() throws -> DropManifest {
    var manifest = DropManifest(piece())
    manifest.id = "Ab12"
    manifest.url = "https://example.org/drops/morning/"
    manifest.created = 1_790_000_000
    manifest.generator = "libaha 0.7.0"
    manifest.files = [
      try DropFile(
        role: .mixStem, name: "Morning #1?.wav", type: "audio/wav", bytes: 5_292_044, sha256: digest
      ),
      try DropFile(role: .preview, name: "parts/é 100%.ogg", type: "audio/ogg", bytes: 612_000),
      try DropFile(
        role: .cover, name: "cover.png", type: "image/png", bytes: 90_000, sha256: digest),
      try DropFile(
        role: .attachment, name: "song.fig", type: "application/figure", bytes: 30_000_000),
    ]
    return manifest
  }

  static let head = "{\"format\":\"libaha-piece\",\"version\":1,\"title\":\"t\",\"lengthUs\":9"

  private func read(_ text: String) throws -> DropManifest {
    try DropManifest(bytes: Array(text.utf8), named: "x.json")
  }

  private func refused(_ text: String, _ code: ResultCode, _ word: String = "x.json: ") {
    let error = #expect(throws: AhaError.self, "\(text.prefix(200))") { try read(text) }
    #expect(error?.code == code && error?.line.contains(word) == true, "\(error?.line ?? text)")
  }

  /// A manifest with one file, with changed fields.
  private func file(_ changes: [(String, String)]) -> String {
    var fields = [
      ("role", "\"mixStem\""), ("name", "\"a.wav\""), ("type", "\"audio/wav\""), ("bytes", "9"),
    ]
    for change in changes {
      fields.removeAll { $0.0 == change.0 }
      if !change.1.isEmpty { fields.append(change) }
    }
    return Self.head + ",\"files\":[{"
      + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}]}"
  }

  @Test func comesBackIdentical() throws {
    let one = try Self.full()
    let bytes = try one.text()
    let two = try DropManifest(bytes: bytes, named: "x.json")
    #expect(two.id == "Ab12" && two.url == one.url && two.created == 1_790_000_000)
    #expect(two.generator == "libaha 0.7.0" && two.piece.title == "Morning")
    #expect(two.piece.loop == one.piece.loop && two.files.count == 4)
    for (left, right) in zip(one.files, two.files) {
      #expect(left.role == right.role && left.name == right.name && left.type == right.type)
      #expect(left.bytes == right.bytes && left.sha256 == right.sha256)
    }
    #expect(try two.text() == bytes)
    #expect(two.file(.cover)?.name == "cover.png")
    #expect(two.file(.preview)?.reference == "parts/%C3%A9%20100%25.ogg")
  }

  @Test func isTheManifestOfItsPiece() throws {
    let bytes = try Self.full().text()
    let piece = try bytes.withUnsafeBytes { try Piece(manifest: $0, named: "x.json") }
    #expect(piece.title == "Morning" && piece.tonality == .major(2) && piece.problem == nil)
  }

  @Test func aPieceAloneIsNoDrop() throws {
    let manifest = try read(Self.head + "}")
    #expect(manifest.files.isEmpty && manifest.id == "" && manifest.created == 0)
    #expect(manifest.file(.mixStem) == nil)
  }

  @Test func unknownFieldsAreKept() throws {
    let manifest = try read(Self.head + ",\"id\":\"a\",\"files\":[],\"more\":{\"x\":1}}")
    let text = String(decoding: try manifest.text(), as: UTF8.self)
    #expect(text.contains("\"x\": 1") && text.contains("\"id\": \"a\""))
  }

  @Test func aRoleOfTheFutureIsPassedOver() throws {
    #expect(try read(file([("role", "\"stem9\"")])).files.isEmpty)
  }

  @Test(arguments: [
    "", "/a", "a/", "a//b", "..", "../a", "a/../b", "a/..", ".", "./a", ".bashrc", "a/.ssh/b",
    "c:a", "http://x/a", "file:///etc/passwd", "a\\\\b", "..\\\\a", "a\\nb", "a\\u001fb",
    "a\\u007f", "a\\u0085b", "//host/a", "piece.json", "index.html",
    String(repeating: "a", count: 256), String(repeating: "abc/", count: 300) + "d",
    "javascript:alert(1)", "\u{202E}gnp.exe", "a\u{61C}",
  ])
  func namesThatLeaveTheFolder(name: String) { refused(file([("name", "\"\(name)\"")]), .damaged) }

  @Test(arguments: [
    "a", "a.b", "a..b", "é/ö.wav", "a b", "%2e%2e/a", "a?b#c",
    "<script>", "\\\"", "a/b/c", "con", "ends.", "İ", "\\u00a0", "à",
  ])
  func namesThatStay(name: String) throws {
    let found = try read(file([("name", "\"\(name)\"")])).files
    #expect(found.count == 1)
    for byte in (found.first?.reference ?? "?").utf8 {
      #expect("%-._/".utf8.contains(byte) || isalnum(byte), "\(name)")
    }
  }

  private func isalnum(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  @Test(arguments: [
    ("name", "7"), ("name", ""), ("type", "\"audio\""), ("type", "\"a/b c\""), ("type", ""),
    ("bytes", ""), ("bytes", "\"9\""), ("bytes", "1.5"), ("sha256", "\"abc\""), ("role", "7"),
    ("sha256", "\"" + String(repeating: "G", count: 64) + "\""),
  ])
  func filesThatCannotBe(key: String, value: String) { refused(file([(key, value)]), .damaged) }

  @Test func numbersOutOfRangeAreRefused() {
    refused(file([("bytes", "-1")]), .limit, "-1")
    refused(file([("bytes", "9223372036854775807")]), .limit)
    refused(file([("role", "\"attachment\""), ("bytes", "30000001")]), .limit)
    for created in ["-1", "253402300800", "9223372036854775807"] {
      refused(Self.head + ",\"created\":\(created)}", .limit, created)
    }
  }

  @Test func tooManyFilesAndLettersAreRefused() {
    let one = "{\"role\":\"cover\",\"name\":\"N\",\"type\":\"a/b\",\"bytes\":1}"
    let many = (0..<65).map { one.replacing("N", with: "n\($0)") }
    refused(Self.head + ",\"files\":[\(many.joined(separator: ","))]}", .limit, "64")
    refused(Self.head + ",\"files\":[\(one),\(one)]}", .damaged, "two files")
    refused(Self.head + ",\"x\":\"\(String(repeating: "x", count: 1 << 20))\"}", .limit, "over")
    refused(Self.head + ",\"generator\":\"\(String(repeating: "x", count: 201))\"}", .limit)
  }

  /// "é" as one code point, and as "e" with a combining accent: Swift's `==` treats them as equal.
  @Test func equivalentNamesAreTwoFiles() throws {
    let files = ["\u{E9}", "e\u{301}"].map { name in
      "{\"role\":\"attachment\",\"name\":\"\(name)\",\"type\":\"a/b\",\"bytes\":1}"
    }
    let found = try read(Self.head + ",\"files\":[\(files.joined(separator: ","))]}").files
    #expect(found.count == 2)
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "//host/", "https://", "https:///a", "http://?",
    "https://a/ b", "https://a/\\\"", "https://a/<b>", "https://a\\\\b", "HTTPS:", "data:,x", "é",
    "https://a/\\n", "http:a",
  ])
  func invalidURLsAreRefused(url: String) { refused(Self.head + ",\"url\":\"\(url)\"}", .damaged) }

  @Test func wrongTypesAreRefused() {
    for (key, value) in [
      ("files", "{}"), ("files", "[7]"), ("id", "7"), ("id", "\"a b\""), ("url", "[]"),
      ("created", "\"today\""), ("generator", "1"), ("files", "\"x\""),
    ] {
      refused(Self.head + ",\"\(key)\":\(value)}", .damaged, "x.json")
    }
    refused("", .empty, "x.json")
    refused("[]", .damaged, "x.json")
    refused("{}", .unknownFormat, "x.json")
  }

  /// Truncated or altered bytes give an error or a manifest, never a crash.
  @Test func damagedBytesDoNotCrash() throws {
    let bytes = try Self.full().text()
    for count in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(throws: AhaError.self) {
        try DropManifest(bytes: Array(bytes[..<count]), named: "x.json")
      }
    }
    for place in bytes.indices {
      var bytes = bytes
      bytes[place] ^= 0x15
      guard let found = try? DropManifest(bytes: bytes, named: "x.json") else { continue }
      for file in found.files { #expect(DropFile.isName(file.name)) }
    }
  }

  @Test func badOnesAreNotWritten() throws {
    var manifest = try Self.full()
    manifest.url = "javascript:alert(1)"
    #expect(throws: AhaError.self) { try manifest.text() }
    manifest = try Self.full()
    manifest.piece.title = ""
    let error = #expect(throws: AhaError.self) { try manifest.text() }
    #expect(error?.code == .titleEmpty)
    #expect(throws: AhaError.self) {
      try DropFile(role: .cover, name: "../x", type: "image/png", bytes: 1)
    }
  }
}
