import AhaBase
import CShims

/// A delay line of one channel that is read between its frames, in groups of four.
///
/// Shape: a ring of `mask` + 1 samples, followed by a copy of its first samples, so that a read of
/// neighbors never wraps.
/// Source of the interpolation: Lagrange polynomials of third order, J. O. Smith, Physical Audio
/// Signal Processing.
struct FractionalLine {
  typealias Lanes = SIMD4<Float>

  /// A group reads up to one frame after its delay, and is written after it was read.
  static var shortest: Float { @_noLocks get { 6 } }
  private static var margin: Int { @_noLocks @inline(__always) get { 8 } }

  private let samples: Floats
  private let mask: Int

  /// - Parameter longest: Max delay in frames. Errors: `outOfMemory`.
  init(longest: Int) throws(AhaError) {
    var capacity = 64
    while capacity <= longest + 8 { capacity *= 2 }
    mask = capacity - 1
    samples = try DelayMemory.allocate(capacity + FractionalLine.margin)
  }

  func free() { CShims.free(samples.base) }

  @_noLocks
  func clear() { samples.clear() }

  /// The samples of the frames `position`... + 3, each with its delay in frames.
  @_noLocks @inline(__always)
  func read(_ position: Int, delays: Lanes) -> Lanes {
    // Adding 1.5 * 2^23 leaves the nearest whole number in the last bits.
    let magic = Lanes(repeating: 0x1.8p23)
    let rounded = (delays - Lanes(repeating: 0.5)) + magic
    let whole = unsafeBitCast(rounded, to: SIMD4<UInt32>.self) & SIMD4(repeating: 0x003F_FFFF)
    let newest = Lanes(repeating: 1) - (delays - (rounded - magic))
    // Delays move in one direction: equal ends mean equal whole delays.
    if whole[0] == whole[3] {
      let oldest = samples + ((position &- Int(whole[0]) &- 2) & mask)
      return interpolated(
        newest, x0: load4(oldest), x1: load4(oldest + 1), x2: load4(oldest + 2),
        x3: load4(oldest + 3))
    }
    let (a, b) = (taps(position, whole: whole[0]), taps(position &+ 1, whole: whole[1]))
    let (c, d) = (taps(position &+ 2, whole: whole[2]), taps(position &+ 3, whole: whole[3]))
    return interpolated(
      newest, x0: Lanes(a[0], b[0], c[0], d[0]), x1: Lanes(a[1], b[1], c[1], d[1]),
      x2: Lanes(a[2], b[2], c[2], d[2]), x3: Lanes(a[3], b[3], c[3], d[3]))
  }

  @_noLocks @inline(__always)
  private func taps(_ position: Int, whole: UInt32) -> Lanes {
    load4(samples + ((position &- Int(whole) &- 2) & mask))
  }

  /// At `t` after the second of four neighbors.
  @_noLocks @inline(__always)
  private func interpolated(
    _ t: Lanes, x0: Lanes, x1: Lanes, x2: Lanes, x3: Lanes
  ) -> Lanes {
    let one = Lanes(repeating: 1)
    let (above, below, far) = (t + one, t - one, t - Lanes(repeating: 2))
    let (outer, inner) = (t * below, above * far)
    let ends = outer * (above * x3 - far * x0) * Lanes(repeating: 1.0 / 6)
    return ends + inner * (below * x1 - t * x2) * Lanes(repeating: 0.5)
  }

  /// Writes the first `count` of four samples.
  @_noLocks @inline(__always)
  func write(_ position: Int, group: Lanes, count: Int) {
    let at = position & mask
    let wraps = at &+ 4 > mask &+ 1
    if count == 4, !wraps {
      store4(group, to: samples + at)
    } else {
      writeEach(position, group: group, count: count)
    }
    if at < FractionalLine.margin || wraps { mirror() }
  }

  @_noLocks
  private func writeEach(_ position: Int, group: Lanes, count: Int) {
    for index in 0..<count { samples[(position &+ index) & mask] = group[index] }
  }

  @_noLocks
  private func mirror() {
    store4(load4(samples), to: samples + mask + 1)
    store4(load4(samples + 4), to: samples + mask + 5)
  }
}
