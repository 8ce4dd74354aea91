import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("De-esser")
struct DeEsserTests {
  private let rate = 48_000

  private func output(_ input: [Float], _ values: [Float]) throws -> [Float] {
    KernelRun.output(try DeEsserKernel(sampleRate: rate), input) { _ in values }
  }

  private func change(_ output: [Float], _ input: [Float], _ frequency: Double) -> Double {
    let (after, before) = (Array(output[rate / 2..<rate]), Array(input[rate / 2..<rate]))
    return KernelRun.decibels(after, frequency, Double(rate))
      - KernelRun.decibels(before, frequency, Double(rate))
  }

  @Test func reducesOnlyAboveTheSplit() throws {
    let tones = [300.0, 1000, 14_000].map {
      Signal.sine(frames: rate, frequency: $0, sampleRate: rate, amplitude: 0.25)
    }
    let input = (0..<rate).map { tones[0][$0] + tones[1][$0] + tones[2][$0] }
    let output = try output(input, [4000, -40, 20, 12, 1, 100])
    for low in [300.0, 1000] { #expect(abs(change(output, input, low)) < 0.1, "\(low) Hz") }
    let high = change(output, input, 14_000)
    #expect(high < -11 && high > -12.5, "\(high) dB")
  }

  @Test func lowTonesReduceNothing() throws {
    let input = Signal.sine(frames: rate, frequency: 200, sampleRate: rate, amplitude: 1)
    let output = try output(input, [8000, -40, 20, 12, 1, 10])
    // The beginning of the sine is an edge.
    #expect(output[rate / 2..<rate] == input[rate / 2..<rate])
  }

  /// 10 dB over the threshold become 5 dB, at a frequency where the shelf has ended.
  @Test func followsItsRatio() throws {
    let input = Signal.sine(frames: rate, frequency: 12_000, sampleRate: rate, amplitude: 0.1)
    let output = try output(input, [1000, -30, 2, 24, 1, 500])
    let found = change(output, input, 12_000)
    #expect(abs(found + 5) < 0.3, "\(found) dB")
  }
}
