import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

/// Reads between the frames of a delay line.
@Suite struct FractionalDelayTests {
  private let rate = 44_100

  private func sine(_ hertz: Double) -> [Float] {
    Signal.sine(frames: 2 * rate, frequency: hertz, sampleRate: rate, amplitude: 0.25)
  }

  /// Level of the end against that of the input, in dB.
  private func gain(_ output: [Float], _ input: [Float]) -> Double {
    Measure.decibels(Measure.energy(output[rate...]), Measure.energy(input[rate...]))
  }

  @Test(arguments: [5000.0, 15_000, 20_000])
  func delaysBetweenFramesKeepTheLevelUpTo20kHz(hertz: Double) throws {
    let input = sine(hertz)
    for part in [0.1, 0.5, 0.77] {
      let ms = Float((300 + part) * 1000 / Double(rate))
      let output = KernelRun.output(try DelayKernel(sampleRate: rate), input) { _ in
        [ms, ms, 0, 0, 20_000, 1]
      }
      #expect(gain(output, input).magnitude < 0.5, "\(part)")
    }
  }

  @Test(arguments: [10.3, 20.5, 441.25])
  func aDelayHasItsFractionOfAFrame(frames: Double) throws {
    let hertz = 300.0
    let input = sine(hertz)
    // Below the shortest interpolated delay it is rounded.
    let expected = frames < Double(FractionalLine.shortest) ? frames.rounded() : frames
    let ms = Float(frames * 1000 / Double(rate))
    let output = KernelRun.output(try DelayKernel(sampleRate: rate), input) { _ in
      [ms, ms, 0, 0, 20_000, 1]
    }
    let late = (0..<2 * rate).map { index in
      Float(0.25 * sin(2 * .pi * hertz * (Double(index) - expected) / Double(rate)))
    }
    let error = zip(output, late).map { $0 - $1 }
    #expect(Measure.decibels(Measure.energy(error[rate...]), Measure.energy(late[rate...])) < -60)
  }

  @Test(arguments: [5000.0, 15_000, 20_000])
  func aMovingChorusKeepsTheLevelUpTo20kHz(hertz: Double) throws {
    let input = sine(hertz)
    let output = KernelRun.output(try ChorusKernel(sampleRate: rate), input) { _ in
      [0, 0.8, 2, 8, 0, 1]
    }
    for start in stride(from: rate, to: 2 * rate - 441, by: 441) {
      let (wet, dry) = (output[start..<start + 441], input[start..<start + 441])
      let level = Measure.decibels(Measure.energy(wet), Measure.energy(dry))
      #expect(level.magnitude < 0.5, "frame \(start)")
    }
  }
}
