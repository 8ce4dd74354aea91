import AhaBase
import CShims

/// The discrete Fourier transform of complex samples, of which real ones are the easy case: two real
/// signals go in as real and imaginary part, and their spectra come apart by symmetry.
///
/// Shape: split planes, `real` and `imaginary`. Sizes 2^n and 3 * 2^n, 16 and up.
/// Units: forward X(k) = sum of x(n) exp(-2 pi i k n / size); inverse the same with +, not divided.
/// Thread: the tables are only read; a transform may run wherever its planes are.
/// Source: C. Van Loan, Computational Frameworks for the FFT, 1992 (Stockham autosort).
public struct FFT {
  /// A signal as two planes.
  public struct Planes {
    public var real: UnsafeMutablePointer<Float>
    public var imaginary: UnsafeMutablePointer<Float>

    @_noLocks
    public init(real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>) {
      self.real = real
      self.imaginary = imaginary
    }

    /// A transform of these is the inverse one.
    public var swapped: Planes {
      @_noLocks get { Planes(real: imaginary, imaginary: real) }
    }
  }

  public let size: Int
  /// How many passes over the samples a transform takes; each costs about the same.
  public let passes: Int
  let stages: UnsafeMutablePointer<Stage>
  private let twiddles: FloatMemory

  /// One pass: butterflies of `radix`, `groups` different twiddles, `stride` butterflies each.
  struct Stage {
    let radix: Int
    let groups: Int
    let stride: Int
    /// (radix - 1) times a plane of real and one of imaginary parts, `groups` each.
    let twiddles: UnsafeMutablePointer<Float>
  }

  /// A size that there is a transform for.
  public static func supports(_ size: Int) -> Bool {
    guard size >= 16 else { return false }
    let odd = size >> size.trailingZeroBitCount
    return odd == 1 || (odd == 3 && size >= 48)
  }

  /// The least size that is not below `count`.
  public static func size(notBelow count: Int) -> Int {
    var power = 16
    while power < count { power *= 2 }
    let third = power / 4 * 3
    return third >= count && supports(third) ? third : power
  }

  /// Errors: `invalidArgument` for a size without a transform, `outOfMemory`.
  public init(size: Int) throws(AhaError) {
    guard FFT.supports(size), size <= 1 << 24 else {
      throw AhaError(.invalidArgument, "a transform of \(size) samples is not possible")
    }
    self.size = size
    let radices = FFT.radices(size)
    passes = radices.count
    twiddles = try FloatMemory(planes: passes, samples: 3 * size)
    stages = .allocate(capacity: passes)
    var memory = twiddles
    var length = size
    for (index, radix) in radices.enumerated() {
      let groups = length / radix
      let table = memory.take(2 * (radix - 1) * groups)
      FFT.fill(table, radix: radix, groups: groups)
      (stages + index).initialize(
        to: Stage(radix: radix, groups: groups, stride: size / length, twiddles: table))
      length = groups
    }
  }

  public func free() {
    stages.deallocate()
    twiddles.release()
  }

  /// Fours first: the first pass must be one.
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

  private static func fill(_ table: UnsafeMutablePointer<Float>, radix: Int, groups: Int) {
    for power in 1..<radix {
      let plane = table + 2 * (power - 1) * groups
      for group in 0..<groups {
        let turn = Double(power * group) / Double(radix * groups)
        plane[group] = Float(cos(2 * .pi * turn))
        plane[groups + group] = Float(-sin(2 * .pi * turn))
      }
    }
  }

  /// The transform of `samples`, in place; `work` is as large and is left with anything.
  @_noLocks
  public func forward(_ samples: Planes, work: Planes) {
    var from = samples
    var to = work
    for index in 0..<passes {
      pass(index, from: from, to: to)
      swap(&from, &to)
    }
    guard passes % 2 == 1 else { return }
    let bytes = size * MemoryLayout<Float>.stride
    shim_copy(samples.real, work.real, bytes)
    shim_copy(samples.imaginary, work.imaginary, bytes)
  }

  /// The inverse, `size` times the samples that `forward` came from.
  @_noLocks
  public func inverse(_ spectrum: Planes, work: Planes) {
    forward(spectrum.swapped, work: work.swapped)
  }
}
