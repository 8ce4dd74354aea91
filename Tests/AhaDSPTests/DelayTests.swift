import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

@Suite("Delay")
struct DelayTests {
  static let rate = 48_000
  private let rate = DelayTests.rate

  private func delay(
    _ left: [Float], _ right: [Float], times: (Float, Float) = (100, 150), feedback: Float = 0,
    cross: Float = 0, tone: Float = 20_000, mix: Float = 1, rate: Int = DelayTests.rate
  ) throws -> Samples {
    var kernel = try DelayKernel(sampleRate: rate)
    defer { kernel.free() }
    kernel.aim([times.0, times.1, feedback, cross, tone, mix], over: 0)
    let samples = Samples(left, right)
    inBlocks([512], of: samples.count) {
      kernel.process(samples.target.advanced(by: $0), frames: $1)
    }
    return samples
  }

  private func impulse(_ frames: Int) -> [Float] { [1] + [Float](repeating: 0, count: frames - 1) }
  private func silence(_ frames: Int) -> [Float] { [Float](repeating: 0, count: frames) }

  @Test(arguments: [8000, 48_000, 192_000])
  func echoesComeAtTheirTimes(rate: Int) throws {
    for (left, right) in [(1, 2000), (375, 500), (2000, 1)] as [(Int, Int)] {
      let input = impulse(rate * 3)
      let wet = try delay(input, input, times: (Float(left), Float(right)), rate: rate)
      var (expectedLeft, expectedRight) = (silence(rate * 3), silence(rate * 3))
      expectedLeft[left * rate / 1000] = 1
      expectedRight[right * rate / 1000] = 1
      #expect(wet.left == expectedLeft && wet.right == expectedRight, "\(left), \(right) ms")
    }
  }

  /// Sum of the samples around a time: a smoothed echo keeps nearly all of its sum.
  private func echo(_ samples: [Float], _ ms: Int) -> Float {
    samples[ms * rate / 1000 - 5..<ms * rate / 1000 + 15].reduce(0, +)
  }

  @Test func everyRepeatIsWeakerByTheFeedback() throws {
    let input = impulse(rate)
    let wet = try delay(input, input, feedback: 0.5)
    for (repeats, level) in [1: 1, 2: 0.5, 3: 0.25, 4: 0.125] as [Int: Float] {
      #expect((echo(wet.left, 100 * repeats) / level - 1).magnitude < 0.15, "\(repeats)")
      #expect((echo(wet.right, 150 * repeats) / level - 1).magnitude < 0.15, "\(repeats)")
    }
  }

  @Test func fullCrossIsPingPong() throws {
    let input = impulse(rate)
    let wet = try delay(input, input, feedback: 0.5, cross: 1)
    #expect(wet.left[4800] == 1)
    let (second, third) = (echo(wet.right, 250), echo(wet.left, 350))
    #expect((second - 0.5).magnitude < 0.05 && (third - 0.25).magnitude < 0.05)
    #expect(wet.right[..<11_990].allSatisfy { $0 == 0 })
    #expect(wet.left[4810..<16_790].allSatisfy { $0 == 0 })
  }

  @Test func toneDampsTheFeedback() throws {
    /// Level of the second repeat of a burst against the first, in dB.
    func loss(_ frequency: Double) throws -> Double {
      let burst = Signal.sine(frames: 2400, frequency: frequency, sampleRate: rate)
      let input = burst + silence(rate)
      let wet = try delay(input, input, feedback: 0.5, tone: 1000).left
      return Measure.decibels(Measure.energy(wet[9600..<14_400]), Measure.energy(wet[4800..<7200]))
    }
    let (low, corner, high) = (try loss(200), try loss(1000), try loss(8000))
    #expect((low + 6.2).magnitude < 0.3, "\(low) dB")
    #expect((corner + 9).magnitude < 0.7, "\(corner) dB")
    #expect(high < -20, "\(high) dB")
  }

  @Test func steadyOffsetsDoNotAddUp() throws {
    let ones = [Float](repeating: 1, count: rate * 10)
    let wet = try delay(ones, ones, times: (10, 10), feedback: 0.95)
    #expect((wet.left[rate * 9] - 1).magnitude < 0.01)
  }

  @Test func mixKeepsThePower() throws {
    let noise = Signal.noise(count: rate, seed: 1)
    let dry = Samples(noise, Array(noise.reversed()))
    #expect(try delay(dry.left, dry.right, mix: 0).bits == dry.bits)
    let half = try delay(dry.left, dry.right, mix: 0.5)
    let level = Measure.decibels(
      Measure.energy(half.left[7200...]), Measure.energy(dry.left[7200...]))
    #expect(level.magnitude < 0.3, "\(level) dB")
  }

  @Test func timesChangeWithoutClicks() throws {
    var kernel = try DelayKernel(sampleRate: rate)
    defer { kernel.free() }
    let tone = Signal.sine(frames: 2 * rate, frequency: 150, sampleRate: rate)
    let samples = Samples(tone, tone)
    kernel.aim([100, 150, 0, 0, 20_000, 1], over: 0)
    inBlocks([32], of: samples.count) { start, frames in
      let isUp = start / 3200 % 2 == 1
      if start > rate / 2 { kernel.aim([isUp ? 21 : 7, isUp ? 3 : 50, 0, 0, 20_000, 1], over: 32) }
      kernel.process(samples.target.advanced(by: start), frames: frames)
    }
    let (steady, moving) = (
      largestStep(Array(samples.left[rate / 4..<rate / 2])),
      largestStep(Array(samples.left[(rate / 2)...]))
    )
    #expect(moving < 1.5 * steady, "\(moving), steady \(steady)")
  }
}
