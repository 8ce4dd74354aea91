extension Canvas {
  /// Fills the canvas with a radial gradient. Ordered dithering between its steps avoids visible
  /// bands.
  func fillGlow(
    from inner: OklabColor, to outer: OklabColor, at middle: CanvasPoint, radius: Float
  ) {
    let steps = 64
    let table = (0...steps).map { inner.mixed(with: outer, share: Float($0) / Float(steps)).color }
    for y in 0..<height {
      for x in 0..<width {
        let (right, down) = (Float(x) - middle.x, Float(y) - middle.y)
        let way = min(1, (right * right + down * down).squareRoot() / radius)
        let level = way * way * (3 - 2 * way) * Float(steps) + Canvas.pattern(x: x, y: y)
        set(x: x, y: y, color: table[min(Int(level), steps)])
      }
    }
  }

  /// Bayer threshold 0 ..< 1 of a pixel, over a matrix of 4 x 4 pixels.
  /// Source: B. Bayer, An optimum method for two-level rendition, 1973.
  private static func pattern(x: Int, y: Int) -> Float {
    let both = x ^ y
    let order = (both & 1) << 3 | (y & 1) << 2 | both & 2 | (y & 2) >> 1
    return Float(order) / 16
  }
}
