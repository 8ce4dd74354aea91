import AhaBase
import AhaDrop
import Testing

@Suite struct DropValueTests {
  @Test func rolesKeepTheirNumbers() {
    #expect(AssetRole.allCases.map { $0.rawValue } == [1, 2, 3, 4])
  }
}
