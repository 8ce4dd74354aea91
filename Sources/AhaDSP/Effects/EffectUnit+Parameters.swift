// How the parameters of an effect move. Precondition: the kind has the parameter.
extension EffectUnit {
  /// - Parameter frames: nil: the parameter's own time.
  @_noLocks
  public mutating func set(_ parameter: Int, _ value: Float, over frames: Int?) {
    beginToMove()
    lanes[parameter].go(to: value, over: frames ?? lanes[parameter].smoothing)
  }

  /// Follows a segment. Precondition: the spec accepts both ends.
  @_noLocks
  public mutating func follow(_ parameter: Int, _ segment: Segment) {
    beginToMove()
    lanes[parameter].follow(segment)
  }

  /// The parameter stays where it is.
  @_noLocks
  public mutating func hold(_ parameter: Int) {
    beginToMove()
    lanes[parameter].hold()
  }

  /// Where a parameter is, without its modulation.
  @_noLocks
  public func value(of parameter: Int) -> Float {
    cellLeft > 0
      ? lanes[parameter].value(cutBackTo: cellLength - cellLeft) : lanes[parameter].value
  }

  /// It is there, and nothing moves it; modulation aside.
  @_noLocks
  public func rests(_ parameter: Int, at value: Float) -> Bool {
    lanes[parameter].frames == 0 ? lanes[parameter].target == value : false
  }

  /// Frames that a change takes which nobody gave a time for.
  @_noLocks
  public func smoothing(of parameter: Int) -> Int { lanes[parameter].smoothing }

  @_noLocks
  public func isStepped(_ parameter: Int) -> Bool { lanes[parameter].isStepped }

  @_noLocks
  public mutating func modulate(_ parameter: Int, _ modulator: Modulator) {
    beginToMove()
    lanes[parameter].modulate(modulator)
  }

  @_noLocks
  public mutating func endModulation(_ parameter: Int) {
    beginToMove()
    lanes[parameter].endModulation()
  }

  /// A cell under way is over here; what moves goes on from where it is.
  @_noLocks
  private mutating func beginToMove() {
    isMoving = true
    if cellLeft > 0 {
      for index in 0..<laneCount { lanes[index].cutBack(to: cellLength - cellLeft) }
    }
    cellLeft = 0
  }

  /// Time goes by while nothing is processed.
  @_noLocks
  public mutating func skip(_ frames: Int) {
    guard frames > 0 else { return }
    if cellLeft > 0 { beginToMove() }
    guard isMoving else { return }
    moveLanes(frames)
    kernel.aim(values, over: 0)
    cellLeft = 0
  }

  /// All values hold at once: for what nobody hears.
  @_noLocks
  public mutating func settle() {
    moveLanes(0)
    kernel.aim(values, over: 0)
    cellLeft = 0
  }
}
