import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct LivePitchChainTests {
  private let tone = (0..<80_000).map { Float(0.4 * sin(2 * .pi * 440 * Double($0) / 44_100)) }

  @Test func theLiveShiftReplacesTheOtherWithoutAClick() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(tone))
    let old = try player.add(.pitch)
    try old.set(0, value: 500, over: Fade())
    try player.start()
    var output = rig.left(20_000)
    let new = try rig.engine.makeEffect(.livePitch)
    try new.set(0, value: 500)
    try player.editChain { (chain) throws(AhaError) in
      try chain.insert(new, at: 1, engine: rig.engine)
      try chain.remove(old, engine: rig.engine)
    }
    output += rig.left(40_000)
    let steepest = 0.4 * 2 * Double.pi * 440 * 1.335 / 44_100
    #expect(Double(largestStep(Array(output[5000...]))) < 1.25 * steepest)
    let late = output[40_000..<50_000]
    #expect(abs(Measure.decibels(Measure.energy(late), 0.08 * 10_000)) < 0.2)
    #expect(old.latency > 2 * new.latency)
  }
}
