import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

@Suite("Gate")
struct GateTests {
  private let rate = 48_000

  /// The gain of each frame for levels in dB, each for a count of frames. Threshold -40 dB.
  private func gains(
    _ levels: [(db: Float, frames: Int)], ratio: Float = 100, range: Float = -80,
    hysteresis: Float = 6, attack: Float = 0.1, hold: Float = 0, release: Float = 1
  ) throws -> [Float] {
    let input = levels.flatMap { [Float](repeating: pow(10, $0.db / 20), count: $0.frames) }
    let output = KernelRun.output(try GateKernel(sampleRate: rate), input) { _ in
      [-40, ratio, range, hysteresis, attack, hold, release]
    }
    return zip(output, input).map { $0 / $1 }
  }

  @Test func opensAtTheThresholdAndClosesBelowTheHysteresis() throws {
    let levels: [(db: Float, frames: Int)] = [
      (-41, 2000), (-39, 2000), (-45, 2000), (-47, 2000), (-41, 2000),
    ]
    let gains = try gains(levels)
    #expect(gains[1999] < 1e-3)
    #expect(gains[3999] == 1)
    #expect(gains[5999] == 1)
    #expect(gains[7999] < 1e-3)
    #expect(gains[9999] < 1e-3)
  }

  /// 63 % of a change in each time; the hold before the release.
  @Test func takesItsTimes() throws {
    let levels: [(db: Float, frames: Int)] = [(-100, 4800), (-20, 9600), (-100, 24_000)]
    let gains = try gains(levels, attack: 10, hold: 100, release: 50)
    #expect(gains[4799] < 2e-4)
    #expect(abs(gains[4800 + 480] - 0.632) < 0.01)
    let end = 14_400 + 4800
    #expect(gains[end - 1] > 0.9999)
    #expect(abs(gains[end + 2400] - 0.368) < 0.01)
  }

  @Test func expandsByItsRatioToItsRange() throws {
    for (level, reduction) in [(Float(-45), Float(5)), (-50, 10), (-58, 18), (-90, 20)] {
      let gains = try gains([(level, 24_000)], ratio: 2, range: -20)
      #expect(abs(20 * log10(gains[23_999]) + reduction) < 0.05, "\(level) dB")
    }
  }

  @Test func isItsInputWhileItIsOpen() throws {
    let noise = Signal.noise(count: 20_000)
    let output = KernelRun.output(try GateKernel(sampleRate: rate), noise) { _ in
      [-60, 10, -80, 6, 0.1, 50, 100]
    }
    #expect(output[1000...] == noise[1000...])
  }

  @Test func followsTheKey() throws {
    var kernel = try GateKernel(sampleRate: rate)
    defer { kernel.free() }
    kernel.aim([-40, 100, -80, 6, 0.1, 0, 1], over: 0)
    let ones = [Float](repeating: 1, count: 4000)
    let key = (0..<4000).map { $0 < 2000 ? Float(0) : 1 }
    let (audio, keys) = (Samples(ones, ones), Samples(key, key))
    kernel.process(audio.target, key: keys.source, frames: 4000)
    #expect(audio.left[1999] < 1e-3 && audio.left[3999] == 1)
  }
}
