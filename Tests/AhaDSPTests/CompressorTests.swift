import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Compressor")
struct CompressorTests {
  private func output(_ input: [Float], _ values: [Float]) throws -> [Float] {
    KernelRun.output(try CompressorKernel(sampleRate: 48_000), input) { _ in values }
  }

  /// Static levels follow the curve with its knee.
  @Test(arguments: [Float(0), 6, 24], [Float(1), 3, 20])
  func followsItsCurve(knee: Float, ratio: Float) throws {
    for level in stride(from: Float(-60), through: 12, by: 1.5) {
      let input = [Float](repeating: pow(10, level / 20), count: 3000)
      let output = try output(input, [-20, ratio, 0.1, 5, knee, 2, 1])
      let over = level + 20
      let slope = 1 - 1 / ratio
      var reduction = max(over, 0) * slope
      if abs(over) < knee / 2 { reduction = slope * pow(over + knee / 2, 2) / (2 * knee) }
      let found = 20 * log10(output[2999] / input[2999])
      #expect(abs(found - (2 - reduction)) < 0.05, "\(level)")
    }
  }

  /// After one time constant, the gain in decibels has moved by 63 %.
  @Test func takesItsTimes() throws {
    let step = [Float](repeating: 0.01, count: 4800) + [Float](repeating: 1, count: 9600)
    let attack = try output(step, [-20, 20, 20, 5, 0, 0, 1])
    let whole = -20 * Float(0.95)
    let found = 20 * log10(attack[4800 + 960])
    #expect(abs(found / whole - 0.632) < 0.01)
    let drop = [Float](repeating: 1, count: 9600) + [Float](repeating: 0.01, count: 9600)
    let release = try output(drop, [-20, 20, 0.1, 50, 0, 0, 1])
    let left = 20 * log10(release[9600 + 2400] / 0.01)
    #expect(abs(left / whole - 0.368) < 0.01)
  }

  @Test func isItsInputWithoutWork() throws {
    let noise = Signal.noise(count: 2000)
    #expect(try output(noise, [-20, 1, 1, 50, 6, 0, 1]) == noise)
    #expect(try output(noise, [-20, 8, 1, 50, 6, 9, 0]) == noise)
  }
}
