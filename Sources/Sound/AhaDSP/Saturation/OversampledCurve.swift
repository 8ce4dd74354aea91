import AhaBase
import CShims

/// One channel of `SaturationKernel`: a curve at eight times the rate.
///
/// Shape: every signal at a higher rate is divided into planes at the engine's rate: plane j of
/// eight has the samples j / 8 of a frame after each frame. So every filter reads and writes
/// neighboring frames, four at a time. All filters are symmetric. A stage that needs later samples
/// runs that many frames late: entry i of a plane is `lag` frames before entry i of the input.
struct OversampledCurve {
  typealias Lanes = SIMD4<Float>
  typealias Plane = UnsafeMutablePointer<Float>

  /// Max frames of one `run`.
  static var chunk: Int { @_noLocks @inline(__always) get { 64 } }
  /// Frames before a chunk that a plane keeps.
  private static var history: Int { @_noLocks @inline(__always) get { 48 } }
  private static var stride: Int { @_noLocks @inline(__always) get { 128 } }
  private static var planes: Int { @_noLocks @inline(__always) get { 23 } }
  /// Frames by which the output lags.
  static var lag: Int { @_noLocks @inline(__always) get { 38 } }

  private let memory: Plane
  /// The input without and with drive.
  let dry, input: Plane
  /// At 1/2 (lag 16), 1/4 and 3/4 (lag 18), and 1/8, 3/8, ... (lag 19).
  private let half, quarter1, quarter3: Plane
  private let eighths: Plane
  /// Output of the curve in eighths (lag 19), quarters (lag 20) and halves (lag 22).
  private let curved, quarters, halves: Plane

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    let (stride, count) = (OversampledCurve.stride, OversampledCurve.planes)
    memory = try DelayMemory.allocate(stride * count)
    let first = memory + OversampledCurve.history
    (dry, input, half) = (first, first + stride, first + 2 * stride)
    (quarter1, quarter3, eighths) = (first + 3 * stride, first + 4 * stride, first + 5 * stride)
    curved = first + 9 * stride
    quarters = first + 17 * stride
    halves = first + 21 * stride
  }

  func free() { CShims.free(memory) }

  @_noLocks
  func clear() {
    DelayMemory.clear(memory, OversampledCurve.stride * OversampledCurve.planes)
  }

  /// Computes the output of the next `count` frames from `input`.
  /// - Parameter former: While the curve changes: the former one, and the share of the new one as
  ///   value 3 of the ramps.
  @_noLocks
  func run(
    _ filters: OversamplingFilters, _ curve: SaturationCurve,
    former: (curve: SaturationCurve, ramps: LinearRamps)?, to output: Plane, _ count: Int
  ) {
    raise(filters, count)
    bend(curve, count)
    if let former { blend(former.curve, former.ramps, count) }
    lower(filters, output, count)
  }

  /// Keeps the newest frames as the history of the next chunk.
  @_noLocks
  func shift(_ count: Int) {
    for plane in 0..<OversampledCurve.planes {
      let start = memory + plane &* OversampledCurve.stride
      // In ascending order, so that a chunk shorter than the history moves over itself.
      for at in Swift.stride(from: 0, to: OversampledCurve.history, by: 4) {
        store4(load4(start + (at &+ count)), start + at)
      }
    }
  }

  // MARK: Up

  @_noLocks
  private func raise(_ filters: OversamplingFilters, _ count: Int) {
    for at in Swift.stride(from: 0, to: count, by: 4) { raiseHalf(filters, at) }
    for at in Swift.stride(from: 0, to: count, by: 4) { raiseQuarters(filters, at) }
    for at in Swift.stride(from: 0, to: count, by: 4) { raiseEighths(at) }
  }

  @_noLocks @inline(__always)
  private func raiseHalf(_ filters: OversamplingFilters, _ at: Int) {
    let center = input + (at &- 16)
    var sum = Lanes()
    for pair in 0..<OversamplingFilters.doublePairs {
      let both = load4(center - pair) + load4(center + (1 &+ pair))
      sum = sum + both * filters.double[pair]
    }
    store4(sum, half + at)
  }

  @_noLocks @inline(__always)
  private func raiseQuarters(_ filters: OversamplingFilters, _ at: Int) {
    // Both at lag 18.
    let (whole, half) = (input + (at &- 18), half + (at &- 2))
    let w = filters.quadruple
    let near = (load4(whole) + load4(half)) * w[0] + (load4(half - 1) + load4(whole + 1)) * w[1]
    let far =
      (load4(whole - 1) + load4(half + 1)) * w[2]
      + (load4(half - 2) + load4(whole + 2)) * w[3]
    store4(near + far + (load4(whole - 2) + load4(half + 2)) * w[4], quarter1 + at)
    let near3 = (load4(half) + load4(whole + 1)) * w[0] + (load4(whole) + load4(half + 1)) * w[1]
    let far3 =
      (load4(half - 1) + load4(whole + 2)) * w[2]
      + (load4(whole - 1) + load4(half + 2)) * w[3]
    store4(near3 + far3 + (load4(half - 2) + load4(whole + 3)) * w[4], quarter3 + at)
  }

  @_noLocks @inline(__always)
  private func raiseEighths(_ at: Int) {
    let stride = OversampledCurve.stride
    let last = load4(quarter3 + (at &- 2))
    let a = load4(input + (at &- 19))
    let b = load4(quarter1 + (at &- 1))
    let c = load4(half + (at &- 3))
    let d = load4(quarter3 + (at &- 1))
    let e = load4(input + (at &- 18))
    let next = load4(quarter1 + at)
    store4(OversamplingFilters.eighth(last, a, b, c), eighths + at)
    store4(OversamplingFilters.eighth(a, b, c, d), eighths + (stride &+ at))
    store4(OversamplingFilters.eighth(b, c, d, e), eighths + (2 &* stride &+ at))
    store4(OversamplingFilters.eighth(c, d, e, next), eighths + (3 &* stride &+ at))
  }

  // MARK: Curve

  /// Sample j of eight at lag 19.
  @_noLocks @inline(__always)
  private func fine(_ j: Int) -> Plane {
    switch j {
    case 0: input - 19
    case 2: quarter1 - 1
    case 4: half - 3
    case 6: quarter3 - 1
    case 8: input - 18
    case -1: eighths + (3 &* OversampledCurve.stride &- 1)
    default: eighths + (j >> 1) &* OversampledCurve.stride
    }
  }

  @_noLocks
  private func bend(_ curve: SaturationCurve, _ count: Int) {
    for j in 0..<8 {
      let (before, here, after) = (fine(j &- 1), fine(j), fine(j &+ 1))
      let output = curved + j &* OversampledCurve.stride
      for at in Swift.stride(from: 0, to: count, by: 4) {
        store4(curve.shape(load4(before + at), load4(here + at), load4(after + at)), output + at)
      }
    }
  }

  /// Blends in the former curve.
  @_noLocks
  private func blend(_ former: SaturationCurve, _ ramps: LinearRamps, _ count: Int) {
    for j in 0..<8 {
      let (before, here, after) = (fine(j &- 1), fine(j), fine(j &+ 1))
      let output = curved + j &* OversampledCurve.stride
      for at in Swift.stride(from: 0, to: count, by: 4) {
        let weight = ramps.lanes(3, at: ramps.time + Lanes(repeating: Float(at)))
        let old = former.shape(load4(before + at), load4(here + at), load4(after + at))
        store4(old + (load4(output + at) - old) * weight, output + at)
      }
    }
  }

  // MARK: Down

  @_noLocks
  private func lower(_ filters: OversamplingFilters, _ output: Plane, _ count: Int) {
    for at in Swift.stride(from: 0, to: count, by: 4) { lowerQuarters(at) }
    for at in Swift.stride(from: 0, to: count, by: 4) { lowerHalves(filters, at) }
    for at in Swift.stride(from: 0, to: count, by: 4) { lowerLast(filters, output, at) }
  }

  @_noLocks @inline(__always)
  private func lowerQuarters(_ at: Int) {
    let stride = OversampledCurve.stride
    let from = curved + (at &- 1)
    let (y0, y1, y2) = (load4(from), load4(from + stride), load4(from + 2 &* stride))
    let (y3, y4) = (load4(from + 3 &* stride), load4(from + 4 &* stride))
    let (y5, y6) = (load4(from + 5 &* stride), load4(from + 6 &* stride))
    let y7 = load4(from + 7 &* stride)
    let (last6, last7) = (load4(from + (6 &* stride &- 1)), load4(from + (7 &* stride &- 1)))
    let next = load4(from + 1)
    let to = quarters + at
    store4(OversamplingFilters.quarter(last6, last7, y0, y1, y2), to)
    store4(OversamplingFilters.quarter(y0, y1, y2, y3, y4), to + stride)
    store4(OversamplingFilters.quarter(y2, y3, y4, y5, y6), to + 2 &* stride)
    store4(OversamplingFilters.quarter(y4, y5, y6, y7, next), to + 3 &* stride)
  }

  @_noLocks @inline(__always)
  private func lowerHalves(_ filters: OversamplingFilters, _ at: Int) {
    let stride = OversampledCurve.stride
    // All at lag 22.
    let r0 = quarters + (at &- 2)
    let (r1, r2, r3) = (r0 + stride, r0 + 2 &* stride, r0 + 3 &* stride)
    let w = filters.halve
    let near = (load4(r1) + load4(r3 - 1)) * w[0] + (load4(r3) + load4(r1 - 1)) * w[1]
    let far = (load4(r1 + 1) + load4(r3 - 2)) * w[2] + (load4(r3 + 1) + load4(r1 - 2)) * w[3]
    store4(load4(r0) * Lanes(repeating: 0.5) + near + far, halves + at)
    let near2 = (load4(r3) + load4(r1)) * w[0] + (load4(r1 + 1) + load4(r3 - 1)) * w[1]
    let far2 = (load4(r3 + 1) + load4(r1 - 1)) * w[2] + (load4(r1 + 2) + load4(r3 - 2)) * w[3]
    store4(
      load4(r2) * Lanes(repeating: 0.5) + near2 + far2, halves + (stride &+ at))
  }

  @_noLocks @inline(__always)
  private func lowerLast(_ filters: OversamplingFilters, _ output: Plane, _ at: Int) {
    let whole = halves + (at &- 16)
    let half = whole + OversampledCurve.stride
    var even = load4(whole) * filters.last[0]
    var odd = Lanes()
    for pair in 0..<OversamplingFilters.lastPairs / 2 {
      let sides = load4(half + pair) + load4(half - (pair &+ 1))
      odd = odd + sides * filters.last[2 &* pair &+ 1]
      let outer = load4(whole + (pair &+ 1)) + load4(whole - (pair &+ 1))
      even = even + outer * filters.last[2 &* pair &+ 2]
    }
    store4(even + odd, output + at)
  }
}
