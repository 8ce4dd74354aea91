/// The parabola through three neighboring values, the middle one the highest.
enum Parabola {
  /// The offset of its top from the middle value, -0.5 to 0.5.
  static func offset(before: Float, top: Float, after: Float) -> Double {
    let curve = before - 2 * top + after
    guard curve < 0 else { return 0 }
    return Double(max(-0.5, min(0.5, 0.5 * (before - after) / curve)))
  }
}
