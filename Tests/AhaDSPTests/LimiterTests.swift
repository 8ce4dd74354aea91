import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Limiter")
struct LimiterTests {
  private func output(
    _ input: [Float], _ values: [Float], blocks: [Int] = [512], rate: Int = 44_100
  ) throws -> [Float] {
    KernelRun.output(try LimiterKernel(sampleRate: rate), input, blocks: blocks) { _ in values }
  }

  private func latency() throws -> Int {
    let kernel = try LimiterKernel(sampleRate: 44_100)
    defer { kernel.free() }
    return kernel.latency
  }

  private static func signal(_ which: Int) -> [Float] {
    let count = 4000
    switch which {
    case 0: return TruePeak.below20kHz(Signal.noise(count: 4 * count, amplitude: 1))
    case 1: return (0..<count).map { $0 / 220 % 2 == 0 ? 1 : -1 }
    case 2, 3:
      let step = which == 2 ? Double.pi / 2 : Double.pi / 3
      return (0..<count).map { frame in
        let fade = min(1, Double(min(frame, count - frame)) / 500)
        return Float(fade * sin(step * Double(frame) + step / 2))
      }
    case 4: return (0..<count).map { $0 % 701 == 300 ? 1 : 0 }
    default: return TruePeak.below20kHz(Signal.music(frames: 4 * count, channels: 1))
    }
  }

  @Test(arguments: 0...5, [Float(0), 6, 24])
  func truePeaksStayBelowTheCeiling(which: Int, gain: Float) throws {
    let output = try output(LimiterTests.signal(which), [-1, 80, gain])
    #expect(20 * log10(TruePeak.highest(output)) < -0.9)
  }

  @Test(arguments: [8000, 48_000, 96_000, 192_000])
  func truePeaksStayBelowTheCeilingAtAnyRate(rate: Int) throws {
    let output = try output(LimiterTests.signal(0), [-1, 80, 12], rate: rate)
    #expect(20 * log10(TruePeak.highest(output)) < -0.9)
  }

  /// Signals with much energy near half the sample rate.
  private static func sharp(_ which: Int) -> [Float] {
    let noise = Signal.noise(count: 44_100, amplitude: 1)
    if which == 0 { return noise }
    if which == 1 { return noise.map { $0 < 0 ? -1 : 1 } }
    return (0..<44_100).map { frame in
      frame % 1500 < 300 ? Float(sin(2 * .pi * 0.458 * Double(frame))) : 0
    }
  }

  /// White noise, random signs, and bursts of a sine 8 % below half the sample rate.
  @Test(arguments: 0...2, [Float(0), 6, 18])
  func truePeaksNearHalfTheSampleRateStayAtTheCeiling(which: Int, gain: Float) throws {
    let output = try output(LimiterTests.sharp(which), [-1, 80, gain])
    #expect(20 * log10(TruePeak.highest(output)) < -0.95)
  }

  /// Where the interpolator misses nothing, nothing is added to the peaks.
  @Test(arguments: [0, 5], [Float(12), 24])
  func truePeaksBelow20kHzReachTheCeiling(which: Int, gain: Float) throws {
    let output = try output(LimiterTests.signal(which), [-1, 80, gain])
    #expect(20 * log10(TruePeak.highest(output)) > -1.1)
  }

  /// The gain lifts values near the largest number to infinity; the limiter outputs silence.
  @Test func aGainOutOfRangeIsSilence() throws {
    var input = Signal.noise(count: 4000, amplitude: 1)
    input[2000] = 3e38
    input[2001] = -3e38
    let output = try output(input, [-1, 80, 24])
    #expect(output.allSatisfy { abs($0) <= 0.9 })
    #expect(output[3900...].contains { abs($0) > 0.1 })
  }

  /// Inter-sample peaks count: the samples are below the ceiling, the sine is not.
  @Test func limitsInterSamplePeaks() throws {
    let sine = LimiterTests.signal(2)
    #expect(sine.allSatisfy { abs($0) < 0.75 })
    let output = try output(sine, [-2, 80, 0])
    #expect(TruePeak.highest(output) < 0.8)
    #expect(abs(20 * log10(TruePeak.highest(output)) + 2) < 0.1)
  }

  @Test func isTheDelayedInputBelowTheCeiling() throws {
    let latency = try latency()
    let input = Signal.noise(count: 5000, amplitude: 0.45)
    let output = try output(input, [-1, 80, 0])
    let isSame = Array(output[latency...]) == Array(input[..<(5000 - latency)])
    #expect(isSame)
    #expect(output[..<latency].allSatisfy { $0 == 0 })
  }

  /// After a peak and its release, the output equals the input again.
  @Test func comesBackToTheInput() throws {
    let latency = try latency()
    var input = Signal.noise(count: 60_000, amplitude: 0.3)
    input[1000] = 3
    let output = try output(input, [-1, 20, 0])
    #expect(output[1000 + latency] < 0.9 && output[1000 + latency] > 0.8)
    let isBack = Array(output[(30_000 + latency)...]) == Array(input[30_000..<(60_000 - latency)])
    #expect(isBack)
  }

  @Test func aSteadySineKeepsItsShape() throws {
    let sine = Signal.sine(frames: 88_200, frequency: 100, sampleRate: 44_100, amplitude: 2)
    let output = try output(sine, [-1, 80, 0])
    let steady = Array(output[44_100...])
    #expect(Measure.sineSNR(steady, frequency: 100, sampleRate: 44_100) > 50)
  }

  @Test func staysFinite() throws {
    let loud = Signal.noise(count: 3000, amplitude: 1e30)
    let input = loud + Signal.noise(count: 60_000, amplitude: 0.1)
    let output = try output(input, [-1, 1, 24])
    #expect(output.allSatisfy { abs($0) < 1 })
  }
}
