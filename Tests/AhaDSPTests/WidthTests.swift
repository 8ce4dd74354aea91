import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Width")
struct WidthTests {
  private let rate = 48_000

  private func output(_ left: [Float], _ right: [Float], _ values: [Float]) throws -> Samples {
    var kernel = try WidthKernel(sampleRate: rate)
    defer { kernel.free() }
    kernel.aim(values, over: 0)
    let samples = Samples(left, right)
    kernel.process(samples.target, frames: samples.count)
    return samples
  }

  /// Samples of few bits, so that the sums are exact.
  private func coarse(_ seed: UInt64) -> [Float] {
    Signal.noise(count: 999, seed: seed).map { ($0 * 4096).rounded() / 4096 }
  }

  @Test(arguments: [Float(0), 0.5, 1, 2])
  func isTheAlgebraOfMidAndSide(width: Float) throws {
    let (left, right) = (coarse(1), coarse(2))
    let output = try output(left, right, [width, 0, 0, 20])
    for index in left.indices {
      let (mid, side) = ((left[index] + right[index]) / 2, (left[index] - right[index]) / 2)
      #expect(output.left[index] == mid + width * side)
      #expect(output.right[index] == mid - width * side)
    }
  }

  @Test func gainsAreInDecibels() throws {
    let output = try output([1, 0], [0, 1], [1, 6, -12, 20])
    let (mid, side) = (pow(10, Float(6) / 20), pow(10, Float(-12) / 20))
    #expect(abs(output.left[0] - (mid + side) / 2) < 1e-6)
    #expect(abs(output.right[0] - (mid - side) / 2) < 1e-6)
  }

  @Test func bassBecomesMono() throws {
    func side(_ frequency: Double) throws -> Double {
      let sine = Signal.sine(frames: rate, frequency: frequency, sampleRate: rate)
      let output = try output(sine, sine.map { -$0 }, [1, 0, 0, 200])
      return Measure.decibels(
        Measure.energy(output.left[rate / 2..<rate]), Measure.energy(sine[rate / 2..<rate]))
    }
    #expect(abs(try side(50) + 24.1) < 0.2)
    #expect(abs(try side(200) + 3.01) < 0.1)
    #expect(abs(try side(2000)) < 0.01)
    let mono = Signal.sine(frames: 2000, frequency: 50, sampleRate: rate)
    #expect(try output(mono, mono, [1, 0, 0, 200]).left == mono)
  }
}
