import AhaBase
import AhaTestSupport
import Testing

@testable import AhaServices
@testable import AhaSync

/// Encodings of feeds, and documents that only some parsers accept.
@Suite struct FeedEncodingTests {
  private static let end = "</title><enclosure type=\"audio/x\" url=\"u\"/></item></channel></rss>"

  private static func start(_ encoding: String) -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss><channel><item><guid>1</guid><title>"
  }

  private func entries(
    _ document: [UInt8], charset: String = "", step: Int = Int.max
  ) throws -> [FeedEntry] {
    let reader = try XMLFeedReader(named: "a feed", charset: charset)
    for start in stride(from: 0, to: document.count, by: min(step, document.count)) {
      let end = min(document.count, start + min(step, document.count))
      try reader.parse(next: Array(document[start..<end]), isLast: false)
    }
    try reader.parse(next: [], isLast: true)
    return reader.removeAll().entries
  }

  private func title(_ document: [UInt8], charset: String = "") throws -> String {
    try #require(try entries(document, charset: charset).first).title
  }

  /// One encoding for each way to read it, with the bytes of its title.
  @Test(
    arguments: [
      ("windows-1252", [0x43, 0x61, 0x66, 0xE9, 0x20, 0x80], "Café €"),
      ("ISO-8859-15", [0x43, 0x61, 0x66, 0xE9, 0x20, 0xA4], "Café €"),
      ("iso-8859-1", [0x93, 0xE9, 0x94], "“é”"), ("iso-8859-2", [0xB3, 0xF3, 0x64, 0xBC], "łódź"),
      ("ISO-8859-7", [0xE1, 0xE2, 0xE3], "αβγ"),
      ("windows-1251", [0xD0, 0xE0, 0xE4, 0xE8], "Ради"),
      ("KOI8-R", [0xF2, 0xC1, 0xC4, 0xC9], "Ради"), ("x-sjis", [0x89, 0xB9, 0x8A, 0x79], "音楽"),
      ("big5", [0xAD, 0xB5, 0xBC, 0xD6], "音樂"), ("GB2312", [0xD2, 0xF4, 0xC0, 0xD6], "音乐"),
      ("euc-kr", [0xC0, 0xBD, 0xBE, 0xC7], "음악"), ("UTF8", [0xC3, 0xA9], "é"),
      ("us-ascii", [0xC3, 0xA9], "é"), ("none-such", [0xC3, 0xA9], "é"),
      ("utf-16", [0xC3, 0xA9], "é"),
      ("utf-8", [0x61, 0xFF, 0x0B, 0x62], "a\u{FFFD} b"),
      ("windows-1252", [0x61, 0x81, 0x62], "a\u{FFFD}b"),
    ] as [(String, [UInt8], String)])
  func encodingsAreRead(encoding: String, bytes: [UInt8], text: String) throws {
    let document = Self.start(encoding).array + bytes + Self.end.array
    #expect(try title(document) == text)
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func aDocumentMayArriveInParts(step: Int) throws {
    let long = String(repeating: "é€😀", count: 300)
    let utf8 = (Self.start("utf-8") + long + Self.end).array
    let wide: [UInt8] = [0xFF, 0xFE] + little(Self.start("utf-16") + long + Self.end)
    let whole = try title(utf8)
    #expect(whole.hasPrefix("é€😀é€😀"))
    for document in [utf8, wide] {
      #expect(try entries(document, step: step).first?.title == whole)
    }
  }

  /// UTF-16 with the low byte first.
  private func little(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
  }

  @Test func wideEncodingsAreDetected() throws {
    let text = "\n" + Self.start("utf-16") + "é" + Self.end
    let units = little(text)
    var (big, four): ([UInt8], [UInt8]) = ([], [])
    for index in stride(from: 0, to: units.count, by: 2) {
      big += [units[index + 1], units[index]]
      four += [units[index], units[index + 1], 0, 0]
    }
    for document in [units, big, four] { #expect(try title(document) == "é") }
    let (bigMark, fourMark): ([UInt8], [UInt8]) = ([0xFE, 0xFF], [0xFF, 0xFE, 0, 0])
    #expect(try title(bigMark + big) == "é" && title(fourMark + four) == "é")
  }

  @Test func anInvalidUnitIsOneCharacter() throws {
    let document = little(Self.start("utf-16") + "a") + [0x3D, 0xD8] + little("bé" + Self.end)
    #expect(try title(document) == "a\u{FFFD}bé")
  }

  /// RFC 7303: a byte order mark, then the server's charset, then the declaration.
  @Test func theServersCharsetComesFirst() throws {
    let document: [UInt8] = Self.start("koi8-r").array + [0xD0, 0xE0] + Self.end.array
    #expect(try title(document, charset: "windows-1251") == "Ра")
    #expect(try title(document, charset: "none such") == "пЮ")
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + (Self.start("koi8-r") + "é" + Self.end).array
    #expect(try title(marked, charset: "windows-1251") == "é")
  }

  @Test(arguments: ["\n", "\r\n \t\n", "\u{FEFF}\n"])
  func whiteSpaceMayPrecedeTheDeclaration(space: String) throws {
    #expect(try title((space + Self.start("utf-8") + "A" + Self.end).array) == "A")
  }

  /// Without a DTD these are errors of XML; feeds have them.
  @Test func referencesOfHTMLAreRead() throws {
    let text = "Caf&eacute; &mdash; &Omega;&nope;&#x41;&apos;"
    #expect(try title((Self.start("utf-8") + text + Self.end).array) == "Café — ΩA'")
  }

  @Test(arguments: [
    ("&eacute;&#233;&#xE9;&#XE9;", "ééé" + "é"), ("&#150;", "–"), ("&#0;x", "x"),
    ("&#xD800;", "&#xD800;"),
    ("&#99999999;", "&#99999999;"), ("a&nbsp;&nbsp;b", "a b"), ("&hearts;&quot;", "♥\""),
    ("AT&T; &;", "AT&T; &;"),
  ])
  func referencesInMarkupAreReplaced(text: String, plain: String) {
    #expect(text.withoutMarkup == plain)
  }
}
