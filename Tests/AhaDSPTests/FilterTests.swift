import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// Runs kernels on short signals, the same on both sides.
enum KernelRun {
  /// Output of a kernel. Its parameters get new targets at the frames for which `values` returns
  /// some.
  static func output<K: Kernel>(
    _ kernel: K, _ input: [Float], blocks: [Int] = [512], cell: Int = 0,
    values: (Int) -> [Float]
  ) -> [Float] {
    var kernel = kernel
    defer { kernel.free() }
    let samples = Samples(input, input)
    values(0).withBuffer { kernel.aim($0, over: 0) }
    inBlocks(cell > 0 ? [cell] : [input.count], of: input.count) { start, frames in
      if cell > 0 {
        values(start).withBuffer { kernel.aim($0, over: cell) }
      }
      inBlocks(blocks, of: frames) { at, count in
        kernel.process(samples.target.advanced(by: start + at), frames: count)
      }
    }
    return samples.left
  }

  static func impulse(_ count: Int) -> [Float] {
    [1] + [Float](repeating: 0, count: count - 1)
  }

  /// Response in dB at a frequency.
  static func decibels(_ response: [Float], _ frequency: Double, _ rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in response.enumerated() {
      let phase = 2 * Double.pi * frequency / rate * Double(index)
      real += Double(sample) * cos(phase)
      imaginary -= Double(sample) * sin(phase)
    }
    return 10 * log10(real * real + imaginary * imaginary + 1e-30)
  }
}

@Suite("Filter")
struct FilterTests {
  private func response(_ values: [Float], rate: Int, count: Int = 1 << 14) throws -> [Float] {
    let kernel = try FilterKernel(sampleRate: rate)
    return KernelRun.output(kernel, KernelRun.impulse(count)) { _ in values }
  }

  /// |H|^2 in dB of a section of the analog prototype; w is the frequency in cutoffs.
  private func section(_ type: Int, _ w: Double, _ q: Double) -> Double {
    let below = (1 - w * w) * (1 - w * w) + w * w / (q * q)
    let above = [1, pow(w, 4), w * w / (q * q), (1 - w * w) * (1 - w * w)][type]
    return 10 * log10(above / below + 1e-30)
  }

  @Test(arguments: [44_100, 48_000, 96_000], 0...3)
  func followsThePrototype(rate: Int, type: Int) throws {
    for (cutoff, q) in [(200.0, 0.70710678), (1000, 4), (8000, 0.5), (15_000, 0.9)] {
      for steep in [false, true] {
        let response = try response(
          [Float(type), steep ? 1 : 0, Float(cutoff), Float(q)], rate: rate)
        for frequency in [50.0, 190, 640, 990, 2500, 9000, 13_900, 17_000, 20_000] {
          let w = frequency / cutoff
          let root = (q / 0.70710678).squareRoot()
          let qs: [Double] =
            !steep
            ? [q]
            : type < 2
              ? [0.54119610 * root, 1.30656296 * root]
              : [Double](repeating: q * (type == 2 ? 0.64359425 : 1.55377397), count: 2)
          let expected = qs.reduce(0) { $0 + section(type, w, $1) }
          guard expected > -60 else { continue }
          let found = KernelRun.decibels(response, frequency, Double(rate))
          #expect(
            abs(found - expected) < (steep ? 1 : 0.5), "\(type) \(steep) \(cutoff) \(frequency)")
        }
      }
    }
  }

  @Test(arguments: [Float(0), 1])
  func theCutoffIsTheHalfPowerPoint(type: Float) throws {
    for slope: Float in [0, 1] {
      let response = try response([type, slope, 1000, 0.70710678], rate: 48_000)
      #expect(abs(KernelRun.decibels(response, 1000, 48_000) + 3.0103) < 0.05)
    }
  }

  @Test func aLowPassAtTheTopIsNearlyTransparent() throws {
    for rate in [32_000, 44_100, 48_000] {
      let response = try response([0, 0, 20_000, 0.70710678], rate: rate)
      for frequency in [100.0, 5000, 10_000] {
        #expect(abs(KernelRun.decibels(response, frequency, Double(rate))) < 1)
      }
    }
  }

  @Test func theBandPassIsZeroDecibelsInItsMiddle() throws {
    for slope: Float in [0, 1] {
      let response = try response([2, slope, 3000, 8], rate: 44_100)
      #expect(abs(KernelRun.decibels(response, 3000, 44_100)) < 0.05)
    }
  }

  @Test func isSilentAfterItsTail() throws {
    for values: [Float] in [[0, 0, 200, 20], [3, 1, 500, 10], [1, 1, 40, 0.5]] {
      var kernel = try FilterKernel(sampleRate: 48_000)
      values.withBuffer { kernel.aim($0, over: 0) }
      let tail = kernel.tail
      kernel.free()
      let input = [Float](repeating: 1, count: 500) + [Float](repeating: 0, count: tail + 500)
      let output = KernelRun.output(try FilterKernel(sampleRate: 48_000), input) { _ in values }
      #expect(output[(500 + tail)...].allSatisfy { abs($0) < 1e-5 })
    }
  }

  /// At 12 dB the second section is inactive; its fades in and out make no step.
  @Test(arguments: [Float(0), 1, 2, 3])
  func changesItsSlopeSmoothly(type: Float) throws {
    let sine = Signal.sine(frames: 8192, frequency: 200, sampleRate: 48_000, amplitude: 0.5)
    let output = KernelRun.output(try FilterKernel(sampleRate: 48_000), sine, cell: 256) {
      [type, Float($0 / 1024 % 2), 300, 1]
    }
    let steps = zip(output, output.dropFirst()).map { abs($0 - $1) }
    #expect(steps[512...].max()! < 0.04)
  }

  /// A mono signal stays mono and both sides have the same filter, with any number of sections.
  @Test(arguments: [Float(0), 1])
  func sidesDoNotMeet(slope: Float) throws {
    var kernel = try FilterKernel(sampleRate: 48_000)
    defer { kernel.free() }
    let samples = Samples(Signal.noise(count: 2000), [Float](repeating: 0, count: 2000))
    let values: [Float] = [0, slope, 900, 4]
    values.withBuffer { kernel.aim($0, over: 0) }
    inBlocks([500], of: 2000) { start, frames in
      kernel.process(samples.target.advanced(by: start), frames: frames)
    }
    let isSilent = samples.right.allSatisfy { $0 == 0 }
    #expect(isSilent)
  }

  /// No design has a negative square, whose root is no number.
  @Test(arguments: [8000, 11_025, 44_100, 96_000, 192_000])
  func itsSoundIsFiniteUpToNyquist(rate: Int) throws {
    let noise = Signal.noise(count: 2048, amplitude: 0.5)
    for type: Float in [0, 1, 2, 3] {
      for (slope, resonance) in [(Float(0), Float(0.5)), (0, 20), (1, 0.5), (1, 20)] {
        for share in [0.0001, 0.3, 0.42, 0.44, 0.45, 0.455, 0.46, 0.47, 0.48, 0.49, 0.5] {
          let output = KernelRun.output(try FilterKernel(sampleRate: rate), noise) { _ in
            [type, slope, Float(share * Double(rate)), resonance]
          }
          let highest = output.map { $0.magnitude }.max()!
          #expect(highest < 50, "type \(type), slope \(slope), Q \(resonance), \(share)")
          #expect(output.allSatisfy { $0.isFinite })
        }
      }
    }
  }
}
