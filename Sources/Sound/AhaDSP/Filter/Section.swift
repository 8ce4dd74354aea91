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

  @_noLocks
  func isSame(as other: Section) -> Bool {
    guard warped == other.warped, damping == other.damping else { return false }
    guard input == other.input, band == other.band else { return false }
    return low == other.low
  }
}
