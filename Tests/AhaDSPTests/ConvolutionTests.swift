import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDSP

@Suite("Convolution")
struct ConvolutionTests {
  private func impulse(_ left: [Float], _ right: [Float], gain: Float = 1) throws -> Impulse {
    try left.withBuffer { left in
      try right.withBuffer { right in
        try Impulse(
          StereoSource(left: left, right: right), frames: left.count,
          gain: gain)
      }
    }
  }

  private func convolve(_ input: Samples, with impulse: Impulse, blocks: [Int] = [512]) throws {
    var kernel = try ConvolutionKernel(impulse)
    defer { kernel.free() }
    kernel.aim([1, 0], over: 0)
    inBlocks(blocks, of: input.count) {
      kernel.process(input.target.advanced(by: $0), frames: $1)
    }
  }

  /// One sample for each length: the levels begin at 128, 1024 and 8192 samples.
  private static let taps = [0, 1, 127, 128, 129, 1023, 1024, 1535, 8191, 8192, 12_288, 20_000]

  @Test func eachSampleOfTheResponseIsAnEchoAtItsTime() throws {
    let frames = 24_000
    for (number, tap) in ConvolutionTests.taps.enumerated() {
      var left = [Float](repeating: 0, count: 20_001)
      var right = left
      left[tap] = 0.5
      right[20_000 - tap] = -0.25
      var click = [Float](repeating: 0, count: frames)
      click[100 + number] = 1
      let output = Samples(click, click)
      try convolve(output, with: try impulse(left, right))
      for frame in 0..<frames {
        let wantedLeft: Float = frame == 100 + number + tap ? 0.5 : 0
        let wantedRight: Float = frame == 100 + number + 20_000 - tap ? -0.25 : 0
        let errors = (output.left[frame] - wantedLeft, output.right[frame] - wantedRight)
        #expect(errors.0.magnitude < 1e-6 && errors.1.magnitude < 1e-6, "\(tap): \(frame)")
        if errors.0.magnitude >= 1e-6 || errors.1.magnitude >= 1e-6 { return }
      }
    }
  }

  @Test(arguments: [1, 100, 128, 129, 5000, 30_000])
  func noiseIsConvolvedAsTheSumSays(length: Int) throws {
    let response = Signal.noise(count: length, amplitude: 0.1)
    let input = Signal.noise(count: 40_000, amplitude: 0.5)
    let output = Samples(input, input)
    try convolve(output, with: try impulse(response, response))
    for frame in stride(from: 17, to: 40_000, by: 997) {
      var sum = 0.0
      for tap in 0...min(frame, length - 1) {
        sum += Double(response[tap]) * Double(input[frame - tap])
      }
      #expect((Double(output.left[frame]) - sum).magnitude < 1e-4, "\(frame)")
    }
  }

  @Test func blocksOfAnySizeGiveTheSameSamples() throws {
    let response = Signal.noise(count: 10_000, amplitude: 0.1)
    let input = Signal.noise(count: 30_000, amplitude: 0.5)
    func run(_ blocks: [Int]) throws -> [Float] {
      let output = Samples(input, input)
      try convolve(output, with: try impulse(response, response), blocks: blocks)
      return output.left
    }
    let reference = try run([512])
    for blocks in [[1], [7], [511], [1, 512, 17, 300]] {
      #expect(try run(blocks) == reference, "\(blocks)")
    }
  }

  @Test func aResetForgetsTheInput() throws {
    let response = Signal.noise(count: 10_000, amplitude: 0.1)
    var kernel = try ConvolutionKernel(try impulse(response, response))
    defer { kernel.free() }
    kernel.aim([1, 0], over: 0)
    func run(_ input: [Float]) -> [Float] {
      let samples = Samples(input, input)
      inBlocks([512], of: samples.count) {
        kernel.process(samples.target.advanced(by: $0), frames: $1)
      }
      return samples.left
    }
    let input = Signal.noise(count: 20_000, amplitude: 0.5)
    let first = run(input)
    kernel.reset()
    #expect(run(input) == first)
  }

  @Test func noiseKeepsItsLevelAtUnityGain() throws {
    let response = Signal.noise(count: 9000, amplitude: 3)
    let gain = response.withBuffer {
      Impulse.unityGain(StereoSource(left: $0, right: $0), frames: 9000)
    }
    let input = Signal.noise(count: 60_000, amplitude: 0.5)
    let output = Samples(input, input)
    try convolve(output, with: try impulse(response, response, gain: gain))
    let levels = (
      Measure.energy(Array(output.left[10_000...])), Measure.energy(Array(input[10_000...]))
    )
    #expect(abs(Measure.decibels(levels.0, levels.1)) < 0.5)
  }
}
