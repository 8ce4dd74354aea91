// The passes of a transform, four butterflies at a time. In the first pass they have neighboring
// twiddles; in the others, where the stride is at least four, they share one twiddle.

import AhaBase
import CShims

extension FFT {
  /// Part `part` of `parts` of pass `index`; the parts of a pass may run in any order.
  @_noLocks
  public func pass(_ index: Int, from: Planes, to: Planes, part: Int = 0, of parts: Int = 1) {
    let stage = stages[index]
    let vectors = stage.groups * stage.stride / 4
    let first = vectors * part / parts
    let end = vectors * (part + 1) / parts
    if index == 0 {
      FFT.firstPass(stage, from: from, to: to, first: first, end: end)
    } else if stage.radix == 4 {
      FFT.fourPass(stage, from: from, to: to, first: first, end: end)
    } else if stage.radix == 3 {
      FFT.threePass(stage, from: from, to: to, first: first, end: end)
    } else {
      FFT.twoPass(stage, from: from, to: to, first: first, end: end)
    }
  }

  /// Stride 1: the four outputs of a butterfly are adjacent, so four butterflies are transposed.
  @_noLocks
  private static func firstPass(
    _ stage: Stage, from: Planes, to: Planes, first: Int, end: Int
  ) {
    let quarter = stage.groups
    let (re, im) = (from.real, from.imaginary)
    let table = stage.twiddles
    var vector = first
    while vector < end {
      let p = 4 &* vector
      let four = Butterfly(
        Complex4(re + p, im: im + p), x1: Complex4(re + p + quarter, im: im + p + quarter),
        x2: Complex4(re + p + 2 &* quarter, im: im + p + 2 &* quarter),
        x3: Complex4(re + p + 3 &* quarter, im: im + p + 3 &* quarter))
      let w = table + p
      let b = four.b.times(Complex4(w, im: w + quarter))
      let c = four.c.times(Complex4(w + 2 &* quarter, im: w + 3 &* quarter))
      let d = four.d.times(Complex4(w + 4 &* quarter, im: w + 5 &* quarter))
      storeTransposed(four.a.re, b: b.re, c: c.re, d: d.re, to: to.real + 4 &* p)
      storeTransposed(four.a.im, b: b.im, c: c.im, d: d.im, to: to.imaginary + 4 &* p)
      vector &+= 1
    }
  }

  @_noLocks
  private static func fourPass(
    _ stage: Stage, from: Planes, to: Planes, first: Int, end: Int
  ) {
    let stride = stage.stride
    let far = stage.groups &* stride
    let groups = stage.groups
    let perGroup = stride / 4
    var vector = first
    while vector < end {
      let group = vector / perGroup
      let w = stage.twiddles + group
      let w1 = Complex4(all: w[0], im: w[groups])
      let w2 = Complex4(all: w[2 &* groups], im: w[3 &* groups])
      let w3 = Complex4(all: w[4 &* groups], im: w[5 &* groups])
      let last = min(end, (group &+ 1) &* perGroup)
      var source = 4 &* vector
      var target = source &+ 3 &* group &* stride
      while vector < last {
        let (re, im) = (from.real + source, from.imaginary + source)
        let four = Butterfly(
          Complex4(re, im: im), x1: Complex4(re + far, im: im + far),
          x2: Complex4(re + 2 &* far, im: im + 2 &* far),
          x3: Complex4(re + 3 &* far, im: im + 3 &* far))
        let (outRe, outIm) = (to.real + target, to.imaginary + target)
        four.a.store(outRe, toIm: outIm)
        four.b.times(w1).store(outRe + stride, toIm: outIm + stride)
        four.c.times(w2).store(outRe + 2 &* stride, toIm: outIm + 2 &* stride)
        four.d.times(w3).store(outRe + 3 &* stride, toIm: outIm + 3 &* stride)
        source &+= 4
        target &+= 4
        vector &+= 1
      }
    }
  }

  @_noLocks
  private static func twoPass(
    _ stage: Stage, from: Planes, to: Planes, first: Int, end: Int
  ) {
    let stride = stage.stride
    let far = stage.groups &* stride
    let perGroup = stride / 4
    for vector in first..<end {
      let group = vector / perGroup
      let w = stage.twiddles + group
      let source = 4 &* vector
      let target = source &+ group &* stride
      let a = Complex4(from.real + source, im: from.imaginary + source)
      let b = Complex4(from.real + source + far, im: from.imaginary + source + far)
      a.plus(b).store(to.real + target, toIm: to.imaginary + target)
      a.minus(b).times(Complex4(all: w[0], im: w[stage.groups]))
        .store(to.real + target + stride, toIm: to.imaginary + target + stride)
    }
  }

  @_noLocks
  private static func threePass(
    _ stage: Stage, from: Planes, to: Planes, first: Int, end: Int
  ) {
    let stride = stage.stride
    let far = stage.groups &* stride
    let groups = stage.groups
    let perGroup = stride / 4
    let height: Float = 0.866_025_403_784  // of a triangle of side 1
    for vector in first..<end {
      let group = vector / perGroup
      let w = stage.twiddles + group
      let source = 4 &* vector
      let target = source &+ 2 &* group &* stride
      let (re, im) = (from.real + source, from.imaginary + source)
      let a = Complex4(re, im: im)
      let b = Complex4(re + far, im: im + far)
      let c = Complex4(re + 2 &* far, im: im + 2 &* far)
      let sum = b.plus(c)
      let difference = b.minus(c)
      let middle = Complex4(a.re - sum.re * 0.5, im: a.im - sum.im * 0.5)
      let side = Complex4(difference.im * height, im: -difference.re * height)
      let (outRe, outIm) = (to.real + target, to.imaginary + target)
      a.plus(sum).store(outRe, toIm: outIm)
      middle.plus(side).times(Complex4(all: w[0], im: w[groups])).store(
        outRe + stride, toIm: outIm + stride)
      middle.minus(side).times(Complex4(all: w[2 &* groups], im: w[3 &* groups]))
        .store(outRe + 2 &* stride, toIm: outIm + 2 &* stride)
    }
  }

  /// Stores four vectors as the columns of a 4 x 4 matrix.
  @inline(__always) @_noLocks
  private static func storeTransposed(
    _ a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>, d: SIMD4<Float>, to: Floats
  ) {
    let ab = (low(a, b: b), high(a, b: b))
    let cd = (low(c, b: d), high(c, b: d))
    storePair(ab.0[0], b: cd.0[0], to: to)
    storePair(ab.0[1], b: cd.0[1], to: to + 4)
    storePair(ab.1[0], b: cd.1[0], to: to + 8)
    storePair(ab.1[1], b: cd.1[1], to: to + 12)
  }

  // As integers: with floats the compiler splits the vector products into four scalar ones.

  /// a0 b0, a1 b1.
  @inline(__always) @_noLocks
  private static func low(_ a: SIMD4<Float>, b: SIMD4<Float>) -> SIMD2<UInt64> {
    let x = unsafeBitCast(a, to: SIMD4<UInt32>.self)
    let y = unsafeBitCast(b, to: SIMD4<UInt32>.self)
    return unsafeBitCast(SIMD4<UInt32>(x[0], y[0], x[1], y[1]), to: SIMD2<UInt64>.self)
  }

  /// a2 b2, a3 b3.
  @inline(__always) @_noLocks
  private static func high(_ a: SIMD4<Float>, b: SIMD4<Float>) -> SIMD2<UInt64> {
    let x = unsafeBitCast(a, to: SIMD4<UInt32>.self)
    let y = unsafeBitCast(b, to: SIMD4<UInt32>.self)
    return unsafeBitCast(SIMD4<UInt32>(x[2], y[2], x[3], y[3]), to: SIMD2<UInt64>.self)
  }

  @inline(__always) @_noLocks
  private static func storePair(_ a: UInt64, b: UInt64, to: Floats) {
    store4(unsafeBitCast(SIMD2<UInt64>(a, b), to: SIMD4<Float>.self), to: to)
  }
}

/// Four complex numbers.
struct Complex4 {
  let re: SIMD4<Float>
  let im: SIMD4<Float>

  @inline(__always) @_noLocks
  init(_ re: SIMD4<Float>, im: SIMD4<Float>) {
    self.re = re
    self.im = im
  }

  @inline(__always) @_noLocks
  init(_ re: Floats, im: Floats) {
    self.init(load4(re), im: load4(im))
  }

  @inline(__always) @_noLocks
  init(all re: Float, im: Float) { self.init(SIMD4(repeating: re), im: SIMD4(repeating: im)) }

  @inline(__always) @_noLocks
  func store(_ toRe: Floats, toIm: Floats) {
    store4(re, to: toRe)
    store4(im, to: toIm)
  }

  @inline(__always) @_noLocks
  func plus(_ other: Complex4) -> Complex4 { Complex4(re + other.re, im: im + other.im) }

  @inline(__always) @_noLocks
  func minus(_ other: Complex4) -> Complex4 { Complex4(re - other.re, im: im - other.im) }

  @inline(__always) @_noLocks
  func times(_ other: Complex4) -> Complex4 {
    Complex4(shim_keep(re * other.re - im * other.im), im: shim_keep(re * other.im + im * other.re))
  }
}

/// A four-point transform, before its twiddles.
private struct Butterfly {
  let a, b, c, d: Complex4

  @inline(__always) @_noLocks
  init(_ x0: Complex4, x1: Complex4, x2: Complex4, x3: Complex4) {
    let even = x0.plus(x2)
    let odd = x1.plus(x3)
    let evenDifference = x0.minus(x2)
    let oddDifference = x1.minus(x3)
    let turned = Complex4(-oddDifference.im, im: oddDifference.re)
    a = even.plus(odd)
    b = evenDifference.minus(turned)
    c = even.minus(odd)
    d = evenDifference.plus(turned)
  }
}
