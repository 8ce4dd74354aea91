import AhaBase

/// Four frames of eight delay lines.
struct Octet {
  typealias Frames = SIMD4<Float>
  typealias Rows = Buffer<Floats>

  var a, b, c, d, e, f, g, h: Frames

  @_noLocks @inline(__always)
  init(
    _ a: Frames, b: Frames, c: Frames, d: Frames,
    e: Frames, f: Frames, g: Frames, h: Frames
  ) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.e, self.f, self.g, self.h) = (e, f, g, h)
  }

  /// Loads from each line's position.
  @_noLocks @inline(__always)
  init(_ rows: Rows, at frame: Int) {
    self.init(
      Octet.load(rows[0] + frame), b: Octet.load(rows[1] + frame), c: Octet.load(rows[2] + frame),
      d: Octet.load(rows[3] + frame), e: Octet.load(rows[4] + frame),
      f: Octet.load(rows[5] + frame),
      g: Octet.load(rows[6] + frame), h: Octet.load(rows[7] + frame))
  }

  @_noLocks @inline(__always)
  func scaled(_ k: Frames) -> Octet {
    Octet(a * k, b: b * k, c: c * k, d: d * k, e: e * k, f: f * k, g: g * k, h: h * k)
  }

  /// The Hadamard matrix without its factor of 1/sqrt(8): every output depends on every input.
  @_noLocks @inline(__always)
  func mixed() -> Octet {
    let (a1, b1, c1, d1) = (a + b, a - b, c + d, c - d)
    let (e1, f1, g1, h1) = (e + f, e - f, g + h, g - h)
    let (a2, c2, b2, d2) = (a1 + c1, a1 - c1, b1 + d1, b1 - d1)
    let (e2, g2, f2, h2) = (e1 + g1, e1 - g1, f1 + h1, f1 - h1)
    return Octet(
      a2 + e2, b: b2 + f2, c: c2 + g2, d: d2 + h2, e: a2 - e2, f: b2 - f2, g: c2 - g2, h: d2 - h2)
  }

  @_noLocks @inline(__always)
  func store(_ rows: Rows, at frame: Int) {
    Octet.store(a, to: rows[0] + frame)
    Octet.store(b, to: rows[1] + frame)
    Octet.store(c, to: rows[2] + frame)
    Octet.store(d, to: rows[3] + frame)
    Octet.store(e, to: rows[4] + frame)
    Octet.store(f, to: rows[5] + frame)
    Octet.store(g, to: rows[6] + frame)
    Octet.store(h, to: rows[7] + frame)
  }

  @_noLocks @inline(__always)
  static func + (_ x: Octet, _ y: Octet) -> Octet {
    Octet(
      x.a + y.a, b: x.b + y.b, c: x.c + y.c, d: x.d + y.d, e: x.e + y.e, f: x.f + y.f, g: x.g + y.g,
      h: x.h + y.h)
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
  static func load(_ samples: Floats) -> Frames { samples.load() }

  @_noLocks @inline(__always)
  static func store(_ frames: Frames, to samples: Floats) { samples.store(frames) }
}
