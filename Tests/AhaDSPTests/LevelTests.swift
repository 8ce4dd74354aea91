import AhaDSP
import Testing

@Suite("Decibels and pan")
struct LevelTests {
  private static let pans = (-100...100).map { Float($0) / 100 }

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
    #expect(Level.mono(db: db, pan: 0.3) == StereoGain(left: 0, right: 0))
    #expect(Level.stereo(db: db, pan: 0.3) == StereoGain(left: 0, right: 0))
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

  @Test(arguments: [Float(0), -12, 12])
  func aMonoSignalKeepsItsPower(db: Float) {
    let power = Level.linear(db: db) * Level.linear(db: db)
    for pan in LevelTests.pans {
      let gain = Level.mono(db: db, pan: pan)
      #expect(abs((gain.left * gain.left + gain.right * gain.right) / power - 1) < 1e-6)
    }
  }

  @Test func aMonoSignalIsThreeDecibelsDownInTheMiddle() {
    let gain = Level.mono(db: 0, pan: 0)
    #expect(abs(gain.left - 0.70710677) < 1e-7 && abs(gain.right - gain.left) < 1e-7)
  }

  /// Bit-exact: otherwise a stereo sound at 0 dB would be altered.
  @Test func aStereoSignalIsUntouchedInTheMiddle() {
    #expect(Level.stereo(db: 0, pan: 0) == .unity)
    #expect(Level.stereo(db: 0, pan: -0.0) == .unity)
    let gain = Level.stereo(db: -7, pan: 0)
    #expect(gain.left == Level.linear(db: -7) && gain.right == gain.left)
  }

  @Test func theMiddleIsNoStep() {
    for pan: Float in [-1e-6, 1e-6] {
      let gain = Level.stereo(db: 0, pan: pan)
      #expect(abs(gain.left - 1) < 2e-6 && abs(gain.right - 1) < 2e-6)
    }
  }

  @Test func theClosedSideIsSilent() {
    #expect(Level.mono(db: 0, pan: -1) == StereoGain(left: 1, right: 0))
    #expect(Level.mono(db: 0, pan: 1) == StereoGain(left: 0, right: 1))
    let root = Float(2).squareRoot()
    #expect(Level.stereo(db: 0, pan: -1) == StereoGain(left: root, right: 0))
    #expect(Level.stereo(db: 0, pan: 1) == StereoGain(left: 0, right: root))
  }

  /// From left to right, the right side only rises and the left side only falls, mirrored.
  @Test func panGoesOneWay() {
    for law in [Level.mono, Level.stereo] {
      let gains = LevelTests.pans.map { law(0, $0) }
      for (gain, next) in zip(gains, gains.dropFirst()) {
        #expect(next.left < gain.left && next.right > gain.right)
      }
      for (gain, mirrored) in zip(gains, gains.reversed()) {
        #expect(abs(gain.left - mirrored.right) < 1e-6)
      }
    }
  }
}
