import CShims

/// The design of one section: pole parameters and output mix.
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

  /// Whether the output equals the input.
  var passesOn: Bool {
    @_noLocks get {
      guard input == 1, band == 0 else { return false }
      return low == 0
    }
  }

  @_noLocks
  static func passingOn(_ g: Float) -> Section {
    Section(warped: g, damping: 1.41421356, input: 1, band: 0, low: 0)
  }

  /// Whether both have the same output mix.
  @_noLocks
  func mixes(as other: Section) -> Bool {
    guard input == other.input, band == other.band else { return false }
    return low == other.low
  }

  @_noLocks
  func isSame(as other: Section) -> Bool {
    guard warped == other.warped, damping == other.damping else { return false }
    return mixes(as: other)
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

  /// The square root of the linear gain; 0 dB is exactly 1.
  @_noLocks
  private static func amplitude(_ db: Float) -> Float {
    db == 0 ? 1 : shim_power(10, db / 40)
  }
}
