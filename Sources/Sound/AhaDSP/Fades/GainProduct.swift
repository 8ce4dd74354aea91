/// A gain that moves to its target on a curve.
private struct MovingGain: BitwiseCopyable {
  private(set) var target: StereoGain
  private var origin: StereoGain
  private(set) var fade = Fade()
  /// Frames of the fade up to the end of the present piece.
  private(set) var elapsed: Int64 = 0

  @_noLocks
  init(_ gain: StereoGain) { (target, origin) = (gain, gain) }

  var framesLeft: Int64 {
    @_noLocks get { fade.frames - elapsed }
  }

  var value: StereoGain {
    @_noLocks get {
      if elapsed >= fade.frames { return target }
      if elapsed <= 0 { return origin }
      let time = Float(Double(elapsed) / Double(fade.frames))
      return StereoGain(
        left: fade.shape.level(from: origin.left, to: target.left, at: time),
        right: fade.shape.level(from: origin.right, to: target.right, at: time))
    }
  }

  /// Starts a fade from the present value.
  @_noLocks
  mutating func go(to gain: StereoGain, over new: Fade) {
    (origin, target, fade, elapsed) = (value, gain, new, 0)
  }

  @_noLocks
  mutating func move(by frames: Int64) {
    if framesLeft > 0 { elapsed += frames }
  }

  /// Moves back by the part of a piece that was not rendered.
  @_noLocks
  mutating func moveBack(by frames: Int64) {
    if elapsed > 0, fade.frames > 0 { elapsed = max(0, elapsed - frames) }
  }

  @_noLocks
  mutating func settle() { self = MovingGain(target) }
}

/// Product of gains, each of which fades on its own curve; a `StereoRamp` follows it in linear
/// pieces.
///
/// A piece ends exactly on the product, at a frame counted from the change. So the samples do not
/// depend on blocks.
public struct GainProduct: BitwiseCopyable {
  /// A factor of the product.
  public enum Factor: UInt8, BitwiseCopyable {
    case level, pan
    /// Of a player: its distance and direction. Of a bus: its mute.
    case third
  }

  /// Frames of the longest piece of a curve.
  private static var longest: Int64 {
    @_noLocks get { 64 }
  }

  private var level, pan, third: MovingGain

  @_noLocks
  public init(level: StereoGain = .unity, pan: StereoGain = .unity, third: StereoGain = .unity) {
    self.level = MovingGain(level)
    self.pan = MovingGain(pan)
    self.third = MovingGain(third)
  }

  public var target: StereoGain {
    @_noLocks get { level.target * pan.target * third.target }
  }

  /// True while the product has pieces to come.
  public var isMoving: Bool {
    @_noLocks get { max(level.framesLeft, max(pan.framesLeft, third.framesLeft)) > 0 }
  }

  /// Fades a factor; 0 frames: at once. The others continue.
  @_noLocks
  public mutating func go(
    _ factor: Factor, to gain: StereoGain, over fade: Fade, ramp: inout StereoRamp
  ) {
    moveBack(by: Int64(max(ramp.left.frames, ramp.right.frames)))
    switch factor {
    case .level: level.go(to: gain, over: fade)
    case .pan: pan.go(to: gain, over: fade)
    case .third: third.go(to: gain, over: fade)
    }
    if isMoving { advance(&ramp) } else { ramp.go(to: target, over: 0) }
  }

  /// Begins the next piece. Precondition: `isMoving`.
  @_noLocks
  public mutating func advance(_ ramp: inout StereoRamp) {
    let frames = min(piece(of: level), min(piece(of: pan), piece(of: third)))
    level.move(by: frames)
    pan.move(by: frames)
    third.move(by: frames)
    ramp.glide(to: level.value * pan.value * third.value, over: Int(frames))
  }

  /// Jumps to the end. Only while the signal is inaudible.
  @_noLocks
  public mutating func settle(_ ramp: inout StereoRamp) {
    level.settle()
    pan.settle()
    third.settle()
    ramp.go(to: target, over: 0)
  }

  @_noLocks
  private mutating func moveBack(by frames: Int64) {
    level.moveBack(by: frames)
    pan.moveBack(by: frames)
    third.moveBack(by: frames)
  }

  /// Frames up to the end of a factor's next piece; `Int64.max`: it does not move. A line is exact
  /// in a piece of any length while no other factor moves.
  @_noLocks
  private func piece(of factor: MovingGain) -> Int64 {
    if factor.framesLeft <= 0 { return .max }
    if factor.fade.shape == .linear {
      return isAlone ? factor.framesLeft : min(factor.framesLeft, GainProduct.longest)
    }
    let even = max(1, min(GainProduct.longest, factor.fade.frames / GainProduct.longest))
    return min(factor.framesLeft, even)
  }

  private var isAlone: Bool {
    @_noLocks get {
      (level.framesLeft > 0 ? 1 : 0) + (pan.framesLeft > 0 ? 1 : 0)
        + (third.framesLeft > 0 ? 1 : 0) == 1
    }
  }
}
