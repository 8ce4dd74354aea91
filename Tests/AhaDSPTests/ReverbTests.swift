import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

@Suite("Reverb")
struct ReverbTests {
  static let rate = 44_100
  private let rate = ReverbTests.rate

  /// Output of a new kernel, in calls of 512 frames.
  func reverb(
    _ left: [Float], _ right: [Float], size: Float = 0.5, decay: Float = 2, damping: Float = 0.5,
    predelay: Float = 10, width: Float = 1, mix: Float = 1, rate: Int = ReverbTests.rate
  ) throws -> Samples {
    var kernel = try ReverbKernel(sampleRate: rate)
    defer { kernel.free() }
    kernel.aim([size, decay, damping, predelay, width, mix], over: 0)
    let samples = Samples(left, right)
    inBlocks([512], of: samples.count) {
      kernel.process(samples.target.advanced(by: $0), frames: $1)
    }
    return samples
  }

  func impulse(_ seconds: Double) -> [Float] {
    [1] + [Float](repeating: 0, count: Int(seconds * Double(rate)) - 1)
  }

  private func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  private func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    Signal.noise(count: count, seed: seed, amplitude: 1)
  }

  /// A band of about one octave: two resonators in series.
  func octave(_ samples: [Float], around hz: Double = 1000) -> [Float] {
    let angle = 2 * Double.pi * hz / Double(rate)
    let alpha = sin(angle) / 2.6
    var result = samples.map(Double.init)
    for _ in 0..<2 {
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      for index in result.indices {
        let x = result[index]
        let y = (alpha * (x - x2) + 2 * cos(angle) * y1 - (1 - alpha) * y2) / (1 + alpha)
        (x1, x2, y1, y2) = (x, x1, y, y1)
        result[index] = y
      }
    }
    return result.map(Float.init)
  }

  /// Decay time for 60 dB, extrapolated from the fall of the remaining energy between -5 and -35
  /// dB.
  func decayTime(_ response: [Float]) -> Double {
    var remaining = Measure.energy(response)
    let all = remaining
    var (five, thirtyFive) = (0, 0)
    for (index, sample) in response.enumerated() {
      let level = Measure.decibels(remaining, all)
      if level > -5 { five = index }
      if level > -35 { thirtyFive = index }
      remaining = max(0, remaining - Double(sample) * Double(sample))
    }
    return 2 * Double(thirtyFive - five) / Double(rate)
  }

  @Test(arguments: [Float(0.5), 2, 8], [Float(0), 0.5, 1])
  func decaysInItsTimeAtOneKilohertz(decay: Float, size: Float) throws {
    let input = impulse(Double(decay) * 1.5)
    let wet = try reverb(input, input.map { -$0 }, size: size, decay: decay)
    let measured = decayTime(octave(wet.left))
    #expect((measured / Double(decay) - 1).magnitude < 0.1, "\(measured) s for \(decay) s")
  }

  @Test func dampingShortensHighFrequencies() throws {
    let input = impulse(2)
    /// Energy of the differences (high frequencies) against the whole energy.
    func highShare(_ damping: Float) throws -> Double {
      let tail = Array(try reverb(input, input, damping: damping).left[22_050...])
      let differences = zip(tail, tail.dropFirst()).map { $1 - $0 }
      return Measure.decibels(Measure.energy(differences), Measure.energy(tail))
    }
    let (open, half, dull) = (try highShare(0), try highShare(0.5), try highShare(1))
    #expect(open > half + 3 && half > dull + 3, "\(open), \(half), \(dull) dB")
  }

  @Test(arguments: [Float(0.3), 0.5, 2, 8])
  func isAsLoudAsTheInput(decay: Float) throws {
    let (left, right) = (noise(12 * rate, 1), noise(12 * rate, 2))
    let wet = try reverb(left, right, decay: decay, damping: 0)
    let start = 9 * rate
    for (output, input) in [(wet.left, left), (wet.right, right)] {
      let level = Measure.decibels(
        Measure.energy(output[start...]), Measure.energy(input[start...]))
      #expect(level.magnitude < 3, "\(level) dB")
    }
  }

  @Test func echoesAreDense() throws {
    for (left, right) in [(1, 0), (0, 1)] as [(Float, Float)] {
      let input = impulse(1)
      let wet = try reverb(
        input.map { $0 * left }, input.map { $0 * right }, predelay: 0)
      for side in [wet.left, wet.right] {
        var densities: [Double] = []
        for start in stride(from: 2205, to: 8820, by: 441) {
          let part = side[start..<start + 882]
          let deviation = Float((Measure.energy(part) / 882).squareRoot())
          densities.append(Double(part.count { $0.magnitude > deviation }) / 882 / 0.3173)
        }
        let mean = densities.reduce(0, +) / Double(densities.count)
        #expect(mean > 0.85, "\(mean)")
      }
    }
  }

  @Test func predelayMovesTheOnset() throws {
    func onset(_ predelay: Float) throws -> Int {
      let wet = try reverb(impulse(0.5), impulse(0.5), predelay: predelay)
      return wet.left.firstIndex { $0 != 0 } ?? -1
    }
    let start = try onset(10)
    #expect(start > rate / 100 && start < rate / 50)
    #expect(try onset(210) - start == rate / 5)
  }

  @Test func earlyReflectionsComeFromTheSideOfTheSound() throws {
    let wet = try reverb(impulse(2), silence(2 * rate), predelay: 0)
    func balance(_ range: Range<Int>) -> Double {
      Measure.decibels(Measure.energy(wet.left[range]), Measure.energy(wet.right[range]))
    }
    let (early, late) = (balance(0..<rate / 20), balance(rate / 2..<2 * rate))
    #expect(early > 0.5 && late.magnitude < 1.5, "\(early), \(late) dB")
  }

  @Test func widthZeroIsMono() throws {
    let mono = try reverb(noise(rate, 1), silence(rate), width: 0)
    let isMono = mono.left == mono.right
    #expect(isMono)
    let wide = try reverb(noise(rate, 1), silence(rate), width: 1)
    let product = zip(wide.left, wide.right).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    let energies = Measure.energy(wide.left) * Measure.energy(wide.right)
    #expect(product.magnitude < 0.25 * energies.squareRoot())
  }

  @Test func withoutMixEveryBitStays() throws {
    let left = noise(5000, 1) + [-0.0, 0, 1e-40]
    let dry = Samples(left, noise(5003, 2))
    #expect(try reverb(dry.left, dry.right, mix: 0).bits == dry.bits)
    var kernel = try ReverbKernel(sampleRate: rate)
    defer { kernel.free() }
    kernel.aim([0.5, 2, 0.5, 10, 1, 0], over: 0)
    #expect(kernel.isNeutral)
    kernel.aim([0.5, 2, 0.5, 10, 1, 0.1], over: 32)
    #expect(!kernel.isNeutral)
  }

  @Test func aMovingRoomDoesNotClick() throws {
    var kernel = try ReverbKernel(sampleRate: rate)
    defer { kernel.free() }
    let tone = Signal.sine(frames: 3 * rate, frequency: 150, sampleRate: rate)
    let samples = Samples(tone, tone)
    kernel.aim([0.5, 1, 0.5, 10, 1, 1], over: 0)
    inBlocks([32], of: samples.count) { start, frames in
      let isUp = start / 3200 % 2 == 1
      if start > rate { kernel.aim([isUp ? 1 : 0, 1, 0.5, isUp ? 250 : 0, 1, 1], over: 32) }
      kernel.process(samples.target.advanced(by: start), frames: frames)
    }
    let (steady, moving) = (
      largestStep(Array(samples.left[rate / 2..<rate])), largestStep(Array(samples.left[rate...]))
    )
    #expect(moving < 0.08 && steady > 0.001, "\(moving), steady \(steady)")
  }
}

extension ReverbTests {
  /// The lines of the network would add it up in phase.
  @Test(arguments: [(Float(0), Float(0.6)), (0.5, 2), (1, 8)])
  func aSteadyOffsetIsNotRaised(size: Float, decay: Float) throws {
    let offset = [Float](repeating: 0.1, count: 6 * ReverbTests.rate)
    let wet = Samples(offset, offset)
    var kernel = try ReverbKernel(sampleRate: ReverbTests.rate)
    defer { kernel.free() }
    kernel.aim([size, decay, 0.5, 10, 1, 1], over: 0)
    inBlocks([512], of: wet.count) {
      kernel.process(wet.target.advanced(by: $0), frames: $1)
    }
    #expect(wet.left.suffix(100).allSatisfy { $0.magnitude < 1e-3 })
    #expect(wet.right.suffix(100).allSatisfy { $0.magnitude < 1e-3 })
  }
}
