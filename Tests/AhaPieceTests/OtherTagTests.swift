import AhaBase
import Testing

@testable import AhaPiece

@Suite struct OtherTagTests {
  private func tag(_ name: String, _ text: String) throws -> OtherTag {
    try #require(OtherTag(Array(name.utf8), text: text))
  }

  @Test func aTextIsAddedOnceForEachName() throws {
    var tags = Tags()
    for name in ["MOOD", "GENRE", "mood", "MOOD"] { tags.add(try tag(name, "calm")) }
    tags.add(try tag("MOOD", "warm"))
    let joined = tags.joinedOthers.map { "\($0.tag.name.text): \($0.texts)" }
    #expect(joined == [#"MOOD: ["calm", "warm"]"#, #"GENRE: ["calm"]"#])
  }

  /// A file may have millions: no text is compared with all others.
  @Test(.timeLimit(.minutes(1))) func manyNamesTakeLinearTime() throws {
    var tags = Tags()
    for number in 0..<200_000 { tags.add(try tag("N\(number)", "x")) }
    #expect(tags.joinedOthers.count == 200_000)
  }
}
