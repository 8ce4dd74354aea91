import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

@Suite("Chorus")
struct ChorusTests {
  private let rate = 48_000

  /// The delay of each frame, in frames: a rising line comes out lower by its delay.
  private func delays(mode: Float, hertz: Float, depth: Float, delay: Float) throws -> [Float] {
    let line = (0..<4 * rate).map { Float($0) }
    let output = KernelRun.output(try ChorusKernel(sampleRate: rate), line) { _ in
      [mode, hertz, depth, delay, 0, 1]
    }
    return zip(line, output).map { $0 - $1 }.suffix(3 * rate)
  }

  @Test(arguments: [Float(0), 1])
  func theDelayMovesBetweenItsBounds(mode: Float) throws {
    for (depth, delay) in [(Float(2), Float(8)), (10, 30), (3, 4), (10, 5)] {
      let delays = try delays(mode: mode, hertz: 1, depth: depth, delay: delay)
      // At most the delay itself, down to the shortest one.
      let (center, shortest) = (delay * 48, FractionalLine.shortest)
      let reach = min(depth * 48, center - shortest)
      #expect(abs(delays.min()! - (center - reach)) < 0.2, "\(depth) ms")
      #expect(abs(delays.max()! - (center + reach)) < 0.2, "\(depth) ms")
    }
  }

  /// A delay that changes by d frames in a frame shifts the pitch by 1200 log2(1 + d) cents.
  @Test(arguments: [(Float(0.5), Float(5)), (3, 1), (6, 2)])
  func detunesByTheSlopeOfTheDelay(hertz: Float, depth: Float) throws {
    let delays = try delays(mode: 0, hertz: hertz, depth: depth, delay: 10)
    let width = 200
    let slopes = (width..<delays.count - width).map {
      (delays[$0 + width] - delays[$0 - width]) / Float(2 * width)
    }
    let cents = 1200 * log2(1 + slopes.max()!)
    let expected = 1200 * log2(1 + 2 * .pi * hertz * depth * 0.001)
    #expect(abs(cents / expected - 1) < 0.02, "\(cents), expected \(expected)")
  }

  @Test func theRightSideIsAQuarterOfACycleAhead() throws {
    var kernel = try ChorusKernel(sampleRate: rate)
    defer { kernel.free() }
    let line = (0..<2 * rate).map { Float($0) }
    let samples = Samples(line, line)
    kernel.aim([0, 1, 2, 8, 0, 1], over: 0)
    inBlocks([512], of: samples.count) {
      kernel.process(samples.target.advanced(by: $0), frames: $1)
    }
    let (left, right) = (samples.left, samples.right)
    let differences = (rate / 2..<rate).map { abs(left[$0 + rate / 4] - right[$0] - 12_000) }
    #expect(differences.max()! < 0.2)
  }

  @Test(arguments: [Float(0), 1, 2])
  func feedbackDoesNotGrow(mode: Float) throws {
    let noise = Signal.noise(count: 10 * rate, amplitude: 0.1)
    for feedback: Float in [-0.95, 0.95] {
      let output = KernelRun.output(try ChorusKernel(sampleRate: rate), noise) { _ in
        [mode, 0.5, 3, 5, feedback, 1]
      }
      let early = Measure.energy(output[rate..<3 * rate])
      let late = Measure.energy(output[8 * rate..<10 * rate])
      #expect(abs(Measure.decibels(late, early)) < 1, "\(feedback)")
    }
  }

  /// The delay moves by at most a part of the line in each run, so that no read leaves the line.
  @Test(arguments: [Float(0), 1, 2])
  func jumpsOfTheDelayStayInTheLine(mode: Float) throws {
    let rate = 96_000
    let ones = [Float](repeating: 1, count: rate)
    let output = KernelRun.output(try ChorusKernel(sampleRate: rate), ones, cell: 32) {
      [mode, 10, 25, $0 / 32 % 7 < 3 ? 1 : 50, 0, 1]
    }
    let highest = output.map { $0.magnitude }.max()!
    #expect(highest < 2)
  }
}
