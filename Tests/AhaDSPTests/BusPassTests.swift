import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@Suite("Gain and level of a bus")
struct BusPassTests {
  private func noise(_ count: Int, shift: Int = 0) -> Samples {
    Samples(
      Signal.noise(count: count, seed: 11, amplitude: 1),
      Signal.noise(count: count, seed: 12, amplitude: 0.4), shift: shift)
  }

  private func squares(_ samples: [Float]) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test(arguments: [(Float(1), Float(1)), (0.5, -2), (0, 9)])
  func isApplied(factors: (Float, Float)) {
    let gain = StereoGain(left: factors.0, right: factors.1)
    for count in 0...130 {
      let bus = noise(count, shift: count % 5)
      let expected = bus.left.map { $0 * gain.left } + bus.right.map { $0 * gain.right }
      _ = BusPass.apply(gain, to: bus.target, frames: count)
      #expect(bus.bits == expected.map(\.bitPattern) && bus.guardsHold, "\(count) frames")
    }
  }

  /// Measures the output, not the input.
  @Test(arguments: [(Float(1), Float(1)), (0.5, -2)])
  func isMeasured(factors: (Float, Float)) {
    let gain = StereoGain(left: factors.0, right: factors.1)
    for count in 0...130 {
      let bus = noise(count)
      let reading = BusPass.apply(gain, to: bus.target, frames: count)
      for (samples, peak, sum) in [
        (bus.left, reading.peakSquared.left, reading.sumOfSquares.left),
        (bus.right, reading.peakSquared.right, reading.sumOfSquares.right),
      ] {
        let highest = samples.map(\.magnitude).max() ?? 0
        #expect(peak == highest * highest, "\(count) frames")
        #expect(abs(Double(sum) - squares(samples)) <= 1e-5 * squares(samples), "\(count) frames")
      }
    }
  }

  /// Finds the highest sample at every index.
  @Test func findsThePeakAnywhere() {
    for place in 0..<50 {
      let bus = noise(50)
      bus.target.left[place] = -3
      bus.target.right[49 - place] = 2
      let reading = BusPass.apply(.unity, to: bus.target, frames: 50)
      #expect(reading.peakSquared == StereoGain(left: 9, right: 4))
    }
  }

  /// A nonfinite sum makes the renderer silence the block.
  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func detectsNonfiniteOutput(value: Float) {
    for place in 0..<40 {
      let bus = noise(40)
      bus.target.right[place] = value
      let sum = BusPass.apply(.unity, to: bus.target, frames: 40).sumOfSquares
      #expect(sum.left.isFinite && !sum.right.isFinite, "\(place)")
    }
  }

  @Test func silencesNonfiniteSamples() {
    let bad: [Int: Float] = [0: .nan, 3: .infinity, 17: -.infinity, 39: .signalingNaN]
    let bus = noise(41)
    let before = bus.left
    for (place, value) in bad { bus.target.left[place] = value }
    #expect(BusPass.silenceNonfinite(bus.target.left, count: 40) == 4)
    for place in 0..<41 {
      #expect(bus.left[place] == (bad[place] == nil ? before[place] : 0), "\(place)")
    }
    #expect(BusPass.silenceNonfinite(bus.target.left, count: 40) == 0)
    bus.target.left[40] = .nan
    #expect(BusPass.silenceNonfinite(bus.target.left, count: 40) == 0 && bus.left[40].isNaN)
  }

  @Test func findsNonfiniteSamples() {
    for count in [1, 7, 16, 40] {
      for place in 0..<count {
        for bad in [Float.nan, .infinity, -.infinity] {
          let bus = noise(count)
          let wasFinite = BusPass.isFinite(bus.source, frames: count)
          if place % 2 == 0 { bus.target.left[place] = bad } else { bus.target.right[place] = bad }
          let isFinite = BusPass.isFinite(bus.source, frames: count)
          #expect(wasFinite && !isFinite, "\(place) of \(count)")
        }
      }
    }
    let huge = Samples([Float](repeating: 3e38, count: 40), [Float](repeating: -3e38, count: 40))
    #expect(BusPass.isFinite(huge.source, frames: 40))
  }

  @Test(arguments: blockSizes)
  func movesInAnyBlocks(sizes: [Int]) {
    func pass(_ sizes: [Int]) -> Samples {
      let bus = noise(1200)
      var gain = StereoRamp(StereoGain(left: 0, right: 1))
      gain.left.go(to: 0.8, over: 1000)
      gain.right.go(to: 0.1, over: 600)
      inBlocks(sizes, of: 1200) { start, frames in
        var done = 0
        while done < frames {
          let piece = gain.segment(frames - done)
          BusPass.applyRamp(&gain, to: bus.target.advanced(by: start + done), frames: piece)
          done += piece
        }
      }
      #expect(gain.isSteady && gain.value == StereoGain(left: 0.8, right: 0.1))
      return bus
    }
    #expect(pass(sizes).bits == pass([1200]).bits)
  }

  @Test func movesBothSidesAlike() {
    let ones = [Float](repeating: 1, count: 300)
    let bus = Samples(ones, ones)
    var gain = Ramp(1)
    BusPass.applyRamp(&gain, to: bus.target, frames: 100)
    gain.go(to: 0, over: 100)
    BusPass.applyRamp(&gain, to: bus.target.advanced(by: 100), frames: 100)
    BusPass.applyRamp(&gain, to: bus.target.advanced(by: 200), frames: 100)
    #expect(bus.left == bus.right)
    #expect(bus.left[..<100].allSatisfy { $0 == 1 } && bus.left[200...].allSatisfy { $0 == 0 })
    #expect(largestStep(bus.left) < 0.010_01)
  }
}
