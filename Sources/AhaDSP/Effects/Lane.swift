import CShims

/// One parameter of an effect on its way: a ramp along the parameter's curve, and a modulator on
/// top.
struct Lane {
  private let minimum, maximum: Float
  /// Where the minimum is on the curve, and how far from there the maximum.
  private let low, range: Float
  private let isLogarithmic, isStepped: Bool
  /// Frames that a change takes when no time is given.
  let smoothing: Int
  private let sampleRate: Float

  /// What was asked for last.
  private(set) var target: Float
  /// Where the ramp is, on the curve.
  private var place: Float
  private var step: Float = 0
  /// Frames of the ramp to go.
  private(set) var frames = 0
  private var modulator: Modulator
  private(set) var isModulated = false
  /// Set, and not handed to the kernel since.
  private(set) var isStale = false

  init(_ spec: ParameterSpec, value: Float, sampleRate: Int) {
    minimum = spec.minimum
    maximum = spec.maximum
    isLogarithmic = spec.curve == .logarithmic
    low = isLogarithmic ? shim_log(minimum) : minimum
    range = (isLogarithmic ? shim_log(maximum) : maximum) - low
    isStepped = spec.curve == .stepped
    smoothing = Int(spec.smoothingMs * Float(sampleRate) / 1000)
    self.sampleRate = Float(sampleRate)
    target = value
    place = isLogarithmic ? shim_log(value) : value
    modulator = Modulator(waveform: .random, rate: 1, depth: 0, duration: 0, seed: 1)
  }

  var isMoving: Bool {
    @_noLocks get {
      if frames > 0 { return true }
      return isModulated
    }
  }

  /// Its value is not the one that it had last.
  var isMovingOrStale: Bool {
    @_noLocks get { isStale ? true : isMoving }
  }

  /// A stepped parameter that the kernel has not been told of.
  var hasStepped: Bool {
    @_noLocks get {
      guard isStepped else { return false }
      return isStale
    }
  }

  /// Goes to a value within `length` frames. Precondition: the spec accepts it.
  @_noLocks
  mutating func go(to value: Float, over length: Int) {
    target = value
    isStale = true
    let goal = onCurve(value)
    if isStepped || length <= 0 {
      frames = 0
      place = goal
    } else {
      frames = length
      step = (goal - place) / Float(length)
    }
  }

  @_noLocks
  mutating func modulate(_ new: Modulator) {
    modulator = new
    isModulated = true
  }

  /// Lets the parameter go back to its value over its smoothing time.
  @_noLocks
  mutating func endModulation() {
    guard isModulated else { return }
    isModulated = false
    let from = modulated(modulator.advance(0, sampleRate: sampleRate))
    if frames == 0 {
      place = onCurve(from)
      go(to: target, over: max(smoothing, 1))
    }
  }

  /// Moves on by `count` frames and returns the value there.
  @_noLocks
  mutating func advance(_ count: Int) -> Float {
    isStale = false
    if frames > 0 {
      let moved = min(count, frames)
      frames -= moved
      place = frames == 0 ? onCurve(target) : place + step * Float(moved)
    }
    guard isModulated else { return frames == 0 ? target : value(at: place) }
    let wave = modulator.advance(count, sampleRate: sampleRate)
    if modulator.isOver { endModulation() }
    return modulated(wave)
  }

  /// The value where the modulator moves the parameter to, `wave` of the way through its part.
  @_noLocks
  private func modulated(_ wave: Float) -> Float {
    let share = (place - low) / range
    return value(at: low + range * (share + modulator.depth * (wave - share)))
  }

  @_noLocks
  private func onCurve(_ value: Float) -> Float { isLogarithmic ? shim_log(value) : value }

  /// Rounding must not leave the range.
  @_noLocks
  private func value(at place: Float) -> Float {
    let value = isLogarithmic ? shim_exp(place) : place
    return max(minimum, min(maximum, value))
  }
}
