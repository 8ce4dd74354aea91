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
  func textsOfAllEncodingsAreRead(text: String) {
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

  // MARK: Version 1

  /// A tag of version 1 with fields of 30, 30, 30, 4 and 30 bytes, and a genre.
  private func old(_ fields: [String], genre: UInt8) -> [UInt8] {
    let sizes = [30, 30, 30, 4, 30]
    let bytes = zip(fields, sizes).flatMap { field, size in
      field.array + [UInt8](repeating: 0, count: size - field.utf8.count)
    }
    return "TAG".array + bytes + [genre]
  }

  private func read(_ old: [UInt8]) -> Tags {
    var tags = Tags()
    ID3.read(ID3v1.tag(from: old), into: &tags)
    return tags
  }

  @Test func version1HasAllItsTexts() {
    var bytes = old(["Night   ", "Ann", "Rails", "1999", "live"], genre: 8)
    // 1.1: a track number behind a NUL.
    bytes[126] = 7
    let tags = read(bytes)
    #expect(tags[.title] == "Night" && tags[.artist] == "Ann" && tags[.description] == "live")
    let release = Release(tags)
    #expect(release.album == "Rails" && release.track == 7)
    let others = tags.others.map { "\($0.name.text)=\($0.text)" }
    #expect(others.contains("DATE=1999") && others.contains("GENRE=Jazz"))
  }

  @Test func version1WithoutATrackHasALongComment() {
    let tags = read(old(["", "", "", "", String(repeating: "c", count: 30)], genre: 255))
    #expect(tags[.description]?.utf8.count == 30)
    #expect(tags.values.count == 1 && tags.others.isEmpty)
  }

  @Test func damagedVersion1IsNoTag() {
    #expect(ID3v1.tag(from: []).isEmpty)
    #expect(ID3v1.tag(from: [UInt8](repeating: 0xFF, count: 128)).isEmpty)
    #expect(ID3v1.tag(from: Array(old(["Night"], genre: 0).dropLast())).isEmpty)
    #expect(read("TAG".array + [UInt8](repeating: 0xFF, count: 125))[.title]?.first == "ÿ")
    #expect(ID3v1.tag(from: "TAG".array + [UInt8](repeating: 0, count: 124) + [200]).isEmpty)
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
