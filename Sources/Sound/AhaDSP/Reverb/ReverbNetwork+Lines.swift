import AhaBase

/// The feedback loop of the network.
extension ReverbNetwork {
  typealias Frames = SIMD4<Float>

  /// Reads the lines; every second one is modulated.
  @_noLocks @inline(__always)
  mutating func tapLines() {
    read.advance()
    for pair in 0..<4 {
      let (moved, plain) = (2 &* pair, 2 &* pair &+ 1)
      let source = plan.tap(
        lines, line: moved, at: DelayIndex.lines &+ moved, more: read.whole(pair) &+ 2)
      read.interpolate(pair, source: source, row: row(moved))
      sources[moved] = row(moved)
      sources[plain] = plan.tap(lines, line: plain, at: DelayIndex.lines &+ plain)
    }
  }

  /// Damps and mixes the lines, takes the output, and writes the sum of the feedback and the new
  /// input, which `diffuse` has left at the write positions, back to the lines.
  @_noLocks @inline(__always)
  mutating func goRound() {
    damping.begin()
    if damping.frames > 0 { mixLines(true) } else { mixLines(false) }
    damping.end()
    lines.seal()
    let count = min(feed.frames, DelayBank.run)
    feed.advance(count, reached: feed.value + feed.step * Float(count))
  }

  /// - Parameter moves: Whether the gains of the lines ramp; a constant at each call.
  @_noLocks @inline(__always)
  private mutating func mixLines(_ moves: Bool) {
    var low = Shelf(damping, high: false)
    var high = Shelf(damping, high: true)
    let (left, right) = (row(8), row(9))
    var level = Frames(0, 1, 2, 3) * feed.step[0] + feed.value[0]
    var share = Frames(0, 1, 2, 3) * feed.step[1] + feed.value[1]
    let (levelStep, shareStep) = (4 * feed.step[0], 4 * feed.step[1])
    var frame = 0
    while frame < DelayBank.run {
      var x = Octet(sources, at: frame)
      (x.a, x.b, x.c, x.d) = low.run(x.a, b: x.b, c: x.c, d: x.d, moves: moves)
      (x.e, x.f, x.g, x.h) = high.run(x.e, b: x.f, c: x.g, d: x.h, moves: moves)
      x = x.mixed()
      let fresh = Octet(targets, at: frame).scaled(level)
      Octet.store(Octet.load(left + frame) + (x.b + fresh.a * share), to: left + frame)
      Octet.store(Octet.load(right + frame) + (x.e + fresh.d * share), to: right + frame)
      (x + fresh).store(targets, at: frame)
      level += levelStep
      share += shareStep
      frame &+= 4
    }
    damping.memory = SIMD8(lowHalf: low.memory, highHalf: high.memory)
  }
}

/// The damping of four lines. Transposes, so that a vector holds four lines of one frame.
private struct Shelf {
  typealias Frames = SIMD4<Float>

  var memory: Frames
  private var high: Frames
  private var tilt: Frames
  private let highStep: Frames
  private let tiltStep: Frames
  private let pole: Float

  @_noLocks @inline(__always)
  init(_ damping: LineDamping, high upper: Bool) {
    memory = upper ? damping.memory.highHalf : damping.memory.lowHalf
    high = upper ? damping.high.highHalf : damping.high.lowHalf
    tilt = upper ? damping.tilt.highHalf : damping.tilt.lowHalf
    highStep = upper ? damping.highStep.highHalf : damping.highStep.lowHalf
    tiltStep = upper ? damping.tiltStep.highHalf : damping.tiltStep.lowHalf
    pole = damping.pole
  }

  @_noLocks @inline(__always)
  mutating func run(
    _ a: Frames, b: Frames, c: Frames, d: Frames, moves: Bool
  ) -> (Frames, Frames, Frames, Frames) {
    let x = Shelf.turned(a, b: b, c: c, d: d)
    let y = (
      step(x.0, moves: moves), step(x.1, moves: moves), step(x.2, moves: moves),
      step(x.3, moves: moves)
    )
    return Shelf.turned(y.0, b: y.1, c: y.2, d: y.3)
  }

  @_noLocks @inline(__always)
  private mutating func step(_ x: Frames, moves: Bool) -> Frames {
    memory = x + memory * pole
    let y = x * high + memory * tilt
    if moves {
      high += highStep
      tilt += tiltStep
    }
    return y
  }

  /// Transposes a 4 x 4 matrix.
  @_noLocks @inline(__always)
  private static func turned(
    _ a: Frames, b: Frames, c: Frames, d: Frames
  ) -> (Frames, Frames, Frames, Frames) {
    let (p, q) = (Frames(a[0], b[0], a[1], b[1]), Frames(c[0], d[0], c[1], d[1]))
    let (r, s) = (Frames(a[2], b[2], a[3], b[3]), Frames(c[2], d[2], c[3], d[3]))
    return (
      Frames(lowHalf: p.lowHalf, highHalf: q.lowHalf),
      Frames(lowHalf: p.highHalf, highHalf: q.highHalf),
      Frames(lowHalf: r.lowHalf, highHalf: s.lowHalf),
      Frames(lowHalf: r.highHalf, highHalf: s.highHalf)
    )
  }
}
