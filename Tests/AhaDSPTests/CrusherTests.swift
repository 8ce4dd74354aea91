import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Crusher")
struct CrusherTests {
  private func output(_ input: [Float], _ values: [Float]) throws -> [Float] {
    KernelRun.output(try CrusherKernel(sampleRate: 48_000), input) { _ in values }
  }

  @Test(arguments: [Float(1), 2, 4, 8, 16, 24])
  func roundsToItsSteps(bits: Float) throws {
    let step = pow(2, 1 - bits)
    let noise = Signal.noise(count: 4000, amplitude: 0.9)
    for (sample, crushed) in zip(noise, try output(noise, [bits, 48_000, 1])) {
      #expect((crushed / step).rounded() == crushed / step || bits == 24)
      #expect(abs(crushed - sample) <= step / 2)
    }
  }

  @Test(arguments: [(Float(12_000), 4), (Float(1000), 48)])
  func holdsSamples(rate: Float, frames: Int) throws {
    let line = (0..<4800).map { Float($0) / 8192 }
    let output = try output(line, [24, rate, 1])
    for (frame, sample) in output.enumerated() {
      #expect(sample == line[frame / frames * frames])
    }
  }

  @Test func silenceStaysSilent() throws {
    let output = try output([Float](repeating: 0.01, count: 500), [4, 12_000, 1])
    #expect(output.allSatisfy { $0 == 0 })
  }
}
