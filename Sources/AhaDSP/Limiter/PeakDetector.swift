import CShims

/// Finds the true peaks of a plane: four points a frame from an interpolating filter, and between
/// those the top of the parabola through three of them.
///
/// Source: ITU-R BS.1770-4, Annex 2; the coefficients are our own (Kaiser-windowed sinc).
struct PeakDetector {
  typealias Lanes = SIMD4<Float>

  static var taps: Int {
    @_noLocks get { 16 }
  }
  /// Samples after the frame that the filter looks at.
  static var ahead: Int {
    @_noLocks get { 8 }
  }

  /// The taps for 1/4, 2/4, 3/4 of a frame, tap by tap.
  private let table: UnsafeMutablePointer<Lanes>
  /// How much higher than the highest sample a true peak can be.
  let norm: Float

  init() {
    table = UnsafeMutablePointer<Lanes>.allocate(capacity: 3 * PeakDetector.taps)
    var largest: Float = 1
    for phase in 0..<3 {
      let offset = Float(phase + 1) / 4
      var (sum, absolute): (Float, Float) = (0, 0)
      for tap in 0..<PeakDetector.taps {
        let value = PeakDetector.tap(Float(tap - 7) - offset)
        sum += value
        absolute += value.magnitude
        (table + 3 * tap + phase).initialize(to: Lanes(repeating: value))
      }
      for tap in 0..<PeakDetector.taps {
        table[3 * tap + phase] = table[3 * tap + phase] / Lanes(repeating: sum)
      }
      largest = max(largest, absolute / sum)
    }
    // A quarter more: the parabola may reach above the points.
    norm = 1.25 * largest
  }

  func free() { table.deallocate() }

  private static func tap(_ time: Float) -> Float {
    let ratio = time / 8
    let window = bessel(5 * shim_root(max(0, 1 - ratio * ratio))) / bessel(5)
    return window * shim_sin(.pi * time) / (.pi * time)
  }

  /// The modified Bessel function of order 0.
  private static func bessel(_ x: Float) -> Float {
    var (sum, term): (Float, Float) = (1, 1)
    for index in 1..<20 {
      term *= (x / 2) * (x / 2) / Float(index * index)
      sum += term
    }
    return sum
  }

  /// Raises `peaks` to the peaks between each of 16 frames and the next one.
  ///
  /// - Parameter carry: The last interpolated point before the first frame; then that of the last one.
  @_noLocks
  func raise(
    _ peaks: UnsafeMutablePointer<Float>, by plane: UnsafePointer<Float>, _ carry: inout Float
  ) {
    var before = carry
    for group in 0..<4 {
      let source = plane + 4 * group
      let (one, two, three) = interpolate(source)
      let frame = load(source)
      let next = load(source + 1)
      let previous = Lanes(before, three[0], three[1], three[2])
      var highest = top(previous, frame, one)
      highest = highest.larger(top(frame, one, two))
      highest = highest.larger(top(one, two, three))
      highest = highest.larger(top(two, three, next))
      let target = UnsafeMutableRawPointer(peaks + 4 * group)
      let known = target.loadUnaligned(as: Lanes.self)
      target.storeBytes(of: known.larger(highest), as: Lanes.self)
      before = three[3]
    }
    carry = before
  }

  @_noLocks @inline(__always)
  private func interpolate(_ source: UnsafePointer<Float>) -> (Lanes, Lanes, Lanes) {
    var (one, two, three) = (Lanes(), Lanes(), Lanes())
    for tap in 0..<PeakDetector.taps {
      let x = load(source + (tap &- 7))
      one = one + x * table[3 &* tap]
      two = two + x * table[3 &* tap &+ 1]
      three = three + x * table[3 &* tap &+ 2]
    }
    return (one, two, three)
  }

  /// The magnitude of `b`, or that of the parabola's top where b is higher or lower than both others.
  @_noLocks @inline(__always)
  private func top(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    let slope = a - c
    let curve = 8 * ((a - b) + (c - b))
    let between = b - slope * slope / curve
    let summit = b.replacing(with: between, where: (b - a) * (b - c) .> Lanes())
    return summit.absolute
  }

  @_noLocks @inline(__always)
  private func load(_ pointer: UnsafePointer<Float>) -> Lanes {
    UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }
}
