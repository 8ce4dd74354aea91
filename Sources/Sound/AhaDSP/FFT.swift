import AhaBase
import CShims

/// Discrete Fourier transform of complex samples. Two real signals are transformed at once as real
/// and imaginary part; their spectra are separated by symmetry.
///
/// Shape: split planes, `real` and `imaginary`. Sizes 2^n and 3 * 2^n, 16 and up.
/// Units: forward X(k) = sum of x(n) exp(-2 pi i k n / size); inverse the same with +, not divided.
/// Thread: any; the tables are read-only.
/// Source: C. Van Loan, Computational Frameworks for the FFT, 1992 (Stockham autosort).
public struct FFT {
  public struct Planes {
    public var real: Floats
    public var imaginary: Floats

    @_noLocks
    public init(real: Floats, imaginary: Floats) {
      self.real = real
      self.imaginary = imaginary
    }

    /// Transforming these planes computes the inverse.
    public var swapped: Planes {
      @_noLocks get { Planes(real: imaginary, imaginary: real) }
    }
  }

  public let size: Int
  /// Count of passes over the samples; each costs about the same.
  public let passes: Int
  let stages: Buffer<Stage>
  private let twiddles: FloatMemory

  /// One pass: butterflies of `radix`, with `groups` different twiddles and `stride` butterflies
  /// each.
  struct Stage {
    let radix: Int
    let groups: Int
    let stride: Int
    /// (radix - 1) planes of real and of imaginary parts, `groups` values each.
    let twiddles: Floats
  }

  public static func supports(_ size: Int) -> Bool {
    guard size >= 16 else { return false }
    let odd = size >> size.trailingZeroBitCount
    return odd == 1 || (odd == 3 && size >= 48)
  }

  /// The smallest supported size of at least `count`.
  public static func size(notBelow count: Int) -> Int {
    var power = 16
    while power < count { power *= 2 }
    let third = power / 4 * 3
    return third >= count && supports(third) ? third : power
  }

  /// Errors: `invalidArgument` for an unsupported size, `outOfMemory`.
  public init(size: Int) throws(AhaError) {
    guard FFT.supports(size), size <= 1 << 24 else {
      throw AhaError(.invalidArgument, "the FFT has no size \(size)")
    }
    self.size = size
    let radices = FFT.radices(size)
    passes = radices.count
    twiddles = try FloatMemory(planes: passes, samples: 3 * size)
    stages = Buffer(uninitialized: passes)
    var memory = twiddles
    var length = size
    for (index, radix) in radices.enumerated() {
      let groups = length / radix
      let table = memory.claim(2 * (radix - 1) * groups)
      FFT.fill(table, radix: radix, groups: groups)
      stages.initialize(
        index, to: Stage(radix: radix, groups: groups, stride: size / length, twiddles: table))
      length = groups
    }
  }

  public func free() {
    stages.deallocate()
    twiddles.release()
  }

  /// Radix 4 first: the first pass must have radix 4.
  private static func radices(_ size: Int) -> [Int] {
    var rest = size
    var radices: [Int] = []
    for radix in [4, 2, 3] {
      while rest % radix == 0 {
        radices.append(radix)
        rest /= radix
      }
    }
    return radices
  }

  private static func fill(_ table: Floats, radix: Int, groups: Int) {
    for power in 1..<radix {
      let plane = table + 2 * (power - 1) * groups
      for group in 0..<groups {
        let angle = Double(power * group) / Double(radix * groups)
        plane[group] = Float(cos(2 * .pi * angle))
        plane[groups + group] = Float(-sin(2 * .pi * angle))
      }
    }
  }

  /// Transforms `samples` in place. `work` has the same size; its content is overwritten.
  @_noLocks
  public func forward(_ samples: Planes, work: Planes) {
    var from = samples
    var to = work
    for index in 0..<passes {
      pass(index, from: from, to: to)
      swap(&from, &to)
    }
    guard passes % 2 == 1 else { return }
    samples.real.copy(work.real.prefix(size))
    samples.imaginary.copy(work.imaginary.prefix(size))
  }

  /// The inverse transform, scaled by `size`.
  @_noLocks
  public func inverse(_ spectrum: Planes, work: Planes) {
    forward(spectrum.swapped, work: work.swapped)
  }
}
