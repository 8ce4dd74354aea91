import CShims

/// What makes one section.
struct Section {
  var warped: Float
  var damping: Float
  var input: Float
  var band: Float
  var low: Float

  @_noLocks
  init(warped: Float, damping: Float, input: Float, band: Float, low: Float) {
    self.warped = warped
    self.damping = damping
    self.input = input
    self.band = band
    self.low = low
  }

  @_noLocks
  static func bell(_ g: Float, db: Float, q: Float) -> Section {
    let root = amplitude(db)
    let k = 1 / (q * root)
    return Section(warped: g, damping: k, input: 1, band: k * (root * root - 1), low: 0)
  }

  @_noLocks
  static func shelf(_ g: Float, db: Float, isHigh: Bool) -> Section {
    let root = amplitude(db)
    let (k, square) = (Float(1.41421356), root * root)
    if isHigh {
      return Section(
        warped: g * shim_root(root), damping: k, input: square, band: k * (1 - root) * root,
        low: 1 - square)
    }
    return Section(
      warped: g / shim_root(root), damping: k, input: 1, band: k * (root - 1), low: square - 1)
  }

  /// The root of the linear gain; 0 dB is exactly 1.
  @_noLocks
  private static func amplitude(_ db: Float) -> Float {
    db == 0 ? 1 : shim_power(10, db / 40)
  }
}
