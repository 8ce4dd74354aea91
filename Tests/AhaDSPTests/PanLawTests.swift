import AhaDSP
import Testing

@Suite struct PanLawTests {
  private static let pans = (-100...100).map { Float($0) / 100 }

  @Test(arguments: [(PanLaw.flat, Float(1)), (.minus3, 0.70710677), (.minus6, 0.5)])
  func theNameIsTheLevelOfMonoAtTheCenter(law: PanLaw, factor: Float) {
    for pan: Float in [0, -0.0] {
      let gain = law.mono(pan)
      #expect(abs(gain.left - factor) < 1e-7 && gain.left == gain.right)
    }
  }

  /// Bit-exact: otherwise a sound at 0 dB would be altered.
  @Test(arguments: PanLaw.allCases)
  func aSignalIsUntouchedAtTheCenter(law: PanLaw) {
    #expect(PanLaw.flat.mono(0) == .unity)
    #expect(law.balance(0) == .unity && law.balance(-0.0) == .unity)
    for pan: Float in [-1e-6, 1e-6] {
      let gain = law.balance(pan)
      #expect(abs(gain.left - 1) < 3e-6 && abs(gain.right - 1) < 3e-6)
    }
  }

  @Test(arguments: [(PanLaw.flat, Float(1)), (.minus3, Float(2).squareRoot()), (.minus6, 2)])
  func atTheEdgeMonoIsWholeAndTheOtherSideSilent(law: PanLaw, balance: Float) {
    #expect(law.mono(-1) == StereoGain(left: 1, right: 0))
    #expect(law.mono(1) == StereoGain(left: 0, right: 1))
    #expect(law.balance(-1) == StereoGain(left: balance, right: 0))
    #expect(law.balance(1) == StereoGain(left: 0, right: balance))
  }

  @Test func eachLawKeepsItsSum() {
    for pan in PanLawTests.pans {
      let (flat, power, sum) = (
        PanLaw.flat.mono(pan), PanLaw.minus3.mono(pan), PanLaw.minus6.mono(pan)
      )
      #expect(max(flat.left, flat.right) == 1)
      #expect(abs(power.left * power.left + power.right * power.right - 1) < 1e-6)
      #expect(abs(sum.left + sum.right - 1) < 1e-6)
    }
  }

  /// From left to right, the right side never falls and the left side never rises, mirrored.
  @Test(arguments: PanLaw.allCases)
  func panGoesOneWay(law: PanLaw) {
    let gains = PanLawTests.pans.map { law.mono($0) }
    for (gain, next) in zip(gains, gains.dropFirst()) {
      #expect(next.left <= gain.left && next.right >= gain.right && next != gain)
    }
    for (gain, mirrored) in zip(gains, gains.reversed()) {
      #expect(abs(gain.left - mirrored.right) < 1e-6)
    }
  }
}
