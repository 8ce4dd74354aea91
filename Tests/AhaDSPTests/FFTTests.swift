import AhaBase
import AhaDSP
import Glibc
import Testing

/// Real and imaginary planes with random samples.
private final class Signal {
  let planes, work: FFT.Planes
  let count: Int

  init(_ count: Int) {
    self.count = count
    func plane() -> Floats { Floats(repeating: 0, count: count) }
    planes = FFT.Planes(real: plane(), imaginary: plane())
    work = FFT.Planes(real: plane(), imaginary: plane())
    var random = SystemRandomNumberGenerator()
    for index in 0..<count {
      planes.real[index] = .random(in: -1...1, using: &random)
      planes.imaginary[index] = .random(in: -1...1, using: &random)
    }
  }

  deinit {
    for plane in [planes.real, planes.imaginary, work.real, work.imaginary] { plane.deallocate() }
  }

  var samples: [(Double, Double)] {
    (0..<count).map { (Double(planes.real[$0]), Double(planes.imaginary[$0])) }
  }
}

private func sum(_ samples: [(Double, Double)], bin: Int) -> (Double, Double) {
  var sum = (0.0, 0.0)
  for (index, sample) in samples.enumerated() {
    let angle = -2 * .pi * Double(bin * index % samples.count) / Double(samples.count)
    sum.0 += sample.0 * cos(angle) - sample.1 * sin(angle)
    sum.1 += sample.0 * sin(angle) + sample.1 * cos(angle)
  }
  return sum
}

private func distance(_ a: [(Double, Double)], _ b: [(Double, Double)]) -> Double {
  zip(a, b).map { hypot($0.0 - $1.0, $0.1 - $1.1) }.max() ?? 0
}

@Suite struct FFTTests {
  static let sizes = [16, 32, 48, 64, 96, 128, 192, 384, 512, 768, 1536, 2048, 3072, 4096]

  @Test(arguments: sizes)
  func `a transform is the sum that defines it`(size: Int) throws {
    let fft = try FFT(size: size)
    defer { fft.free() }
    let signal = Signal(size)
    let before = signal.samples
    fft.forward(signal.planes, work: signal.work)
    let bins = Array(stride(from: 0, to: size, by: max(1, size / 64))) + [size - 1]
    let expected = bins.map { sum(before, bin: $0) }
    let after = signal.samples
    #expect(distance(bins.map { after[$0] }, expected) < 2e-6 * Double(size).squareRoot() * 8)
  }

  @Test(arguments: sizes)
  func `the inverse gives the samples back, times the size`(size: Int) throws {
    let fft = try FFT(size: size)
    defer { fft.free() }
    let signal = Signal(size)
    let before = signal.samples
    fft.forward(signal.planes, work: signal.work)
    fft.inverse(signal.planes, work: signal.work)
    let after = signal.samples.map { ($0.0 / Double(size), $0.1 / Double(size)) }
    #expect(distance(before, after) < 2e-6)
  }

  @Test(arguments: [64, 768, 4096])
  func `passes in parts are the transform to the bit`(size: Int) throws {
    let fft = try FFT(size: size)
    defer { fft.free() }
    let (whole, parted) = (Signal(size), Signal(size))
    for index in 0..<size {
      parted.planes.real[index] = whole.planes.real[index]
      parted.planes.imaginary[index] = whole.planes.imaginary[index]
    }
    fft.forward(whole.planes, work: whole.work)
    var (from, to) = (parted.planes, parted.work)
    for pass in 0..<fft.passes {
      for part in [2, 0, 1] { fft.pass(pass, from: from, to: to, part: part, of: 3) }
      swap(&from, &to)
    }
    for index in 0..<size {
      #expect(from.real[index] == whole.planes.real[index])
      #expect(from.imaginary[index] == whole.planes.imaginary[index])
    }
  }

  @Test func `sizes that have a transform`() {
    #expect([16, 48, 4096, 6144].allSatisfy(FFT.supports))
    #expect([0, -16, 8, 24, 80, 100, 144].allSatisfy { !FFT.supports($0) })
    #expect(FFT.size(notBelow: 660) == 768)
    #expect(FFT.size(notBelow: 3638) == 4096)
    #expect(FFT.size(notBelow: 4096) == 4096)
    #expect(throws: AhaError.self) { _ = try FFT(size: 100) }
  }
}
