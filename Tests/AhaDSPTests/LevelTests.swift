import AhaDSP
import Testing

@Suite("Decibels")
struct LevelTests {
  @Test func zeroIsExactlyOne() {
    #expect(Level.linear(db: 0) == 1 && Level.linear(db: -0.0) == 1)
  }

  @Test(arguments: [
    (Float(-6.0206), Float(0.5)), (6.0206, 2), (-20, 0.1), (-40, 0.01), (20, 10), (24, 15.848932),
    (-100, 1e-5), (-3.0103, 0.70710677),
  ])
  func decibelsAreFactors(db: Float, factor: Float) {
    #expect(abs(Level.linear(db: db) / factor - 1) < 2e-6)
  }

  @Test(arguments: [-Float.infinity, -1e30, -1000, -120])
  func silenceIsExactlyZero(db: Float) {
    #expect(Level.linear(db: db) == 0)
  }

  @Test func moreDecibelsAreLouder() {
    let factors = (-1190...240).map { Level.linear(db: Float($0) / 10) }
    #expect(zip(factors, factors.dropFirst()).allSatisfy { $0.0 < $0.1 })
    #expect(factors[0] > 0)
  }

  @Test func gainsGoUpTo24() {
    #expect(Level.gainRange.contains(-.infinity) && Level.gainRange.contains(24))
    #expect(!Level.gainRange.contains(Float(24).nextUp) && !Level.gainRange.contains(.nan))
  }
}
