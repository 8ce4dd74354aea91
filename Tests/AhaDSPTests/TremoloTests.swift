import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Tremolo")
struct TremoloTests {
  private let rate = 48_000

  /// The gains of both sides.
  private func gains(
    mode: Float = 0, hertz: Float, depth: Float, shape: Float = 0
  ) throws -> (left: [Float], right: [Float]) {
    var kernel = try TremoloKernel(sampleRate: rate)
    defer { kernel.free() }
    let ones = [Float](repeating: 1, count: 2 * rate)
    let samples = Samples(ones, ones)
    kernel.aim([mode, hertz, depth, shape], over: 0)
    kernel.process(samples.target, frames: samples.count)
    return (samples.left, samples.right)
  }

  @Test(arguments: [Float(0), 1, 2], [Float(0.3), 1])
  func theGainMovesByItsDepth(shape: Float, depth: Float) throws {
    let gains = try gains(hertz: 5, depth: depth, shape: shape).left
    #expect(abs(gains.max()! - 1) < 1e-4)
    #expect(abs(gains.min()! - (1 - depth)) < 1e-4)
    #expect(abs(gains[0] - (1 - depth / 2)) < 0.01)
  }

  @Test(arguments: [Float(0), 1, 2], [Float(2), 8.5])
  func theRateIsInCyclesASecond(shape: Float, hertz: Float) throws {
    let gains = try gains(hertz: hertz, depth: 1, shape: shape).left
    let rises = (1..<gains.count).filter { gains[$0 - 1] <= 0.5 && gains[$0] > 0.5 }
    let period = Float(rises.last! - rises[0]) / Float(rises.count - 1)
    #expect(abs(period * hertz / Float(rate) - 1) < 1e-3)
  }

  @Test func theSineIsASine() throws {
    let gains = try gains(hertz: 3, depth: 1).left
    for frame in stride(from: 0, to: rate, by: 97) {
      let expected = 0.5 + 0.5 * sin(2 * Float.pi * 3 * Float(frame) / Float(rate))
      #expect(abs(gains[frame] - expected) < 1e-4)
    }
  }

  @Test func theEdgesOfTheSquareTakeThreeMilliseconds() throws {
    let gains = try gains(hertz: 2, depth: 1, shape: 2).left
    let moving = (1..<rate).filter { gains[$0] != gains[$0 - 1] }.count
    // Four edges in a second: the second starts and ends in the middle of one.
    #expect(abs(moving - 4 * 144) < 8)
  }

  @Test func autoPanKeepsThePower() throws {
    let (left, right) = try gains(mode: 1, hertz: 4, depth: 1)
    for (left, right) in zip(left, right) { #expect(abs(left * left + right * right - 2) < 1e-4) }
    #expect(left.min()! < 1e-3 && right.min()! < 1e-3)
  }
}
