import CShims

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
typealias SectionCoefficients = shim_section_coefficients

extension SectionCoefficients {
  typealias Lanes = SIMD4<Float>

  /// The output is the input.
  static var passing: SectionCoefficients {
    @_noLocks get {
      var passing = SectionCoefficients()
      (passing.decay, passing.input) = (Lanes(repeating: 1), Lanes(repeating: 1))
      return passing
    }
  }

  /// - Parameters:
  ///   - warped: tan(pi frequency / sample rate).
  ///   - damping: 1 / Q.
  ///   - mix: Gains of the input, of v1 and of v2 in the output.
  @_noLocks
  init(warped g: Lanes, damping k: Lanes, mix: (input: Lanes, band: Lanes, low: Lanes)) {
    self.init()
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

/// Coefficients, their change per frame, and the states of two sections in series for left and
/// right. The second section runs two frames behind the first, so that both are one vector
/// operation.
typealias SectionPair = shim_section_pair

extension SectionPair {
  /// Sets the states to zero, also after NaN.
  @_noLocks
  mutating func clear() {
    s1 = SIMD4()
    s2 = SIMD4()
  }

  var isFinite: Bool {
    @_noLocks get {
      let sum = (s1 + s2).sum()
      return sum.magnitude < .infinity
    }
  }
}
