import AhaBase

/// The coefficients of state-variable sections; each lane is one section of one channel.
///
/// Shape: from its state (s1, s2) and the input x a section computes
///   s1' = decay s1 + cross (x - s2)
///   s2' = s2 + cross s1 + direct (x - s2)
///   y = input x + band (s1 + s1') + low (s2 + s2')
/// This is the trapezoidal filter with v1 = (s1 + s1') / 2 as its band-pass and v2 = (s2 + s2') / 2
/// as its low-pass output, written so that the next state is only three operations later.
/// Invariant: for every g > 0 and k > 0 the state matrix never increases the norm of the state, nor
/// does a mean of such matrices. So the filter stays stable while coefficients ramp linearly.
/// Source: V. Zavalishin, The Art of VA Filter Design, 2018; A. Simper, Solving the continuous SVF
/// equations using trapezoidal integration, 2013.
struct SectionCoefficients {
  typealias Lanes = SIMD4<Float>

  var decay = Lanes(repeating: 1)
  var cross = Lanes()
  var direct = Lanes()
  var input = Lanes(repeating: 1)
  var band = Lanes()
  var low = Lanes()

  @_noLocks
  init() {}

  /// - Parameters:
  ///   - warped: tan(pi frequency / sample rate).
  ///   - damping: 1 / Q.
  ///   - mix: Gains of the input, of v1 and of v2 in the output.
  @_noLocks
  init(warped g: Lanes, damping k: Lanes, mix: (input: Lanes, band: Lanes, low: Lanes)) {
    let scale = 1 / (1 + g * (g + k))
    decay = 1 - 2 * g * (g + k) * scale
    cross = 2 * g * scale
    direct = 2 * g * g * scale
    input = mix.input
    band = 0.5 * mix.band
    low = 0.5 * mix.low
  }

  /// The coefficients after `frames` steps.
  @_noLocks @inline(__always)
  func moved(by step: SectionCoefficients, frames: Lanes) -> SectionCoefficients {
    var moved = self
    moved.decay = decay + step.decay * frames
    moved.cross = cross + step.cross * frames
    moved.direct = direct + step.direct * frames
    moved.input = input + step.input * frames
    moved.band = band + step.band * frames
    moved.low = low + step.low * frames
    return moved
  }

  /// The step per frame of a linear ramp to `target`.
  @_noLocks
  func step(to target: SectionCoefficients, over frames: Int) -> SectionCoefficients {
    let part = 1 / Float(frames)
    var step = SectionCoefficients()
    step.decay = (target.decay - decay) * part
    step.cross = (target.cross - cross) * part
    step.direct = (target.direct - direct) * part
    step.input = (target.input - input) * part
    step.band = (target.band - band) * part
    step.low = (target.low - low) * part
    return step
  }

  /// A step of zero.
  static var still: SectionCoefficients {
    @_noLocks get {
      var still = SectionCoefficients()
      still.decay = Lanes()
      still.input = Lanes()
      return still
    }
  }

  /// tan(radians) for 0..<pi/2, from the tangent of half the angle as a rational function; accurate
  /// to 1e-7.
  /// Source: Lambert's continued fraction of the tangent.
  @_noLocks @inline(__always)
  static func tangent(_ radians: Lanes) -> Lanes {
    let half = 0.5 * radians
    let square = half * half
    let above = half * (945 - square * (105 - square))
    let below = 945 - square * (420 - 15 * square)
    return 2 * above * below / (below * below - above * above)
  }
}

/// The state of four lanes: two sections in series for left and right. The second section runs some
/// frames behind the first, so that both are one vector operation.
struct SectionPair {
  typealias Lanes = SIMD4<Float>

  var coefficients = SectionCoefficients()
  /// Change of the coefficients per frame.
  var step = SectionCoefficients.still
  var s1 = Lanes()
  var s2 = Lanes()

  @_noLocks
  init() {}

  @_noLocks @inline(__always)
  mutating func next(_ x: Lanes, c: SectionCoefficients) -> Lanes {
    let rest = x - s2
    let next1 = c.decay * s1 + c.cross * rest
    let next2 = (s2 + c.cross * s1) + c.direct * rest
    let y = (c.input * x + c.band * (s1 + next1)) + c.low * (s2 + next2)
    s1 = next1
    s2 = next2
    return y
  }

  /// Runs `frames` iterations. The first section reads pairs of samples from `input`; the second
  /// one reads the output of the first from two iterations ago. Both write to `output`. Not
  /// inlined, and pairs are 64-bit words: otherwise the compiler splits the vectors.
  @_noLocks @inline(never)
  mutating func runSteady(_ input: Floats, to output: Floats, frames: Int) {
    var pair = self
    let c = coefficients
    var at = 0
    while at < frames {
      let y = pair.next(SectionPair.input(input, to: output, at: at), c: c)
      output.store(y, at: 4 &* at)
      at &+= 1
    }
    (s1, s2) = (pair.s1, pair.s2)
  }

  /// The same with ramping coefficients: `time` steps in the first iteration.
  @_noLocks @inline(never)
  mutating func runMoving(_ input: Floats, to output: Floats, from time: Lanes, frames: Int) {
    var pair = self
    var time = time
    let (c, step) = (coefficients, step)
    var at = 0
    while at < frames {
      let y = pair.next(
        SectionPair.input(input, to: output, at: at), c: c.moved(by: step, frames: time))
      output.store(y, at: 4 &* at)
      time = time + Lanes(repeating: 1)
      at &+= 1
    }
    (s1, s2) = (pair.s1, pair.s2)
  }

  /// Runs only the first section, in place, over pairs of samples. The coefficients of the first
  /// pair have moved by `elapsed` + 1 steps. The second section gets the states of the first one,
  /// which are close to those it would have had.
  @_noLocks
  mutating func runFirst(_ samples: Floats, from elapsed: Int, frames: Int, keepsMix: Bool) {
    let time = Lanes(repeating: Float(elapsed + 1))
    if keepsMix {
      runFirstMovingPoles(samples, from: time, frames: frames)
    } else {
      runFirstMovingAll(samples, from: time, frames: frames)
    }
    s1 = Lanes(s1[0], s1[1], s1[0], s1[1])
    s2 = Lanes(s2[0], s2[1], s2[0], s2[1])
  }

  /// Only the poles ramp, so a frame depends on the previous one only through the states.
  @_noLocks @inline(never)
  private mutating func runFirstMovingPoles(_ words: Floats, from time: Lanes, frames: Int) {
    var pair = self
    var (c, time) = (coefficients, time)
    for frame in 0..<frames {
      c.decay = coefficients.decay + step.decay * time
      c.cross = coefficients.cross + step.cross * time
      c.direct = coefficients.direct + step.direct * time
      SectionPair.put(pair.next(SectionPair.load(words, at: frame), c: c), words: words, at: frame)
      time = time + Lanes(repeating: 1)
    }
    (s1, s2) = (pair.s1, pair.s2)
  }

  /// Poles and mix ramp.
  @_noLocks @inline(never)
  private mutating func runFirstMovingAll(_ words: Floats, from time: Lanes, frames: Int) {
    var pair = self
    var time = time
    for frame in 0..<frames {
      let c = coefficients.moved(by: step, frames: time)
      SectionPair.put(pair.next(SectionPair.load(words, at: frame), c: c), words: words, at: frame)
      time = time + Lanes(repeating: 1)
    }
    (s1, s2) = (pair.s1, pair.s2)
  }

  /// A pair of samples in the lanes of the first section. The other lanes contain the next samples:
  /// the compiler splits a vector that it knows to be half empty.
  @_noLocks @inline(__always)
  private static func load(_ words: Floats, at frame: Int) -> Lanes {
    words.load(2 &* frame)
  }

  @_noLocks @inline(__always)
  private static func put(_ lanes: Lanes, words: Floats, at frame: Int) {
    let pair = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    UnsafeMutableRawPointer(words.base).storeBytes(
      of: pair[0], toByteOffset: 8 &* frame, as: UInt64.self)
  }

  @_noLocks @inline(__always)
  private static func input(_ input: Floats, to output: Floats, at: Int) -> Lanes {
    let words = SIMD2(
      UnsafeRawPointer(input.base).load(fromByteOffset: 8 &* at, as: UInt64.self),
      UnsafeRawPointer(output.base).load(fromByteOffset: 16 &* (at &- 2), as: UInt64.self))
    return unsafeBitCast(words, to: Lanes.self)
  }

  /// Restores the states of the lanes outside the mask: a section that has no input in this
  /// iteration does not advance.
  @_noLocks @inline(__always)
  mutating func restoreStates(
    outside mask: SIMDMask<SIMD4<Int32>>, from before: (s1: Lanes, s2: Lanes)
  ) {
    s1 = before.s1.replacing(with: s1, where: mask)
    s2 = before.s2.replacing(with: s2, where: mask)
  }

  /// Sets the states to zero, also after NaN.
  @_noLocks
  mutating func clear() {
    s1 = Lanes()
    s2 = Lanes()
  }

  var isFinite: Bool {
    @_noLocks get {
      let sum = (s1 + s2).sum()
      return sum.magnitude < .infinity
    }
  }
}
