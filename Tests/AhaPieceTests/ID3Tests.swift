import AhaBase
import Testing

@testable import AhaPiece

@Suite("ID3 tags of other programs")
struct ID3Tests {
  /// A tag with one title.
  private func tag(_ version: UInt8, _ encoding: UInt8, _ text: [UInt8]) -> [UInt8] {
    let frame = "TIT2".array + bigBytes(Int64(text.count + 1)) + [0, 0, encoding] + text
    return "ID3".array + [version, 0, 0] + bigBytes(Int64(frame.count)) + frame
  }

  private func title(_ tag: [UInt8]) -> String? {
    var tags = Tags()
    ID3.read(tag, into: &tags)
    return tags[.title]
  }

  private func wide(_ text: String, isBig: Bool) -> [UInt8] {
    text.utf16.flatMap { isBig ? bigBytes(Int64($0), count: 2) : littleBytes(Int64($0), count: 2) }
  }

  static let texts = ["a", "Größe", "ÿ\u{7FF}\u{800}\u{FFFD}", "🎵 and \u{10FFFF}"]

  @Test(arguments: texts)
  func allEncodings(text: String) {
    #expect(title(tag(4, 3, text.array)) == text)
    #expect(title(tag(3, 1, [0xFF, 0xFE] + wide(text, isBig: false))) == text)
    #expect(title(tag(3, 1, [0xFE, 0xFF] + wide(text, isBig: true))) == text)
    #expect(title(tag(4, 2, wide(text, isBig: true) + [0, 0])) == text)
  }

  @Test func bytesThatAreNoTextAreSkipped() {
    #expect(title(tag(3, 0, [0xE5, 0x20, 0x62])) == "å b")
    #expect(title(tag(3, 0, [0x61, 0, 0x62])) == "a")
    #expect(title(tag(4, 3, [0x61, 0xFF])) == "a\u{FFFD}")
    #expect(title(tag(4, 2, [0xDC, 0, 0, 0x61, 0xD8, 0, 0])) == "\u{FFFD}a")
    #expect(title(tag(4, 3, [])) == nil)
  }

  @Test func everyCutIsSurvived() {
    let whole = tag(3, 1, [0xFF, 0xFE] + wide("Größe", isBig: false))
    for count in 0..<whole.count {
      for flags: UInt8 in [0, 0x40, 0x80, 0xC0] {
        var cut = Array(whole.prefix(count))
        if count > 5 { cut[5] = flags }
        _ = title(cut)
      }
    }
  }
}
