import CShims

/// A curve from one value to another over a count of frames, evaluated in closed form.
public struct Segment {
  public let from, to: Float
  /// Frames; at least 1.
  public let length: Int
  /// Elapsed frames.
  public var elapsed: Int
  public let curve: AutomationCurve
  /// Curve of the time; that of the values is `curve`.
  private let shape: FadeShape
  /// Logarithms of both ends, for the exponential curve.
  private let low, high: Double

  @_noLocks
  public init(
    from: Float, to: Float, length: Int, elapsed: Int = 0, curve: AutomationCurve,
    shape: FadeShape = .linear
  ) {
    self.from = from
    self.shape = shape
    self.to = to
    self.length = max(1, length)
    self.elapsed = elapsed
    // Not `from * to > 0`: a product of two small values may be 0.
    let hasRatio = from > 0 ? to > 0 : from < 0 ? to < 0 : false
    self.curve = curve == .exponential ? (hasRatio ? .exponential : .linear) : curve
    let isRatio = self.curve == .exponential
    low = isRatio ? Double(shim_log(from.magnitude)) : 0
    high = isRatio ? Double(shim_log(to.magnitude)) : 0
  }

  /// The segment between two neighboring points of a lane, at a time.
  @_noLocks
  public init(from first: AutomationPoint, to second: AutomationPoint, at time: Int64) {
    self.init(
      from: first.value, to: second.value, length: Int(second.time - first.time),
      elapsed: Int(time - first.time), curve: first.curve)
  }

  public var value: Float {
    @_noLocks get {
      if elapsed >= length { return to }
      // Exact; a logarithm and its exponential are not.
      if from == to { return from }
      if elapsed <= 0 { return from }
      switch curve {
      case .step: return from
      case .linear: return between(share)
      case .smooth: return between(share * share * (3 - 2 * share))
      case .exponential:
        let size = shim_exp(Float(low + (high - low) * share))
        return from < 0 ? -size : size
      }
    }
  }

  private var share: Double {
    @_noLocks get {
      let time = Double(elapsed) / Double(length)
      return shape == .linear ? time : Double(shape.share(at: Float(time), isRising: to > from))
    }
  }

  @_noLocks
  private func between(_ share: Double) -> Float {
    Float(Double(from) + (Double(to) - Double(from)) * share)
  }
}
