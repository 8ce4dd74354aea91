import Testing

@testable import AhaPiece

@Suite("Key changes")
struct KeyChangeTests {
  @Test func goTheNearestWay() throws {
    let key = try Tonality("C minor")
    for (root, semitones) in [0, 1, 2, 3, 4, 5, 6, -5, -4, -3, -2, -1].enumerated() {
      let change = try #require(KeyChange(of: key, to: UInt32(root)))
      #expect(change.semitones == semitones)
      #expect(change.tonality == Tonality.minor(root) && change.tonality.degrees == 0x5AD)
    }
  }

  @Test func keepScalesWithoutAName() throws {
    let key = Tonality(scale: 0b1000_0001_0010, root: 1)
    let change = try #require(KeyChange(of: key, to: 0))
    #expect(change.semitones == -1)
    #expect(change.tonality == Tonality(scale: 0b0100_0000_1001, root: 0))
    #expect(change.tonality.degrees == key.degrees && key.degrees == 0b0100_0000_1001)
  }

  @Test func needAKey() {
    for key in [Tonality.unknown, .atonal, Tonality(scale: 2, root: 0)] {
      #expect(KeyChange(of: key, to: 3) == nil && key.degrees == 0)
    }
  }
}
