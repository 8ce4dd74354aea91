import CShims

/// The state of one parameter: a segment, and a modulator on top.
struct ParameterState {
  private let minimum, maximum: Float
  /// The minimum on the curve's scale, and the range on that scale.
  private let low, range: Float
  private let isLogarithmic: Bool
  let isStepped: Bool
  /// Frames of a ramp without a time of its own.
  let smoothing: Int
  private let sampleRate: Float
  /// Frames of the longest jump.
  private let longestJump: Int
  private let jumpShare: Float

  /// The current value; during a cell, the value at its end.
  private(set) var value: Float
  private var segment: Segment
  /// The segment is short and steep.
  private var isSteep = false
  /// Frames of the segment that the last `advance` moved.
  private var lastMoved = 0
  private var modulator: Modulator
  private(set) var isModulated = false
  /// Set, but not passed to the kernel yet.
  private(set) var isStale = false

  init(_ spec: ParameterSpec, value: Float, sampleRate: Int, jumpShare: Float) {
    minimum = spec.minimum
    maximum = spec.maximum
    isLogarithmic = spec.scale == .logarithmic
    low = isLogarithmic ? shim_log(minimum) : minimum
    range = (isLogarithmic ? shim_log(maximum) : maximum) - low
    isStepped = spec.scale == .stepped
    smoothing = Int(spec.smoothingMs * Float(sampleRate) / 1000)
    self.sampleRate = Float(sampleRate)
    longestJump = max(smoothing, sampleRate / 50)
    self.jumpShare = jumpShare
    self.value = value
    segment = Segment(from: value, to: value, length: 1, elapsed: 1, curve: .linear)
    modulator = Modulator(waveform: .random, rate: 1, depth: 0, duration: 0, seed: 1)
  }

  /// The value that was set last.
  var target: Float {
    @_noLocks get { segment.to }
  }

  /// Remaining frames of the segment.
  var frames: Int {
    @_noLocks get { segment.length - segment.elapsed }
  }

  /// Whether the value moves faster than a kernel may follow.
  var isJumping: Bool {
    @_noLocks get { isSteep ? frames > 0 : false }
  }

  /// Remaining frames of the segment; those of a modulation alone do not end.
  var framesToCellEnd: Int {
    @_noLocks get { frames > 0 ? frames : EffectUnit.cell }
  }

  var isMoving: Bool {
    @_noLocks get {
      if frames > 0 { return true }
      return isModulated
    }
  }

  /// Whether the value may differ from the one passed to the kernel.
  var isMovingOrStale: Bool {
    @_noLocks get { isStale || isMoving }
  }

  /// A stepped parameter whose new value was not passed to the kernel yet.
  var hasStepped: Bool {
    @_noLocks get {
      guard isStepped else { return false }
      return isStale
    }
  }

  /// Ramps to a value within `length` frames, along the parameter's curve. Precondition: the spec
  /// accepts the value.
  @_noLocks
  mutating func go(to goal: Float, over length: Int, shape: FadeShape = .linear) {
    isStale = true
    lastMoved = 0
    let jumps = isStepped || length <= 0
    if jumps { value = goal }
    segment = Segment(
      from: value, to: goal, length: length, elapsed: jumps ? max(1, length) : 0,
      curve: isLogarithmic ? .exponential : .linear, shape: shape)
    isSteep = jumps ? false : isJump(segment)
  }

  /// Follows a segment from its current position. Precondition: the spec accepts both ends.
  @_noLocks
  mutating func follow(_ new: Segment) {
    if isStepped { return go(to: new.elapsed < new.length ? new.from : new.to, over: 0) }
    isStale = true
    lastMoved = 0
    segment = new
    isSteep = isJump(new)
    value = limited(new.value)
  }

  /// A jump covers more than `jumpShare` of the range in the time of the longest one. That of a
  /// part of a jump is the same.
  @_noLocks
  private func isJump(_ segment: Segment) -> Bool {
    guard segment.length <= longestJump, segment.curve != .step else { return false }
    let distance = (scalePosition(of: segment.to) - scalePosition(of: segment.from)).magnitude
    return distance * Float(longestJump) > jumpShare * range * Float(segment.length)
  }

  /// On the curve's scale.
  @_noLocks
  private func scalePosition(of value: Float) -> Float { isLogarithmic ? shim_log(value) : value }

  /// Stops at the current value.
  @_noLocks
  mutating func hold() { go(to: value, over: smoothing) }

  @_noLocks
  mutating func modulate(_ new: Modulator) {
    modulator = new
    isModulated = true
  }

  /// Ends the modulation; the parameter returns to its value over its smoothing time.
  @_noLocks
  mutating func endModulation() {
    guard isModulated else { return }
    isModulated = false
    let from = modulated(modulator.advance(0, sampleRate: sampleRate))
    if frames == 0 {
      let goal = target
      value = from
      go(to: goal, over: max(smoothing, 1))
    }
  }

  /// Moves on by `count` frames; returns the value there.
  @_noLocks
  mutating func advance(_ count: Int) -> Float {
    isStale = false
    lastMoved = min(count, frames)
    if lastMoved > 0 {
      segment.elapsed += lastMoved
      value = limited(segment.value)
    }
    guard isModulated else { return value }
    let wave = modulator.advance(count, sampleRate: sampleRate)
    if modulator.isOver { endModulation() }
    return modulated(wave)
  }

  /// Shortens the cell of the last `advance` to its first `count` frames.
  @_noLocks
  mutating func cutBack(to count: Int) {
    guard lastMoved > count else { return }
    segment.elapsed -= lastMoved - count
    lastMoved = count
    value = limited(segment.value)
  }

  /// The value that `cutBack(to:)` would set.
  @_noLocks
  func value(cutBackTo count: Int) -> Float {
    guard lastMoved > count else { return value }
    var other = segment
    other.elapsed -= lastMoved - count
    return limited(other.value)
  }

  /// The value with modulation; `wave` is the output of the modulator, 0...1.
  @_noLocks
  private func modulated(_ wave: Float) -> Float {
    let share = (scalePosition(of: value) - low) / range
    let moved = low + range * (share + modulator.depth * (wave - share))
    return limited(isLogarithmic ? shim_exp(moved) : moved)
  }

  /// Clamps, because rounding must not leave the range.
  @_noLocks
  private func limited(_ value: Float) -> Float { max(minimum, min(maximum, value)) }
}
