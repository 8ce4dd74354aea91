import AhaBase

// Parameter changes of an effect. Precondition: the kind has the parameter.
extension EffectUnit {
  /// - Parameter frames: Length of the ramp; nil: the parameter's smoothing time.
  @_noLocks
  public mutating func set(
    _ parameter: Int, value: Float, over frames: Int?, shape: FadeShape = .linear
  ) {
    beginToMove()
    parameters[parameter].go(
      to: value, over: frames ?? parameters[parameter].smoothing, shape: shape)
  }

  /// Follows a segment. Precondition: the spec accepts both ends.
  @_noLocks
  public mutating func follow(_ parameter: Int, segment: Segment) {
    beginToMove()
    parameters[parameter].follow(segment)
  }

  /// Stops the parameter at its current value.
  @_noLocks
  public mutating func hold(_ parameter: Int) {
    beginToMove()
    parameters[parameter].hold()
  }

  /// The current value of a parameter, without its modulation.
  @_noLocks
  public func value(of parameter: Int) -> Float {
    cellLeft > 0
      ? parameters[parameter].value(cutBackTo: cellLength - cellLeft) : parameters[parameter].value
  }

  /// Whether a parameter has this value and no ramp or segment is active; ignores modulation.
  @_noLocks
  public func rests(_ parameter: Int, at value: Float) -> Bool {
    parameters[parameter].frames == 0 ? parameters[parameter].target == value : false
  }

  /// Frames of a ramp that has no time of its own.
  @_noLocks
  public func smoothing(of parameter: Int) -> Int { parameters[parameter].smoothing }

  @_noLocks
  public func isStepped(_ parameter: Int) -> Bool { parameters[parameter].isStepped }

  @_noLocks
  public mutating func modulate(_ parameter: Int, modulator: Modulator) {
    beginToMove()
    parameters[parameter].modulate(modulator)
  }

  @_noLocks
  public mutating func endModulation(_ parameter: Int) {
    beginToMove()
    parameters[parameter].endModulation()
  }

  /// Ends the current cell here, so that parameters move on from their current values.
  @_noLocks
  private mutating func beginToMove() {
    isMoving = true
    if cellLeft > 0 {
      isCut = true
      for index in 0..<parameterCount {
        parameters[index].cutBack(to: cellLength - cellLeft)
        if !parameters[index].isModulated { values[index] = parameters[index].value }
      }
    }
    cellLeft = 0
  }

  /// Advances the parameters by frames that are not processed.
  @_noLocks
  public mutating func skip(_ frames: Int) {
    guard frames > 0 else { return }
    if cellLeft > 0 { beginToMove() }
    guard isMoving else { return }
    moveParameters(frames)
    kernel.aim(values, over: 0)
    cellLeft = 0
  }

  /// Ends all ramps at their goals. Only while the effect is inaudible.
  @_noLocks
  public mutating func finishMoves() {
    for index in 0..<parameterCount where parameters[index].frames > 0 {
      set(index, value: parameters[index].target, over: 0)
    }
    if isMoving { settle() }
  }

  /// Applies all values at once. Only while the effect is inaudible.
  @_noLocks
  public mutating func settle() {
    moveParameters(0)
    kernel.aim(values, over: 0)
    cellLeft = 0
  }
}
