import AhaDSP
import Testing

@Suite("Ramps")
struct RampTests {
  /// Every value that a kernel sees when it gets the ramp in blocks.
  private func values(_ ramp: inout Ramp, _ sizes: [Int], count: Int) -> [Float] {
    var values: [Float] = []
    inBlocks(sizes, of: count) { _, frames in
      var left = frames
      while left > 0 {
        let piece = ramp.isSteady ? left : min(left, ramp.frames)
        var value = ramp.value
        for _ in 0..<piece {
          value += ramp.step
          values.append(value)
        }
        ramp.advance(piece, reached: value)
        left -= piece
      }
    }
    return values
  }

  @Test func beSteadyAtFirst() {
    let ramp = Ramp(0.3)
    #expect(ramp.isSteady && ramp.value == 0.3 && ramp.target == 0.3 && ramp.step == 0)
  }

  @Test(arguments: [1, 2, 3, 7, 240, 1000], [(Float(0), Float(1)), (1, 0), (0.1, 0.7), (1, 15.8)])
  func endAtTheTarget(length: Int, ends: (Float, Float)) {
    var ramp = Ramp(ends.0)
    ramp.go(to: ends.1, over: length)
    #expect(!ramp.isSteady && ramp.frames == length && ramp.value == ends.0)
    let all = values(&ramp, [64], count: length)
    #expect(ramp.value == ends.1 && ramp.isSteady && ramp.step == 0)
    #expect(abs(all[length - 1] - ends.1) < 1e-4)
    #expect(all[0] != ends.0)
  }

  @Test func goInEqualSteps() {
    var ramp = Ramp(0)
    ramp.go(to: 1, over: 100)
    let all = [0] + values(&ramp, [9], count: 100)
    #expect(zip(all, all.dropFirst()).allSatisfy { abs($0.1 - $0.0 - 0.01) < 1e-6 })
  }

  @Test(arguments: blockSizes)
  func doNotDependOnBlocks(sizes: [Int]) {
    var (whole, cut) = (Ramp(0.1), Ramp(0.1))
    whole.go(to: 0.77, over: 997)
    cut.go(to: 0.77, over: 997)
    let (one, other) = (values(&whole, [2000], count: 1500), values(&cut, sizes, count: 1500))
    #expect(one.map(\.bitPattern) == other.map(\.bitPattern))
    #expect(whole.value == cut.value)
  }

  /// A new target starts from the ramp's current value, not from its old target.
  @Test func turnAround() {
    var ramp = Ramp(0)
    ramp.go(to: 1, over: 100)
    _ = values(&ramp, [50], count: 50)
    let middle = ramp.value
    #expect(abs(middle - 0.5) < 1e-6)
    ramp.go(to: 0, over: 10)
    let all = values(&ramp, [10], count: 10)
    #expect(abs(all[0] - middle * 0.9) < 1e-6 && ramp.value == 0)
  }

  @Test(arguments: [0, -5])
  func jumpWithoutALength(length: Int) {
    var ramp = Ramp(0)
    ramp.go(to: 1, over: length)
    #expect(ramp.isSteady && ramp.value == 1)
    ramp.go(to: 0.5, over: 10)
    ramp.jump(to: 2)
    #expect(ramp.isSteady && ramp.value == 2 && ramp.target == 2 && ramp.step == 0)
  }

  @Test func stayWhereTheyAre() {
    var ramp = Ramp(0.5)
    ramp.go(to: 0.5, over: 100)
    #expect(ramp.isSteady && ramp.step == 0)
    ramp.advance(50, reached: 99)
    #expect(ramp.value == 0.5)
  }

  @Test(arguments: [0, 1, 99, 100, 250])
  func skippingEqualsProcessing(count: Int) {
    var (skipped, used) = (Ramp(0.2), Ramp(0.2))
    skipped.go(to: 0.9, over: 100)
    used.go(to: 0.9, over: 100)
    skipped.skip(min(count, 100))
    _ = values(&used, [100], count: min(count, 100))
    #expect(skipped.value == used.value && skipped.frames == used.frames)
    skipped.skip(1000 * (skipped.isSteady ? 1 : 0))
    #expect(skipped.value == used.value)
  }

  @Test func stereoRampsHaveTwoSides() {
    var ramp = StereoRamp(StereoGain(left: 0, right: 1))
    #expect(ramp.isSteady && ramp.segment(500) == 500)
    ramp.go(to: StereoGain(left: 1, right: 1), over: 40)
    #expect(!ramp.isSteady && ramp.segment(500) == 40 && ramp.segment(30) == 30)
    ramp.right.go(to: 0, over: 25)
    #expect(ramp.segment(500) == 25)
    ramp.left.skip(20)
    #expect(ramp.segment(500) == 20)
    ramp.settle()
    #expect(ramp.isSteady && ramp.value == StereoGain(left: 1, right: 0))
  }
}
