import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// The pitch effect for live input. The conformance tests prove that its latency is as reported,
/// and that the samples do not depend on the blocks.
@Suite struct LivePitchTests {
  private func live(
    _ input: [Float], cents: Float, sampleRate: Int = 44_100, moves: [Int: Float] = [:]
  ) throws -> [Float] {
    try shifted(
      StereoSignal(input), cents: cents, sampleRate: sampleRate, moves: moves, isLive: true
    ).left
  }

  @Test func latencyIsAtMost40Milliseconds() throws {
    for sampleRate in [8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000] {
      let kernel = try PitchKernel(liveAt: sampleRate)
      #expect(kernel.latency * 25 <= sampleRate && kernel.latency * 26 > sampleRate)
      kernel.free()
    }
  }

  @Test(arguments: [-1200, -500, 500, 1200] as [Float], [110, 440, 1000.3, 4000])
  func aSineStaysOneAtTheNewPitch(cents: Float, tone: Double) throws {
    let ratio = exp2(Double(cents) / 1200)
    let input = tones([tone], count: 130_000)
    let output = try live(input, cents: cents)[44_100...]
    let spectrum = try PowerSpectrum(output)
    #expect(spectrum.purity([tone * ratio]) > 50)
    #expect(abs(1200 * log2(spectrum.frequency(near: tone * ratio) / (tone * ratio))) < 1)
    #expect(abs(10 * log10(energy(output) / energy(input[44_100...]))) < 0.2)
  }

  @Test(arguments: [-700, 500, 1200] as [Float], [44_100, 48_000, 8000])
  func aClickStaysInItsPlace(cents: Float, sampleRate: Int) throws {
    var click = [Float](repeating: 0, count: 2 * sampleRate)
    click[sampleRate] = 0.9
    let output = try live(click, cents: cents, sampleRate: sampleRate)
    let near = output[(sampleRate - sampleRate / 200)...(sampleRate + sampleRate / 200)]
    #expect(energy(near) > 0.95 * energy(output) && energy(near) > 0)
  }

  /// The fastest shift would read a transient beyond the newest frame.
  @Test(arguments: [2400, 3600] as [Float])
  func clicksAreTheSameInBlocksOfAnySize(cents: Float) throws {
    var clicks = [Float](repeating: 0, count: 44_100)
    for frame in stride(from: 10_000, to: 40_000, by: 5000) { clicks[frame] = 0.9 }
    let outputs = try [[1], [64, 7], [512]].map {
      try shifted(StereoSignal(clicks), cents: cents, blocks: $0, isLive: true).left
    }
    #expect(outputs[0] == outputs[1] && outputs[0] == outputs[2])
  }

  @Test func jumpsDoNotClickAndTheInputReturns() throws {
    let input = tones([300], count: 88_200, amplitude: 0.5)
    var moves: [Int: Float] = [:]
    for index in 1..<40 { moves[index * 1024] = [-1200, 1200, 0, 300][index % 4] }
    moves[50_000] = 0
    let output = try live(input, cents: 100, moves: moves)
    let steepest = 0.5 * 2 * Double.pi * 600 / 44_100
    #expect(Double(largestStep(output)) < steepest * 1.25)
    #expect(output[60_000...] == input[60_000...])
  }
}
