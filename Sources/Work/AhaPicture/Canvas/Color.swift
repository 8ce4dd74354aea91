/// A color in sRGB with opacity.
public struct Color: Equatable, Sendable {
  public var red, green, blue: UInt8
  /// 0...1.
  public var alpha: Float

  /// - Parameter hex: 0xRRGGBB.
  public init(_ hex: UInt32, alpha: Float = 1) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
    self.alpha = alpha
  }

  public func with(alpha: Float) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
