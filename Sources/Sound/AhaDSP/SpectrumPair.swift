import AhaBase
import CShims

/// The power spectra of two windows of a signal with one transform: the first is the real part and
/// the second the imaginary part; their spectra are separated by symmetry.
///
/// Units: a sine of amplitude 1 has power 1 in its bin. Window: Hann.
public final class SpectrumPair {
  public let size: Int
  private let transform: FFT
  private let planes: SampleBuffer
  /// Powers of bins 0 ..< size / 2.
  public var first: Floats { planes.plane(5) }
  public var second: Floats { planes.plane(6) }

  /// Errors: `outOfMemory`.
  public init(size: Int) throws(AhaError) {
    self.size = size
    planes = try SampleBuffer(channels: 7, frames: size)
    transform = try FFT(size: size)
    let window = planes.plane(4)
    let scale = 4 / Double(size)
    for index in 0..<size {
      window[index] = Float(scale * (0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size))))
    }
  }

  deinit { transform.free() }

  public func run(_ one: Floats, other: Floats) {
    let (real, imaginary, window) = (planes.plane(0), planes.plane(1), planes.plane(4))
    for index in 0..<size {
      real[index] = one[index] * window[index]
      imaginary[index] = other[index] * window[index]
    }
    transform.forward(
      FFT.Planes(real: real, imaginary: imaginary),
      work: FFT.Planes(real: planes.plane(2), imaginary: planes.plane(3)))
    separate(real: real, imaginary: imaginary)
  }

  private func separate(real: Floats, imaginary: Floats) {
    let (first, second) = (self.first, self.second)
    for bin in 1..<size / 2 {
      let mirror = size &- bin
      let sum = real[bin] + real[mirror]
      let difference = imaginary[bin] - imaginary[mirror]
      let sum2 = imaginary[bin] + imaginary[mirror]
      let difference2 = real[bin] - real[mirror]
      first[bin] = 0.25 * (sum * sum + difference * difference)
      second[bin] = 0.25 * (sum2 * sum2 + difference2 * difference2)
    }
    first[0] = real[0] * real[0]
    second[0] = imaginary[0] * imaginary[0]
  }
}
