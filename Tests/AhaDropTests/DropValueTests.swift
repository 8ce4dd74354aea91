import AhaBase
import Testing

@testable import AhaDrop

@Suite struct DropValueTests {
  @Test func rolesKeepTheirNumbers() {
    #expect(AssetRole.allCases.map { $0.rawValue } == [1, 2, 3, 4])
  }

  @Test func tagsAreBetweenCommas() {
    #expect(TagList.tags(separatedByCommas: "") == [])
    let tags = TagList.tags(separatedByCommas: "new wave, \"lo\"-fi,,ambient ,")
    #expect(TagList.text(tags) == "\"new wave\" lo-fi ambient")
  }
}
