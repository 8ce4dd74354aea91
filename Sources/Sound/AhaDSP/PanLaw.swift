import CShims

/// Factors of both channels by pan. The name says how much lower a mono signal is at the center
/// than at the edge, where its factor is 1 on the open side and 0 on the closed one.
public enum PanLaw: UInt32, CaseIterable, Sendable {
  /// The open side stays at 1; the closed side is a quarter of a cosine.
  case flat = 0
  /// Constant power: cosine and sine.
  case minus3
  /// Constant sum: linear.
  case minus6

  /// Factors of a mono signal.
  @_noLocks
  public func mono(_ pan: Float) -> StereoGain {
    switch self {
    case .flat:
      let closed = shim_sin(Float.pi / 2 * (1 - pan.magnitude))
      return StereoGain(left: pan > 0 ? closed : 1, right: pan < 0 ? closed : 1)
    case .minus3:
      let quarter = Float.pi / 4
      return StereoGain(left: shim_sin(quarter * (1 - pan)), right: shim_sin(quarter * (1 + pan)))
    case .minus6:
      return StereoGain(left: (1 - pan) / 2, right: (1 + pan) / 2)
    }
  }

  /// Factors of a stereo signal: those of a mono signal, relative to its center; exactly 1 there.
  @_noLocks
  public func balance(_ pan: Float) -> StereoGain {
    if pan == 0 { return .unity }
    return mono(pan) * StereoGain(inverseOfCenter)
  }

  private var inverseOfCenter: Float {
    @_noLocks get {
      switch self {
      case .flat: 1
      case .minus3: 1.41421356
      case .minus6: 2
      }
    }
  }
}
