/// Four frames of eight delay lines.
struct Octet {
  typealias Frames = SIMD4<Float>
  typealias Rows = UnsafeMutablePointer<UnsafePointer<Float>>

  var a, b, c, d, e, f, g, h: Frames

  @_noLocks @inline(__always)
  init(
    _ a: Frames, _ b: Frames, _ c: Frames, _ d: Frames,
    _ e: Frames, _ f: Frames, _ g: Frames, _ h: Frames
  ) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.e, self.f, self.g, self.h) = (e, f, g, h)
  }

  /// Loads from each line's position.
  @_noLocks @inline(__always)
  init(_ rows: Rows, _ frame: Int) {
    self.init(
      Octet.load(rows[0] + frame), Octet.load(rows[1] + frame), Octet.load(rows[2] + frame),
      Octet.load(rows[3] + frame), Octet.load(rows[4] + frame), Octet.load(rows[5] + frame),
      Octet.load(rows[6] + frame), Octet.load(rows[7] + frame))
  }

  @_noLocks @inline(__always)
  init(_ rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ frame: Int) {
    self.init(UnsafeMutableRawPointer(rows).assumingMemoryBound(to: Rows.Pointee.self), frame)
  }

  @_noLocks @inline(__always)
  func scaled(_ k: Frames) -> Octet {
    Octet(a * k, b * k, c * k, d * k, e * k, f * k, g * k, h * k)
  }

  /// The Hadamard matrix without its factor of 1/sqrt(8): every output depends on every input.
  @_noLocks @inline(__always)
  func mixed() -> Octet {
    let (a1, b1, c1, d1) = (a + b, a - b, c + d, c - d)
    let (e1, f1, g1, h1) = (e + f, e - f, g + h, g - h)
    let (a2, c2, b2, d2) = (a1 + c1, a1 - c1, b1 + d1, b1 - d1)
    let (e2, g2, f2, h2) = (e1 + g1, e1 - g1, f1 + h1, f1 - h1)
    return Octet(
      a2 + e2, b2 + f2, c2 + g2, d2 + h2, a2 - e2, b2 - f2, c2 - g2, d2 - h2)
  }

  @_noLocks @inline(__always)
  func store(_ rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ frame: Int) {
    Octet.store(a, rows[0] + frame)
    Octet.store(b, rows[1] + frame)
    Octet.store(c, rows[2] + frame)
    Octet.store(d, rows[3] + frame)
    Octet.store(e, rows[4] + frame)
    Octet.store(f, rows[5] + frame)
    Octet.store(g, rows[6] + frame)
    Octet.store(h, rows[7] + frame)
  }

  @_noLocks @inline(__always)
  static func + (_ x: Octet, _ y: Octet) -> Octet {
    Octet(
      x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d, x.e + y.e, x.f + y.f, x.g + y.g, x.h + y.h)
  }

  /// The weighted sum of the lines.
  @_noLocks @inline(__always)
  func dot(_ k: SIMD8<Float>) -> Frames {
    // Types: without them, each line takes seconds to compile.
    let first: Frames = a * k[0] + b * k[1]
    let second: Frames = c * k[2] + d * k[3]
    let third: Frames = e * k[4] + f * k[5]
    let fourth: Frames = g * k[6] + h * k[7]
    return (first + second) + (third + fourth)
  }

  @_noLocks @inline(__always)
  static func load(_ pointer: UnsafePointer<Float>) -> Frames {
    UnsafeRawPointer(pointer).loadUnaligned(as: Frames.self)
  }

  @_noLocks @inline(__always)
  static func store(_ frames: Frames, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: frames, as: Frames.self)
  }
}
