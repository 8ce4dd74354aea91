import AhaDSP
import AhaTestSupport
import Testing

/// Jumps of parameters.
@Suite struct EffectJumpTests {
  private static let jump = 36_000

  /// At a ratio of 1 a compressor releases its gain before it sleeps.
  @Test(arguments: [Float(5), 120])
  func aRatioOfOneReleasesTheGain(release: Float) throws {
    let rig = try UnitRig(.compressor, values: [-40, 10, 10, release, 6, 0, 1])
    rig.at(EffectJumpTests.jump) { $0.set(1, 1, over: nil) }
    let output = rig.run(Stereo([Float](repeating: 0.25, count: 4 * EffectJumpTests.jump)))
    #expect(output.left[EffectJumpTests.jump - 1] < 0.03)
    #expect(output.slice(EffectJumpTests.jump - 9..<output.count).largestStep < 0.003)
    #expect(output.left.last == 0.25)
  }
}
